import { sql, type SQL } from 'drizzle-orm';
import { entryState } from '#domain/sample/entryState.ts';
import { rejectSource, rejectState } from '#domain/sample/reject/rejectChoices.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';

/** Writes rejections of invented tubes (alias s, those that meet `which`) down, as reception's act would have: a recovery takes them back to where they waited for entry. */
export const rejectSql = (
  which: SQL,
): SQL => sql`insert into reject_record (id, tenant_id, sample_id, sample_code, requisition_id, requisition_code, laboratory_id, send_sample_client_id, source, reject_code, apply_reason, measure, before, state, send_sms,
    apply_creator_id, apply_creator, apply_create_time, create_time, update_time)
  select s.id, s.tenant_id, s.id, s.sample_code, s.requisition_id, s.requisition_code, s.contract_laboratory_id, s.send_sample_client_id, ${rejectSource.reception}::int, s.reject_code, s.reject_reason, s.reject_measure,
    jsonb_build_object('labStatus', ${labStatus.pendingEntry}::int, 'enterTime', null, 'labReceiveTime', null, 'labCode', null, 'entryState', ${entryState.waiting}::int, 'primarySampleId', null, 'tasks', '[]'::jsonb,
      'items', coalesce((select jsonb_agg(jsonb_build_object('itemId', i.id::text, 'itemState', i.item_state, 'handoverId', i.handover_id::text) order by i.id) from sample_item i
        where i.tenant_id = s.tenant_id and i.sample_id = s.id), '[]'::jsonb)),
    ${rejectState.rejected}::int, 0, s.reject_user_id, s.reject_user_name, s.reject_time, s.reject_time, s.reject_time
  from sample s where s.lab_status = ${labStatus.rejected} and s.reject_time is not null and ${which}`;
