import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { addressKey } from '#server/kernel/core/addressKey.ts';
import { policyValues } from '#server/kernel/core/policies.ts';
import { loginFailureTable } from '#server/storage/sessionTables.ts';

type Kind = 'account' | 'address';

/** So many failures of an account or from an address lock it for so long, ms; policies. */
async function lockPolicy(orm: Reader): Promise<{ readonly allowed: Readonly<Record<Kind, number>>; readonly lockMs: number }> {
  const { allowedFailures, addressFailures, accountLockMinutes } = await policyValues(orm);
  return { allowed: { account: allowedFailures, address: addressFailures }, lockMs: accountLockMinutes * 60_000 };
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
/** Whose wrong second codes count. */
export const secondStepSubject = (account: string): string => `second ${account}`;
interface Subject {
  readonly tenantId: string;
  readonly kind: Kind;
  readonly subject: string;
}
const accountOf = (attempt: Attempt): Subject => ({ tenantId: attempt.tenantId, kind: 'account', subject: accountSubject(attempt) });
/** An address is one and the same whichever tenant it tries. */
const subjectsOf = (attempt: Attempt): Subject[] => [
  accountOf(attempt),
  ...(attempt.address ? [{ tenantId: '', kind: 'address' as const, subject: addressKey(attempt.address) }] : []),
];
const rowOf = ({ tenantId, kind, subject }: Subject) =>
  and(eq(loginFailureTable.tenantId, tenantId), eq(loginFailureTable.kind, kind), eq(loginFailureTable.subject, subject));

/** What is locked now; null where a try is allowed. */
export async function lockedBy(orm: Reader, attempt: Attempt, now: number): Promise<'account' | 'address' | null> {
  const rows = await orm
    .select()
    .from(loginFailureTable)
    .where(or(...subjectsOf(attempt).map(rowOf)));
  if (rows.length === 0) return null;
  const { allowed, lockMs } = await lockPolicy(orm);
  const isLocked = ({ kind, failures, lastTime }: (typeof rows)[number]): boolean =>
    failures >= allowed[kind === 'address' ? 'address' : 'account'] && lastTime.getTime() > now - lockMs;
  const locked = rows.filter(isLocked).map(({ kind }) => kind);
  return locked.includes('account') ? 'account' : locked.includes('address') ? 'address' : null;
}

/**
 * One more failure; those older than the lock's time no longer count. An account's time begins anew with each failure,
 * an address's runs from its first one: a laboratory of fifty desks mistypes all day long and is never closed by it.
 */
export async function countFailure(orm: Reader, attempt: Attempt, now: number): Promise<void> {
  const at = new Date(now);
  const { lockMs } = await lockPolicy(orm);
  const staleBefore = new Date(now - lockMs).toISOString();
  await orm
    .insert(loginFailureTable)
    .values(subjectsOf(attempt).map((subject) => ({ ...subject, failures: 1, lastTime: at })))
    .onConflictDoUpdate({
      target: [loginFailureTable.tenantId, loginFailureTable.kind, loginFailureTable.subject],
      set: {
        failures: sql`case when ${loginFailureTable.lastTime} < ${staleBefore}::timestamptz then 1 else ${loginFailureTable.failures} + 1 end`,
        lastTime: sql`case when ${loginFailureTable.kind} = 'address' and ${loginFailureTable.lastTime} >= ${staleBefore}::timestamptz
          then ${loginFailureTable.lastTime} else ${at.toISOString()}::timestamptz end`,
      },
    });
}

/** A success clears the account's count. The address's stays: who has one account must not buy guesses at others with it. */
export async function clearFailures(orm: Reader, attempt: Attempt): Promise<void> {
  await orm.delete(loginFailureTable).where(rowOf(accountOf(attempt)));
}

/** An administrator lets accounts try again. */
export async function unlockAccounts(orm: Reader, tenantId: string, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return;
  const subjects = accounts.flatMap((account) => [account, secondStepSubject(account)]).map((account) => accountSubject({ account }));
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
