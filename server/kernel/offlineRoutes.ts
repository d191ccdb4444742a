import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { offlinePaths, outboxEpoch, type BatchAnswer, type DeviceState, type Receipt, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Database } from '#server/storage/database.ts';
import { ok, UserError } from './answers.ts';
import type { CommandRoutesOptions } from './commandRoutes.ts';
import { runCommand } from './runCommand.ts';
import type { ServedCommand } from './serve.ts';

const maxBatch = 100;
const maxBytes = 2 * 1024 * 1024;
/** Acts of one batch that are done beside each other; the embedded engine has one session, there only the rest overlaps. */
const actsAtOnce = { embedded: 2, postgres: 4 } as const;

/** Ids of acts and devices: UUIDs from our desks. */
const key = z.string().regex(/^[\w.:-]{8,64}$/);
const maxSeq = 2_147_483_647;

const operation = z.object({
  opId: key,
  seq: z.number().int().positive().max(maxSeq),
  authorId: z.string().max(32),
  type: z.string().max(64),
  typeVersion: z.number().int().positive(),
  payload: z.unknown(),
  payloadHash: z.string().max(128),
  lanes: z.array(z.string().max(128)).max(1_200),
  dependsOn: z.array(z.string().max(64)).max(1_200),
  occurredAt: z.string().max(40),
  clockOffsetMs: z.number(),
  appVersion: z.string().max(40),
});
const batch = z.object({
  deviceId: key,
  maxSeq: z.number().int().nonnegative().max(maxSeq),
  epoch: z.number().int(),
  ops: z.array(operation),
});
const stateQuery = z.object({ device: key, maxSeq: z.coerce.number().int().nonnegative().max(maxSeq).default(0) });

/**
 * The desks' door (offline.md 3.7): a well-formed authenticated batch is always answered per act; the whole batch
 * is refused only by 401, 413 and 426. A fault of one act leaves that act and its lane unanswered: the desk asks again.
 */
export function registerOfflineRoutes(app: FastifyInstance, options: CommandRoutesOptions): void {
  const { database, product, commands, authenticate } = options;
  const byName = new Map(commands.map((served) => [served.command.name, served]));

  app.post(callPath('sample', offlinePaths.ops, product), { bodyLimit: maxBytes }, async (request) => {
    const user = await authenticate(request);
    const parsed = batch.safeParse(request.body);
    if (!parsed.success) throw new UserError(400, ['批次格式不正确', 'Malformed batch']);
    if (parsed.data.ops.length > maxBatch) throw new UserError(413, ['批次过大', 'Batch too large']);
    if (parsed.data.epoch < outboxEpoch) throw new UserError(426, ['请升级后继续上传', 'Update to go on']);
    await touchDevice(database, user, parsed.data.deviceId, maxSeqOf(parsed.data));
    const results = await runBatch(database, byName, user, parsed.data as { deviceId: string; ops: readonly SentOperation[] }, request);
    return ok<BatchAnswer>({ results, serverTime: new Date().toISOString(), minEpoch: outboxEpoch });
  });

  app.get(callPath('sample', offlinePaths.state, product), async (request) => {
    const user = await authenticate(request);
    const parsed = stateQuery.safeParse(request.query);
    if (!parsed.success) throw new UserError(400, ['缺少必要的请求参数: device', 'Missing parameter: device']);
    await touchDevice(database, user, parsed.data.device, parsed.data.maxSeq);
    return ok(await deviceState(database, user.tenantId, parsed.data.device, parsed.data.maxSeq));
  });
}

const maxSeqOf = (sent: { maxSeq: number; ops: readonly { seq: number }[] }): number =>
  sent.ops.reduce((most, { seq }) => Math.max(most, seq), sent.maxSeq);

async function runBatch(
  database: Database,
  byName: ReadonlyMap<string, ServedCommand>,
  user: ActingUser,
  sent: { deviceId: string; ops: readonly SentOperation[] },
  request: FastifyRequest,
): Promise<Receipt[]> {
  const refusedAt = new Set<string>();
  const unansweredAt = new Set<string>();
  const free = gate(actsAtOnce[database.kind]);
  /** Lane, act or tie -> the end of the last act that stands there. */
  const endAt = new Map<string, Promise<unknown>>();
  let before: Promise<unknown> = Promise.resolve();
  let besides: Promise<unknown>[] = [];
  let kind: string | null = null;
  // Whatever order they arrive in: things are done in the order in which their desk wrote them down, beside each other
  // only where a run of one kind is known to be independent.
  const receipts = sent.ops
    .toSorted((one, other) => one.seq - other.seq)
    .map((op) => {
      const ties = byName.get(op.type)?.tiedBy?.(op.payload) ?? null;
      if (ties === null || kind !== op.type) [before, besides] = [Promise.all([before, ...besides]), []];
      kind = ties === null ? null : op.type;
      const keys = [...op.lanes, ...(ties ?? [])];
      const waitsFor = [...keys, ...op.dependsOn].flatMap((key) => endAt.get(key) ?? []);
      const done = Promise.all([before, ...waitsFor]).then(() => answer(op));
      for (const key of [...keys, op.opId]) endAt.set(key, done);
      besides.push(done);
      return done;
    });
  return (await Promise.all(receipts)).filter((receipt) => receipt !== null);

  async function answer(op: SentOperation): Promise<Receipt | null> {
    const waitsFor = [...op.lanes, ...op.dependsOn];
    // Behind an unanswered act nothing can be said yet: its followers are asked again with it.
    const isUnanswered = waitsFor.some((key) => unansweredAt.has(key));
    const isBlocked = waitsFor.some((key) => refusedAt.has(key));
    const receipt = isUnanswered ? null : isBlocked ? unstored(op, 'blocked', 'command.blocked') : await free(() => runOne(op));
    if (receipt?.status === 'applied' || receipt?.status === 'repeat') return receipt;
    const stuck = receipt ? refusedAt : unansweredAt;
    for (const key of [...op.lanes, op.opId]) stuck.add(key);
    return receipt;
  }

  async function runOne(op: SentOperation): Promise<Receipt | null> {
    if (op.authorId !== user.id) return unstored(op, 'refused', 'command.authorDiffers');
    const served = byName.get(op.type);
    if (!served?.command.offline) return unstored(op, 'refused', 'command.unknown');
    try {
      return await runCommand(database, served, {
        opId: op.opId,
        payload: op.payload,
        typeVersion: op.typeVersion,
        author: user,
        courierId: user.id,
        deviceId: sent.deviceId,
        seq: op.seq,
        occurredAt: op.occurredAt,
        clockOffsetMs: op.clockOffsetMs,
      });
    } catch (error) {
      // No answer is the honest one: the desk keeps the act and asks again with the same key.
      request.log.error({ err: error, opId: op.opId, type: op.type }, 'act failed');
      return null;
    }
  }
}

/** Lets through so many at once; the others wait in their order. */
function gate(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async (work) => {
    if (taken >= places) await new Promise<void>((resolve) => waiting.push(resolve));
    else taken++;
    try {
      return await work();
    } finally {
      // The place goes over to who waits.
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}

/** An answer that is not kept: the same key may be sent again. */
function unstored(op: SentOperation, status: 'blocked' | 'refused', code: string): Receipt {
  return { opId: op.opId, status, duplicate: false, serverSeq: '0', serverTime: formatDateTime(Date.now()), code, params: {} };
}

async function touchDevice(database: Database, user: ActingUser, deviceId: string, maxSeq: number): Promise<void> {
  await database.orm
    .execute(sql`insert into device (device_id, tenant_id, user_id, max_seq_reported, last_seen) values (${deviceId}, ${user.tenantId}, ${user.id}, ${maxSeq}, now())
    on conflict (device_id) do update set user_id = excluded.user_id, last_seen = now(), max_seq_reported = greatest(device.max_seq_reported, excluded.max_seq_reported)`);
}

/** What the server holds of a device's acts, and what it lacks (offline.md 3.7). */
async function deviceState(database: Database, tenantId: string, deviceId: string, maxSeq: number): Promise<DeviceState> {
  const held = await database.orm
    .execute(sql`select coalesce(max(seq), 0)::int as highest, (select max_seq_reported from device where device_id = ${deviceId})::int as reported
    from client_op where device_id = ${deviceId} and tenant_id = ${tenantId}`);
  const { highest, reported } = held.rows[0] as unknown as { highest: number; reported: number };
  const limit = Math.max(highest, reported, maxSeq);
  const missing = await database.orm.execute(sql`select s::int as seq from generate_series(1, ${limit}::int) s
    where not exists (select 1 from client_op o where o.device_id = ${deviceId} and o.seq = s) order by s limit 500`);
  const gaps = missing.rows.map((row) => Number(row['seq']));
  return {
    deviceId,
    highestContiguousSeq: (gaps[0] ?? limit + 1) - 1,
    highestSeq: highest,
    gaps,
    serverTime: new Date().toISOString(),
    minEpoch: outboxEpoch,
  };
}
