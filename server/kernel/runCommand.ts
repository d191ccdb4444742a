import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { refuse } from '#domain/kernel/outcome.ts';
import { newId } from '#server/storage/ids.ts';
import { LastStatement, type Database } from '#server/storage/database.ts';
import { sqlStateOf } from '#server/storage/sqlState.ts';
import { together } from '#server/storage/together.ts';
import { claimKey, deskTime, firstAnswer, settle, takeKept, type LedgerEntry } from './ledger.ts';
import { payloadHashOf } from './openAct.ts';
import type { ServedCommand, Tx } from './serve.ts';
import { keepablePath, unkeepablePaths } from './unkeepable.ts';

/** One act as it reaches the server, through either door. */
export interface Act {
  readonly opId: string;
  readonly payload: unknown;
  /** Where it is known already: payloadHashOf the payload. */
  readonly payloadHash?: string;
  readonly typeVersion: number;
  readonly author: ActingUser;
  /** Whose session carried it: the author's own, another's at his desk, or a supervisor's; null under the device's credential. */
  readonly courierId: string | null;
  readonly deviceId: string | null;
  readonly seq: number | null;
  /** The desk's own time, ISO 8601; null for direct calls. */
  readonly occurredAt: string | null;
  readonly clockOffsetMs: number;
  /** The refused act that this one replaces or discards. */
  readonly supersedes?: string | null;
  /** The supervisor who releases what was kept under this key; then he is its courier. */
  readonly releasedBy?: ActingUser;
}

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
  const now = formatDateTime(Date.now());
  const acting: Acting = { user: act.author, now, occurredAt: deskTime(act, now), deviceId: act.deviceId };
  const entry: LedgerEntry = {
    opId: act.opId,
    tenantId: act.author.tenantId,
    deviceId: act.deviceId,
    seq: act.seq,
    authorId: act.author.id,
    courierId: act.courierId,
    type: command.name,
    typeVersion: act.typeVersion,
    payloadHash: act.payloadHash ?? payloadHashOf(act.payload),
    occurredAt: acting.occurredAt,
    supersedes: act.supersedes ?? null,
  };
  // The claim goes first, the reading travels with it: where the key is taken, what was read is dropped.
  const [claimed, read] = await Promise.allSettled([
    act.releasedBy ? takeKept(tx, entry, act.releasedBy, now) : claimKey(tx, entry),
    judge(tx, served, act, acting),
  ]);
  if (claimed.status === 'rejected') throw claimed.reason;
  if (!claimed.value) return firstAnswer(tx, entry);
  if (read.status === 'rejected') throw read.reason;
  const judged = read.value;
  if (!judged.outcome.accepted) {
    const { kind, code, params, problems } = judged.outcome;
    return new LastStatement(settle(tx, act.opId, { status: kind, subject: '', result: null, code, params: { params, problems } }));
  }
  const { change, repeat } = judged.outcome;
  const done = { input: judged.input, state: judged.state, change, acting, opId: act.opId };
  const result = repeat ? (served.answerRepeat?.(done) ?? change) : (await together(served.write(tx, done), audit(tx, served, act, done)))[0];
  return new LastStatement(
    settle(tx, act.opId, {
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
