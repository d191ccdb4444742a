import { sql } from 'drizzle-orm';
import { revokeContracts } from '#domain/desk/deskContracts.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nowSql } from '#server/storage/clock.ts';

export const revokeCalls: readonly Call[] = serveCalls(revokeContracts, {
  /**
   * Ends what a lost desk could do: its credential, the signing keys of all who worked there, and the sign-ins made on it.
   * What was signed there and still arrives in somebody's session is kept for a supervisor; whoever signs in there again
   * gets a new key. UserError 404 for a desk nobody has heard of.
   */
  'POST sample/offline/device/revoke': {
    async write(tx, { body, user, now, writing: { opId } }) {
      const { deviceId, reason } = body;
      const of = sql`tenant_id = ${user.tenantId} and device_id = ${deviceId}`;
      const raised = await tx.execute<{ generation: number }>(
        sql`update device set credential_generation = credential_generation + 1, revoked_time = ${nowSql} where ${of} returning credential_generation as generation`,
      );
      const generation = raised.rows[0]?.generation;
      if (generation === undefined) throw new UserError(404, ['没有这台前台', 'No such desk']);
      const keys = await tx.execute(sql`update device_key set revoked_time = ${nowSql} where ${of} and revoked_time is null`);
      const sessions = await tx.execute(
        sql`update refresh_session set revoked_time = ${nowSql}, revoked_reason = 'device' where ${of} and revoked_time is null`,
      );
      const revoked = { deviceId, generation, keys: keys.rowCount ?? 0, sessions: sessions.rowCount ?? 0 };
      await writeAudit(tx, { user, deviceId: null, opId, action: 'device.revoke', subject: deviceId, before: null, after: revoked, reason, now });
      return revoked;
    },
  },
});
