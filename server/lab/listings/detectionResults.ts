import { sql, type SQL } from 'drizzle-orm';
import {
  detectionResults,
  itemColumn,
  mostItems,
  resultLayout,
  resultTable,
  statusMark,
  type DetectionResultRow,
  type ResultTableRow,
} from '#domain/lab/listings/detectionResult.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { resultStatus, words } from '#domain/search/vocabulary.ts';
import { malformed, UserError } from '#server/kernel/core/answers.ts';
import type { ListSource } from '#server/kernel/export/listSources.ts';
import { idFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import type { WireRow } from '#server/kernel/resource/resourceRead.ts';
import { conditionOfListing, defineListing, sourceOfListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { tasksInSight } from '#server/spine/tasks/loadTasks.ts';
import { readRows } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { taskColumns, taskJoins } from './taskColumns.ts';
import { inTube, ofTubeOf, searchedInTasks } from './taskSearch.ts';

/** Which values (alias x) are asked for. */
function itemsAsked(query: Query): SQL {
  const status = parameter(query, 'resultStatus');
  if (status !== '' && !resultStatus.labelOf(status)) throw malformed('resultStatus');
  return allOf([idFilter(query, 'itemId', sql`x.item_id`), status !== '' && sql`x.result_status = ${status}`]);
}
const shortName = sql`(select n.item_short_name from item n where n.tenant_id = x.tenant_id and n.id = x.item_id)`;

const { taskId, labCode, sampleCode, requisitionCode, personName, contactNumber, sendSampleClientName, agentName, panelGroupName } = taskColumns;
const { detectionResult, taskState, receiveTime, receiveServerTime, checkTimeOne, checkTimeTwo, reportTitle, panelNames } = taskColumns;
const { labReceiveTime, labReceiveServerTime } = taskColumns;
const ofTask = {
  taskId,
  labCode,
  sampleCode,
  requisitionCode,
  personName,
  contactNumber,
  sendSampleClientName,
  agentName,
  panelGroupName,
  detectionResult,
  taskState,
  receiveTime,
  receiveServerTime,
  labReceiveTime,
  labReceiveServerTime,
  checkTimeOne,
  checkTimeTwo,
  reportTitle,
};
const searchedIn = {
  ...searchedInTasks,
  receiveTime: inTube('receiveTime', words.receiveTime, sql`s.receive_time`),
  reportTitle: ofTubeOf('reportTitle', words.reportTitle, reportTitle),
  itemId: () => undefined,
  resultStatus: () => undefined,
};
const indexes = ['lab_task_receive_ix', 'lab_task_laboratory_ix', 'lab_result_pk'];

const table: Listing<ResultTableRow> = {
  columns: {
    ...ofTask,
    panelNames,
    items: ({
      query,
    }) => sql`(select jsonb_agg(jsonb_build_object('itemId', x.item_id::text, 'itemName', x.item_name, 'itemShortName', ${shortName}, 'values', x.value, 'resultStatus', x.result_status)
      order by x.item_code, x.item_id) from lab_result x where x.tenant_id = t.tenant_id and x.task_id = t.id and ${itemsAsked(query)})`,
  },
  from: sql`lab_task t`,
  joins: taskJoins,
  where: async ({ db, user, query }) => [
    await tasksInSight(db, user),
    sql`exists (select 1 from lab_result x where x.tenant_id = t.tenant_id and x.task_id = t.id and ${itemsAsked(query)})`,
  ],
  searchedIn,
  order: sql`t.lab_receive_time desc, t.id`,
  indexes,
};

/** The filtered results with a column for each item; more items than a table can be read with are refused. */
async function tableFile(asked: AskedListing): Promise<ListSource> {
  const list = await sourceOfListing(resultTable, table, asked);
  const items = await readRows<{ itemId: string; itemName: string; itemShortName: string | null }>(
    asked.db,
    sql`select x.item_id, max(x.item_name) as item_name, max(${shortName}) as item_short_name from lab_task t join lab_result x on x.tenant_id = t.tenant_id and x.task_id = t.id
      where ${await conditionOfListing(resultTable, table, asked)} and ${itemsAsked(asked.query)} group by x.item_id order by max(x.item_code), x.item_id limit ${mostItems + 1}`,
  );
  if (items.length > mostItems)
    throw new UserError(422, [`超过 ${mostItems} 个检测项, 请缩小条件后再导出`, `More than ${mostItems} items: narrow the list`], {
      refusal: 'export.tooManyItems',
    });
  const columns = items.map(({ itemId, itemName, itemShortName }): readonly [string, Field] => [
    itemColumn(itemId),
    { kind: 'text', label: [itemName, itemShortName ?? itemName] },
  ]);
  return {
    ...list,
    resource: { ...resultTable, fields: { ...resultTable.fields, ...Object.fromEntries(columns) } },
    async *all(most, tooMany) {
      for await (const portion of list.all(most, tooMany))
        yield (portion as unknown as readonly ResultTableRow[]).map((row): WireRow => ({
          ...row,
          ...Object.fromEntries(row.items.map(({ itemId, values, resultStatus: status }) => [itemColumn(itemId), `${values}${statusMark(status)}`])),
        }));
    },
  };
}
export const servedResultTable = defineListing(resultTable, { ...table, file: tableFile });

const results: Listing<DetectionResultRow> = {
  columns: {
    ...ofTask,
    resultId: sql`x.id`,
    panelName: sql`coalesce((select string_agg(n.panel_name, '、' order by array_position(t.panel_ids, n.id)) from panel n
      where n.tenant_id = t.tenant_id and n.id = any(t.panel_ids) and x.item_id = any(n.item_ids)), '')`,
    itemName: sql`x.item_name`,
    itemShortName: shortName,
    values: sql`x.value`,
    unit: sql`x.unit`,
    resultStatus: sql`x.result_status`,
    referenceRange: sql`x.reference_range`,
  },
  from: sql`lab_task t join lab_result x on x.tenant_id = t.tenant_id and x.task_id = t.id`,
  joins: taskJoins,
  where: async ({ db, user, query }) => [await tasksInSight(db, user), itemsAsked(query)],
  searchedIn,
  async file(asked, list) {
    const layout = parameter(asked.query, 'exportType');
    if (layout === '' || layout === String(resultLayout.row)) return list;
    if (layout !== String(resultLayout.column)) throw malformed('exportType');
    return tableFile(asked);
  },
  order: sql`t.lab_receive_time desc, t.id, x.item_id`,
  indexes,
};
export const servedDetectionResults = defineListing(detectionResults, results);
