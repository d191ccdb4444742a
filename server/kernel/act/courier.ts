import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import { deviceCredentialHeader } from '#domain/kernel/offlineWire.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { deskContextOf } from './deskContext.ts';
import { nowSql } from '#server/storage/clock.ts';

/** Who brings acts or images: a signed-in person, or a desk by itself under its credential. */
export interface Courier {
  readonly tenantId: string;
  /** The session's user; null under the device's credential. */
  readonly userId: string | null;
  /** The session's user with their rights; null under the device's credential. */
  readonly user: ActingUser | null;
  /** The only device the credential speaks for; null for a session, which may carry for any. */
  readonly deviceId: string | null;
}

const known = new WeakMap<FastifyRequest, Promise<Courier>>();

/**
 * Who carries this request. A session counts first, and an invalid one is a UserError 401 also where a credential
 * stands beside it: the desk renews it or leaves it out. Asked again, it answers the same without another look.
 * Only routes with `carriedRoute` may ask.
 */
export function courierOf(request: FastifyRequest): Promise<Courier> {
  let courier = known.get(request);
  if (!courier) known.set(request, (courier = identify(request)));
  return courier;
}

/** courierOf for a request about a device: UserError 401 where the credential is another device's. */
export async function courierFor(request: FastifyRequest, deviceId: string): Promise<Courier> {
  const courier = await courierOf(request);
  if (courier.deviceId !== null && courier.deviceId !== deviceId) throw notTaken();
  return courier;
}

/** Options of a route that takes a session or a device credential; refuses before the body is read. */
export const carriedRoute = {
  config: { openBecause: 'asks for a session or the credential of a desk itself, before the body is read' },
  onRequest: async (request: FastifyRequest): Promise<void> => {
    await courierOf(request);
  },
} as const;

async function identify(request: FastifyRequest): Promise<Courier> {
  const context = deskContextOf(request);
  const credential = request.headers[deviceCredentialHeader];
  if (typeof credential !== 'string' || request.headers['blade-auth'] !== undefined) {
    const user = await context.authenticate(request);
    return { tenantId: user.tenantId, userId: user.id, user, deviceId: null };
  }
  const claim = context.deviceSecrets.claimOf(credential);
  if (!claim) throw notTaken();
  const found = await context.database.orm.execute(sql`select 1 from device d join tenant t on t.tenant_id = d.tenant_id
    where d.tenant_id = ${claim.tenantId} and d.device_id = ${claim.deviceId} and d.credential_generation = ${claim.generation}
      and t.is_disable = 0 and (t.expire_time is null or t.expire_time > ${nowSql})`);
  if (found.rows.length === 0) throw notTaken();
  return { tenantId: claim.tenantId, userId: null, user: null, deviceId: claim.deviceId };
}

const notTaken = (): UserError => new UserError(401, ['设备凭证无效', 'The device credential is not valid']);
