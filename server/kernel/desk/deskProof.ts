import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { deviceCredentialHeader, otherDeskCode } from '#domain/kernel/offlineWire.ts';
import type { Label } from '#domain/kernel/label.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { deskContextOf } from '#server/kernel/act/deskContext.ts';
import type { DeviceClaim } from '#server/kernel/seal/deviceSecrets.ts';

/**
 * True where a request about a desk comes from that desk: a desk that signs its acts proves itself by its credential, with or
 * without a session beside it. One that has no key (a page on plain http) is taken at its word.
 */
export async function isDesk(reader: Reader, request: FastifyRequest, tenantId: string, deviceId: string): Promise<boolean> {
  const desk = await readRow<{ generation: number | null; isRegistered: boolean }>(
    reader,
    sql`select (select d.credential_generation from device d where d.tenant_id = ${tenantId} and d.device_id = ${deviceId}) as generation,
      exists (select 1 from device_key k where k.tenant_id = ${tenantId} and k.device_id = ${deviceId}) as is_registered`,
  );
  if (!desk?.isRegistered) return true;
  const claim = claimOfDesk(request, tenantId, deviceId);
  return claim !== null && claim.generation === desk.generation;
}

/** What the credential beside a request claims of this desk; null without one of ours. Whether its generation lives is the table's to say. */
export function claimOfDesk(request: FastifyRequest, tenantId: string, deviceId: string): DeviceClaim | null {
  const credential = request.headers[deviceCredentialHeader];
  const claim = typeof credential === 'string' ? deskContextOf(request).deviceSecrets.claimOf(credential) : null;
  return claim?.tenantId === tenantId && claim.deviceId === deviceId ? claim : null;
}

/** UserError 403 where it does not. */
export async function requireDesk(
  reader: Reader,
  request: FastifyRequest,
  tenantId: string,
  deviceId: string,
  text: Label = ['只有这台前台自己可以报告其状态', 'Only the desk itself can say how it stands'],
): Promise<void> {
  if (!(await isDesk(reader, request, tenantId, deviceId))) throw new UserError(403, text, { refusal: otherDeskCode });
}
