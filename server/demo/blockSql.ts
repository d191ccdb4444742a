import { sql, type SQL } from 'drizzle-orm';
import { formValues } from './formValues.ts';
import { draftSql, type DemoUser, type SampleBlock } from './sampleSql.ts';

/** What was typed of a requisition: the person as reception knew them, and the form's own fields. */
const typed = sql`jsonb_strip_nulls(reception) || jsonb_build_object('testTubeNumber', 'T' || substr(requisition_code, 2)) || ${formValues}`;
/** As laboratory receipt issues them, with the tube's number in place of the day's. */
const labCode = sql`laboratory_code || '-' || to_char(lab_time, 'YYMMDD') || '-' || sample_code`;
/** The second clerk of a requisition in dispute misread the number and left a digit out. */
const misread = sql`jsonb_build_object('telephone', overlay(telephone placing lpad(((right(telephone, 4)::int + 9) % 10000)::text, 4, '0') from 8), 'patientNo', left(reception ->> 'patientNo', 7))`;
const isInDispute = sql`entry_state in (3, 4)`;

/** Past the numbers of handovers: 2048 half-days of 4096. */
export const tallyOffset = 9_000_000;

const moment = (value: SQL): SQL => sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')`;
const day = sql`(receive_time)::date`;

function tally(tenantId: string, user: DemoUser, enterType: number, condition: SQL): SQL {
  return sql`select ${tenantId}::text as tenant_id, ${user.id}::bigint as user_id, ${enterType}::smallint as enter_type, ${day} as enter_day, ${user.account}::text as enter_account, ${user.name}::text as enter_username, count(*)::int as enter_count
    from draft where ${condition} group by ${day}`;
}

/** One statement that inserts a block of invented requisitions with all that belongs to them. Answers `{ samples }`. */
export function insertBlockSql(block: SampleBlock): SQL {
  const { tenantId, users, profile } = block;
  const { reception, entry1, entry2, lab } = users;
  const keepsHistory = sql`(q % ${sql.raw(String(profile.historyEvery))} = 0 or status = 101)`;
  return sql`with ${draftSql(block)},
  tube as materialized (select draft.*, n as tube_no, rid + n as sample_id, ${profile.digit}::text || lpad((q * 2 + n - 1)::text, 8, '0') as sample_code from draft, generate_series(1, tubes) n),
  into_requisition as (
    insert into requisition (id, tenant_id, requisition_code, contract_laboratory_id, commodity_ids, hospital_code, send_sample_client_id, arrival_temperature, person_name, sex, age, age_unit, birth_date, credential_type, credential_no,
      telephone, patient_no, department, doctor_name, sampling_time, courier_number, clinical_diagnosis, is_urgent, receive_time, reception, detail, explained, content_hash, entry_form, is_double_entry, entry_state,
      first_user_id, first_user_name, first_time, second_user_id, second_user_name, second_time, settled_time, entry_person_id, entry_person_name, entry_time, grams, create_time, update_time)
    select rid, ${tenantId}, requisition_code, contract_laboratory_id, array[commodity_id], reception ->> 'hospitalCode', client_id, (reception ->> 'arrivalTemperature')::numeric, person_name, sex, age, 1, birth_date, 1, credential_no,
      telephone, reception ->> 'patientNo', reception ->> 'department', reception ->> 'doctorName', sampling_time, reception ->> 'courierNumber', reception ->> 'clinicalDiagnosis', (reception ->> 'isUrgent')::smallint, receive_time, reception,
      case when entry_state = 5 then ${typed} end, '[]'::jsonb, md5(requisition_code), entry_form, is_double_entry, entry_state,
      case when has_first then ${entry1.id}::bigint end, case when has_first then ${entry1.name} end, case when has_first then enter_time end,
      case when has_second then ${entry2.id}::bigint end, case when has_second then ${entry2.name} end, case when has_second then enter_time end, case when entry_state = 5 then enter_time end,
      ${reception.id}::bigint, ${reception.name}, receive_time, array[family, family || given, given] || case when given2 = '' then '{}'::text[] else array[given || given2, given2] end, receive_time, greatest(receive_time, case when has_first then enter_time end)
    from draft),
  into_sample as (
    insert into sample (id, tenant_id, requisition_id, requisition_code, sample_code, lab_status, lab_code, test_tube_number, sample_class_id, sample_quantity, sample_volume, sample_condition, contract_laboratory_id, execute_laboratory_id,
      send_sample_client_id, receive_time, entry_person_id, entry_person_name, enter_time, lab_receive_time, lab_receive_user_id, lab_receive_user_name, reject_code, reject_reason, reject_measure, reject_time, reject_user_id, reject_user_name, commodity_ids, create_time, update_time)
    select sample_id, ${tenantId}, rid, requisition_code, sample_code, status, case when status between 104 and 110 then ${labCode} end, 'T' || substr(requisition_code, 2) || case tube_no when 2 then 'B' else '' end,
      class_id, 1, 5, array[1], contract_laboratory_id, execute_laboratory_id, client_id, receive_time, ${reception.id}::bigint, ${reception.name}, case when status between 103 and 110 then enter_time end,
      case when status between 104 and 110 then lab_time end, case when status between 104 and 110 then ${lab.id}::bigint end, case when status between 104 and 110 then ${lab.name} end,
      case status when 111 then 'REJ05' end, case status when 111 then '标本量不足,已通知临床重采' end, case status when 111 then 1 end, case status when 111 then receive_time end, case status when 111 then ${reception.id}::bigint end,
      case status when 111 then ${reception.name} end, array[commodity_id], receive_time, greatest(receive_time, case when status between 104 and 110 then lab_time when status = 103 then enter_time end)
    from tube returning 1),
  into_item as (
    insert into sample_item (id, tenant_id, requisition_id, sample_id, sample_code, commodity_id, item_state, handover_id, create_time)
    select sample_id, ${tenantId}, rid, sample_id, sample_code, commodity_id, item_state, handover_id, receive_time from tube),
  into_handover as (
    insert into handover (id, tenant_id, handover_key, commodity_id, handover_status, handover_total, laboratory_ids, action_user_id, action_user_name, sign_user_id, sign_user_name, sign_time, create_time, update_time)
    select handover_id, ${tenantId}, md5(handover_id::text)::uuid::text, min(commodity_id), max(item_state), count(*), array_agg(distinct contract_laboratory_id), ${reception.id}::bigint, ${reception.name},
      case max(item_state) when 3 then ${lab.id}::bigint end, case max(item_state) when 3 then ${lab.name} end, case max(item_state) when 3 then max(handover_time) + interval '10 minutes' end, max(handover_time), max(handover_time)
    from tube where handover_id is not null group by handover_id
    on conflict (id, tenant_id) do update set handover_total = handover.handover_total + excluded.handover_total,
      laboratory_ids = (select array_agg(distinct one) from unnest(handover.laboratory_ids || excluded.laboratory_ids) one)),
  into_receipt as (
    insert into lab_receive_record (id, tenant_id, sample_id, round, kind, sample_code, requisition_id, lab_code, laboratory_id, input_mode, action_user_id, action_user_name, act_time, create_time)
    select sample_id, ${tenantId}, sample_id, 1, 1, sample_code, rid, ${labCode}, execute_laboratory_id, 'scan', ${lab.id}::bigint, ${lab.name}, lab_time, lab_time
    from tube where status between 104 and 110 and (${keepsHistory} or lab_time > ${block.now}::timestamptz - interval '60 days')),
  into_pass as (
    insert into entry_pass (id, tenant_id, requisition_id, pass_no, revision, kind, form, values, unclear, explained, author_id, author_name, started_at, seconds, op_id, create_time)
    select rid + no, ${tenantId}, rid, no, 1, 1, entry_form, case when no = 2 and ${isInDispute} then ${typed} || ${misread} else ${typed} end, '{}', '[]'::jsonb,
      case no when 1 then ${entry1.id}::bigint else ${entry2.id}::bigint end, case no when 1 then ${entry1.name} else ${entry2.name} end, ${moment(sql`enter_time - interval '70 seconds'`)}, 70, 'demo-' || (rid + no), enter_time
    from draft, generate_series(1, 2) no where ${keepsHistory} and case no when 1 then has_first else has_second end),
  into_comparison as (
    insert into entry_comparison (id, tenant_id, requisition_id, round, state, differences, first_fields, create_time, update_time)
    select rid, ${tenantId}, rid, 1, entry_state - 2, (select jsonb_agg(jsonb_build_object('field', key, 'value1', reception -> key, 'value2', value)) from jsonb_each(${misread})), array['telephone', 'patientNo'], enter_time, enter_time
    from draft where ${isInDispute}),
  into_audit as (
    insert into audit_entry (id, tenant_id, user_id, user_name, action, subject, after, create_time)
    select rid, ${tenantId}, ${reception.id}::bigint, ${reception.name}, case status when 111 then 'summary.reject' else 'summary.enter' end, requisition_code, jsonb_build_object('requisitionCode', requisition_code), receive_time from draft where ${keepsHistory}
    union all select sample_id + 4, ${tenantId}, ${lab.id}::bigint, ${lab.name}, 'labTask.receive', sample_code, jsonb_build_object('sampleCode', sample_code), lab_time from tube where ${keepsHistory} and status between 104 and 110),
  into_tally as (
    insert into entry_tally (id, tenant_id, user_id, enter_type, enter_day, enter_account, enter_username, enter_count)
    select ${(block.handoverBase + BigInt(tallyOffset)).toString()}::bigint + (enter_day - date '2000-01-01') % 1024 * 4 + enter_type, tenant_id, user_id, enter_type, enter_day, max(enter_account), max(enter_username), sum(enter_count) from (
      ${tally(tenantId, reception, 1, sql`true`)} union all ${tally(tenantId, entry1, 2, sql`has_first`)} union all ${tally(tenantId, entry2, 3, sql`has_second`)}) counted
    group by tenant_id, user_id, enter_type, enter_day
    on conflict (tenant_id, user_id, enter_type, enter_day) do update set enter_count = entry_tally.enter_count + excluded.enter_count)
  select count(*)::int as samples from into_sample`;
}
