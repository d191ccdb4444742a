import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { refuse } from '#domain/kernel/outcome.ts';
import { newId } from '#server/storage/ids.ts';
import { LastStatement, type Database } from '#server/storage/database.ts';
import { sqlStateOf } from '#server/storage/sqlState.ts';
import { together } from '#server/storage/together.ts';
import type { ServedCommand, Tx } from './serve.ts';
import { keepablePath, unkeepablePaths } from './unkeepable.ts';

/** One act as it reaches the server, through either door. */
export interface Act {
  readonly opId: string;
  readonly payload: unknown;
  readonly typeVersion: number;
  readonly author: ActingUser;
  /** Whose session carried it; the author himself for now. */
  readonly courierId: string;
  readonly deviceId: string | null;
  readonly seq: number | null;
  /** The desk's own time, ISO 8601; null for direct calls. */
  readonly occurredAt: string | null;
  readonly clockOffsetMs: number;
}

interface Ledger {
  readonly status: string;
  readonly payload_hash: string;
  readonly result: unknown;
  readonly code: string | null;
  readonly params: Record<string, unknown> | null;
  readonly server_seq: string;
  readonly server_time: string;
}

const payloadHash = (payload: unknown): string => createHash('sha256').update(canonicalJson(payload)).digest('hex');

/**
 * Runs one act exactly once: one transaction holds the claim of its key, the locked read, the rule,
 * the write, the audit entry and the answer (design 4, offline.md 3.7). A key seen before gets its first answer.
 * Faults roll everything back and throw; refusals are kept, so that a repeat is answered alike.
 */
export async function runCommand(database: Database, served: ServedCommand, act: Act): Promise<Receipt> {
  // Another desk may take a natural key between our read and our write: then read again and let the rule speak.
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction((tx) => runOnce(tx, served, act));
    } catch (error) {
      if (sqlStateOf(error) !== '23505' || attempt >= 4) throw error;
    }
  }
}

async function runOnce(tx: Tx, served: ServedCommand, act: Act): Promise<Receipt | LastStatement<Receipt>> {
  const { command } = served;
  const hash = payloadHash(act.payload);
  const now = formatDateTime(Date.now());
  const acting: Acting = { user: act.author, now, occurredAt: deskTime(act, now), deviceId: act.deviceId };
  // The claim goes first, the reading travels with it: where the key is taken, what was read is dropped.
  const [claimed, read] = await Promise.allSettled([claim(tx, served, act, hash), judge(tx, served, act, acting)]);
  if (claimed.status === 'rejected') throw claimed.reason;
  if (!claimed.value) return firstAnswer(tx, served, act, hash);
  if (read.status === 'rejected') throw read.reason;
  const judged = read.value;
  if (!judged.outcome.accepted) {
    const { kind, code, params, problems } = judged.outcome;
    return new LastStatement(settle(tx, act, { status: kind, subject: '', result: null, code, params: { params, problems } }));
  }
  const { change, repeat } = judged.outcome;
  const done = { input: judged.input, state: judged.state, change, acting, opId: act.opId };
  const result = repeat ? (served.answerRepeat?.(done) ?? change) : (await together(served.write(tx, done), audit(tx, served, act, done)))[0];
  return new LastStatement(
    settle(tx, act, {
      status: repeat ? 'repeat' : 'applied',
      subject: command.subject(judged.input),
      result: result ?? null,
      code: null,
      params: null,
    }),
  );
}

interface Done {
  readonly input: unknown;
  readonly state: unknown;
  readonly change: unknown;
  readonly acting: Acting;
}

async function audit(tx: Tx, { command }: ServedCommand, { author, deviceId, opId }: Act, { input, state, change, acting }: Done): Promise<void> {
  const { reason } = input as { reason?: unknown };
  await tx.execute(sql`insert into audit_entry (id, tenant_id, user_id, user_name, device_id, op_id, action, subject, before, after, reason, occurred_at, create_time)
    values (${newId()}, ${author.tenantId}, ${author.id}, ${author.name}, ${deviceId}, ${opId}, ${command.name}, ${command.subject(input)},
      ${JSON.stringify(beforeOf(state, change))}::jsonb, ${JSON.stringify(change ?? null)}::jsonb, ${typeof reason === 'string' ? reason : null}, ${acting.occurredAt}, ${acting.now})`);
}

/** The values a flat change replaced. */
function beforeOf(state: unknown, change: unknown): Record<string, unknown> | null {
  if (state === null || typeof state !== 'object' || change === null || typeof change !== 'object') return null;
  const known = state as Record<string, unknown>;
  const entries = Object.keys(change)
    .filter((key) => key in known)
    .map((key) => [key, known[key]]);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** The desk's time corrected by its known offset, never later than now: evidence, not order. */
function deskTime(act: Act, now: string): string | null {
  const at = act.occurredAt === null ? Number.NaN : Date.parse(act.occurredAt);
  if (Number.isNaN(at)) return null;
  const corrected = formatDateTime(at + act.clockOffsetMs);
  return corrected > now ? now : corrected;
}

/** Takes the key; under READ COMMITTED a concurrent twin waits here for our commit and then finds the row. */
async function claim(tx: Tx, { command }: ServedCommand, act: Act, hash: string): Promise<boolean> {
  const insert = (seq: number | null) =>
    tx.execute(sql`insert into client_op
    (op_id, tenant_id, device_id, seq, author_id, courier_id, type, type_version, payload_hash, subject, status, occurred_at)
    values (${act.opId}, ${act.author.tenantId}, ${act.deviceId}, ${seq}, ${act.author.id}, ${act.courierId}, ${command.name}, ${act.typeVersion}, ${hash},
      '', 'running', ${act.occurredAt === null ? null : deskTime(act, formatDateTime(Date.now()))})
    on conflict do nothing returning op_id`);
  if ((await insert(act.seq)).rows.length > 0) return true;
  const known = await tx.execute(sql`select 1 from client_op where op_id = ${act.opId}`);
  if (known.rows.length > 0) return false;
  // The device's number is taken by another act (a profile restored from a copy): the act itself must not be lost.
  return (await insert(null)).rows.length > 0;
}

/** The kept answer; the same key for another act, of another person or with another content is refused. */
async function firstAnswer(tx: Tx, { command }: ServedCommand, act: Act, hash: string): Promise<Receipt> {
  const found =
    await tx.execute(sql`select type, status, payload_hash, result, code, params, server_seq::text as server_seq, to_char(server_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as server_time, author_id::text as author_id
    from client_op where op_id = ${act.opId}`);
  const row = found.rows[0] as unknown as (Ledger & { type: string; author_id: string }) | undefined;
  if (!row) throw new Error(`ledger row of ${act.opId} vanished`);
  if (row.type !== command.name || row.payload_hash !== hash || row.author_id !== act.author.id) {
    return {
      opId: act.opId,
      status: 'refused',
      duplicate: true,
      serverSeq: row.server_seq,
      serverTime: row.server_time,
      code: 'command.keyReused',
      params: {},
    };
  }
  return receiptOf(act.opId, row, true);
}

interface Settled extends Pick<Ledger, 'status' | 'result' | 'code' | 'params'> {
  readonly subject: string;
}

/** Keeps the answer under the act's key. */
async function settle(tx: Tx, { opId }: Act, answer: Settled): Promise<Receipt> {
  const updated =
    await tx.execute(sql`update client_op set status = ${answer.status}, subject = ${answer.subject}, result = ${JSON.stringify(answer.result)}::jsonb, code = ${answer.code}, params = ${JSON.stringify(answer.params)}::jsonb
    where op_id = ${opId} returning server_seq::text as server_seq, to_char(server_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as server_time, payload_hash`);
  const row = updated.rows[0] as unknown as Pick<Ledger, 'server_seq' | 'server_time' | 'payload_hash'>;
  return receiptOf(opId, { ...row, ...answer }, false);
}

function receiptOf(opId: string, row: Ledger, duplicate: boolean): Receipt {
  const kept = row.params as { params?: Record<string, unknown>; problems?: readonly unknown[] } | null;
  return {
    opId,
    status: row.status as Receipt['status'],
    duplicate,
    serverSeq: row.server_seq,
    serverTime: row.server_time,
    ...(row.result === null || row.result === undefined ? {} : { result: row.result }),
    ...(row.code ? { code: row.code, params: kept?.params ?? {} } : {}),
    ...(kept?.problems ? { problems: kept.problems } : {}),
  };
}

interface Judged {
  readonly outcome: Outcome<unknown>;
  readonly input: unknown;
  readonly state: unknown;
}

/** Permission, shape, then the command's own rule. */
async function judge(tx: Tx, { command, load }: ServedCommand, act: Act, acting: Acting): Promise<Judged> {
  const refused = (outcome: Refusal): Judged => ({ outcome, input: null, state: null });
  if (!act.author.permissions.has(command.permission)) return refused(refuse('command.forbidden', { title: command.title }));
  const lifted = act.typeVersion < command.version && command.upcast ? command.upcast(act.payload, act.typeVersion) : act.payload;
  const parsed = command.input.safeParse(lifted);
  if (!parsed.success) return refused({ ...refuse('command.badInput'), problems: parsed.error.issues.map(problemOfIssue) });
  const unkeepable = unkeepablePaths(parsed.data);
  if (unkeepable.length > 0)
    return refused({ ...refuse('command.badInput'), problems: unkeepable.map((field) => shapeProblem(field, 'wrongShape')) });
  const state: unknown = await load(tx, parsed.data, acting);
  return { outcome: command.decide(state, parsed.data, acting), input: parsed.data, state };
}

function problemOfIssue(issue: z.core.$ZodIssue) {
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return shapeProblem(keepablePath(issue.path), isMissing ? 'required' : 'wrongShape');
}
const shapeProblem = (field: string, code: 'required' | 'wrongShape') => ({ field, code, params: { label: [field, field] as const } });
