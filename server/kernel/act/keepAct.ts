import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { KeptReason, Receipt, SentOperation } from '#domain/kernel/offlineWire.ts';
import type { Database } from '#server/storage/database.ts';
import { writeAudit } from './audit.ts';
import { actsOfOthers, givenUpBy } from './givenUp.ts';
import { claimKeys, deskTime, firstAnswers, settle, storedAnswer, type LedgerEntry } from './ledger.ts';
import { storable } from '#server/kernel/core/storableText.ts';
import { nowSql, nowText } from '#server/storage/clock.ts';

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
  kept: { author: ActingUser; payload: unknown; payloadHash: string; subject: string; reason: KeptReason },
): Promise<Receipt> {
  const { tenantId, deviceId, courierId } = carriage;
  const givenUp = givenUpBy({ ...op, payload: kept.payload });
  return database.transaction(async (tx) => {
    const isOthers = givenUp !== null && (await actsOfOthers(tx, kept.author, [givenUp])).has(givenUp);
    const entry: LedgerEntry = {
      ...op,
      ...carriage,
      payloadHash: kept.payloadHash,
      occurredAt: deskTime(op, nowText()),
      supersedes: isOthers ? null : givenUp,
    };
    if (!(await claimKeys(tx, [entry], 'kept')).has(op.opId)) return (await firstAnswers(tx, [entry]))[0]!;
    await tx.execute(sql`insert into kept_act (op_id, tenant_id, device_id, author_id, courier_id, type, seq, lanes, op, reason, kept_time)
      values (${op.opId}, ${tenantId}, ${deviceId}, ${op.authorId}, ${courierId}, ${op.type}, ${op.seq}, ${sql.param(op.lanes.map(storable))}::text[],
        ${JSON.stringify(op)}, ${kept.reason}, ${nowSql})`);
    const [receipt] = await settle(tx, tenantId, [
      { opId: op.opId, status: 'kept', subject: kept.subject, result: null, code: kept.reason, params: null },
    ]);
    return receipt!;
  });
}

/** Refuses a kept act for good; one that is decided already keeps its answer. Throws where it was never kept. */
export async function rejectKept(database: Database, opId: string, supervisor: ActingUser, reason: string): Promise<Receipt> {
  const now = nowText();
  return database.transaction(async (tx) => {
    const rejected = await tx.execute(sql`with taken as (
        update client_op set status = 'refused', code = 'command.rejectedBySupervisor', params = ${JSON.stringify({ params: { reason } })}::jsonb
        where op_id = ${opId} and tenant_id = ${supervisor.tenantId} and status = 'kept' returning op_id, tenant_id)
      update kept_act k set decision = 'rejected', decided_by = ${supervisor.id}, decided_time = ${nowSql}, decision_reason = ${reason}
      from taken where k.tenant_id = taken.tenant_id and k.op_id = taken.op_id returning k.device_id`);
    const deviceId = rejected.rows[0]?.['device_id'] as string | undefined;
    if (deviceId !== undefined)
      await writeAudit(tx, {
        user: supervisor,
        deviceId,
        opId: null,
        action: 'keptAct.reject',
        subject: opId,
        before: null,
        after: null,
        reason,
        now,
      });
    return storedAnswer(tx, supervisor.tenantId, opId, deviceId === undefined);
  });
}
