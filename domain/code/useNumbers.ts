import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { choices } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { idText } from '#domain/kernel/ids.ts';
import { codeText, reasonInput } from '#domain/sample/codeText.ts';
import { codeOf, mostLabels, numberOf, type CodeShape, type NumberRange } from './numberBlock.ts';

export const useAction = choices({
  print: ['print', '首次打印', 'First print'],
  reprint: ['reprint', '重打', 'Printed again'],
  check: ['check', '扫描核对', 'Scanned back'],
  spoil: ['spoil', '作废', 'Void'],
});

/**
 * Payload of `numberBlock.use`, version 1. print: first labels of numbers taken now. reprint: labels of printed numbers once
 * more. check: a printed label was scanned back and reads well. spoil: a number is void (its label was lost or damaged).
 */
export const useNumbersInput = z.object({
  blockId: idText,
  action: z.enum(['print', 'reprint', 'check', 'spoil']),
  codes: z.array(codeText(64)).min(1).max(mostLabels),
  /** For reprint and spoil. */
  reason: reasonInput.nullish(),
});
export type UseNumbersInput = z.output<typeof useNumbersInput>;
export type UseNumbersPayload = z.input<typeof useNumbersInput>;

/** What became of a number. */
export const numberState = { printed: 1, spoiled: 2, bound: 3 } as const;
export type NumberState = (typeof numberState)[keyof typeof numberState];
export const blockState = choices({
  held: [1, '前台持有', 'Held by a desk'],
  free: [2, '待分配', 'Free'],
  closed: [3, '已作废', 'Closed'],
  applied: [4, '已申请', 'Applied for'],
});
export type BlockState = 1 | 2 | 3 | 4;

export interface UsedNumber {
  readonly number: number;
  readonly code: string;
  readonly blockId: string;
  readonly state: NumberState;
  readonly userName: string;
  readonly printTime: string;
}
export interface UseNumbersState {
  /** Null: no such block. */
  readonly block:
    | (CodeShape &
        NumberRange & {
          readonly segmentId: string;
          readonly state: BlockState;
          readonly deviceId: string;
          /** For the ledger of prints. */
          readonly codeType?: number;
          readonly laboratoryId?: string | null;
        })
    | null;
  /** Of the codes in the payload: those already used. */
  readonly used: readonly UsedNumber[];
}
export interface UseNumbersChange {
  readonly blockId: string;
  readonly action: UseNumbersInput['action'];
  readonly numbers: readonly number[];
  readonly codes: readonly string[];
  readonly printTime: string;
  readonly reason: string | null;
}

/**
 * Numbers of a desk's own block are used: printed, printed again, scanned back or given up (docs/offline.md#work-without-network). Only through
 * the desk that holds the block, in the order in which the desk did it. A block closed as lost still takes what its desk had
 * printed before: those labels exist, and none of its numbers is ever given out again.
 */
export const useNumbers = defineCommand({
  name: 'numberBlock.use',
  title: ['使用号段打印标签', 'Use numbers for labels'],
  service: 'code',
  path: 'number-block/use',
  permission: 'number_use',
  roles: ['reception', 'lab'],
  screens: ['/code/number-block'],
  input: useNumbersInput,
  answer: shape({ blockId: z.string(), action: z.string(), codes: z.array(z.string()) }),
  version: 1,
  offline: true,
  lanes: ({ blockId }) => [`block:${blockId}`],
  subject: ({ codes }) => (codes.length === 1 ? (codes[0] ?? '') : `${codes[0]} +${codes.length - 1}`),
  leftToServer: [['号段是否仍属本前台', 'whether the block is still this desk’s']],
  refusals: {
    'numberBlock.unknown': ['没有此号段', 'No such block of numbers'],
    'numberBlock.notHeld': ['此号段不属于本前台', 'This desk does not hold the block'],
    'numberBlock.notInBlock': ['{code} 不在本机号段内', '{code} is not in the block'],
    'numberBlock.twice': ['{code} 在同一操作中出现两次', '{code} stands twice in one act'],
    'numberBlock.used': ['{code} 已于 {at} 由 {by} 使用', '{code} was used by {by} at {at}'],
    'numberBlock.notPrinted': ['{code} 尚未打印', '{code} has not been printed'],
    'numberBlock.spoiled': ['{code} 已作废', '{code} is void'],
    'numberBlock.reasonNeeded': ['请填写原因', 'Give a reason'],
  },
  decide({ block, used }: UseNumbersState, { blockId, action, codes, reason }: UseNumbersInput, acting): Outcome<UseNumbersChange> {
    if (!block) return refuse('numberBlock.unknown');
    if (block.state === blockState.free || acting.deviceId !== block.deviceId) return conflict('numberBlock.notHeld');
    if ((action === 'reprint' || action === 'spoil') && !reason) return refuse('numberBlock.reasonNeeded');
    const numbers: number[] = [];
    for (const code of codes) {
      const number = numberOf(block, code);
      if (number === null || number < block.first || number > block.last) return refuse('numberBlock.notInBlock', { code });
      if (numbers.includes(number)) return refuse('numberBlock.twice', { code });
      const known = used.find((each) => each.number === number);
      if (action === 'print' && known) return conflict('numberBlock.used', { code, by: known.userName, at: known.printTime });
      if (action !== 'print' && !known) return refuse('numberBlock.notPrinted', { code });
      if (action !== 'spoil' && known?.state === numberState.spoiled) return refuse('numberBlock.spoiled', { code });
      numbers.push(number);
    }
    return accept({
      blockId,
      action,
      numbers,
      codes: numbers.map((number) => codeOf(block, number)),
      printTime: acting.occurredAt ?? acting.now,
      reason: reason ?? null,
    });
  },
});
