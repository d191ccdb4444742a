import { sql, type SQL } from 'drizzle-orm';
import { normalCode } from '#domain/sample/codeText.ts';
import { defineView, type View } from '#server/kernel/resource/views.ts';

const applySelect = (more: string, which: string): string => `select a.id, a.tenant_id, ${more}, a.quantity, a.first_code, a.last_code,
    j.done_count as printed_count, j.state as job_state, j.style_name, a.remark, a.create_user_name, a.create_time, a.print_id::text as print_id
  from code_apply a join print_job j on j.tenant_id = a.tenant_id and j.id = a.print_id where a.code_type ${which}`;
/** The requisition whose tube carries the first code of a job, so that a row names a person where there is one yet. */
const carrier = `(case j.code_type when 1 then (select q.id from requisition q where q.tenant_id = j.tenant_id and q.requisition_code = j.codes[1])
    when 2 then coalesce((select t.requisition_id from sample t where t.tenant_id = j.tenant_id and t.sample_code = j.codes[1]),
      (select t.requisition_id from sample_code_change c join sample t on t.tenant_id = c.tenant_id and t.id = c.sample_id where c.tenant_id = j.tenant_id and c.old_code = j.codes[1]))
    else (select t.requisition_id from sample t where t.tenant_id = j.tenant_id and t.lab_code = j.codes[1]) end)`;
/** Enough to tell two people apart, too little to use. */
const masked = (column: string, ends: number): string => `left(${column}, ${ends}) || '****' || right(${column}, 4)`;
const reprintSelect = (
  more: string,
  which: string,
): string => `select j.id, j.tenant_id, ${more}, j.codes, j.old_codes, j.codes[1] as requisition_code, j.old_codes[1] as old_requisition_code,
    q.person_name, ${masked('q.credential_no', 3)} as id_card, ${masked('q.telephone', 3)} as contact_number, q.sampling_time, q.receive_time, q.create_time as receive_server_time,
    (select string_agg(to_char(p.begin_time, 'YYYY-MM-DD HH24:MI') || ' ' || p.user_name || ' ×' || p.label_count, ';' order by p.id)
      from print_run p where p.tenant_id = j.tenant_id and p.print_id = j.id) as daily_records,
    j.total_count, j.done_count, j.kind as job_kind, j.state as job_state, j.reason, j.create_user_name as creator, j.create_time
  from print_job j join code_apply a on a.tenant_id = j.tenant_id and a.id = j.apply_id left join requisition q on q.tenant_id = j.tenant_id and q.id = ${carrier}
  where j.kind > 1 and j.code_type ${which}`;

/** A job is found by any of its codes, old or new, and by any code of a tube that carries one of them. */
function anyCodeOf(typed: string, tenantId: string): SQL {
  const code = normalCode(typed);
  const tubes = (which: SQL): SQL =>
    sql`select array[t.requisition_code, t.sample_code, t.lab_code] || array(select c.old_code from sample_code_change c where c.tenant_id = t.tenant_id and c.sample_id = t.id) as known from sample t where t.tenant_id = ${tenantId} and ${which}`;
  return sql`(array_cat(r.codes, r.old_codes) && array(select unnest(array[${code}]::text[] || found.known) from (
    select null::text[] as known union all ${tubes(sql`t.sample_code = ${code}`)} union all ${tubes(sql`t.requisition_code = ${code}`)}
    union all ${tubes(sql`t.id in (select c.sample_id from sample_code_change c where c.tenant_id = ${tenantId} and c.old_code = ${code})`)}
    union all ${tubes(sql`t.lab_code = ${code}`)} union all ${tubes(sql`t.test_tube_number = ${code}`)}
    union all ${tubes(sql`t.requisition_id in (select q.id from requisition q where q.tenant_id = ${tenantId} and q.hospital_code = ${code})`)}) found))`;
}
const foundByAnyCode = { find: { requisitionCode: anyCodeOf } };

/** The SELECTs of the code area's listings; lab codes are of type 3. */
export const codeViews: readonly View[] = [
  defineView({ name: 'sampleCodeApply', select: applySelect('a.send_sample_client_id, a.code_type', '<> 3') }),
  defineView({ name: 'labCodeApply', select: applySelect('a.laboratory_id', '= 3') }),
  defineView({
    name: 'sampleCodeReprint',
    isOpenWithoutLaboratory: true,
    ...foundByAnyCode,
    select: reprintSelect('a.send_sample_client_id, q.contract_laboratory_id as laboratory_id', '<> 3'),
  }),
  defineView({ name: 'labCodeReprint', ...foundByAnyCode, select: reprintSelect('a.laboratory_id', '= 3') }),
  defineView({
    name: 'labCode',
    // A code stands once for ever: it names its row.
    isIdText: true,
    select: `select u.code as id, u.tenant_id, u.code as lab_code, s.laboratory_id, u.state as label_state, u.bound_to as sample_code,
      u.print_count, u.print_time, u.user_name, u.spoil_reason
    from number_use u join number_segment s on s.tenant_id = u.tenant_id and s.id = u.segment_id and s.code_type = 3`,
  }),
  defineView({
    name: 'printRun',
    select: `select p.id, p.tenant_id, p.first_code, p.last_code, p.label_count, p.code_type, p.kind as job_kind, p.channel, p.outcome as run_outcome, p.reason,
      p.user_name, p.device_id, p.laboratory_id, p.begin_time, p.end_time from print_run p`,
  }),
];
