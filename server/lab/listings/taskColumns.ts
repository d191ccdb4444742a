import { sql } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { maskedToAll, patientShown } from '#server/kernel/core/patients.ts';
import { nameOf } from '#server/spine/names.ts';
import { labReceiveServerTime } from '#server/spine/serverTimes.ts';
import { orderedStep } from '#server/spine/tasks/loadTasks.ts';
import { commodityNames } from '#server/storage/sqlParts.ts';

/** What the columns of a task (alias t) need: its tube s, its requisition r, the sending client k. */
export const taskJoins = sql`join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id
  left join send_sample_client k on k.tenant_id = s.tenant_id and k.id = s.send_sample_client_id`;

/** The report a task's tube was given: by its line, while it stands. */
const issuedAt = sql`(select max(a.create_time) from sample_act a where a.tenant_id = t.tenant_id and a.sample_id = t.sample_id and a.to_status = ${labStatus.issued})`;
/** What its reports are headed with: the client's title, else the house's. */
export const reportTitleOf = sql`(select n.title_name from report_title n where n.tenant_id = s.tenant_id and n.is_deleted = 0 and n.is_default = 1
  and (n.send_sample_client_id = s.send_sample_client_id or n.send_sample_client_id is null) order by n.send_sample_client_id nulls last limit 1)`;

/** Columns of a task for its lists; aliases of `taskJoins`. */
export const taskColumns = {
  taskId: sql`t.id`,
  sampleId: sql`t.sample_id`,
  labCode: sql`t.lab_code`,
  sampleCode: sql`t.sample_code`,
  requisitionCode: sql`t.requisition_code`,
  hospitalCode: sql`r.hospital_code`,
  personName: patientShown.name(sql`r.person_name`),
  sex: sql`r.sex`,
  age: sql`r.age::int`,
  /** As in the search of codes: never whole. */
  contactNumber: maskedToAll(patientShown.telephone(sql`r.telephone`)),
  sampleClassName: nameOf.sampleClass('s'),
  commodityNames: commodityNames(sql`t.tenant_id`, sql`t.commodity_ids`),
  panelGroupName: sql`(select n.panel_group_name from panel_group n where n.tenant_id = t.tenant_id and n.id = t.panel_group_id)`,
  panelNames: sql`coalesce((select string_agg(n.panel_name, '、' order by array_position(t.panel_ids, n.id)) from panel n where n.tenant_id = t.tenant_id and n.id = any(t.panel_ids)), '')`,
  sendSampleClientName: sql`k.client_name`,
  agentName: sql`(select n.client_name from client n where n.tenant_id = k.tenant_id and n.id = k.agent_customer_id)`,
  laboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = t.tenant_id and n.id = t.laboratory_id)`,
  contractLaboratoryName: nameOf.laboratory('s'),
  labStatus: sql`s.lab_status`,
  taskState: sql`t.task_state`,
  nextStep: orderedStep,
  detectionResult: sql`t.detection_result`,
  infoConfirm: sql`case when r.settled_time is null then 0 else 1 end`,
  isUrgent: sql`t.is_urgent`,
  batch: sql`(select n.batch from lab_batch n where n.tenant_id = t.tenant_id and n.id = t.batch_id)`,
  samplingTime: sql`r.sampling_time`,
  receiveTime: sql`s.receive_time`,
  receiveServerTime: sql`s.create_time`,
  labReceiveTime: sql`t.lab_receive_time`,
  labReceiveServerTime,
  externalDueTime: sql`t.external_due_time`,
  checkTimeOne: sql`t.check_time_one`,
  checkTimeTwo: sql`t.check_time_two`,
  reportTime: sql`case when t.task_state = ${taskState.issued} then ${issuedAt} end`,
  reportTitle: reportTitleOf,
  receiveRemark: sql`r.receive_remark`,
} as const;
