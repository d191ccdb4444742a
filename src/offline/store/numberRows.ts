import type { NumberRow, QueueRow } from './operation.ts';

const prefix = 'number:';

/** Sorts as the numbers do. */
export const numberKey = (seq: number): NumberRow['key'] => `${prefix}${String(seq).padStart(12, '0')}`;
export const isNumberKey = (key: string): key is NumberRow['key'] => key.startsWith(prefix);
/** From and to the keys of all numbers, both included. */
export const allNumberKeys = [numberKey(0), numberKey(999_999_999_999)] as const;

/** Numbers whose rows are kept: more than all pages can give out while one of them trusts what it knows (saveAct.ts). */
export const keptNumbers = 10_000;

/** Rows of the numbers above `before` up to `seq`, the last of them at least. */
export const numberRows = (before: number, seq: number): readonly NumberRow[] =>
  Array.from({ length: Math.min(Math.max(0, seq - before), keptNumbers) }, (_none, at) => ({ key: numberKey(seq - at) }));

/** The counter as it stands: quick writers leave its own row behind. `lastKey`: of the rows of numbers; `seqs`: the last numbers among the acts. */
export function counted(queue: QueueRow, lastKey: unknown, seqs: readonly unknown[] = []): QueueRow {
  const noted = typeof lastKey === 'string' && isNumberKey(lastKey) ? Number(lastKey.slice(prefix.length)) : 0;
  const seq = Math.max(noted, ...seqs.map((number) => (typeof number === 'number' ? number : 0)));
  return seq > queue.seq ? { ...queue, seq } : queue;
}
