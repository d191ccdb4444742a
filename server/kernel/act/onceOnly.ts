import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { UserError, malformed } from '#server/kernel/core/answers.ts';
import type { Tx } from '#server/storage/tx.ts';
import { nowSql } from '#server/storage/clock.ts';

/** What can open a transaction: the database, or the hand of a call. */
interface Transacting {
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

const keyPattern = /^[\w.:-]{8,64}$/;

/** The `Idempotency-Key` of a request; null where it has none. Throws UserError 400 for a malformed one. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || !keyPattern.test(key)) throw malformed('Idempotency-Key');
  return key;
}

/** The desk a request comes from, as it says; evidence only. */
export function deviceIdOf(request: FastifyRequest): string | null {
  const device = request.headers['x-device-id'];
  return typeof device === 'string' && /^[\w.:-]{8,64}$/.test(device) ? device : null;
}

/**
 * One transaction that happens once per `Idempotency-Key`: a request repeated with its key gets the first answer and
 * writes nothing; the same key for something else is a UserError 422. Failures keep no answer. `unhashed`: parts of the
 * body the ledger must not even keep a hash of (passwords).
 */
export async function onceOnly<T>(
  database: Transacting,
  request: FastifyRequest,
  user: ActingUser,
  type: string,
  work: (tx: Tx, key: string | null) => Promise<T>,
  unhashed: readonly string[] = [],
): Promise<T> {
  const key = idempotencyKeyOf(request);
  if (key === null) return database.transaction((tx) => work(tx, null));
  const asked = { body: without(request.body ?? null, unhashed), query: request.query ?? null };
  const hash = createHash('sha256').update(canonicalJson(asked)).digest('hex');
  return database.transaction(async (tx) => {
    const claimed =
      await tx.execute(sql`insert into client_op (op_id, tenant_id, author_id, courier_id, type, type_version, payload_hash, status, device_id, server_time)
      values (${key}, ${user.tenantId}, ${user.id}, ${user.id}, ${type}, 1, ${hash}, 'running', ${deviceIdOf(request)}, ${nowSql}) on conflict do nothing returning op_id`);
    if (claimed.rows.length === 0) return firstAnswer<T>(tx, key, user, type, hash);
    const result = await work(tx, key);
    await tx.execute(
      sql`update client_op set status = 'applied', result = ${JSON.stringify({ result })}::jsonb where tenant_id = ${user.tenantId} and op_id = ${key}`,
    );
    return result;
  });
}

function without(body: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || body === null || typeof body !== 'object' || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

async function firstAnswer<T>(tx: Tx, key: string, user: ActingUser, type: string, hash: string): Promise<T> {
  const { rows } = await tx.execute<{ author_id: string; type: string; payload_hash: string; result: { result: T } }>(
    sql`select author_id::text as author_id, type, payload_hash, result from client_op where tenant_id = ${user.tenantId} and op_id = ${key}`,
  );
  const row = rows[0];
  if (row?.author_id !== user.id || row.type !== type || row.payload_hash !== hash) {
    throw new UserError(422, ['同一编号的操作内容不一致', 'This key was used for a different act'], { refusal: 'command.keyReused' });
  }
  return row.result.result;
}
