import { sql, type SQL } from 'drizzle-orm';
import { deskOwner } from '#domain/sample/reject/rejectChoices.ts';

const rowsOf = (table: string, as: string, where = 'true'): SQL =>
  sql.raw(`select id::text as ${as} from ${table} where tenant_id = '000000' and ${where} order by id desc limit 12`);
const codes = sql.raw(`select code as code from region limit 3`);
const tenants = sql.raw(`select tenant_id as id from tenant limit 3`);
const clients = sql.raw(`select client_id as id from auth_client limit 3`);
const runs = rowsOf('flow_instance', 'process_instance_id');
const photosOf = (...owners: readonly number[]): SQL =>
  sql.raw(
    `select owner_id::text as id, id::text as photo_id from case_photo where tenant_id = '000000' and owner_type in (${owners.join()}) order by id desc limit 12`,
  );
const users = sql.raw(`select account, real_name from user_account where tenant_id = '000000' limit 3`);

/** What calls are asked with that no list names: rows that stand after all acts, under the parameters that say them. */
export const askedWith: Readonly<Record<string, SQL>> = {
  'base/pricePolicy/detail': rowsOf('price_policy', 'id', 'is_deleted = 0'),
  'base/sign-user/detail': sql.raw(`select user_id::text as user_id from sign_user where tenant_id = '000000' limit 3`),
  'code/print/get-lab': rowsOf('print_job', 'print_id'),
  'sample/offline/device-numbers': sql.raw(
    `select d.device_id, k.kind from device d cross join (values ('gaps'), ('acts'), ('explained')) k (kind) where d.tenant_id = '000000' order by d.device_id limit 12`,
  ),
  'sample/offline/device-state': sql.raw(`select device_id from device where tenant_id = '000000' limit 12`),
  'sample/enter-info/get-summary-info-by-customer-info-id': rowsOf('requisition', 'customer_info_id'),
  'sample/enter-info/arbitration-detail': sql.raw(
    `select r.requisition_code from entry_comparison c join requisition r on r.tenant_id = c.tenant_id and r.id = c.requisition_id where c.tenant_id = '000000' order by c.id desc limit 40`,
  ),
  'sample/offline/worklist-total': sql.raw(`select name from (values ('entry1'), ('entry2'), ('handover'), ('labReceive')) n (name)`),
  'lab/lab-batch/place-check': sql.raw(
    `select t.lab_code as code, b.laboratory_id::text as laboratory_id, b.panel_group_id::text as panel_group_id, b.batch_kind::text as batch_kind
      from lab_batch b join lab_task t on t.tenant_id = b.tenant_id and t.panel_group_id = b.panel_group_id where b.tenant_id = '000000' and t.lab_code is not null limit 12`,
  ),
  'lab/result/entry-sheet': sql.raw(
    `select lab_code as code from lab_task where tenant_id = '000000' and lab_code is not null order by id desc limit 40`,
  ),
  'lab/lab-process/registration-check': sql.raw(
    `select t.lab_code, k.kind::text as kind from lab_task t cross join (select distinct kind from lab_process_record) k where t.tenant_id = '000000' and t.lab_code is not null limit 12`,
  ),
  'lab/lab-process/evidence': rowsOf('lab_process_record', 'id', 'close_file_id is not null'),
  'report/report-template/detail': rowsOf('report_template', 'id'),
  'report/release-criterion/replay': rowsOf('release_criterion', 'criterion_id', 'is_deleted = 0'),
  'bill/excludeSendSampleClient/counts': rowsOf('send_sample_client', 'send_sample_client_ids'),
  'search/billSync/billSyncBarCode': rowsOf('bill_item', 'bill_item_id'),
  'desk/notice/detail': rowsOf('notice', 'id'),
  'desk/process/leave/detail': rowsOf('process_leave', 'business_id'),
  'flow/process/diagram-view': runs,
  'flow/process/history-flow-list': runs,
  'flow/process/model-view': runs,
  'flow/process/resource-view': runs,
  'sample/abnormal-registration/photo': photosOf(deskOwner.abnormal),
  'sample/reject-record/photo': photosOf(deskOwner.rejection),
  'system/topmenu/detail': sql.raw(`select 'work' as id`),
  'system/data-scope/detail': rowsOf('laboratory', 'id', 'is_deleted = 0'),
  'system/tenant/detail': tenants,
  'system/tenant/history': tenants,
  'system/region/detail': codes,
  'system/region/history': codes,
  'system/param/value': sql.raw(`select param_key from param where tenant_id = '000000' limit 3`),
  'system/client/detail': clients,
  'system/client/history': clients,
  'system/user/export-user': users,
  'user/export-user': users,
  'system/saved-view/list': sql.raw(`select '/search/customerSearch' as screen`),
  'desk/notice/list': sql.raw(`select '1' as current`),
  'desk/notice/my-list': sql.raw(`select '1' as current`),
  'op/op-interface/health': rowsOf('op_interface', 'interface_id', 'is_deleted = 0'),
};

/** Calls that no row of the walk's house answers: what they tell of is made by a job, a file or a process that no act of it begins. */
export const unanswered: readonly string[] = [
  'base/commodity-qualified/get-process-result',
  'base/signature/image',
  'bill/billEmail/file',
  'bill/checkQuery/customerQuery-file',
  'bill/checkQuery/customerQuery-result',
  'lab/lab-task/receive-status',
  'lab/result-file/plate',
  'log/error/detail',
  'op/interface-logs/replay-status',
  'op/tencent-api/getBIToken',
  'report/report-audit/download-file',
  'report/report-audit/get-generate-result',
  'sample/enter-info/import-status',
  'sample/offline/kept/detail',
  'system/api-scope/detail',
  'system/my-export/download',
];
