import { sql, type SQL } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { incompleteContracts, incompleteReports, type IncompleteRow } from '#domain/report/search/incompleteReports.ts';
import { reportState } from '#domain/report/reportState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { codeFilter, holdsFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import { conditionOfListing, defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { faultWords } from '#server/report/config/faultWords.ts';
import { nameOf, requisitionsNamed } from '#server/spine/names.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { inPanelGroups, panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { incompleteOwnerSql, incompleteReasonSql } from './incompleteReason.ts';

const unconfigured = Object.values(faultWords).map(([zh]) => zh);
const reason = incompleteReasonSql({
  labStatus: sql`s.lab_status`,
  taskState: sql`t.task_state`,
  round: sql`t.round`,
  isDelayed: sql`t.promised_time is not null`,
  reportState: sql`o.state`,
  isUnconfigured: sql`o.fault ->> 0 = ${anyText(unconfigured)}`,
});
const raw = (...codes: readonly number[]): SQL => sql.raw(codes.join(', '));
/** The tube's own commodities where the laboratory has no task of it. */
const commodityNames = sql`coalesce((select string_agg(c.commodity_name, '、' order by c.id) from commodity c where c.tenant_id = s.tenant_id and c.id = any(
  coalesce(t.commodity_ids, array(select i.commodity_id from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state <> ${raw(itemState.cancelled)})))), '')`;

/** A code of the tube or its requisition, found by its own index. */
const ofTube =
  (name: string, column: SQL) =>
  ({ query, user }: AskedListing): SQL | undefined => {
    const found = codeFilter(query, name, column);
    return found && sql`s.id in (select n.id from sample n where n.tenant_id = ${user.tenantId} and ${found})`;
  };

const listing: Listing<IncompleteRow> = {
  columns: {
    rowId: sql`coalesce(t.id, s.id)`,
    incompleteReason: reason,
    incompleteOwner: incompleteOwnerSql(reason),
    labCode: sql`coalesce(t.lab_code, s.lab_code)`,
    sampleCode: sql`s.sample_code`,
    requisitionCode: sql`s.requisition_code`,
    personName: patientShown.name(sql`(select q.person_name from requisition q where q.tenant_id = s.tenant_id and q.id = s.requisition_id)`),
    panelGroupName: sql`(select n.panel_group_name from panel_group n where n.tenant_id = t.tenant_id and n.id = t.panel_group_id)`,
    commodityNames,
    sendSampleClientName: nameOf.client('s'),
    laboratoryName: nameOf.testingLaboratory('s'),
    labStatus: sql`s.lab_status`,
    isUrgent: sql`coalesce(t.is_urgent, 0)`,
    receiveTime: sql`s.receive_time`,
    receiveServerTime: sql`s.create_time`,
    dueTime: sql`t.external_due_time`,
    promisedTime: sql`t.promised_time`,
    isOverdue: ({ now }) => sql`case when t.external_due_time < ${now}::timestamptz then 1 else 0 end`,
    age: ({ now }) => sql`greatest(0, floor(extract(epoch from ${now}::timestamptz - s.receive_time) / 60))::int`,
  },
  // Tubes that have no task yet stand for themselves; a spare follows its tube.
  from: sql`sample s left join lab_task t on t.tenant_id = s.tenant_id and t.sample_id = s.id and t.task_state <> ${raw(taskState.voided)}
    left join lateral (select r.state, r.fault from report_task x join report r on r.tenant_id = x.tenant_id and r.id = x.report_id
      where t.task_state in (${raw(taskState.audited, taskState.issued)}) and x.tenant_id = t.tenant_id and x.task_id = t.id
        and r.report_kind in (${raw(reportKind.regular, reportKind.custom)}) order by r.id limit 1) o on true`,
  where: async ({ db, user }) => {
    const [laboratories, groups] = [await laboratoriesOf(db, user), await panelGroupsOf(db, user)];
    const contract = inLaboratories(sql`s.contract_laboratory_id`, laboratories);
    const executing = inLaboratories(sql`s.execute_laboratory_id`, laboratories);
    const ofGroup = inPanelGroups(sql`t.panel_group_id`, groups);
    const correcting = sql`array(select k.sample_id from report r join report_task x on x.tenant_id = r.tenant_id and x.report_id = r.id
      join lab_task k on k.tenant_id = x.tenant_id and k.id = x.task_id where r.tenant_id = ${user.tenantId} and r.state = ${raw(reportState.recalling)})`;
    return [
      sql`s.tenant_id = ${user.tenantId}`,
      sql`(s.lab_status < ${raw(labStatus.issued)} or s.id = any(${correcting}))`,
      sql`s.primary_sample_id is null`,
      contract && executing && sql`(${contract} or ${executing})`,
      ofGroup && sql`(t.id is null or ${ofGroup})`,
      // What is stopped, or out and stands, waits for nothing.
      sql`(t.id is null or t.task_state not in (${raw(taskState.issued, taskState.stopped)}) or (t.task_state = ${raw(taskState.issued)} and o.state = ${raw(reportState.recalling)}))`,
    ];
  },
  searchedIn: {
    sampleCode: ofTube('sampleCode', sql`n.sample_code`),
    requisitionCode: ofTube('requisitionCode', sql`n.requisition_code`),
    labCode: ofTube('labCode', sql`n.lab_code`),
    personName: ({ query, user }) => {
      const named = requisitionsNamed({ user }, parameter(query, 'personName'));
      return named && sql`s.requisition_id in ${named}`;
    },
    panelGroupId: sql`t.panel_group_id`,
    commodityId: ({ query }) => holdsFilter(query, 'commodityId', sql`t.commodity_ids`),
    sendSampleClientId: sql`s.send_sample_client_id`,
    laboratoryId: sql`s.execute_laboratory_id`,
  },
  order: sql`t.external_due_time asc nulls last, s.receive_time, s.id, t.id`,
  indexes: ['sample_unreported_ix', 'lab_task_group_uq', 'report_task_task_ix', 'report_open_ix', 'sample_code_uq', 'sample_lab_code_uq'],
};
export const servedIncomplete = defineListing(incompleteReports, listing);

export const incompleteCalls: readonly Call[] = serveCalls(incompleteContracts, {
  'GET search/incompleteReport/counts': {
    /** Of the same list, whatever reason of it is shown. */
    async handle({ db, user, query, now, request }) {
      const asked: AskedListing = { db, user, query: { ...query, incompleteReason: '' }, now, request };
      const condition = await conditionOfListing(incompleteReports, listing, asked);
      return readRows(
        db,
        sql`select ${reason} as incomplete_reason, count(*)::int as count, (count(*) filter (where t.external_due_time < ${now}::timestamptz))::int as overdue_count
          from ${listing.from} where ${condition} group by 1 order by 1`,
      );
    },
  },
});
