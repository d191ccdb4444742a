import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { choices } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { choice, integer, longText, reasonField, ref } from '#domain/kernel/fields.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { idText } from '#domain/kernel/ids.ts';
import { codesText } from '#domain/sample/codeText.ts';
import { codeType } from './codeStyle.ts';
import { allot, codesOf, countAll, type CodeShape, type NumberRange, type NumberSpace } from './numberBlock.ts';
import { jobKind } from './printJob.ts';
import { usableRanges } from './usableRange.ts';

/** Most numbers of one application, and most labels of one print job. */
export const mostApplied = 2000;

/** Whose numbers: codes of samples and requisitions go to clients, lab codes to laboratories. */
export type ApplyKind = 'sample' | 'lab';
/** Who applies for them. */
const holderOf = { sample: 'reception', lab: 'lab' } as const;
const pathOf = { sample: 'sample-code-apply', lab: 'lab-code-apply' } as const;
const resourceOf = { sample: 'sampleCodeApply', lab: 'labCodeApply' } as const;

/** A segment numbers may be applied from, and what of it nobody has. */
export interface SegmentSpace extends CodeShape {
  readonly segmentId: string;
  readonly space: NumberSpace;
}
export interface ApplyState {
  /** False: no such client or laboratory, or not one of the user's. */
  readonly isHolderKnown: boolean;
  /** False: the style that was asked for is not there, disabled or of another code type. */
  readonly isStyleKnown?: boolean;
  readonly spaces: readonly SegmentSpace[];
}
/** What is taken from one segment. */
export interface Allotted {
  readonly segmentId: string;
  readonly given: readonly NumberRange[];
  readonly space: NumberSpace;
}
export interface ApplyChange {
  readonly allotted: readonly Allotted[];
  readonly codes: readonly string[];
}

const refusals = {
  'codeApply.holderUnknown': ['没有此送检单位或检验所', 'No such client or laboratory'],
  'codeApply.styleUnknown': ['没有此标签样式', 'No such label style'],
  'codeApply.noSegment': ['没有可用的号段: 请先在“号段管理”中添加', 'No segment to take numbers from: add one under Number segments'],
  'codeApply.notEnough': ['号段只剩 {left} 个号码,申请 {wanted} 个', 'Only {left} numbers are left; {wanted} were asked for'],
  'codeApply.unknown': ['没有此申请', 'No such application'],
  'codeApply.notOfIt': ['{code} 不属于此申请', '{code} is not of this application'],
  'codeApply.notPrinted': ['{code} 尚未打印: 请先完成首次打印', '{code} has not been printed yet: finish the first print'],
  'codeApply.voided': ['{code} 已作废', '{code} is void'],
  'codeApply.used': ['{code} 已被样本使用', '{code} is used by a sample'],
  'codeApply.twice': ['{code} 出现两次', '{code} stands twice'],
} as const;

const clientTypes = choices({ sample: [codeType.sample, '样本条码', 'Sample'], requisition: [codeType.requisition, '申请单条码', 'Requisition'] });
const numbers = {
  quantity: integer('数量', 'Quantity', { required: true, min: 1, max: mostApplied }),
  styleId: ref('标签样式', 'Label style', 'codeStyle', { help: ['空表示默认标签', 'Empty: the default label'] }),
  remark: longText('备注', 'Remark', { max: 200 }),
};
const applyAsks = {
  sample: {
    clientId: ref('送检单位', 'Sending client', 'sendSampleClient', { required: true }),
    codeType: choice('条码类型', 'Code type', clientTypes, { required: true }),
    ...numbers,
  },
  lab: { laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true }), ...numbers },
} as const;
const applyInput = z
  .object({
    clientId: idText.nullish(),
    laboratoryId: idText.nullish(),
    /** Samples or requisitions; lab codes have no choice. */
    codeType: z.coerce.number().int().min(1).max(3).nullish(),
    ...partsOfFields(numbers),
  })
  .refine(({ clientId, laboratoryId }) => Boolean(clientId ?? laboratoryId), { path: ['clientId'] });
export type ApplyInput = z.output<typeof applyInput>;

/** The code type an application is of. */
export const appliedType = (kind: ApplyKind, asked: number | null | undefined): number =>
  kind === 'lab' ? codeType.lab : asked === codeType.requisition ? codeType.requisition : codeType.sample;

/** Takes `wanted` numbers out of segments, the first one first: all of them or none. */
export function allotFrom(spaces: readonly SegmentSpace[], wanted: number): ApplyChange | null {
  const allotted: Allotted[] = [];
  const codes: string[] = [];
  for (const { space: before, segmentId, ...shape } of spaces) {
    const { given, space } = allot(before, wanted - codes.length);
    if (given.length === 0) continue;
    allotted.push({ segmentId, given, space });
    codes.push(...given.flatMap((range) => codesOf(shape, range)));
  }
  return codes.length === wanted ? { allotted, codes } : null;
}
const leftIn = (spaces: readonly SegmentSpace[]): number => spaces.reduce((sum, { space }) => sum + countAll(usableRanges(space)), 0);

/** Numbers for a client or a laboratory, for good; with them comes the job that prints their labels. */
const applyOf = <Kind extends ApplyKind>(kind: Kind) =>
  defineCommand({
    name: `${resourceOf[kind]}.apply`,
    title: kind === 'lab' ? ['申请实验室编号', 'Apply for lab codes'] : ['申请样本条码', 'Apply for sample codes'],
    service: 'code',
    path: `${pathOf[kind]}/apply`,
    permission: `${resourceOf[kind]}_apply`,
    roles: [holderOf[kind], 'ops'],
    input: applyInput,
    asks: applyAsks[kind],
    answer: shape({ applyId: z.string(), printId: z.string(), quantity: z.int(), firstCode: z.string(), lastCode: z.string() }),
    version: 1,
    offline: false,
    lanes: ({ clientId, laboratoryId }) => [`codeApply:${clientId ?? laboratoryId}`],
    subject: ({ clientId, laboratoryId }) => clientId ?? laboratoryId ?? '',
    refusals,
    decide({ isHolderKnown, isStyleKnown, spaces }: ApplyState, { quantity }: ApplyInput): Outcome<ApplyChange> {
      if (!isHolderKnown) return refuse('codeApply.holderUnknown');
      if (isStyleKnown === false) return refuse('codeApply.styleUnknown');
      if (spaces.length === 0) return refuse('codeApply.noSegment');
      const taken = allotFrom(spaces, quantity);
      return taken ? accept(taken) : refuse('codeApply.notEnough', { left: leftIn(spaces), wanted: quantity });
    },
  });
export const applySampleCodes = applyOf('sample');
export const applyLabCodes = applyOf('lab');

/** A code of an application as it stands. */
export interface AppliedCode {
  readonly code: string;
  readonly segmentId: string;
  readonly number: number;
  readonly isPrinted: boolean;
  readonly isVoid: boolean;
  readonly isUsed: boolean;
}
export interface ReprintState extends ApplyState {
  /** Null: no such application. */
  readonly applyId: string | null;
  /** Those asked for that are of the application. */
  readonly known: readonly AppliedCode[];
}
const againAsks = {
  codes: longText('条码', 'Codes', { required: true, max: 100_000, help: ['扫描或粘贴,每行一个', 'Scan or paste, one a line'] }),
  reason: reasonField,
};
/** As a list, or as they were scanned or pasted into one text. */
const codes = codesText(64, mostApplied);
const reprintInput = z.object({
  applyId: idText,
  ...partsOfFields(againAsks),
  codes,
  /** New codes in place of these, which are void from then on. */
  replace: z.boolean().default(false),
});
export type ReprintInput = z.output<typeof reprintInput>;
export interface ReprintChange {
  readonly kind: number;
  /** What is printed. */
  readonly codes: readonly string[];
  /** Replaced by them, in the same order. */
  readonly voided: readonly AppliedCode[];
  readonly allotted: readonly Allotted[];
}

function judged(state: ReprintState, codes: readonly string[], mayBeUsed: boolean, mustBePrinted: boolean): Outcome<readonly AppliedCode[]> {
  if (state.applyId === null) return refuse('codeApply.unknown');
  const found: AppliedCode[] = [];
  for (const code of codes) {
    const known = state.known.find((each) => each.code === code);
    if (!known) return refuse('codeApply.notOfIt', { code });
    if (found.includes(known)) return refuse('codeApply.twice', { code });
    if (known.isVoid) return conflict('codeApply.voided', { code });
    if (known.isUsed && !mayBeUsed) return conflict('codeApply.used', { code });
    if (mustBePrinted && !known.isPrinted) return refuse('codeApply.notPrinted', { code });
    found.push(known);
  }
  return accept(found);
}

/**
 * Labels once more, with a reason: the same codes again, or new ones in their place. A code that a sample carries can be
 * printed again but not replaced: the tube would be left with a void code.
 */
const reprintOf = (kind: ApplyKind) =>
  defineCommand({
    name: `${resourceOf[kind]}.reprint`,
    title:
      kind === 'lab'
        ? ['重打或更换实验室编号', 'Print lab codes again or replace them']
        : ['重打或更换样本条码', 'Print sample codes again or replace them'],
    service: 'code',
    path: `${pathOf[kind]}/reprint`,
    permission: `${resourceOf[kind]}_reprint`,
    roles: [holderOf[kind], 'ops'],
    input: reprintInput,
    asks: againAsks,
    answer: shape({ printId: z.string(), codes: z.array(z.string()) }),
    version: 1,
    offline: false,
    lanes: ({ applyId }) => [`codeApply:${applyId}`],
    subject: ({ codes }) => (codes.length === 1 ? (codes[0] ?? '') : `${codes[0]} +${codes.length - 1}`),
    refusals,
    decide(state: ReprintState, { codes, replace }: ReprintInput): Outcome<ReprintChange> {
      const outcome = judged(state, codes, !replace, true);
      if (!outcome.accepted) return outcome;
      if (!replace) return accept({ kind: jobKind.reprint, codes, voided: [], allotted: [] });
      const taken = allotFrom(state.spaces, codes.length);
      if (!taken) return refuse('codeApply.notEnough', { left: leftIn(state.spaces), wanted: codes.length });
      return accept({ kind: jobKind.replace, codes: taken.codes, voided: outcome.change, allotted: taken.allotted });
    },
  });
export const reprintSampleCodes = reprintOf('sample');
export const reprintLabCodes = reprintOf('lab');

const voidInput = z.object({ applyId: idText, ...partsOfFields(againAsks), codes });
export type VoidInput = z.output<typeof voidInput>;

/** Gives codes up, printed or not: nobody may use them, and they are never given out again. */
const voidOf = (kind: ApplyKind) =>
  defineCommand({
    name: `${resourceOf[kind]}.void`,
    title: kind === 'lab' ? ['作废实验室编号', 'Void lab codes'] : ['作废样本条码', 'Void sample codes'],
    service: 'code',
    path: `${pathOf[kind]}/void`,
    permission: `${resourceOf[kind]}_reprint`,
    roles: [holderOf[kind], 'ops'],
    input: voidInput,
    asks: againAsks,
    answer: shape({ voided: z.int() }),
    isDanger: true,
    version: 1,
    offline: false,
    lanes: ({ applyId }) => [`codeApply:${applyId}`],
    subject: ({ codes }) => (codes.length === 1 ? (codes[0] ?? '') : `${codes[0]} +${codes.length - 1}`),
    refusals,
    decide: (state: ReprintState, { codes }: VoidInput): Outcome<readonly AppliedCode[]> => judged(state, codes, false, false),
  });
export const voidSampleCodes = voidOf('sample');
export const voidLabCodes = voidOf('lab');
