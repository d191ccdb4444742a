import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { choices } from '#domain/kernel/choices.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { ref } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { resultStatus, words } from '#domain/search/vocabulary.ts';
import { taskState } from '../rules/taskState.ts';
import { personSearch, taskWords, viewResults } from './taskWords.ts';

const word = z.string().nullable();
/** What a result's task tells beside it. */
const ofTask = {
  taskId: z.string(),
  labCode: word,
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: word,
  /** Never whole. */
  contactNumber: word,
  sendSampleClientName: word,
  agentName: word,
  panelGroupName: word,
  detectionResult: oneOf(qualitativeResult).nullable(),
  taskState: oneOf(taskState),
  receiveTime: z.string(),
  receiveServerTime: z.string(),
  labReceiveTime: z.string(),
  labReceiveServerTime: word,
  checkTimeOne: word,
  checkTimeTwo: word,
  reportTitle: word,
};
const taskColumns = {
  ...pick(words, 'detectionResult'),
  taskState: taskWords.taskState,
  ...pick(words, 'labReceiveTime', 'checkTimeOne', 'checkTimeTwo', 'requisitionCode', 'sendSampleClientId', 'agentId', 'panelGroupId'),
  ...pick(words, 'receiveTime', 'reportTitle'),
  contactNumber: words.telephone,
};

/** One value as it stands now. */
export const detectionResultRow = shape({
  ...ofTask,
  resultId: z.string(),
  panelName: z.string(),
  itemName: z.string(),
  itemShortName: word,
  /** As it was given. */
  values: z.string(),
  unit: word,
  resultStatus: oneOf(resultStatus).nullable(),
  referenceRange: word,
});
export type DetectionResultRow = RowOf<typeof detectionResultRow>;

/** How a file of results is laid out. */
export const resultLayout = choices({ column: [1, '项目为列', 'Items as columns'], row: [2, '项目为行', 'Items as rows'] });

const search = {
  ...personSearch,
  itemId: ref('检测项', 'Item', 'item'),
  ...pick(words, 'resultStatus', 'detectionResult'),
  taskState: taskWords.taskState,
  ...pick(words, 'labReceiveTime', 'receiveTime', 'checkTimeTwo', 'reportTitle'),
};
const screens = [{ route: '/search/detectionResult', title: ['检测结果查询', 'Results'] }] as const;

/** Results item by item. */
export const detectionResults = describeListing({
  name: 'detectionResult',
  title: ['检测结果查询', 'Results'],
  at: 'search/result-query/result-page',
  permission: viewResults.code,
  row: detectionResultRow,
  id: 'resultId',
  columns: {
    ...pick(words, 'labCode', 'sampleCode', 'personName', 'panelName', 'itemName', 'itemShortName', 'values', 'resultStatus', 'referenceRange'),
    ...taskColumns,
  },
  search,
  parameters: ['exportType'],
  sortable: ['labReceiveTime'],
  screens,
});

/** A task's values in one row. */
export const resultTableRow = shape({
  ...ofTask,
  panelNames: z.string(),
  items: z.array(
    shape({
      itemId: z.string(),
      itemName: z.string(),
      itemShortName: word,
      values: z.string(),
      resultStatus: oneOf(resultStatus).nullable(),
    }),
  ),
});
export type ResultTableRow = RowOf<typeof resultTableRow>;

/** The same results with the items as columns. */
export const resultTable = describeListing({
  name: 'detectionResultTable',
  title: ['检测结果查询(项目为列)', 'Results, items as columns'],
  at: 'search/result-query/result-table',
  permission: viewResults.code,
  row: resultTableRow,
  id: 'taskId',
  columns: { ...pick(words, 'labCode', 'sampleCode', 'personName'), panelNames: taskWords.panelNames, ...taskColumns },
  search,
  sortable: ['labReceiveTime'],
  screens,
});

/** The column of an item. */
export const itemColumn = (itemId: string): string => `item.${itemId}`;
/** Columns of items that a table can still be read with; more are refused, never left out. */
export const mostItems = 500;
/** What a value is followed by where it is off its range: a mark beside the colour, and in files. */
export const statusMark = (status: string | null): string => (status === resultStatus.high ? ' ↑' : status === resultStatus.low ? ' ↓' : '');
