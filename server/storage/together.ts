import { sqlStateOf } from './sqlState.ts';

const followsAnother = '25P02';

/**
 * Statements of one transaction that need not wait for each other: they travel together and are answered in order.
 * Answers only when every one has ended, also after a fault: a statement still under way would run behind the
 * rollback, outside the transaction. Throws the fault that came first, not those that followed from it.
 */
export async function together<const Started extends readonly PromiseLike<unknown>[]>(
  ...started: Started
): Promise<{ -readonly [At in keyof Started]: Awaited<Started[At]> }> {
  const ended = await Promise.allSettled(started);
  const faults = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (faults.length > 0) throw faults.find((fault) => sqlStateOf(fault) !== followsAnother) ?? faults[0];
  return ended.map((one) => (one as PromiseFulfilledResult<unknown>).value) as never;
}
