import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import { writeAudit } from './audit.ts';
import type { Tx } from './serve.ts';

/** The row an act claims under its key. */
export interface LedgerEntry {
  readonly opId: string;
  readonly tenantId: string;
  readonly deviceId: string | null;
  readonly seq: number | null;
  readonly authorId: string;
  readonly courierId: string | null;
  readonly type: string;
  readonly typeVersion: number;
  readonly payloadHash: string;
  readonly occurredAt: string | null;
  /** The refused act that this one replaces or discards. */
  readonly supersedes: string | null;
}

interface Answered {
  readonly status: string;
  readonly result: unknown;
  readonly code: string | null;
  readonly params: Record<string, unknown> | null;
  readonly server_seq: string;
  readonly server_time: string;
}
export interface Settled extends Pick<Answered, 'status' | 'result' | 'code' | 'params'> {
  readonly subject: string;
}

/** The desk's time corrected by its known offset, never later than now: evidence, not order. */
export function deskTime(act: { readonly occurredAt: string | null; readonly clockOffsetMs: number }, now: string): string | null {
  const at = act.occurredAt === null ? Number.NaN : Date.parse(act.occurredAt);
  const corrected = new Date(at + act.clockOffsetMs);
  if (Number.isNaN(corrected.getTime())) return null;
  const text = formatDateTime(corrected.getTime());
  return text > now ? now : text;
}

/** Takes the key; under READ COMMITTED a concurrent twin waits here for our commit and then finds the row. */
export async function claimKey(tx: Tx, entry: LedgerEntry, status: 'running' | 'kept' = 'running'): Promise<boolean> {
  const insert = (seq: number | null) =>
    tx.execute(sql`insert into client_op
    (op_id, tenant_id, device_id, seq, author_id, courier_id, type, type_version, payload_hash, subject, supersedes, status, occurred_at)
    values (${entry.opId}, ${entry.tenantId}, ${entry.deviceId}, ${seq}, ${entry.authorId}, ${entry.courierId}, ${entry.type}, ${entry.typeVersion},
      ${entry.payloadHash}, '', ${entry.supersedes}, ${status}, ${entry.occurredAt})
    on conflict do nothing returning op_id`);
  if ((await insert(entry.seq)).rows.length > 0) return true;
  const known = await tx.execute(sql`select 1 from client_op where op_id = ${entry.opId}`);
  if (known.rows.length > 0) return false;
  // The device's number is taken by another act (a profile restored from a copy): the act itself must not be lost.
  return (await insert(null)).rows.length > 0;
}

/** Takes the key of a kept act for its release, and closes what was kept; false where it is decided, or an earlier one of its lanes still waits. */
export async function takeKept(tx: Tx, { opId, tenantId, deviceId }: LedgerEntry, supervisor: ActingUser, now: string): Promise<boolean> {
  const taken = await tx.execute(sql`with taken as (
      update client_op o set status = 'running', courier_id = ${supervisor.id} from kept_act k
      where o.op_id = ${opId} and o.tenant_id = ${tenantId} and o.status = 'kept' and k.op_id = o.op_id
        and not exists (select 1 from kept_act e where e.tenant_id = k.tenant_id and e.device_id = k.device_id and e.decided_time is null
          and e.seq < k.seq and e.lanes && k.lanes)
      returning o.op_id)
    update kept_act k set decision = 'released', decided_by = ${supervisor.id}, decided_time = now() from taken where k.op_id = taken.op_id returning k.op_id`);
  if (taken.rows.length === 0) return false;
  await writeAudit(tx, { user: supervisor, deviceId, opId: null, action: 'keptAct.release', subject: opId, before: null, after: null, now });
  return true;
}

interface LedgerRow extends Answered {
  readonly type: string;
  readonly author_id: string;
  readonly payload_hash: string;
}

async function ledgerRow(tx: Tx, opId: string): Promise<LedgerRow> {
  const found =
    await tx.execute(sql`select type, status, payload_hash, result, code, params, server_seq::text as server_seq, to_char(server_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as server_time, author_id::text as author_id
    from client_op where op_id = ${opId}`);
  const row = found.rows[0] as unknown as LedgerRow | undefined;
  if (!row) throw new Error(`ledger row of ${opId} vanished`);
  return row;
}

/** What the ledger holds under a key. */
export async function storedAnswer(tx: Tx, opId: string, isDuplicate: boolean): Promise<Receipt> {
  return receiptOf(opId, await ledgerRow(tx, opId), isDuplicate);
}

/** The stored answer; the same key for another act, of another person or with another content is refused. */
export async function firstAnswer(tx: Tx, entry: Pick<LedgerEntry, 'opId' | 'type' | 'authorId' | 'payloadHash'>): Promise<Receipt> {
  const row = await ledgerRow(tx, entry.opId);
  if (row.type === entry.type && row.payload_hash === entry.payloadHash && row.author_id === entry.authorId) return receiptOf(entry.opId, row, true);
  return {
    opId: entry.opId,
    status: 'refused',
    duplicate: true,
    serverSeq: row.server_seq,
    serverTime: row.server_time,
    code: 'command.keyReused',
    params: {},
  };
}

/** Keeps the answer under the act's key. */
export async function settle(tx: Tx, opId: string, answer: Settled): Promise<Receipt> {
  const updated =
    await tx.execute(sql`update client_op set status = ${answer.status}, subject = ${answer.subject}, result = ${JSON.stringify(answer.result)}::jsonb, code = ${answer.code}, params = ${JSON.stringify(answer.params)}::jsonb
    where op_id = ${opId} returning server_seq::text as server_seq, to_char(server_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as server_time`);
  const row = updated.rows[0] as unknown as Pick<Answered, 'server_seq' | 'server_time'>;
  return receiptOf(opId, { ...row, ...answer }, false);
}

function receiptOf(opId: string, row: Answered, duplicate: boolean): Receipt {
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
