import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { newId } from '#server/storage/ids.ts';
import type { Tx } from '#server/kernel/http/serve.ts';

export interface Audited {
  readonly user: ActingUser;
  readonly deviceId: string | null;
  readonly opId: string | null;
  /** `resource.verb` or a command's name. */
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason?: string | null;
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly now: string;
}

/** Writes one entry of the audit trail, in the transaction of what it tells of. */
export async function writeAudit(tx: Tx, { user, deviceId, opId, action, subject, before, after, reason, now }: Audited): Promise<void> {
  await tx.execute(sql`insert into audit_entry (id, tenant_id, user_id, user_name, device_id, op_id, action, subject, before, after, reason, create_time)
    values (${newId()}, ${user.tenantId}, ${user.id}, ${user.name}, ${deviceId}, ${opId}, ${action}, ${subject},
      ${JSON.stringify(before ?? null)}::jsonb, ${JSON.stringify(after ?? null)}::jsonb, ${reason ?? null}, ${now})`);
}
