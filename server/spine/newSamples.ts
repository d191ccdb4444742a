import { sql, type SQL } from 'drizzle-orm';
import { addDays } from '#domain/kernel/dates.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { caseSeverity, caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import { rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { newId } from '#server/storage/ids.ts';
import { expectedSampleTable } from '#server/storage/opTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';
import { touchHeld } from './holdTubes.ts';

/** So long a new sample is awaited where nobody says until when. */
const usualDays = 3;

/** A case asks for a new sample in place of each of its known tubes: it is awaited until then (docs/desk.md#abnormal-cases). */
export async function awaitNewSamples(
  tx: Tx,
  tenantId: string,
  { caseId, until }: { readonly caseId: string; readonly until: string | null },
  now: string,
): Promise<void> {
  const tubes = await readRows<{
    sampleId: string;
    sampleCode: string;
    laboratoryId: string;
    sendSampleClientId: string | null;
    commodityIds: readonly string[];
  }>(
    tx,
    sql`select s.id::text as sample_id, s.sample_code, coalesce(s.contract_laboratory_id, s.execute_laboratory_id)::text as laboratory_id, s.send_sample_client_id::text as send_sample_client_id,
        r.commodity_ids::text[] as commodity_ids
      from abnormal_case_tube x join sample s on s.tenant_id = x.tenant_id and s.id = x.sample_id join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
      where x.tenant_id = ${tenantId} and x.case_id = ${caseId} and coalesce(s.contract_laboratory_id, s.execute_laboratory_id) is not null order by s.id`,
  );
  if (tubes.length === 0) return;
  const expectTime = until ?? `${addDays(now.slice(0, 10), usualDays)}${now.slice(10)}`;
  const rows = tubes.map(({ sampleId, sampleCode, ...tube }) => ({
    id: newId(),
    tenantId,
    source: expectedSource.resample,
    partner: caseId,
    externalKey: sampleId,
    thirdpartyBarCode: sampleCode,
    ...tube,
    values: {},
    contentHash: '',
    expectTime,
    state: expectedState.due,
    createTime: now,
    updateTime: now,
  }));
  // Decided again it is awaited by its new date; what has come has come.
  await tx.execute(sql`${insertMany(expectedSampleTable, rows)} on conflict (tenant_id, source, partner, external_key) do update
    set state = ${expectedState.due}, close_reason = null, expect_time = excluded.expect_time, update_time = excluded.update_time, version = expected_sample.version + 1
    where expected_sample.state <> ${expectedState.arrived}`);
}

/** Something else was decided: nothing is awaited for the case any more. */
export async function awaitNoNewSamples(tx: Tx, tenantId: string, caseId: string, reason: string, now: string): Promise<void> {
  await tx.execute(sql`update expected_sample set state = ${expectedState.cancelled}, close_reason = ${reason}, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and source = ${expectedSource.resample} and partner = ${caseId} and state in (${expectedState.due}, ${expectedState.missing})`);
}

/** The tube that is called so, whether it still is or was before its code was replaced. */
const calledSo = (tenantId: string, code: SQL): SQL => sql`(select f.id from sample f where f.tenant_id = ${tenantId} and f.sample_code = ${code}
  union select h.sample_id from sample_code_change h where h.tenant_id = ${tenantId} and h.old_code = ${code})`;

/**
 * The parts of a `with` by which a tube that was taken in anew ends the waiting of the cases that asked for it, and closes those that await no other:
 * by whom it was decided so, a critical one of their own stays open. `tubes`: a relation of `sample_id`, `sample_code`, `original_code`, `receive_time`, `mark_time`.
 */
export const newSamplesCame = (tenantId: string, tubes: SQL): SQL => sql`into_awaited as (update expected_sample e
    set state_before = e.state, state = ${expectedState.arrived}, sample_id = x.sample_id, receive_time = x.receive_time, update_time = x.mark_time, version = e.version + 1
    from (${tubes}) x cross join lateral ${calledSo(tenantId, sql`x.original_code`)} o
      join abnormal_case_tube t on t.tenant_id = ${tenantId} and t.sample_id = o.id
    where e.tenant_id = ${tenantId} and e.source = ${expectedSource.resample} and e.partner = t.case_id::text and e.external_key = o.id::text and e.state <> ${expectedState.arrived}
    returning e.id, e.partner::bigint as case_id, x.sample_code, x.mark_time),
  into_closed as (update abnormal_case c set state = ${caseState.closed}, closed_user_id = c.decided_user_id, closed_user_name = c.decided_user_name, closed_time = a.mark_time,
      close_reason = '补采样本 ' || a.sample_code || ' 已收到', update_time = a.mark_time, version = c.version + 1
    from into_awaited a where c.tenant_id = ${tenantId} and c.id = a.case_id and c.state in (${caseState.waiting}, ${caseState.inHand}) and c.measure = ${rejectMeasure.resample}
      and not (c.severity = ${caseSeverity.critical} and c.found_user_id = c.decided_user_id)
      and not exists (select 1 from expected_sample e where e.tenant_id = ${tenantId} and e.source = ${expectedSource.resample} and e.partner = c.id::text and e.state = ${expectedState.due}
        and e.id not in (select id from into_awaited))
    returning c.id, a.mark_time),
  into_let_go as (update abnormal_case_tube t set is_held = 0 from into_closed c where t.tenant_id = ${tenantId} and t.case_id = c.id and t.sample_id is not null and t.is_held = 1
    returning t.sample_id, c.mark_time),
  into_touched as (update sample s set update_time = g.mark_time, version = s.version + 1 from into_let_go g where s.tenant_id = ${tenantId} and s.id = g.sample_id)`;

/** What had come for a case is taken out again: what its receipt closed is open, and holds, as before. To be called before it is awaited again. */
export async function reopenUnanswered(tx: Tx, tenantId: string, requisitionId: string, now: string): Promise<void> {
  const held = await readRows<{ sampleId: string }>(
    tx,
    sql`with opened as (update abnormal_case c set state = ${caseState.inHand}, closed_user_id = null, closed_user_name = null, closed_time = null, close_reason = null, update_time = ${now},
          version = c.version + 1
        from sample s join expected_sample e on e.tenant_id = s.tenant_id and e.sample_id = s.id and e.source = ${expectedSource.resample} and e.state = ${expectedState.arrived}
        where s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId} and c.tenant_id = s.tenant_id and c.id = e.partner::bigint and c.state = ${caseState.closed}
          and c.measure = ${rejectMeasure.resample} and c.closed_time = e.update_time returning c.id, c.is_hold)
      update abnormal_case_tube t set is_held = 1 from opened c where t.tenant_id = ${tenantId} and t.case_id = c.id and c.is_hold = 1 and t.sample_id is not null and t.is_held = 0
        returning t.sample_id::text as sample_id`,
  );
  await touchHeld(
    tx,
    tenantId,
    held.map(({ sampleId }) => sampleId),
    now,
  );
}
