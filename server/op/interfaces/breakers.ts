import { sql } from 'drizzle-orm';
import { askBreaker, closedBreaker, settleBreaker, type Breaker } from '#domain/op/rules/breaker.ts';
import { takeToken, type Bucket, type Rate } from '#domain/op/rules/tokenBucket.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Whose breaker and bucket. */
export interface OfInterface {
  readonly tenantId: string;
  readonly interfaceId: string;
}
type Numbers<Shape> = { readonly [Key in keyof Shape]: string | number };

/** The row, locked: nodes take their turn at it. */
async function lockRow(tx: Tx, { tenantId, interfaceId }: OfInterface): Promise<{ readonly breaker: Breaker; readonly bucket: Bucket | null }> {
  await tx.execute(sql`insert into interface_breaker (tenant_id, interface_id) values (${tenantId}, ${interfaceId}) on conflict do nothing`);
  const row = await readRow<Numbers<Breaker> & { readonly tokenMilli: string | null; readonly tokenTime: string | null }>(
    tx,
    sql`select state, failures, window_start, window_calls, window_failures, pause_ms, until_time, token_milli, token_time from interface_breaker
      where tenant_id = ${tenantId} and interface_id = ${interfaceId} for update`,
  );
  if (!row) throw new Error('an interface without a breaker');
  const { tokenMilli, tokenTime, ...kept } = row;
  const breaker = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, Number(value)])) as unknown as Breaker;
  return { breaker, bucket: tokenMilli === null ? null : { milli: Number(tokenMilli), time: Number(tokenTime) } };
}
async function keep(tx: Tx, { tenantId, interfaceId }: OfInterface, breaker: Breaker): Promise<void> {
  await tx.execute(sql`update interface_breaker set state = ${breaker.state}, failures = ${breaker.failures}, window_start = ${breaker.windowStart}, window_calls = ${breaker.windowCalls},
      window_failures = ${breaker.windowFailures}, pause_ms = ${breaker.pauseMs}, until_time = ${breaker.untilTime} where tenant_id = ${tenantId} and interface_id = ${interfaceId}`);
}
async function take(tx: Tx, of: OfInterface, bucket: Bucket | null, rate: Rate, now: number): Promise<number> {
  const { next, waitMs } = takeToken(bucket, now, rate);
  if (waitMs === 0)
    await tx.execute(
      sql`update interface_breaker set token_milli = ${next.milli}, token_time = ${next.time} where tenant_id = ${of.tenantId} and interface_id = ${of.interfaceId}`,
    );
  return waitMs;
}

/** Takes one incoming call out of the interface's bucket; answers in milliseconds when there is one again, 0: it was taken. */
export const takeCall = (database: Database, of: OfInterface, rate: Rate, now: number): Promise<number> =>
  database.transaction(async (tx) => take(tx, of, (await lockRow(tx, of)).bucket, rate, now));

/** Why an outgoing call may not leave now, and from when it may (ms since 1970). */
export type Leave = { readonly mayCall: true; readonly isTrial: boolean } | { readonly mayCall: false; readonly untilTime: number };

/** Asks breaker and bucket for one outgoing call; of an open breaker whose pause is over, one node alone gets the trial. */
export const askLeave = (database: Database, of: OfInterface, rate: Rate, now: number): Promise<Leave> =>
  database.transaction(async (tx): Promise<Leave> => {
    const { breaker, bucket } = await lockRow(tx, of);
    const asked = askBreaker(breaker, now);
    if (!asked.mayCall) return { mayCall: false, untilTime: breaker.untilTime };
    const waitMs = await take(tx, of, bucket, rate, now);
    if (waitMs > 0) return { mayCall: false, untilTime: now + waitMs };
    if (asked.next !== breaker) await keep(tx, of, asked.next);
    return { mayCall: true, isTrial: asked.isTrial };
  });

/** Says how a call that had leave came out. */
export const settleCall = (
  database: Database,
  of: OfInterface,
  outcome: { readonly isFailure: boolean; readonly isTrial: boolean },
  now: number,
): Promise<void> =>
  database.transaction(async (tx) => {
    const { breaker } = await lockRow(tx, of);
    const next = settleBreaker(breaker, outcome, now);
    if (JSON.stringify(next) !== JSON.stringify(breaker)) await keep(tx, of, next);
  });

/** Lets calls leave again at once; the bucket stays. */
export async function closeBreaker(tx: Tx, of: OfInterface): Promise<Breaker> {
  const { breaker } = await lockRow(tx, of);
  await keep(tx, of, closedBreaker);
  return breaker;
}
