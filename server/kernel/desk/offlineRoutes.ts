import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { offlinePaths, outboxEpoch, type BatchAnswer, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Database } from '#server/storage/database.ts';
import { runBatch } from '#server/kernel/act/actBatch.ts';
import { ok, UserError, missing } from '#server/kernel/core/answers.ts';
import { registerBlobRoutes } from './blobRoutes.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { CommandRoutesOptions } from '#server/kernel/act/commandRoutes.ts';
import { carriedRoute, courierFor, type Courier } from '#server/kernel/act/courier.ts';
import { bindDeskContext, type DeskContext, type FindAuthor, type LaneTimes } from '#server/kernel/act/deskContext.ts';
import { isDesk, requireDesk } from './deskProof.ts';
import { deskKey, firstGeneration, registerDeviceRoutes } from './deviceRoutes.ts';
import { deviceState } from './deviceState.ts';
import { loadDeviceSecrets } from '#server/kernel/seal/deviceSecrets.ts';
import { loadSealKeys } from '#server/kernel/seal/sealKeys.ts';
import { unpackGzip } from '#server/kernel/core/unpackGzip.ts';
import { isUnstorable, storable } from '#server/kernel/core/storableText.ts';
import { nowIso, nowMs, nowSql } from '#server/storage/clock.ts';

/** As many as a desk sends at once where answers come quickly (src/offline/core/selectBatch.ts). */
const maxBatch = 500;
const maxBytes = 2 * 1024 * 1024;
const maxSeq = 2_147_483_647;

/** A text that is compared, kept or asked for: without what no database keeps. */
const word = z.string().refine((text) => !isUnstorable(text));
const sealed = z.object({
  alg: z.string().max(64),
  kid: z.string().max(64),
  epk: z.string().max(100),
  iv: z.string().max(24),
  ct: z.string(),
});
/** One act as a desk writes it. */
const sentOperation = z.object({
  opId: deskKey,
  seq: z.number().int().positive().max(maxSeq),
  authorId: word.max(32),
  type: word.max(64),
  typeVersion: z.number().int().positive(),
  payload: z.unknown().optional(),
  payloadHash: word.max(128),
  lanes: z.array(word.max(128)).max(1_200),
  dependsOn: z.array(word.max(64)).max(1_200),
  occurredAt: word.max(40),
  clockOffsetMs: z.number(),
  appVersion: word.max(40),
  supersedes: deskKey.optional(),
  tenantId: word.max(64).optional(),
  deptId: word.max(1_000).optional(),
  roleId: word.max(1_000).optional(),
  keyId: deskKey.optional(),
  sig: word.max(200).optional(),
  sealed: sealed.optional(),
  blobs: z
    .array(z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.number().int().nonnegative(), mime: z.string().max(100) }))
    .max(100)
    .optional(),
});
/** What a desk says of itself with each batch and heartbeat. */
const heartbeat = {
  appVersion: z.string().max(40).transform(storable).optional(),
  waiting: z.coerce.number().int().nonnegative().max(maxSeq).optional(),
  oldestWaitingAt: z.string().max(40).optional(),
};
const batch = z.object({
  deviceId: deskKey,
  maxSeq: z.number().int().nonnegative().max(maxSeq),
  epoch: z.number().int(),
  ops: z.array(z.unknown()),
  ...heartbeat,
});
const stateQuery = z.object({ device: deskKey, maxSeq: z.coerce.number().int().nonnegative().max(maxSeq).default(0), ...heartbeat });

export interface OfflineRoutesOptions extends CommandRoutesOptions {
  readonly blobs: BlobStore;
  readonly findAuthor: FindAuthor;
  readonly laneTimes: LaneTimes;
  /** Milliseconds since 1970; the clock unless a test says otherwise. */
  readonly now?: (() => number) | undefined;
}

/**
 * The desks' calls (docs/offline.md#repeats, docs/offline.md#signed-and-sealed): a well-formed batch of a session or a device credential is always answered per
 * act; the whole batch is refused only by 401, 413 and 426. A fault of one act leaves that act and its lane unanswered:
 * the desk asks again. Loads the keys of the installation and answers what the desks' other calls work with.
 */
export async function registerOfflineRoutes(app: FastifyInstance, options: OfflineRoutesOptions): Promise<DeskContext> {
  const { database, product, authenticate, findAuthor, laneTimes, blobs, now = nowMs } = options;
  const context: DeskContext = {
    database,
    product,
    authenticate,
    findAuthor,
    laneTimes,
    blobs,
    now,
    commands: new Map(options.commands.map((served) => [served.command.name, served])),
    sealKeys: await loadSealKeys(database),
    deviceSecrets: await loadDeviceSecrets(database),
  };
  bindDeskContext(app.server, context);
  registerDeviceRoutes(app, context);
  await registerBlobRoutes(app, context);

  app.post(
    callPath('sample', offlinePaths.ops, product),
    { ...carriedRoute, config: { ...carriedRoute.config, judgesParts: true }, preParsing: unpackGzip, bodyLimit: maxBytes },
    async (request) => {
      const parsed = batch.safeParse(request.body);
      if (!parsed.success) throw new UserError(400, ['批次格式不正确', 'Malformed batch']);
      const sent = parsed.data;
      const courier = await courierFor(request, sent.deviceId);
      if (sent.ops.length > maxBatch) throw new UserError(413, ['批次过大', 'Batch too large']);
      if (sent.epoch < outboxEpoch) throw new UserError(426, ['请升级后继续上传', 'Update to go on']);
      const acts = readActs(sent.ops);
      // Whoever else carries a desk's acts says nothing of the desk.
      const isOwn = await isDesk(database.orm, request, courier.tenantId, sent.deviceId);
      if (isOwn) await touchDevice(database, courier, { ...sent, maxSeq: acts.ops.reduce((most, { seq }) => Math.max(most, seq), sent.maxSeq) });
      const results = await runBatch(context, courier, { deviceId: sent.deviceId, isDesk: isOwn, ...acts }, request.log);
      return ok<BatchAnswer>({ results, serverTime: nowIso(), minEpoch: outboxEpoch });
    },
  );

  app.get(callPath('sample', offlinePaths.state, product), { ...carriedRoute }, async (request) => {
    const parsed = stateQuery.safeParse(request.query);
    if (!parsed.success) throw missing('device');
    const { device: deviceId, ...said } = parsed.data;
    const courier = await courierFor(request, deviceId);
    await requireDesk(database.orm, request, courier.tenantId, deviceId);
    await touchDevice(database, courier, { deviceId, ...said });
    return ok(await deviceState(database.orm, courier.tenantId, deviceId, said.maxSeq));
  });
  return context;
}

/** As much of an act as its answer needs, and what waits for it. */
const torso = z.object({
  opId: deskKey,
  seq: z.number().int().positive().max(maxSeq).catch(0),
  lanes: z.array(z.string()).catch([]),
  dependsOn: z.array(z.string()).catch([]),
});

/**
 * The acts of a batch, each read by itself. One that is none is still answered, as one that cannot be read; one that has
 * not even a key to answer to is passed over. UserError 400 where none has.
 */
export function readActs(sent: readonly unknown[]): { readonly ops: readonly SentOperation[]; readonly unreadable: ReadonlySet<SentOperation> } {
  const unreadable = new Set<SentOperation>();
  const ops = sent.flatMap((given): SentOperation[] => {
    const read = sentOperation.safeParse(given);
    if (read.success) return [read.data as SentOperation];
    const rest = torso.safeParse(given);
    if (!rest.success) return [];
    const op: SentOperation = {
      ...rest.data,
      authorId: '',
      type: '',
      typeVersion: 1,
      payloadHash: '',
      occurredAt: '',
      clockOffsetMs: 0,
      appVersion: '',
    };
    unreadable.add(op);
    return [op];
  });
  if (sent.length > 0 && ops.length === 0) throw new UserError(400, ['批次格式不正确', 'Malformed batch']);
  return { ops, unreadable };
}

interface Said {
  readonly deviceId: string;
  readonly maxSeq: number;
  readonly appVersion?: string | undefined;
  readonly waiting?: number | undefined;
  readonly oldestWaitingAt?: string | undefined;
}

/** Notes that a desk was heard of, and what it says of itself; what it does not say stays as it was. */
async function touchDevice(
  database: Database,
  { tenantId, userId }: Courier,
  { deviceId, maxSeq, appVersion, waiting, oldestWaitingAt }: Said,
): Promise<void> {
  const at = Date.parse(oldestWaitingAt ?? '');
  const oldest = Number.isNaN(at) || !waiting ? null : formatDateTime(at);
  const news = sql`last_seen = ${nowSql}, last_courier_id = ${userId}, max_seq_reported = greatest(device.max_seq_reported, ${maxSeq}),
    app_version = coalesce(${appVersion ?? null}, device.app_version), waiting = coalesce(${waiting ?? null}, device.waiting),
    oldest_waiting_at = case when ${waiting === undefined} then device.oldest_waiting_at else ${oldest}::timestamptz end`;
  // A device that has a credential has a row.
  if (userId === null) await database.orm.execute(sql`update device set ${news} where tenant_id = ${tenantId} and device_id = ${deviceId}`);
  else
    await database.orm
      .execute(sql`insert into device (tenant_id, device_id, user_id, last_courier_id, max_seq_reported, app_version, waiting, oldest_waiting_at,
        credential_generation, last_seen, create_time)
      values (${tenantId}, ${deviceId}, ${userId}, ${userId}, ${maxSeq}, ${appVersion ?? null}, ${waiting ?? null}, ${oldest}, ${firstGeneration}, ${nowSql}, ${nowSql})
      on conflict (tenant_id, device_id) do update set user_id = excluded.user_id, ${news}`);
}
