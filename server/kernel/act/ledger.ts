import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import { recordset } from '#server/storage/recordset.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { writeAudit } from './audit.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { nowSql } from '#server/storage/clock.ts';

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
  readonly opId: string;
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

const claimed = {
  op_id: 'text',
  tenant_id: 'text',
  device_id: 'text',
  seq: 'bigint',
  author_id: 'bigint',
  courier_id: 'bigint',
  type: 'text',
  type_version: 'integer',
  payload_hash: 'text',
  supersedes: 'text',
  occurred_at: 'timestamptz',
} as const;
const claimedColumns = sql.raw(Object.keys(claimed).join(', '));

/** Takes keys, in the order given; under READ COMMITTED a concurrent twin waits here for our commit and then finds the rows. Answers which were free. */
export async function claimKeys(tx: Tx, entries: readonly LedgerEntry[], status: 'running' | 'kept' = 'running'): Promise<ReadonlySet<string>> {
  const insert = async (of: readonly LedgerEntry[], hasSeq: boolean): Promise<string[]> => {
    const rows = of.map((entry, n) => ({
      n,
      op_id: entry.opId,
      tenant_id: entry.tenantId,
      device_id: entry.deviceId,
      seq: hasSeq ? entry.seq : null,
      author_id: entry.authorId,
      courier_id: entry.courierId,
      type: entry.type,
      type_version: entry.typeVersion,
      payload_hash: entry.payloadHash,
      supersedes: entry.supersedes,
      occurred_at: entry.occurredAt,
    }));
    const made = await tx.execute<{ op_id: string }>(sql`insert into client_op (${claimedColumns}, subject, status, server_time)
      select ${claimedColumns}, '', ${status}::text, ${nowSql} from ${recordset('x', { n: 'integer', ...claimed }, rows)} order by n
      on conflict do nothing returning op_id`);
    return made.rows.map((row) => row.op_id);
  };
  const free = new Set(await insert(entries, true));
  const taken = entries.filter(({ opId }) => !free.has(opId));
  if (taken.length === 0) return free;
  const known = await tx.execute<{ op_id: string }>(
    sql`select op_id from client_op where tenant_id = ${taken[0]!.tenantId} and op_id = ${anyText(taken.map(({ opId }) => opId))}`,
  );
  const knownIds = new Set(known.rows.map((row) => row.op_id));
  // The device's number is taken by another act (a profile restored from a copy): the act itself must not be lost.
  const unnumbered = taken.filter(({ opId }) => !knownIds.has(opId));
  if (unnumbered.length > 0) for (const opId of await insert(unnumbered, false)) free.add(opId);
  return free;
}

/** Takes the key of a kept act for its release, and closes what was kept; false where it is decided, or an earlier one of its lanes still waits. */
export async function takeKept(tx: Tx, { opId, tenantId, deviceId }: LedgerEntry, supervisor: ActingUser, now: string): Promise<boolean> {
  const taken = await tx.execute(sql`with taken as (
      update client_op o set status = 'running', courier_id = ${supervisor.id} from kept_act k
      where o.op_id = ${opId} and o.tenant_id = ${tenantId} and o.status = 'kept' and k.tenant_id = o.tenant_id and k.op_id = o.op_id
        and not exists (select 1 from kept_act e where e.tenant_id = k.tenant_id and e.device_id = k.device_id and e.decided_time is null
          and e.seq < k.seq and e.lanes && k.lanes)
      returning o.op_id, o.tenant_id)
    update kept_act k set decision = 'released', decided_by = ${supervisor.id}, decided_time = ${nowSql} from taken where k.tenant_id = taken.tenant_id and k.op_id = taken.op_id returning k.op_id`);
  if (taken.rows.length === 0) return false;
  await writeAudit(tx, { user: supervisor, deviceId, opId: null, action: 'keptAct.release', subject: opId, before: null, after: null, now });
  return true;
}

interface LedgerRow extends Answered {
  readonly op_id: string;
  readonly type: string;
  readonly author_id: string;
  readonly payload_hash: string;
}
const serverTime = sql`to_char(server_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as server_time`;

async function ledgerRows(tx: Tx, tenantId: string, opIds: readonly string[]): Promise<LedgerRow[]> {
  const found =
    await tx.execute(sql`select op_id, type, status, payload_hash, result, code, params, server_seq::text as server_seq, ${serverTime}, author_id::text as author_id
    from client_op where tenant_id = ${tenantId} and op_id = ${anyText(opIds)}`);
  const rows = new Map((found.rows as unknown as LedgerRow[]).map((row) => [row.op_id, row]));
  return opIds.map((opId) => {
    const row = rows.get(opId);
    if (!row) throw new Error(`ledger row of ${opId} vanished`);
    return row;
  });
}

/** What the ledger holds under a tenant's key. */
export async function storedAnswer(tx: Tx, tenantId: string, opId: string, isDuplicate: boolean): Promise<Receipt> {
  const [row] = await ledgerRows(tx, tenantId, [opId]);
  return receiptOf(opId, row!, isDuplicate);
}

/** The stored answers of one tenant's acts; the same key for another act, of another person or with another content is refused. */
export async function firstAnswers(
  tx: Tx,
  entries: readonly Pick<LedgerEntry, 'tenantId' | 'opId' | 'type' | 'authorId' | 'payloadHash'>[],
): Promise<readonly Receipt[]> {
  if (entries.length === 0) return [];
  const rows = await ledgerRows(
    tx,
    entries[0]!.tenantId,
    entries.map(({ opId }) => opId),
  );
  return entries.map((entry, index) => firstAnswer(entry, rows[index]!));
}

function firstAnswer(entry: Pick<LedgerEntry, 'opId' | 'type' | 'authorId' | 'payloadHash'>, row: LedgerRow): Receipt {
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

/** Keeps the answers under their acts' keys, all of one tenant. One statement. */
export async function settle(tx: Tx, tenantId: string, answers: readonly Settled[]): Promise<readonly Receipt[]> {
  const rows = answers.map(({ opId, ...answer }) => ({ op_id: opId, ...answer }));
  const shape = { op_id: 'text', status: 'text', subject: 'text', result: 'jsonb', code: 'text', params: 'jsonb' };
  const updated =
    await tx.execute(sql`update client_op o set status = x.status, subject = x.subject, result = coalesce(x.result, 'null'), code = x.code, params = coalesce(x.params, 'null')
    from ${recordset('x', shape, rows)} where o.tenant_id = ${tenantId} and o.op_id = x.op_id returning o.op_id, o.server_seq::text as server_seq, ${serverTime}`);
  const kept = new Map((updated.rows as unknown as LedgerRow[]).map((row) => [row.op_id, row]));
  return answers.map((answer) => {
    const row = kept.get(answer.opId);
    if (!row) throw new Error(`ledger row of ${answer.opId} vanished`);
    return receiptOf(answer.opId, { ...row, ...answer }, false);
  });
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
