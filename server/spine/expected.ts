import { sql, type SQL } from 'drizzle-orm';
import { addDays } from '#domain/kernel/dates.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { nowSql, nowText } from '#server/storage/clock.ts';
import { newId } from '#server/storage/ids.ts';
import { expectedSampleTable } from '#server/storage/opTables.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';
import { reopenUnanswered } from './newSamples.ts';

/**
 * The statement by which what was announced is here (docs/interfaces.md#desks). `tubes`: a relation of `sample_id`, `sample_code`, `send_sample_client_id`,
 * `contract_laboratory_id`, `receive_time`, `mark_time`. Our own code tells by itself, a partner's only together with its client. Whatever state a line
 * stood in, cancelled or given up, it has come; it is remembered for the reception that is taken back.
 */
export const arrivals = (tenantId: string, tubes: SQL): SQL => sql`update expected_sample e
  set state_before = e.state, state = ${expectedState.arrived}, sample_id = x.sample_id, receive_time = x.receive_time, update_time = x.mark_time, version = e.version + 1
  from (${tubes}) x cross join lateral (
    select o.id from expected_sample o where o.tenant_id = ${tenantId} and o.bar_code = x.sample_code
    union select o.id from expected_sample o where o.tenant_id = ${tenantId} and o.thirdparty_bar_code = x.sample_code
      and o.send_sample_client_id = x.send_sample_client_id
    union select o.id from thirdparty_bind_entry b join expected_sample o on o.tenant_id = b.tenant_id and o.thirdparty_bar_code = b.thirdparty_bar_code
      where b.tenant_id = ${tenantId} and b.bar_code = x.sample_code and b.release_time is null and o.send_sample_client_id = x.send_sample_client_id) found
  where e.tenant_id = ${tenantId} and e.id = found.id and e.state <> ${expectedState.arrived} and e.source not in (${expectedSource.entrust}, ${expectedSource.resample})
    and (x.contract_laboratory_id is null or e.laboratory_id = x.contract_laboratory_id)`;

/** A code was bound to a tube that is here: what was announced under it has come. */
export async function arriveBound(tx: Tx, tenantId: string, barCode: string, now: string): Promise<void> {
  await tx.execute(
    arrivals(
      tenantId,
      sql`select s.id as sample_id, s.sample_code, s.send_sample_client_id, s.contract_laboratory_id, s.receive_time, ${now}::timestamptz as mark_time
        from sample s where s.tenant_id = ${tenantId} and s.sample_code = ${barCode}`,
    ),
  );
}

/** What had come with a requisition is awaited as before: its reception was taken back. To be called while its tubes still stand. */
export async function awaitAgain(tx: Tx, tenantId: string, requisitionId: string): Promise<void> {
  await reopenUnanswered(tx, tenantId, requisitionId, nowText());
  await tx.execute(sql`update expected_sample e set state = coalesce(e.state_before, ${expectedState.due}), state_before = null, sample_id = null, receive_time = null,
      update_time = ${nowSql}, version = e.version + 1
    from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId} and e.tenant_id = ${tenantId} and e.sample_id = s.id
      and e.state = ${expectedState.arrived}`);
}

/** A tube that another laboratory of the group sends: it is awaited there a day later, by its code alone (docs/desk.md#not-received). */
export async function expectEntrusted(
  tx: Tx,
  tenantId: string,
  {
    entrustId,
    sampleCode,
    from,
    to,
    ...tube
  }: {
    readonly entrustId: string;
    readonly sampleCode: string;
    /** The laboratory that sends, and the one that waits. */
    readonly from: string;
    readonly to: string;
    readonly courierNumber: string | null;
    readonly commodityIds: readonly string[];
  },
  now: string,
): Promise<void> {
  await tx.execute(
    insertMany(expectedSampleTable, [
      {
        id: newId(),
        tenantId,
        source: expectedSource.entrust,
        partner: from,
        externalKey: entrustId,
        barCode: sampleCode,
        ...tube,
        laboratoryId: to,
        values: {},
        contentHash: '',
        expectTime: `${addDays(now.slice(0, 10), 1)}${now.slice(10)}`,
        state: expectedState.due,
        createTime: now,
        updateTime: now,
      },
    ]),
  );
}

/** What became of it: it was taken in (`sampleId`), or is sent no more. Nothing where an outside laboratory was to have it. */
export async function settleEntrusted(
  tx: Tx,
  tenantId: string,
  {
    entrustId,
    from,
    sampleId,
    reason,
  }: { readonly entrustId: string; readonly from: string; readonly sampleId: string | null; readonly reason: string | null },
  now: string,
): Promise<void> {
  await tx.execute(sql`update expected_sample set state = ${sampleId === null ? expectedState.cancelled : expectedState.arrived}, state_before = null,
      sample_id = ${sampleId}, receive_time = ${sampleId === null ? null : now}::timestamptz, close_reason = ${reason}, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and source = ${expectedSource.entrust} and partner = ${from} and external_key = ${entrustId}`);
}
