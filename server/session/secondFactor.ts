import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { SecondFactorSetup } from '#domain/session/secondFactor.ts';
import { openText, sealText } from '#server/kernel/seal/sealedText.ts';
import { secretKey } from '#server/kernel/resource/secretText.ts';
import { secondFactorTable as table } from '#server/storage/sessionTables.ts';
import type { Reader } from './lockOut.ts';
import { base32, newTotpSecret, stepOfCode, totpAddress } from './totp.ts';
import { fingerprint } from './tokens.ts';

const issuer = 'Accession';
const recoveryCount = 10;
interface Owner {
  readonly id: string;
  readonly tenantId: string;
  readonly account: string;
}
type Own = Pick<Owner, 'id' | 'tenantId'>;
const rowOf = ({ id, tenantId }: Own) => and(eq(table.userId, id), eq(table.tenantId, tenantId));
const place = ({ id, tenantId }: Own): string => `${tenantId}/second_factor/${id}`;
/** 80 bits each: their hashes are worth nothing to whoever reads them. */
const hashOf = ({ id }: Own, recovery: string): string => fingerprint(`${id} ${recovery.replaceAll(/[^A-Za-z2-7]/g, '').toUpperCase()}`);

export interface SecondFactor {
  /** Since when a login asks for it, ms; null while it is only begun. */
  readonly since: number | null;
  readonly recoveryLeft: number;
}

/** What an account has; null where nothing was begun. */
export async function secondFactorOf(orm: Reader, own: Own): Promise<SecondFactor | null> {
  const [row] = await orm.select().from(table).where(rowOf(own));
  return row ? { since: row.confirmedTime?.getTime() ?? null, recoveryLeft: row.recoveryHashes.length } : null;
}

/** Begins anew: a secret and recovery codes, told this once. In force from its first right code on; what is in force is not replaced. */
export async function beginSecondFactor(orm: Reader, own: Owner, now: number): Promise<SecondFactorSetup | null> {
  const secret = newTotpSecret();
  const recoveryCodes = Array.from({ length: recoveryCount }, () => (base32(randomBytes(10)).match(/.{4}/g) ?? []).join('-'));
  const values = {
    sealedSecret: sealText(await secretKey(orm), secret.toString('base64'), place(own)),
    recoveryHashes: recoveryCodes.map((recovery) => hashOf(own, recovery)),
    lastStep: 0,
    createTime: new Date(now),
  };
  const begun = await orm
    .insert(table)
    .values({ userId: own.id, tenantId: own.tenantId, ...values })
    .onConflictDoUpdate({ target: [table.userId, table.tenantId], set: values, setWhere: sql`${table.confirmedTime} is null` })
    .returning({ userId: table.userId });
  return begun.length === 1 ? { secret: base32(secret), address: totpAddress(secret, issuer, own.account), recoveryCodes } : null;
}

/** Uses up a code of the clock, whether begun or in force: each step counts once, also for two who send it at the same time. */
async function takeCode(orm: Reader, own: Own, code: string, now: number): Promise<boolean> {
  const [row] = await orm.select().from(table).where(rowOf(own));
  if (!row) return false;
  const secret = Buffer.from(openText(await secretKey(orm), row.sealedSecret, place(own)), 'base64');
  const step = stepOfCode(secret, code, now);
  if (step === null) return false;
  const taken = await orm
    .update(table)
    .set({ lastStep: step })
    .where(and(rowOf(own), lt(table.lastStep, step)))
    .returning({ userId: table.userId });
  return taken.length === 1;
}

async function takeRecovery(orm: Reader, own: Own, recovery: string): Promise<boolean> {
  const hash = hashOf(own, recovery);
  const taken = await orm
    .update(table)
    .set({ recoveryHashes: sql`array_remove(${table.recoveryHashes}, ${hash})` })
    .where(and(rowOf(own), isNotNull(table.confirmedTime), sql`${hash} = any(${table.recoveryHashes})`))
    .returning({ userId: table.userId });
  return taken.length === 1;
}

/** By what a given text opens the second door; null where it does not. Either is good once. */
export async function takeSecondCode(orm: Reader, own: Own, given: string, now: number): Promise<'code' | 'recovery' | null> {
  const text = given.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(text)) return (await takeCode(orm, own, text, now)) ? 'code' : null;
  return text !== '' && (await takeRecovery(orm, own, text)) ? 'recovery' : null;
}

/** Puts what was begun in force. */
export async function confirmSecondFactor(orm: Reader, own: Own, now: number): Promise<void> {
  await orm
    .update(table)
    .set({ confirmedTime: new Date(now) })
    .where(rowOf(own));
}

export async function removeSecondFactor(orm: Reader, own: Own): Promise<boolean> {
  return (await orm.delete(table).where(rowOf(own)).returning({ userId: table.userId })).length === 1;
}
