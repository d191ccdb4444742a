import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { problemOfIssue, type Problem } from '#domain/kernel/check.ts';
import type { Acting, ActingUser, Command } from '#domain/kernel/command.ts';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { refuse } from '#domain/kernel/outcome.ts';
import { newId } from '#server/storage/ids.ts';
import { LastStatement, type Database } from '#server/storage/database.ts';
import { sqlStateOf } from '#server/storage/sqlState.ts';
import { recordset } from '#server/storage/recordset.ts';
import { together } from '#server/storage/together.ts';
import { actsOfOthers, givenUpBy } from './givenUp.ts';
import { claimKeys, deskTime, firstAnswers, settle, takeKept, type LedgerEntry, type Settled } from './ledger.ts';
import { LoadRefusal } from '#server/kernel/http/notYours.ts';
import { payloadHashOf } from './openAct.ts';
import { areSeveral, type Accepted, type Asked, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { storablePath, unstorablePaths } from '#server/kernel/core/storableText.ts';
import { nowText } from '#server/storage/clock.ts';

/** One act as it reaches the server, by either way. */
export interface Act {
  readonly opId: string;
  readonly payload: unknown;
  /** Where it is known already: payloadHashOf the payload. */
  readonly payloadHash?: string;
  readonly typeVersion: number;
  readonly author: ActingUser;
  /** Whose session carried it: the author's own, another's at their desk, or a supervisor's; null under the device's credential. */
  readonly courierId: string | null;
  readonly deviceId: string | null;
  readonly seq: number | null;
  /** The desk's own time, ISO 8601; null for direct calls. */
  readonly occurredAt: string | null;
  readonly clockOffsetMs: number;
  /** The refused act that this one replaces or discards. */
  readonly supersedes?: string | null;
  /** The supervisor who releases what was kept under this key; then they are its courier. */
  readonly releasedBy?: ActingUser;
}

/**
 * Runs one act exactly once: one transaction holds the claim of its key, the locked read, the rule,
 * the write, the audit entry and the answer (docs/decisions/003-one-act-one-transaction.md, docs/offline.md#repeats). A key seen before gets its first answer.
 * Faults roll everything back and throw; refusals are kept, so that a repeat is answered alike.
 */
export async function runCommand(database: Database, served: ServedCommand, act: Act): Promise<Receipt> {
  // Another desk may take a natural key between our read and our write: then read again and let the rule speak.
  for (let attempt = 1; ; attempt++) {
    try {
      const [receipt] = await runTogether(database, served, [act]);
      return receipt!;
    } catch (error) {
      if (sqlStateOf(error) !== '23505' || attempt >= 4) throw error;
    }
  }
}

/**
 * Runs several acts of one kind and one author, no two of them tied, in one transaction, each as runCommand does: its own
 * key, rule, audit entry and answer. Receipts in the acts' order. A fault in one of them rolls all back and throws: then
 * they are to be run one by one.
 */
export function runTogether(database: Database, served: ServedCommand, acts: readonly Act[]): Promise<readonly Receipt[]> {
  return database.transaction((tx) => runOnce(tx, served, acts));
}

async function runOnce(tx: Tx, served: ServedCommand, acts: readonly Act[]): Promise<readonly Receipt[] | LastStatement<readonly Receipt[]>> {
  const { command } = served;
  const now = nowText();
  const given = await withoutOthers(
    tx,
    acts.map((act) => givenOf(served, act, now)),
  );
  const askable = given.flatMap((one) => (one.asked ? [one.asked] : []));
  // The claim goes first, the reading travels with it: where the key is taken, what was read is dropped.
  const [claimed, read] = await Promise.allSettled([claim(tx, given, now), areSeveral(askable) ? served.loadAll(tx, askable) : nothing]);
  if (claimed.status === 'rejected') throw claimed.reason;
  const own = given.filter(({ entry }) => claimed.value.has(entry.opId));
  const earlier = given.flatMap(({ entry }) => (claimed.value.has(entry.opId) ? [] : [entry]));
  if (own.length === 0) return firstAnswers(tx, earlier);
  const foreign = read.status === 'rejected' ? foreignOf(read.reason, askable) : null;
  const states = new Map(askable.map((asked, index) => [asked, read.status === 'fulfilled' ? (read.value[index] as unknown) : null]));

  const judged = own.map(({ act, asked, refusal }): Judged => {
    if (!asked) return { act, outcome: refusal };
    if (foreign) return { act, outcome: foreign };
    const state = states.get(asked);
    const outcome = command.decide(state, asked.input, asked.acting);
    return outcome.accepted ? { act, outcome, done: { ...asked, state, change: outcome.change, opId: act.opId } } : { act, outcome };
  });
  const writing = judged.flatMap(({ outcome, done }) => (done && outcome.accepted && !outcome.repeat ? [done] : []));
  const [written, , first] = await together(
    areSeveral(writing) ? served.writeAll(tx, writing) : nothing,
    audit(tx, command, writing),
    firstAnswers(tx, earlier),
  );
  const answers = new Map(writing.map((done, index) => [done, written[index]]));
  const settled = settle(
    tx,
    own[0]!.entry.tenantId,
    judged.map(({ act: { opId }, outcome, done }): Settled => {
      if (!outcome.accepted || !done) return { opId, subject: '', result: null, ...refused(outcome as Refusal) };
      const result = outcome.repeat ? (served.answerRepeat?.(done) ?? done.change) : answers.get(done);
      return {
        opId,
        status: outcome.repeat ? 'repeat' : 'applied',
        subject: command.subject(done.input),
        result: result ?? null,
        code: null,
        params: null,
      };
    }),
  );
  return new LastStatement(settled.then((receipts) => inOrder(acts, [...receipts, ...first])));
}

/** The refusal of an act whose rows are not its author's, or not what its code says; several are done one by one, so that each is told its own. */
function foreignOf(fault: unknown, asked: readonly unknown[]): Refusal {
  if (!(fault instanceof LoadRefusal) || asked.length > 1) throw fault;
  return refuse(fault.refusalCode, fault.refusalParams);
}

const nothing: Promise<readonly unknown[]> = Promise.resolve([]);
const refused = ({ kind, code, params, problems }: Refusal) => ({ status: kind, code, params: { params, problems } });
const inOrder = (acts: readonly Act[], receipts: readonly Receipt[]): readonly Receipt[] => {
  const byId = new Map(receipts.map((receipt) => [receipt.opId, receipt]));
  return acts.map(({ opId }) => byId.get(opId)!);
};

type Done = Accepted<unknown, unknown, unknown>;
interface Judged {
  readonly act: Act;
  readonly outcome: Outcome<unknown>;
  /** Where it was accepted. */
  readonly done?: Done;
}

/** An act with its row for the ledger, and what its rule is asked; a refusal where it has not the right or the shape. */
type Given = { readonly act: Act; readonly entry: LedgerEntry } & (
  | { readonly asked: Asked<unknown>; readonly refusal?: undefined }
  | { readonly asked?: undefined; readonly refusal: Refusal }
);

function givenOf({ command }: ServedCommand, act: Act, now: string): Given {
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
    supersedes: givenUpBy({ type: command.name, payload: act.payload, supersedes: act.supersedes }),
  };
  const shaped = shapeOf(command, act);
  return 'refusal' in shaped ? { act, entry, refusal: shaped.refusal } : { act, entry, asked: { input: shaped.input, acting } };
}

/** What would give up another's act is refused, and gives up nothing. */
async function withoutOthers(tx: Tx, given: readonly Given[]): Promise<readonly Given[]> {
  const givenUp = given.flatMap(({ entry }) => entry.supersedes ?? []);
  const [first] = given;
  const others = first && givenUp.length > 0 ? await actsOfOthers(tx, first.act.author, givenUp) : new Set<string>();
  return given.map((one): Given => {
    if (one.entry.supersedes === null || !others.has(one.entry.supersedes)) return one;
    return { act: one.act, entry: { ...one.entry, supersedes: null }, refusal: refuse('command.actOfOther') };
  });
}

/** Permission, then shape; the command's own rule comes after. */
function shapeOf(command: Command, act: Act): { readonly input: unknown } | { readonly refusal: Refusal } {
  if (!act.author.permissions.has(command.permission)) return { refusal: refuse('command.forbidden', { title: command.title }) };
  const lifted = act.typeVersion < command.version && command.upcast ? command.upcast(act.payload, act.typeVersion) : act.payload;
  const parsed = command.input.safeParse(lifted);
  if (!parsed.success) return { refusal: { ...refuse('command.badInput'), problems: parsed.error.issues.map((issue) => problemAt(command, issue)) } };
  const unstorable = unstorablePaths(parsed.data);
  if (unstorable.length === 0) return { input: parsed.data };
  return { refusal: { ...refuse('command.badInput'), problems: unstorable.map((field) => shapeProblem(field, 'wrongShape')) } };
}

async function claim(tx: Tx, given: readonly Given[], now: string): Promise<ReadonlySet<string>> {
  const [only] = given;
  if (!only?.act.releasedBy)
    return claimKeys(
      tx,
      given.map(({ entry }) => entry),
    );
  return new Set((await takeKept(tx, only.entry, only.act.releasedBy, now)) ? [only.entry.opId] : []);
}

const auditShape = {
  id: 'bigint',
  tenant_id: 'text',
  user_id: 'bigint',
  user_name: 'text',
  device_id: 'text',
  op_id: 'text',
  action: 'text',
  subject: 'text',
  before: 'jsonb',
  after: 'jsonb',
  reason: 'text',
  occurred_at: 'timestamptz',
  create_time: 'timestamptz',
};
const auditColumns = Object.keys(auditShape).filter((name) => name !== 'before' && name !== 'after');

async function audit(tx: Tx, command: Command, writing: readonly Done[]): Promise<void> {
  if (writing.length === 0) return;
  const rows = writing.map(({ input, state, change, acting, opId }) => {
    const { reason } = input as { reason?: unknown };
    return {
      id: newId(),
      tenant_id: acting.user.tenantId,
      user_id: acting.user.id,
      user_name: acting.user.name,
      device_id: acting.deviceId,
      op_id: opId,
      action: command.name,
      subject: command.subject(input),
      before: beforeOf(state, change),
      after: change ?? null,
      reason: typeof reason === 'string' ? reason : null,
      occurred_at: acting.occurredAt,
      create_time: acting.now,
    };
  });
  const columns = sql.raw(auditColumns.join(', '));
  await tx.execute(sql`insert into audit_entry (${columns}, before, after)
    select ${columns}, coalesce(before, 'null'), coalesce(after, 'null') from ${recordset('x', auditShape, rows)}`);
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

function problemAt({ asks = {} }: Command, issue: z.core.$ZodIssue): Problem {
  const [name] = issue.path;
  const asked = typeof name === 'string' && issue.path.length === 1 ? asks[name] : undefined;
  if (asked) return problemOfIssue(name as string, asked, issue);
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return shapeProblem(storablePath(issue.path), isMissing ? 'required' : 'wrongShape');
}
const shapeProblem = (field: string, code: 'required' | 'wrongShape'): Problem => ({ field, code, params: { label: [field, field] as const } });
