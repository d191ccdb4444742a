import { sql, type SQL } from 'drizzle-orm';
import { labReceiveContracts, labReceiveList, usualReceipts, type LabReceiveTask } from '#domain/lab/listings/labReceive.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { changeStatus, changeType } from '#domain/sample/change/changeChoices.ts';
import { auditChange, forceChange } from '#domain/sample/change/orderChangeActs.ts';
import { uploadImage } from '#domain/sample/requisitionImage.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { words } from '#domain/search/vocabulary.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { neededId, rangeFilter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { custodyOf } from '#server/spine/line.ts';
import { tasksInSight } from '#server/spine/tasks/loadTasks.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { templateFile } from './templateFile.ts';
import { taskColumns, taskJoins } from './taskColumns.ts';
import { inTube, ofTubeOf, searchedInTasks } from './taskSearch.ts';

const { contactNumber: _contact, ...columns } = taskColumns;

/** Issued within a range: by the tube's line, and only of what was received before its end. */
function byReportTime({ query, user }: AskedListing): SQL | undefined {
  const issued = rangeFilter(query, 'reportTime', sql`a.create_time`);
  return (
    issued &&
    sql`t.task_state = ${taskState.issued} and exists (select 1 from sample_act a where a.tenant_id = ${user.tenantId} and a.sample_id = t.sample_id
      and a.to_status = ${labStatus.issued} and ${issued})`
  );
}

const received: Listing<LabReceiveTask> = {
  columns,
  from: sql`lab_task t`,
  joins: taskJoins,
  where: async ({ db, user }) => [await tasksInSight(db, user), sql`t.task_state <> ${taskState.voided}`],
  searchedIn: {
    ...searchedInTasks,
    labStatus: ofTubeOf('labStatus', words.labStatus, sql`s.lab_status`),
    sampleClassId: ofTubeOf('sampleClassId', words.sampleClassId, sql`s.sample_class_id`),
    isInfoConfirmed: ofTubeOf('isInfoConfirmed', words.isInfoConfirmed, columns.infoConfirm),
    receiveTime: inTube('receiveTime', words.receiveTime, sql`s.receive_time`),
    samplingTime: ofTubeOf('samplingTime', words.samplingTime, sql`r.sampling_time`),
    reportTitle: ofTubeOf('reportTitle', words.reportTitle, columns.reportTitle),
    receiveRemark: ofTubeOf('receiveRemark', words.receiveRemark, sql`r.receive_remark`),
    reportTime: byReportTime,
  },
  usual: usualReceipts.applied,
  file: templateFile,
  order: sql`t.lab_receive_time desc, t.id`,
  indexes: ['lab_task_receive_ix', 'lab_task_laboratory_ix', 'lab_task_lab_code_ix', 'sample_code_uq', 'requisition_code_uq'],
};
export const servedLabReceive = defineListing(labReceiveList, received);

/** The tube of a call, which has a task in the asker's sight; 404 where it has none. */
export async function tubeInSight({
  db,
  user,
  query,
}: Pick<CallContext<AskedListing['query']>, 'db' | 'user' | 'query'>): Promise<{ id: string; requisitionCode: string }> {
  const tube = await readRow<{ id: string; requisitionCode: string }>(
    db,
    sql`select s.id, s.requisition_code from sample s where s.tenant_id = ${user.tenantId} and s.id = ${neededId(query, 'sampleId')}
      and exists (select 1 from lab_task t where t.sample_id = s.id and ${await tasksInSight(db, user)})`,
  );
  if (!tube) throw new UserError(404, ['没有此样本', 'No such sample'], { refusal: 'sample.unknown' });
  return tube;
}

/** Names of commodities of an order change (alias c). */
const changedNames = (ids: SQL): SQL =>
  sql`coalesce((select array_agg(k.commodity_name order by k.id) from commodity k where k.tenant_id = c.tenant_id and k.id = any(${ids})), '{}')`;

export const labReceiveCalls: readonly Call[] = serveCalls(labReceiveContracts, {
  'GET search/labReceive/sampleProcess': {
    async handle(context) {
      const { db, user } = context;
      const { id } = await tubeInSight(context);
      // Pictures hang on the requisition and may come before the tube.
      const pictures = sql`select p.create_time as at, null::timestamptz as server_time, ${uploadImage.name} as what, null::int as from_status, null::int as to_status,
          p.upload_user_name as by, null::text as desk, null::text as why, p.id from sample s
        join requisition_image p on p.tenant_id = s.tenant_id and p.requisition_code = s.requisition_code and p.is_deleted = 0
        where s.tenant_id = ${user.tenantId} and s.id = ${id}`;
      return readRows(
        db,
        sql`select a.at, a.server_time, a.what, a.from_status, a.to_status, a.by, a.desk, a.why
          from (${custodyOf(user.tenantId, id)} union all ${pictures}) a order by a.at, a.id`,
      );
    },
  },
  /** By the audit trail, which tells of each amendment what came and what went, and by the changes that were audited. */
  'GET search/labReceive/projectChange': {
    async handle(context) {
      const { db, user } = context;
      const { requisitionCode } = await tubeInSight(context);
      const named = (key: string): SQL =>
        sql`coalesce((select array_agg(c.commodity_name order by c.id) from jsonb_array_elements_text(e.after -> ${key}) x join commodity c on c.tenant_id = e.tenant_id and c.id = x::bigint), '{}')`;
      return readRows(
        db,
        sql`select p.at, p.what, p.by, p.added, p.removed, p.reason from (select coalesce(e.occurred_at, e.create_time) as at, e.action as what, e.user_name as by, ${named('added')} as added, ${named('removed')} as removed, e.reason
          from audit_entry e where e.tenant_id = ${user.tenantId} and e.subject = ${requisitionCode}
            and jsonb_typeof(e.after -> 'added') = 'array' and jsonb_typeof(e.after -> 'removed') = 'array'
          union all select c.action_time, case c.audit_status when ${changeStatus.forced} then ${forceChange.name} else ${auditChange.name} end, c.action_user_name,
            ${changedNames(sql`c.add_commodity_ids`)}, ${changedNames(sql`c.remove_commodity_ids`)}, c.apply_reason from order_change c
          where c.tenant_id = ${user.tenantId} and c.requisition_code = ${requisitionCode} and c.audit_status in (${changeStatus.passed}, ${changeStatus.forced}) and c.apply_type = ${changeType.items}) p
          order by p.at`,
      );
    },
  },
});
