import { defineView, type View } from '#server/kernel/views.ts';

const applySelect = (more: string, which: string): string => `select a.id, a.tenant_id, ${more}, a.quantity, a.first_code, a.last_code,
    j.done_count as printed_count, j.state as job_state, j.style_name, a.remark, a.create_user_name, a.create_time, a.print_id::text as print_id
  from code_apply a join print_job j on j.tenant_id = a.tenant_id and j.id = a.print_id where a.code_type ${which}`;
const reprintSelect = (
  more: string,
  which: string,
): string => `select j.id, j.tenant_id, ${more}, j.codes[1] as requisition_code, j.old_codes[1] as old_requisition_code,
    j.total_count, j.done_count, j.kind as job_kind, j.state as job_state, j.reason, j.create_user_name as creator, j.create_time
  from print_job j join code_apply a on a.tenant_id = j.tenant_id and a.id = j.apply_id where j.kind > 1 and j.code_type ${which}`;

/** The SELECTs of the code area's listings; lab codes are of type 3. */
export const codeViews: readonly View[] = [
  defineView({ name: 'sampleCodeApply', select: applySelect('a.send_sample_client_id, a.code_type', '<> 3') }),
  defineView({ name: 'labCodeApply', select: applySelect('a.laboratory_id', '= 3') }),
  defineView({ name: 'sampleCodeReprint', select: reprintSelect('a.send_sample_client_id', '<> 3') }),
  defineView({ name: 'labCodeReprint', select: reprintSelect('a.laboratory_id', '= 3') }),
  defineView({
    name: 'labCode',
    // A code stands once for ever: it names its row.
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
