import { sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Receipt, SentOperation } from '#domain/kernel/offlineWire.ts';
import type { Database } from '#server/storage/database.ts';
import { claimKey, deskTime, firstAnswer, settle, type LedgerEntry } from './ledger.ts';

/** Why an act waits for a supervisor: its author was disabled or removed, or the key he signed with was revoked. */
export type KeptReason = 'author.disabled' | 'author.removed' | 'key.revoked';

/** Where an act came from. */
export interface Carriage {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly courierId: string | null;
}

/**
 * Keeps an act, sealed as it came, for a supervisor's decision: nothing of it is done, its desk is rid of it, its key and
 * number are taken. The same key again gets the same answer, or, once decided, what came of it.
 */
export async function keepAct(
  database: Database,
  op: SentOperation,
  carriage: Carriage,
  kept: { payloadHash: string; subject: string; reason: KeptReason },
): Promise<Receipt> {
  const { tenantId, deviceId, courierId } = carriage;
  return database.transaction(async (tx) => {
    const entry: LedgerEntry = { ...op, ...carriage, payloadHash: kept.payloadHash, occurredAt: deskTime(op, formatDateTime(Date.now())) };
    if (!(await claimKey(tx, entry, 'kept'))) return firstAnswer(tx, entry);
    await tx.execute(sql`insert into kept_act (op_id, tenant_id, device_id, author_id, courier_id, type, seq, lanes, op, reason)
      values (${op.opId}, ${tenantId}, ${deviceId}, ${op.authorId}, ${courierId}, ${op.type}, ${op.seq}, ${sql.param([...op.lanes])}::text[],
        ${JSON.stringify(op)}::jsonb, ${kept.reason})`);
    return settle(tx, op.opId, { status: 'kept', subject: kept.subject, result: null, code: kept.reason, params: null });
  });
}
