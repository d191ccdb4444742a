import { createPublicKey } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ActingUser } from '#domain/kernel/command.ts';
import { keyRevokedCode, offlinePaths, otherDeskCode, type DeviceRegistration, type DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Database } from '#server/storage/database.ts';
import { ok, UserError } from '#server/kernel/core/answers.ts';
import type { DeskContext } from '#server/kernel/act/deskContext.ts';
import { claimOfDesk } from './deskProof.ts';
import { policyValues } from '#server/kernel/core/policies.ts';
import { storable } from '#server/kernel/core/storableText.ts';
import { nowSql } from '#server/storage/clock.ts';

/** Ids of acts, devices and keys: made by our desks. */
export const deskKey = z.string().regex(/^[\w.:-]{8,64}$/);
const registration = z.object({
  deviceId: deskKey,
  keyId: deskKey,
  publicKey: z.string().regex(/^[A-Za-z0-9+/=]{1,400}$/),
  appVersion: z.string().max(40).transform(storable),
  numbersBefore: z.number().int().nonnegative().max(2_147_483_647).optional(),
  joinMark: z.string().max(300).optional(),
});

const hourMs = 3_600_000;

/** The second in which a desk is first heard of: one that was taken out and comes again does not revive what it had. */
export const firstGeneration = sql`extract(epoch from ${nowSql})::int`;

/**
 * `offline/device`: a person makes a desk theirs (docs/offline.md#signed-and-sealed). Registers the key they sign with and answers what the desk
 * needs to seal, to carry and to show them their own; asked again it answers the same. A desk that somebody works at is joined
 * from itself alone: under its living credential or the join mark that its second copy kept, or by whoever repeats their own key there. UserError 403 `desk.other`
 * elsewhere, 400 for a key that is no P-256 key or is known as another, 409 `device.keyRevoked` where it was revoked.
 */
export function registerDeviceRoutes(app: FastifyInstance, context: DeskContext): void {
  const { database, product, authenticate, sealKeys, deviceSecrets } = context;
  app.post(callPath('sample', offlinePaths.device, product), async (request) => {
    const user = await authenticate(request);
    const parsed = registration.safeParse(request.body);
    if (!parsed.success || !isSigningKey(parsed.data.publicKey)) throw new UserError(400, ['设备登记内容不正确', 'Malformed registration']);
    const { deviceId, joinMark } = parsed.data;
    const mark = joinMark === undefined ? null : deviceSecrets.claimOfJoinMark(joinMark);
    const isMarked = mark?.tenantId === user.tenantId && mark.deviceId === deviceId;
    const claim = claimOfDesk(request, user.tenantId, deviceId) ?? (isMarked ? mark : null);
    const generation = await register(database, user, parsed.data, claim?.generation ?? null);
    const { kid, publicKey } = await sealKeys.offered();
    const { grantHours, lockMinutes } = await policyValues(database.orm);
    return ok<DeviceWelcome>({
      serverKeyId: kid,
      serverPublicKey: publicKey,
      dataKey: deviceSecrets.dataKey(user.tenantId, deviceId, user.id),
      credential: deviceSecrets.credential({ tenantId: user.tenantId, deviceId, generation }),
      joinMark: deviceSecrets.joinMark({ tenantId: user.tenantId, deviceId, generation }),
      grantUntil: new Date(context.now() + grantHours * hourMs).toISOString(),
      lockMinutes,
    });
  });
}

/** Answers the generation of the device's credential; `proven`: that of the credential the asking desk holds. */
async function register(
  database: Database,
  user: ActingUser,
  { deviceId, keyId, publicKey, appVersion, numbersBefore = 0 }: DeviceRegistration,
  proven: number | null,
): Promise<number> {
  return database.transaction(async (tx) => {
    const of = sql`tenant_id = ${user.tenantId} and device_id = ${deviceId}`;
    // Holds the row from here on: of two who come to a new desk at once the second one has to belong to it.
    const made = await tx.execute<{
      generation: number;
    }>(sql`insert into device (tenant_id, device_id, user_id, app_version, credential_generation, last_seen, create_time)
      values (${user.tenantId}, ${deviceId}, ${user.id}, ${appVersion}, ${firstGeneration}, ${nowSql}, ${nowSql}) on conflict do nothing
      returning credential_generation as generation`);
    const held =
      made.rows[0] ??
      (await tx.execute<{ generation: number }>(sql`select credential_generation as generation from device where ${of} for update`)).rows[0];
    const generation = held?.generation ?? 1;
    const { rows: keys } = await tx.execute<{ key_id: string; is_own: boolean; is_revoked: boolean }>(
      sql`select key_id, user_id = ${user.id} and public_key = ${publicKey} as is_own, revoked_time is not null as is_revoked from device_key where ${of}`,
    );
    const key = keys.find((each) => each.key_id === keyId);
    const isHeld = made.rows.length === 0 && keys.some((each) => !each.is_revoked);
    if (isHeld && proven !== generation && !(key?.is_own && !key.is_revoked))
      throw new UserError(403, ['这台前台已有人使用,只能在它本身登记', 'This desk is in use: it can be joined from itself alone'], {
        refusal: otherDeskCode,
      });
    if (key && !key.is_own) throw new UserError(400, ['该密钥编号已被占用', 'This key id stands for another key']);
    if (key?.is_revoked) throw new UserError(409, ['该密钥已被吊销', 'This key was revoked'], { refusal: keyRevokedCode });
    if (!key)
      await tx.execute(sql`insert into device_key (tenant_id, device_id, key_id, user_id, public_key, create_time)
        values (${user.tenantId}, ${deviceId}, ${keyId}, ${user.id}, ${publicKey}, ${nowSql})`);
    await tx.execute(
      sql`update device set user_id = ${user.id}, last_courier_id = ${user.id}, app_version = ${appVersion}, last_seen = ${nowSql} where ${of}`,
    );
    // It goes on counting where it stood under another id: nobody looks here for the numbers before.
    if (numbersBefore > 0 && keys.length === 0)
      await tx.execute(sql`insert into device_watch (tenant_id, device_id, counted_seq, gap_count) values (${user.tenantId}, ${deviceId}, ${numbersBefore}, 0)
        on conflict (tenant_id, device_id) do update set counted_seq = greatest(device_watch.counted_seq, excluded.counted_seq)`);
    return generation;
  });
}

function isSigningKey(spki: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
