import { sql } from 'drizzle-orm';
import { keptPaths, revokeInput, superviseDesks, type RevokedDevice } from '#domain/desk/keptAct.ts';
import { UserError } from '#server/kernel/answers.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { onceOnly } from '#server/kernel/onceOnly.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { sealKeyCalls } from './sealKeyCalls.ts';

/**
 * Ends what a lost desk could do: its credential, the signing keys of all who worked there, and the sign-ins made on it.
 * What was signed there and still arrives in somebody's session is kept for a supervisor; whoever signs in there again
 * gets a new key. UserError 404 for a desk nobody has heard of.
 */
const revokeDevice = defineCall({
  method: 'POST',
  service: 'sample',
  path: keptPaths.revoke,
  title: ['吊销前台', 'Revoke a desk'],
  permission: superviseDesks.code,
  handle: ({ db, body, user, request, now }) =>
    onceOnly(db, request, user, 'device.revoke', async (tx, opId): Promise<RevokedDevice> => {
      const asked = revokeInput.safeParse(body);
      if (!asked.success) throw new UserError(400, ['请填写前台与原因', 'Name the desk and the reason']);
      const { deviceId, reason } = asked.data;
      const of = sql`tenant_id = ${user.tenantId} and device_id = ${deviceId}`;
      const raised = await tx.execute<{ generation: number }>(
        sql`update device set credential_generation = credential_generation + 1, revoked_time = now() where ${of} returning credential_generation as generation`,
      );
      const generation = raised.rows[0]?.generation;
      if (generation === undefined) throw new UserError(404, ['没有这台前台', 'No such desk']);
      const keys = await tx.execute(sql`update device_key set revoked_time = now() where ${of} and revoked_time is null`);
      const sessions = await tx.execute(
        sql`update refresh_session set revoked_time = now(), revoked_reason = 'device' where ${of} and revoked_time is null`,
      );
      const revoked = { deviceId, generation, keys: keys.rowCount ?? 0, sessions: sessions.rowCount ?? 0 };
      await writeAudit(tx, { user, deviceId: null, opId, action: 'device.revoke', subject: deviceId, before: null, after: revoked, reason, now });
      return revoked;
    }),
});

export const deviceCalls: readonly Call[] = [revokeDevice, ...sealKeyCalls];
