import { z } from 'zod';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { passRoutes } from './forms/entryForms.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { choice, reasonField } from '#domain/kernel/fields.ts';
import { choices } from '#domain/kernel/choices.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { codeText } from './codeText.ts';
import { isClosed, type DetailChange, type DetailState } from './detailState.ts';
import { comparisonState, entryState, passKind } from './entryState.ts';
import { entryRefusals } from './passes.ts';
import { labStatus, type LabStatus, type StatusMove, labStatusShape } from './sampleStatus.ts';

const entry = choices({ first: [1, '一录', 'First entry'], second: [2, '二录', 'Second entry'] });
const asks = { pass: choice('撤回哪次录入', 'Which entry', entry, { required: true }), reason: reasonField };
/** Payload of `detail.remove`, version 1. */
export const removeDetailInput = z.object({ requisitionCode: codeText(), ...partsOfFields(asks) });
export type RemoveDetailInput = z.output<typeof removeDetailInput>;
export type RemoveDetailPayload = z.input<typeof removeDetailInput>;

const open: readonly LabStatus[] = [labStatus.pendingEntry, labStatus.entered, labStatus.rejected];

/** What speaks against withdrawing an entry of these tubes; null: nothing. */
export function withdrawRefusal(samples: DetailState['samples']): Refusal | null {
  const late = samples.find((sample) => !open.includes(sample.labStatus));
  if (late) return refuse('detail.removeTooLate', { sampleCode: late.sampleCode, status: labStatus.labelOf(late.labStatus) });
  const held = samples.find(({ isInHandover }) => isInHandover);
  return held ? refuse('detail.removeInHandover', { sampleCode: held.sampleCode }) : null;
}

/** Withdraws a pass with a reason: the old one stays as a fact, the requisition waits for entry again (103 -> 101). */
export const removeDetail = defineCommand({
  name: 'detail.remove',
  title: ['撤回录入', 'Withdraw an entry'],
  service: 'sample',
  path: 'enter-info/remove-enter-detail',
  permission: 'detail_remove',
  roles: ['audit1'],
  screens: passRoutes(1),
  input: removeDetailInput,
  answer: shape({ requisitionCode: z.string(), pass: z.int(), entryState: oneOf(entryState), labStatus: labStatusShape }),
  asks,
  consequence: ['撤回后申请单重新待录入,原内容留档', 'The requisition waits for entry again; what was entered stays on record'],
  isDanger: true,
  version: 1,
  offline: false,
  lanes: ({ requisitionCode }) => [`req:${requisitionCode}`],
  subject: ({ requisitionCode, pass }) => `${requisitionCode} /${pass}`,
  refusals: {
    ...entryRefusals,
    'detail.nothingToRemove': ['没有第{pass}次录入可撤回', 'There is no pass {pass} to withdraw'],
    'detail.removeTooLate': [
      '样本 {sampleCode} 状态为{status},不能撤回录入',
      'Sample {sampleCode} is {status}; its entry can no longer be withdrawn',
    ],
    'detail.removeInHandover': ['样本 {sampleCode} 已在交接单中,不能撤回录入', 'Sample {sampleCode} is on a handover; its entry cannot be withdrawn'],
  },
  decide(state: DetailState, { requisitionCode, pass }: RemoveDetailInput): Outcome<DetailChange> {
    const { requisition, samples, comparison } = state;
    if (!requisition) return refuse('detail.notFound', { requisitionCode });
    if (isClosed(state)) return refuse('detail.closed', { requisitionCode });
    const own = pass === 1 ? state.first : state.second;
    if (!own) return conflict('detail.nothingToRemove', { pass });
    const held = withdrawRefusal(samples);
    if (held) return held;
    return accept({
      pass: {
        pass,
        revision: state.revisions[pass] + 1,
        kind: passKind.withdrawn,
        form: own.form,
        values: {},
        unclear: [],
        explained: [],
        startedAt: null,
        seconds: null,
      },
      entryState: entryState.waiting,
      comparison: comparison ? { round: comparison.round, state: comparisonState.withdrawn } : null,
      merged: null,
      moves: samples
        .filter((sample) => sample.labStatus === labStatus.entered)
        .map(({ sampleCode }): StatusMove => ({ sampleCode, from: labStatus.entered, to: labStatus.pendingEntry })),
    });
  },
});
