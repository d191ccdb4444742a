import { sql } from 'drizzle-orm';
import { executeType } from '#domain/base/executeType.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { contentParts, factsOfBlock, type ReportContent } from '#domain/report/reportContent.ts';
import { reportState, reportVersionState } from '#domain/report/reportState.ts';
import type { AskedChange, ChangedCommodity, ChangedReport, ChangedTask, ChangedTube, ChangeFacts } from '#domain/sample/change/changeFacts.ts';
import { entryState, type EntryState } from '#domain/sample/entryState.ts';
import type { FormKey } from '#domain/sample/rules/entryForm.ts';
import { receptionFields } from '#domain/sample/rules/summaryFields.ts';
import { settledOf } from '#server/spine/bill/settledOf.ts';
import { isEntrusted, isSentOut } from '#server/spine/entrusted.ts';
import { lockRequisitions, lockTubesOf, requireToUse } from '#server/spine/loading.ts';
import { sightOf } from '#server/spine/sight.ts';
import { isPlaced } from '#server/spine/tasks/leaveTasks.ts';
import { loadTasks } from '#server/spine/tasks/loadTasks.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { together } from '#server/storage/together.ts';
import type { Tx } from '#server/storage/tx.ts';
import { commoditiesOf, sampleClassesOf } from '../masterRows.ts';

type Json = Readonly<Record<string, unknown>>;
export interface ChangedRow {
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly contractLaboratoryId: string | null;
  readonly sendSampleClientId: string | null;
  readonly entryForm: FormKey;
  readonly isDoubleEntry: number;
  readonly isDoubleByClient: number;
  readonly entryState: EntryState;
  readonly receiveTime: string;
  readonly commodityIds: readonly string[];
  readonly reception: Json;
  readonly detail: Json | null;
  readonly hasPass: boolean;
}
export interface TubeAtLab extends ChangedTube {
  readonly labCode: string | null;
  readonly labReceiveTime: string | null;
  readonly laboratoryId: string | null;
  readonly sampleClassId: string | null;
}
/** The facts of a change with the rows they were read from. */
export interface LoadedChange {
  readonly row: ChangedRow;
  readonly tubes: readonly TubeAtLab[];
  readonly facts: ChangeFacts;
}

const rowColumns = sql`r.id::text as requisition_id, r.requisition_code, r.contract_laboratory_id::text as contract_laboratory_id, r.send_sample_client_id::text as send_sample_client_id,
  r.entry_form, r.is_double_entry::int as is_double_entry, r.entry_state::int as entry_state, r.receive_time, r.commodity_ids::text[] as commodity_ids, r.reception, r.detail,
  (r.first_user_id is not null or r.second_user_id is not null) as has_pass,
  coalesce((select k.is_double_entry from send_sample_client k where k.tenant_id = r.tenant_id and k.id = r.send_sample_client_id), 0)::int as is_double_by_client`;

/** A requisition in sight, without a lock: for a look at what a change would do. Null: there is none. */
export async function seeChange(reader: Reader, user: ActingUser, requisitionCode: string, asked?: AskedChange): Promise<LoadedChange | null> {
  const row = await readRow<ChangedRow>(
    reader,
    sql`select ${rowColumns} from requisition r where ${(await sightOf(reader, user)).requisitions} and r.requisition_code = ${requisitionCode}`,
  );
  return row ? factsOf(reader, user, row, asked) : null;
}

/**
 * The same for an act, locked in everybody's order: the requisition, its tasks, its reports, its tubes. What is asked for must be the person's to
 * use; where reports may be withdrawn their tasks must be in sight, too. Throws NotYours.
 */
export async function lockChange(tx: Tx, user: ActingUser, requisitionCode: string, asked?: AskedChange): Promise<LoadedChange | null> {
  const { tenantId } = user;
  const [row] = await lockRequisitions<ChangedRow>(tx, user, [requisitionCode], rowColumns);
  if (!row) return null;
  if (asked) await requireToUse(tx, user, { commodityIds: asked.addCommodityIds });
  const of = sql`tenant_id = ${tenantId} and requisition_id = ${row.requisitionId}`;
  await tx.execute(sql`select id from lab_task where ${of} order by id for update`);
  await tx.execute(sql`select id from report where ${of} order by id for update`);
  const reported = await readRows<{ taskId: string }>(
    tx,
    sql`select distinct x.task_id::text as task_id from report r join report_task x on x.tenant_id = r.tenant_id and x.report_id = r.id
      where r.tenant_id = ${tenantId} and r.requisition_id = ${row.requisitionId} and r.state = ${reportState.issued}`,
  );
  if (asked && asked.changes.length > 0) await loadTasks(tx, user, { taskIds: reported.map(({ taskId }) => taskId) }, false);
  await lockTubesOf(tx, user, [row.requisitionId], sql`s.id`);
  return factsOf(tx, user, row, asked);
}

async function factsOf(reader: Reader, { tenantId }: ActingUser, row: ChangedRow, asked?: AskedChange): Promise<LoadedChange> {
  const { requisitionId } = row;
  const commodityIds = [...new Set([...row.commodityIds, ...(asked?.addCommodityIds ?? [])])];
  const client = asked?.changes.find(({ field }) => field === 'sendSampleClientId')?.after;
  const [tubes, tasks, reports, commodities, settled, clients] = await together(
    readRows<TubeAtLab>(
      reader,
      sql`select s.id::text as sample_id, s.sample_code, s.lab_status::int as lab_status, s.primary_sample_id::text as primary_sample_id, ${isEntrusted} as is_entrusted, ${isSentOut} as is_sent_out,
          s.lab_code, s.lab_receive_time, coalesce(s.execute_laboratory_id, s.contract_laboratory_id)::text as laboratory_id, s.sample_class_id::text as sample_class_id,
          coalesce((select jsonb_agg(jsonb_build_object('commodityId', i.commodity_id::text, 'itemState', i.item_state, 'handoverId', i.handover_id::text) order by i.id)
            from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id), '[]') as items
        from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId} order by s.id`,
    ),
    readRows<ChangedTask>(
      reader,
      sql`select t.id::text as task_id, t.sample_id::text as sample_id, t.panel_group_id::text as panel_group_id, t.task_state::int as task_state, t.commodity_ids::text[] as commodity_ids,
          coalesce((select g.panel_group_name from panel_group g where g.tenant_id = t.tenant_id and g.id = t.panel_group_id), '') as panel_group_name,
          t.result_version > 0 as has_result,
          ${isPlaced('t')} as is_placed
        from lab_task t where t.tenant_id = ${tenantId} and t.requisition_id = ${requisitionId} and t.task_state <> ${taskState.voided} order by t.id`,
    ),
    reportsOf(reader, tenantId, requisitionId),
    changedCommodities(reader, tenantId, row.contractLaboratoryId, commodityIds),
    settledOf(reader, tenantId, [requisitionId]),
    typeof client === 'string' && /^\d{1,19}$/.test(client)
      ? readRows<{ clientName: string; isDisable: number }>(
          reader,
          sql`select client_name, is_disable::int as is_disable from send_sample_client where tenant_id = ${tenantId} and id = ${client} and is_deleted = 0`,
        )
      : Promise.resolve([]),
  );
  const classes = await sampleClassesOf(reader, tenantId, [...new Set(tubes.flatMap(({ sampleClassId }) => sampleClassId ?? []))]);
  const { entryForm, contractLaboratoryId, requisitionCode, hasPass, receiveTime } = row;
  const facts: ChangeFacts = {
    requisition: {
      requisitionId,
      requisitionCode,
      contractLaboratoryId,
      entryForm,
      hasPass,
      receiveTime,
      isDoubleEntry: row.isDoubleEntry === 1,
      isDoubleByClient: row.isDoubleByClient === 1,
      entryState: row.entryState,
      commodityIds: row.commodityIds,
      isSettled: row.detail !== null && row.entryState === entryState.settled,
      values: standingValues(row),
    },
    tubes,
    tasks,
    reports,
    commodities,
    settled,
    client: clients[0] ?? null,
    sampleClassNames: Object.fromEntries(classes.map(({ classId, className }) => [classId, className])),
  };
  return { row, tubes, facts };
}

/** What stands of a requisition: what was settled, and of reception's own facts what reception says. */
function standingValues({ reception, detail }: ChangedRow): Json {
  const { tubes: _tubes, ...received } = reception;
  const entered = Object.entries(detail ?? {}).filter(([name]) => !receptionFields.includes(name));
  return { ...received, ...Object.fromEntries(entered) };
}

interface ReportRow extends Omit<ChangedReport, 'printed'> {
  readonly content: ReportContent | null;
}
/** The reports of a requisition, with what the version prints that is out or is to be audited. */
async function reportsOf(reader: Reader, tenantId: string, requisitionId: string): Promise<ChangedReport[]> {
  const rows = await readRows<ReportRow>(
    reader,
    sql`select r.id::text as report_id, r.report_no, r.state::int as state, c.content,
        array(select x.task_id::text from report_task x where x.tenant_id = r.tenant_id and x.report_id = r.id order by x.task_id) as task_ids
      from report r left join lateral (select v.* from report_version v where v.tenant_id = r.tenant_id and v.report_id = r.id
          and v.state in (${reportVersionState.issued}, ${reportVersionState.toAudit}) order by v.version_no desc limit 1) w on true
        left join report_template_version c on c.tenant_id = r.tenant_id and c.template_id = w.template_id and c.version_no = w.template_version_no
      where r.tenant_id = ${tenantId} and r.requisition_id = ${requisitionId} order by r.id`,
  );
  return rows.map(({ content, ...report }) => ({ ...report, printed: content && printedFacts(content) }));
}
const printedFacts = (content: ReportContent): readonly string[] => [
  ...new Set(contentParts.flatMap((part) => content[part].flatMap((block) => factsOfBlock(block).printed))),
];

/** The commodities with the panel groups that work on them here: what `makeTasks` makes tasks for. */
async function changedCommodities(
  reader: Reader,
  tenantId: string,
  laboratoryId: string | null,
  ids: readonly string[],
): Promise<ChangedCommodity[]> {
  const [known, groups] = await together(
    commoditiesOf(reader, tenantId, ids),
    readRows<{ commodityId: string; panelGroupIds: string[] }>(
      reader,
      sql`select c.id::text as commodity_id, array_agg(distinct p.panel_group_id::text) as panel_group_ids from commodity c
          left join lateral (select x.execute_laboratory_id from laboratory_commodity x where x.tenant_id = c.tenant_id and x.laboratory_id = ${laboratoryId}::bigint and x.commodity_id = c.id
            and x.is_deleted = 0 order by x.is_disable, x.id limit 1) o on true
          left join laboratory e on e.tenant_id = c.tenant_id and e.id = o.execute_laboratory_id
          join panel p on p.tenant_id = c.tenant_id and p.id = any(c.panel_ids) and p.panel_group_id is not null
        where c.tenant_id = ${tenantId} and c.id = ${anyId(ids)} and c.execute_type = ${executeType.self} and e.execute_type is distinct from ${executeType.outsourced} group by c.id`,
    ),
  );
  const groupsById = new Map(groups.map(({ commodityId, panelGroupIds }) => [commodityId, panelGroupIds]));
  return known.map((commodity) => ({ ...commodity, panelGroupIds: groupsById.get(commodity.commodityId) ?? [] }));
}
