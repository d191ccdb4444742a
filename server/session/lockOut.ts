import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { policyValues } from '#server/kernel/policies.ts';
import { loginFailureTable } from '#server/storage/sessionTables.ts';

/** Wire 1.4: so many failures of an account or from an address lock it for so long, ms; policies. */
async function lockPolicy(orm: Reader): Promise<{ readonly allowedFailures: number; readonly lockMs: number }> {
  const { allowedFailures, accountLockMinutes } = await policyValues(orm);
  return { allowedFailures, lockMs: accountLockMinutes * 60_000 };
}

/** Either the pool or an open transaction. */
export type Reader = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;

/** Whose failures count: an account of a tenant, and where known the address the try came from. */
export interface Attempt {
  readonly tenantId: string;
  readonly account: string;
  readonly address: string | null;
}

const accountSubject = ({ account }: Pick<Attempt, 'account'>): string => account.trim().toLowerCase().slice(0, 100);
const subjectsOf = (attempt: Attempt) => [
  { kind: 'account', subject: accountSubject(attempt) },
  ...(attempt.address ? [{ kind: 'address', subject: attempt.address }] : []),
];
const rowsOf = (attempt: Attempt) =>
  and(
    eq(loginFailureTable.tenantId, attempt.tenantId),
    or(...subjectsOf(attempt).map(({ kind, subject }) => and(eq(loginFailureTable.kind, kind), eq(loginFailureTable.subject, subject)))),
  );

/** What is locked now; null where a try is allowed. */
export async function lockedBy(orm: Reader, attempt: Attempt, now: number): Promise<'account' | 'address' | null> {
  const rows = await orm.select().from(loginFailureTable).where(rowsOf(attempt));
  if (rows.length === 0) return null;
  const { allowedFailures, lockMs } = await lockPolicy(orm);
  const locked = rows.filter(({ failures, lastTime }) => failures >= allowedFailures && lastTime.getTime() > now - lockMs).map(({ kind }) => kind);
  return locked.includes('account') ? 'account' : locked.includes('address') ? 'address' : null;
}

/** One more failure; those older than the lock's time no longer count. */
export async function countFailure(orm: Reader, attempt: Attempt, now: number): Promise<void> {
  const at = new Date(now);
  const { lockMs } = await lockPolicy(orm);
  const staleBefore = new Date(now - lockMs).toISOString();
  await orm
    .insert(loginFailureTable)
    .values(subjectsOf(attempt).map((subject) => ({ ...subject, tenantId: attempt.tenantId, failures: 1, lastTime: at })))
    .onConflictDoUpdate({
      target: [loginFailureTable.tenantId, loginFailureTable.kind, loginFailureTable.subject],
      set: {
        failures: sql`case when ${loginFailureTable.lastTime} < ${staleBefore}::timestamptz then 1 else ${loginFailureTable.failures} + 1 end`,
        lastTime: at,
      },
    });
}

/** A success clears both counts. */
export async function clearFailures(orm: Reader, attempt: Attempt): Promise<void> {
  await orm.delete(loginFailureTable).where(rowsOf(attempt));
}

/** An administrator lets accounts try again. */
export async function unlockAccounts(orm: Reader, tenantId: string, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return;
  const subjects = accounts.map((account) => accountSubject({ account }));
  await orm
    .delete(loginFailureTable)
    .where(and(eq(loginFailureTable.tenantId, tenantId), eq(loginFailureTable.kind, 'account'), inArray(loginFailureTable.subject, subjects)));
}

export async function sweepFailures(orm: Reader, now: number): Promise<void> {
  const { lockMs } = await lockPolicy(orm);
  await orm.delete(loginFailureTable).where(lt(loginFailureTable.lastTime, new Date(now - lockMs)));
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs password checks of one subject one after another: a hundred guesses sent at once would otherwise all be
 * judged before the first failure is counted.
 */
export function inTurn<T>(subject: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(subject) ?? Promise.resolve()).then(work, work);
  const settled = mine.catch(() => undefined);
  turns.set(subject, settled);
  void settled.then(() => {
    if (turns.get(subject) === settled) turns.delete(subject);
  });
  return mine;
}

/** The same for all tries of an account, however its name is spelled. */
export const inTurnOf = <T>(attempt: Pick<Attempt, 'tenantId' | 'account'>, work: () => Promise<T>): Promise<T> =>
  inTurn(`account ${attempt.tenantId} ${accountSubject(attempt)}`, work);
