import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { choices } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { expectedState } from '#domain/op/expected.ts';
import { notReceivedScreens } from './notReceivedChoices.ts';

type State = (typeof expectedState)['due' | 'arrived' | 'cancelled' | 'missing'];
/** A line that was announced, as the act on it knows it. */
export interface ExpectedToClose {
  readonly code: string;
  readonly state: State;
  /** When it came; null: it did not. */
  readonly receiveTime: string | null;
}
/** What may be said of a line that is not here. */
export const closingState = choices({
  missing: [expectedState.missing, '确认未到', 'Not coming'],
  cancelled: [expectedState.cancelled, '取消', 'Cancelled'],
  due: [expectedState.due, '重新等待', 'Awaited again'],
});

const asks = { state: choice('处理', 'Decision', closingState, { required: true }), reason: reasonField } as const;
export const closeExpectedInput = z.object({ expectedId: idText, ...partsOfFields(asks) });
export type CloseExpectedInput = z.output<typeof closeExpectedInput>;
export interface CloseExpectedState {
  readonly line: ExpectedToClose | null;
}
/** What becomes of a line, and what it was. */
export interface ExpectedClosing {
  readonly state: number;
  readonly before: number;
}
const answer = shape({ expectedId: z.string(), state: oneOf(expectedState), caseNo: z.string().nullable() });
export type ClosedExpected = RowOf<typeof answer>;

/** Says of what did not come that it will not, or is awaited again; one that got lost opens a case (docs/desk.md#not-received). */
export const closeExpected = defineCommand({
  name: 'expected.close',
  title: ['处理未到样本', 'Settle what did not come'],
  service: 'sample',
  path: 'sample-receive/close',
  permission: 'notreceived_close',
  roles: ['reception', 'ops'],
  screens: [notReceivedScreens.arrival, notReceivedScreens.stay],
  input: closeExpectedInput,
  asks,
  many: { of: 'ids', keys: ['expectedId'] },
  answer,
  version: 1,
  offline: false,
  lanes: ({ expectedId }) => [`expected:${expectedId}`],
  subject: ({ expectedId }) => expectedId,
  refusals: {
    'expected.unknown': ['没有此应到记录', 'No such announcement'],
    'expected.arrived': ['{code} 已于 {at} 收到', '{code} was received at {at}'],
    'expected.same': ['{code} 已是{state}', '{code} is {state} already'],
  },
  decide({ line }: CloseExpectedState, { state }: CloseExpectedInput): Outcome<ExpectedClosing> {
    if (!line) return refuse('expected.unknown');
    const { code, state: before, receiveTime } = line;
    if (before === expectedState.arrived) return conflict('expected.arrived', { code, at: receiveTime ?? '' });
    const wanted = Number(state);
    return before === wanted ? conflict('expected.same', { code, state: expectedState.labelOf(before) }) : accept({ state: wanted, before });
  },
});
