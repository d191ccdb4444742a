import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { code, reasonField } from '#domain/kernel/fields.ts';
import { accept, conflict, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import type { CodeState } from '#domain/code/codeOwner.ts';
import { codeText } from './codeText.ts';
import { codeFinding } from './rules/codeRules.ts';
import type { Existing } from './rules/entryForm.ts';
import { codeSentence } from './rules/recordRules.ts';
import { overruleCodes } from './summary.ts';

const asks = {
  newCode: code('新条码', 'New code', { required: true, max: 32, help: ['贴上新标签后扫描', 'Scan it once the new label is on the tube'] }),
  reason: reasonField,
};
/** Payload of `sample.replaceCode`, version 1. */
export const replaceCodeInput = z.object({ sampleCode: codeText(), ...partsOfFields(asks), newCode: codeText() });
export type ReplaceCodeInput = z.output<typeof replaceCodeInput>;

export interface ReplaceCodeState {
  readonly tube: {
    readonly sampleCode: string;
    readonly requisitionCode: string;
    /** 1: nobody scanned a tube (`foundTube`). */
    readonly isCodeInvented: number;
    readonly contractLaboratoryId: string | null;
    readonly sendSampleClientId: string | null;
  } | null;
  /** The same replacement was made before. */
  readonly isDone: boolean;
  /** Whose the new code is already: a tube carries it, or carried it once. */
  readonly takenBy: string | null;
  /** R-07 of the new code. */
  readonly state: CodeState;
  readonly codeStyles: Existing['codeStyles'];
}
export interface ReplaceCodeChange {
  readonly requisitionCode: string;
  readonly sampleCode: string;
  readonly newCode: string;
}

/** What speaks against another label for a tube, whatever it says; null: nothing. */
export function replaceRefusal({ sampleCode, isCodeInvented }: { readonly sampleCode: string; readonly isCodeInvented: number }): Refusal | null {
  return isCodeInvented === 1 ? refuse('replace.noTube', { sampleCode }) : null;
}

/** A damaged label is replaced: the tube answers to its new code, the old one is void for ever and still leads to the tube. */
export const replaceCode = defineCommand({
  name: 'sample.replaceCode',
  title: ['更换样本条码', 'Replace a tube’s code'],
  service: 'sample',
  path: 'enter-info/replace-code',
  permission: 'sample_replace',
  roles: ['reception'],
  screens: ['/sample/summary-enter', '/sample/find-code'],
  input: replaceCodeInput,
  answer: shape({ requisitionCode: z.string(), sampleCode: z.string(), oldCode: z.string() }),
  asks,
  consequence: [
    '原条码永久作废, 但仍能查到此样本; 扫描原条码会提示新条码',
    'The old code is void for ever and still leads to this tube; who scans it is told the new one',
  ],
  refusedAt: { 'replace.same': 'newCode', 'replace.taken': 'newCode', 'replace.unfit': 'newCode' },
  version: 1,
  offline: false,
  lanes: ({ sampleCode, newCode }) => [`tube:${sampleCode}`, `tube:${newCode}`],
  subject: ({ sampleCode }) => sampleCode,
  refusals: {
    'replace.noTube': ['{sampleCode} 没有扫描过样本管,不能更换条码', 'No tube was ever scanned as {sampleCode}; there is no label to replace'],
    'replace.same': ['新条码与原条码相同', 'The new code is the old one'],
    'replace.taken': ['条码 {newCode} 已用于申请单 {requisitionCode}', 'Code {newCode} is in use on requisition {requisitionCode}'],
    'replace.unfit': ['新条码不能使用: {text}', 'The new code cannot be used: {text}'],
  },
  decide(
    { tube, isDone, takenBy, state, codeStyles }: ReplaceCodeState,
    { sampleCode, newCode }: ReplaceCodeInput,
    acting,
  ): Outcome<ReplaceCodeChange> {
    if (!tube) return refuse('command.notFound', { what: sampleCode });
    const change: ReplaceCodeChange = { requisitionCode: tube.requisitionCode, sampleCode, newCode };
    if (isDone) return repeat(change);
    const refusal = replaceRefusal(tube);
    if (refusal) return refusal;
    if (newCode === sampleCode) return refuse('replace.same');
    if (takenBy !== null) return conflict('replace.taken', { newCode, requisitionCode: takenBy });
    // The reason of the act is the reason of both warnings; what is void stays void, whoever asks.
    if (state !== 'usable' && (state === 'voided' || !acting.user.permissions.has(overruleCodes)))
      return refuse('replace.unfit', { text: codeSentence(state, [`样本条码 ${newCode}`, `Sample ${newCode}`]) });
    const place = { laboratoryId: tube.contractLaboratoryId, sendSampleClientId: tube.sendSampleClientId };
    const misfit = codeFinding('sampleCode', newCode, place, { codeStyles });
    return misfit?.severity === 'block' ? refuse('replace.unfit', { text: misfit.text }) : accept(change);
  },
});
