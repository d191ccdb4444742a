import { sql, type SQL } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { recordset } from '#server/storage/recordset.ts';
import { itemValuesShape, type ItemValues } from './itemValues.ts';

export interface BulkPerson {
  readonly id: string;
  readonly name: string;
}
/** Tasks of tubes that were received in a span of days, and what is made of them. */
export interface BulkSpan {
  readonly tenantId: string;
  /** First digit of the tubes' codes. */
  readonly digit: string;
  /** Days, the second not included; midnights, so that a day's run sheets are made together. */
  readonly from: string;
  readonly to: string;
  readonly now: string;
  /** Ids of each table count from here. */
  readonly base: string;
  readonly items: readonly ItemValues[];
  /** Whether the results came in files, which have no bytes. */
  readonly hasFiles: boolean;
  readonly bench: BulkPerson;
  readonly first: BulkPerson;
  readonly second: BulkPerson;
}

/** A number from 0 to 999 that depends on `salt`, the tube's code and what is tested of it: every first start has the same demo, whatever its ids are. */
const perMille = (salt: number): SQL => sql`((hashtextextended(t.sample_code || g.panel_group_code, ${sql.raw(String(salt))}) & 2147483647) % 1000)`;
const share = (salt: number): SQL => sql`((hashint8extended(v.task_id + v.place, ${sql.raw(String(salt))}) & 2147483647) / 2147483647.0)`;
const hours = (from: SQL, least: number, salt: number): SQL =>
  sql`${from} + make_interval(mins => ${sql.raw(String(least * 60))} + ${perMille(salt)}::int / 4)`;
const placesOfSheet = 90;

/**
 * One statement that tells what became of a span's tasks, as their states ask for it: on which sheet they ran, the file of it, values,
 * versions, findings and audits. Of those that only wait, some run and some await their first audit. In realistic shares: nine of ten
 * negative, three of a hundred done again. Answers how many tasks and values.
 */
export function bulkSql({ tenantId, digit, from, to, now, base, items, hasFiles, bench, first, second }: BulkSpan): SQL {
  const id = (offset: SQL): SQL => sql`${base}::bigint + ${offset}`;
  /** The tasks of the span by their index, wherever they are joined: nothing here looks rows up one by one. */
  const ofSpan = sql`t.tenant_id = ${tenantId} and t.lab_receive_time >= ${from}::timestamptz and t.lab_receive_time < ${to}::timestamptz`;
  const cap = (time: SQL): SQL => sql`least(${time}, ${now}::timestamptz - interval '10 minutes')`;
  const signer = (person: BulkPerson): SQL =>
    sql`coalesce((select min(u.id) from sign_user u where u.tenant_id = ${tenantId} and u.user_id = ${person.id}::bigint), ${person.id}::bigint)`;
  return sql`with item_value as materialized (select * from ${recordset('x', itemValuesShape, items as unknown as Record<string, unknown>[])}),
  known as materialized (
    select t.id, t.task_state as before, t.laboratory_id, t.panel_group_id, t.item_ids, l.laboratory_code, t.lab_receive_time, ${perMille(1)} as chance, ${perMille(2)} as fate,
      ${perMille(3)} < 30 as is_again, case when g.panel_group_code = 'PG01' then 'mapmi' when g.panel_group_code = 'PG04' then 'tngs' else 'general' end as line,
      ${cap(hours(sql`t.lab_receive_time`, 3, 4))} as run_time, ${cap(hours(sql`t.lab_receive_time`, 18, 5))} as result_time, ${cap(hours(sql`t.lab_receive_time`, 24, 6))} as first_time, ${cap(hours(sql`t.lab_receive_time`, 30, 7))} as second_time
    from lab_task t join laboratory l on l.tenant_id = t.tenant_id and l.id = t.laboratory_id join panel_group g on g.tenant_id = t.tenant_id and g.id = t.panel_group_id
    where ${ofSpan} and t.result_version = 0 and t.batch_id is null
      and t.task_state in (1, 4, 5, 6) and t.sample_code like ${`${digit}%`}),
  work as materialized (
    select t.*, case when before > 1 then before when lab_receive_time > ${now}::timestamptz - interval '20 hours' or fate >= 700 then 1 when fate >= 400 then 2 else 3 end as state,
      case when chance < 90 then 2 when chance < 110 then 3 else 1 end as outcome from known t),
  ran as materialized (
    select w.*, w.run_time::date as day, (row_number() over (partition by laboratory_id, panel_group_id, run_time::date order by id) - 1) as nth from work w where state > 1),
  numbered as materialized (select r.*, nth % ${sql.raw(String(placesOfSheet))} + 1 as seq, dense_rank() over (order by laboratory_id, line, day, panel_group_id, nth / ${sql.raw(String(placesOfSheet))}) as sheet_no,
    dense_rank() over (partition by laboratory_id, line, day order by panel_group_id, nth / ${sql.raw(String(placesOfSheet))}) as day_no from ran r),
  sheet as materialized (
    select ${id(sql`n.sheet_no`)} as id, n.laboratory_id, n.laboratory_code, n.panel_group_id, n.line, n.day, n.sheet_no, min(n.day_no)::int + coalesce((select max(b.day_number) from lab_batch b where b.tenant_id = ${tenantId}
        and b.laboratory_id = n.laboratory_id and b.batch >= n.laboratory_code || '-' || n.line || '-' || to_char(n.day, 'YYMMDD') and b.batch < n.laboratory_code || '-' || n.line || '-' || to_char(n.day, 'YYMMDD') || '.'), 0) as day_number,
      count(*)::int as total, max(n.run_time) as run_time, max(n.result_time) as result_time, count(*) filter (where n.state > 2)::int as done
    from numbered n group by n.laboratory_id, n.laboratory_code, n.panel_group_id, n.line, n.day, n.sheet_no),
  named as materialized (select s.*, laboratory_code || '-' || line || '-' || to_char(day, 'YYMMDD') || '-' || lpad(day_number::text, 2, '0') as batch from sheet s),
  told as materialized (select n.*, s.id as sheet_id, s.done from numbered n join named s on s.sheet_no = n.sheet_no),
  value as materialized (
    select v.task_id, v.place, v.outcome, v.state, v.result_time, i.*, v.outcome = 2 and i.odd_status is not null and v.place = 1 + v.chance % v.items as is_odd
    from (select k.id as task_id, k.outcome, k.state, k.result_time, k.chance, u.item_id, u.place, cardinality(k.item_ids) as items from told k cross join lateral unnest(k.item_ids) with ordinality u(item_id, place) where k.state > 2) v
      join item_value i on i.item_id = v.item_id),
  given as materialized (
    select v.*, case when coalesce(case when is_odd then odd_word end, case when not is_odd then word end) is null and low is not null
      then round(case when is_odd then odd_low + (odd_high - odd_low) * ${share(11)} else low + (high - low) * ${share(12)} end, digits) end as number from value v),
  into_result as (
    insert into lab_result (tenant_id, task_id, item_id, id, item_code, item_name, unit, value, number, result_status, reference_range, create_time)
    select ${tenantId}, task_id, item_id, ${id(sql`row_number() over ()`)}, item_code, item_name, unit, coalesce(number::text, case when is_odd then odd_word else word end), number,
      case when is_odd then odd_status when odd_status is not null then 'normal' end, reference_range, result_time from given returning 1),
  judged as materialized (
    select task_id, jsonb_object_agg(item_id::text, coalesce(number::text, case when is_odd then odd_word else word end)) as "values", case when bool_or(is_odd) then 2 when min(outcome) = 3 then 3 else 1 end as result,
      coalesce(jsonb_agg(jsonb_build_object('name', item_name, 'confidence', 'high', 'isReported', 1)) filter (where is_odd and is_found), '[]') as findings from given group by task_id),
  outcome as materialized (select k.*, j."values", j.result, j.findings, case when k.is_again then 2 else 1 end as no from told k join judged j on j.task_id = k.id),
  into_version as (
    insert into lab_result_version (tenant_id, task_id, no, round, source, file_id, line, "values", metrics, findings, detection_result, author_id, author_name, superseded_by, create_time)
    select ${tenantId}, o.id, o.no, o.no, ${hasFiles ? 1 : 2}::int, case when ${hasFiles} then o.sheet_id end, case when ${hasFiles} then o.seq + 1 end, o."values", '{}'::jsonb, o.findings, o.result, ${bench.id}::bigint, ${bench.name}, null::int, o.result_time from outcome o
    union all select ${tenantId}, o.id, 1, 1, 2, null, null, o."values", '{}'::jsonb, '[]'::jsonb, 3, ${bench.id}::bigint, ${bench.name}, 2, o.run_time from outcome o where o.is_again),
  into_finding as (
    insert into lab_finding (tenant_id, id, task_id, name, finding_class, reads, rpm, confidence, is_reported, grams, create_time)
    select ${tenantId}, ${id(sql`row_number() over ()`)}, task_id, item_name, '病原', 400 + task_id % 9000, 20 + task_id % 700, 'high', 1, grams, result_time from given where is_odd and is_found),
  into_round as (
    insert into lab_task_round (tenant_id, task_id, round, kind, reason_code, reason, user_id, user_name, create_time)
    select ${tenantId}, id, 2, 4, 'ABN02', '数据量不足,重新测序', ${bench.id}::bigint, ${bench.name}, run_time from outcome where is_again),
  into_audit as (
    insert into result_audit (tenant_id, id, task_id, result_version, level, result, sign_user_id, sign_user_name, user_id, user_name, create_time)
    select ${tenantId}, ${id(sql`row_number() over ()`)}, a.* from (
      select id, no, 1, 1, ${signer(first)}, ${first.name}, ${first.id}::bigint, ${first.name}, first_time from outcome where state >= 4
      union all select id, no, 2, 1, ${signer(second)}, ${second.name}, ${second.id}::bigint, ${second.name}, second_time from outcome where state >= 5) a),
  into_batch as (
    insert into lab_batch (tenant_id, id, batch, day_number, total_number, operator_id, operator, reviewer_id, reviewer, is_submit, submit_time, batch_kind, line, laboratory_id, panel_group_id, plate_format, create_user, create_user_name,
      update_user_name, create_time, update_time)
    select ${tenantId}, id, batch, day_number, total, ${bench.id}::bigint, ${bench.name}, ${first.id}::bigint, ${first.name}, 1, run_time, 4, line, laboratory_id, panel_group_id, 96, ${bench.id}::bigint, ${bench.name}, ${bench.name}, run_time, run_time from named),
  into_place as (
    insert into lab_batch_place (tenant_id, id, rule_id, seq, well, kind, task_id, round, state, create_time, update_time)
    select ${tenantId}, ${id(sql`row_number() over ()`)}, sheet_id, seq, chr(65 + ((seq - 1) % 8)::int) || lpad(((seq - 1) / 8 + 1)::text, 2, '0'), 1, id, case when is_again and state > 2 then 2 else 1 end, case when state > 2 then 3 else 2 end, run_time, run_time from told),
  into_file as (
    insert into result_file (tenant_id, id, file_name, sha256, panel_group_id, laboratory_id, result_template_id, rule_id, total_count, process_count, read_state, read_result, import_state, import_result, import_time, gate, gate_reasons,
      upload_user_id, upload_user_name, create_time, update_time)
    select ${tenantId}, s.id, s.batch || '.csv', encode(sha256(convert_to(s.batch, 'UTF8')), 'hex'), s.panel_group_id, s.laboratory_id, coalesce((select min(m.id) from result_template m where m.tenant_id = ${tenantId} and m.panel_group_id = s.panel_group_id), 0),
      s.id, s.done, s.done, 2, 1, 2, 1, s.result_time, 3, '[]', ${bench.id}::bigint, ${bench.name}, s.result_time, s.result_time from named s where ${hasFiles} and s.done > 0),
  into_file_row as (
    insert into result_file_row (tenant_id, file_id, line, task_id, code, cells, verdict, errors, warnings, seen_version, decision, done_time)
    select ${tenantId}, o.sheet_id, o.seq + 1, o.id, t.lab_code, (select jsonb_agg(jsonb_build_object('itemId', e.key, 'metric', null, 'title', i.item_name, 'value', e.value #>> '{}', 'fault', null)) from jsonb_each(o."values") e join item_value i on i.item_id = e.key::bigint),
      'ok', '{}', '{}', 0, 'take', o.result_time
    from outcome o join lab_task t on ${ofSpan} and t.id = o.id where ${hasFiles} and o.lab_receive_time > ${now}::timestamptz - interval '30 days'),
  into_task as (
    update lab_task t set task_state = k.state, batch_id = k.sheet_id, round = case when o.is_again then 2 else t.round end, result_version = coalesce(o.no, 0), detection_result = o.result,
      signals = case when o.is_again then '{redo}'::text[] when o.state = 3 and k.chance % 29 = 0 then '{qcLow}'::text[] else '{}'::text[] end,
      check_time_one = case when k.state >= 4 then k.first_time end, check_user_id_one = case when k.state >= 4 then ${first.id}::bigint end, check_user_name_one = case when k.state >= 4 then ${first.name} end,
      check_time_two = case when k.state >= 5 then k.second_time end, check_user_id_two = case when k.state >= 5 then ${second.id}::bigint end, check_user_name_two = case when k.state >= 5 then ${second.name} end,
      update_time = case when k.state >= 5 then k.second_time when k.state = 4 then k.first_time when k.state = 3 then k.result_time else k.run_time end
    from told k left join outcome o on o.id = k.id where ${ofSpan} and t.id = k.id)
  select (select count(*) from told)::int as tasks, (select count(*) from into_result)::int as "values"`;
}

/** What was decided about the span's ended tasks: two in three were stopped, the others replaced by another tube. */
export function bulkRecordsSql({ tenantId, digit, from, to, base, bench }: BulkSpan): SQL {
  return sql`insert into lab_process_record (tenant_id, id, kind, task_ids, sample_id, sample_code, lab_code, requisition_id, requisition_code, laboratory_id, commodity_ids, send_sample_client_id, reason_code, reason, states_before,
      is_billable, notify, state, closer_id, closer_name, close_reason, close_time, create_user, create_user_name, create_time, update_time)
    select t.tenant_id, ${base}::bigint + row_number() over (order by t.id), case when t.id % 3 < 2 then 1 else 2 end, array[t.id], t.sample_id, t.sample_code, t.lab_code, t.requisition_id, t.requisition_code, t.laboratory_id, t.commodity_ids,
      s.send_sample_client_id, case when t.id % 3 < 2 then 'STP01' else 'ABN01' end, case when t.id % 3 < 2 then '送检方要求终止' else '样本量不足,请重新采样' end, jsonb_build_object(t.id::text, 1), case when t.id % 3 < 2 then 0 end,
      case when t.id % 3 < 2 then null else 1 end, case when t.id % 3 < 2 then 1 else 3 end, case when t.id % 3 < 2 then null else ${bench.id}::bigint end, case when t.id % 3 < 2 then null else ${bench.name} end,
      case when t.id % 3 < 2 then null else '重采样本已接收' end, case when t.id % 3 < 2 then null else t.lab_receive_time + interval '6 hours' end, ${bench.id}::bigint, ${bench.name}, t.lab_receive_time + interval '5 hours', t.lab_receive_time + interval '6 hours'
    from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id
    where t.tenant_id = ${tenantId} and t.lab_receive_time >= ${from}::timestamptz and t.lab_receive_time < ${to}::timestamptz and t.task_state = 7 and t.sample_code like ${`${digit}%`}
      and not exists (select 1 from lab_process_record p where p.tenant_id = t.tenant_id and p.sample_id = t.sample_id)`;
}

/** The span's tasks whose reports went out half an hour to ten hours after their second audit, of one in eight after it was due; the reports themselves are not made, and a task stands for its own. */
export const issuedSql = ({ tenantId, digit, from, to, now }: Pick<BulkSpan, 'tenantId' | 'digit' | 'from' | 'to' | 'now'>): SQL =>
  sql`select t.id::text as task_id, t.id::text as report_id, t.requisition_id::text as requisition_id, t.sample_id::text as sample_id, t.lab_code, t.laboratory_id::text as laboratory_id, s.contract_laboratory_id::text as contract_laboratory_id,
      s.send_sample_client_id::text as send_sample_client_id, t.panel_group_id::text as panel_group_id, t.panel_ids::text[] as panel_ids, t.commodity_ids::text[] as commodity_ids,
      q.sampling_time, s.receive_time, t.lab_receive_time, t.check_time_two as second_audit_time,
      least(case when hashtext(t.sample_code) & 7 = 0 then greatest(t.check_time_two, t.external_due_time) else t.check_time_two end + make_interval(mins => 30 + (hashtext(t.sample_code) & 1023) % 570), ${now}::timestamptz) as report_time, t.begin_node::int as begin_node, t.date_model::int as date_model,
      t.internal_test_cycle, t.external_test_cycle, t.internal_due_time, t.external_due_time, t.due_steps
    from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id join requisition q on q.tenant_id = t.tenant_id and q.id = t.requisition_id
    where t.tenant_id = ${tenantId} and t.lab_receive_time >= ${from}::timestamptz and t.lab_receive_time < ${to}::timestamptz and t.task_state = ${taskState.issued} and t.check_time_two is not null
      and t.sample_code like ${`${digit}%`} and not exists (select 1 from report_period p where p.tenant_id = t.tenant_id and p.task_id = t.id)`;
