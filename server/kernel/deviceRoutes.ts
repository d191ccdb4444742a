import { createPublicKey } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ActingUser } from '#domain/kernel/command.ts';
import { keyRevokedCode, offlinePaths, type DeviceRegistration, type DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Database } from '#server/storage/database.ts';
import { ok, UserError } from './answers.ts';
import type { DeskDoor } from './deskDoor.ts';
import { policyValues } from './policies.ts';
import { keepable } from './unkeepable.ts';

/** Ids of acts, devices and keys: made by our desks. */
export const deskKey = z.string().regex(/^[\w.:-]{8,64}$/);
const registration = z.object({
  deviceId: deskKey,
  keyId: deskKey,
  publicKey: z.string().regex(/^[A-Za-z0-9+/=]{1,400}$/),
  appVersion: z.string().max(40).transform(keepable),
});

const hourMs = 3_600_000;

/** The second in which a desk is first heard of: one that was taken out and comes again does not revive what it had. */
export const firstGeneration = sql`extract(epoch from now())::int`;

/**
 * `offline/device`: a person makes a desk his (offline.md 3.9). Registers the key he signs with and answers what the desk
 * needs to seal, to carry and to show him his own; asked again it answers the same. UserError 400 for a key that is no
 * P-256 key or is known as another, 409 `device.keyRevoked` where it was revoked.
 */
export function registerDeviceRoutes(app: FastifyInstance, door: DeskDoor): void {
  const { database, product, authenticate, sealKeys, deviceSecrets } = door;
  app.post(callPath('sample', offlinePaths.device, product), async (request) => {
    const user = await authenticate(request);
    const parsed = registration.safeParse(request.body);
    if (!parsed.success || !isSigningKey(parsed.data.publicKey)) throw new UserError(400, ['设备登记内容不正确', 'Malformed registration']);
    const { deviceId } = parsed.data;
    const generation = await register(database, user, parsed.data);
    const { kid, publicKey } = await sealKeys.offered();
    const { grantHours, lockMinutes } = await policyValues(database.orm);
    return ok<DeviceWelcome>({
      serverKeyId: kid,
      serverPublicKey: publicKey,
      dataKey: deviceSecrets.dataKey(user.tenantId, deviceId, user.id),
      credential: deviceSecrets.credential({ tenantId: user.tenantId, deviceId, generation }),
      grantUntil: new Date(door.now() + grantHours * hourMs).toISOString(),
      lockMinutes,
    });
  });
}

/** Answers the generation of the device's credential. */
async function register(database: Database, user: ActingUser, { deviceId, keyId, publicKey, appVersion }: DeviceRegistration): Promise<number> {
  const { rows } = await database.transaction(async (tx) => {
    const [seen] = await Promise.all([
      tx.execute<{ generation: number }>(sql`insert into device (tenant_id, device_id, user_id, last_courier_id, app_version, credential_generation)
        values (${user.tenantId}, ${deviceId}, ${user.id}, ${user.id}, ${appVersion}, ${firstGeneration})
        on conflict (tenant_id, device_id) do update set user_id = excluded.user_id, last_courier_id = excluded.last_courier_id,
          app_version = excluded.app_version, last_seen = now()
        returning credential_generation as generation`),
      tx.execute(sql`insert into device_key (tenant_id, device_id, key_id, user_id, public_key)
        values (${user.tenantId}, ${deviceId}, ${keyId}, ${user.id}, ${publicKey}) on conflict do nothing`),
    ]);
    const kept = await tx.execute<{ is_own: boolean; is_revoked: boolean }>(sql`select user_id = ${user.id} and public_key = ${publicKey} as is_own,
      revoked_time is not null as is_revoked from device_key where tenant_id = ${user.tenantId} and device_id = ${deviceId} and key_id = ${keyId}`);
    const key = kept.rows[0];
    if (!key?.is_own) throw new UserError(400, ['该密钥编号已被占用', 'This key id stands for another key']);
    if (key.is_revoked) throw new UserError(409, ['该密钥已被吊销', 'This key was revoked'], { refusal: keyRevokedCode });
    return seen;
  });
  return rows[0]?.generation ?? 1;
}

function isSigningKey(spki: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
