import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { resultKind } from '#domain/base/item.ts';
import { declareCalls, labelShape, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, integer, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { codeText } from '#domain/sample/codeText.ts';
import { words } from '#domain/search/vocabulary.ts';
import { judgeKind, onFail } from './rules/judging.ts';
import { signal } from './rules/signals.ts';
import { taskState } from './rules/taskState.ts';

/** A task whose result a person may enter: it waits, runs, or awaits its first audit. */
export const entryRow = shape({
  taskId: z.string(),
  labCode: z.string().nullable(),
  sampleCode: z.string(),
  personName: z.string().nullable(),
  panelGroupId: z.string(),
  panelGroupName: z.string().nullable(),
  panelNames: z.string(),
  taskState: oneOf(taskState),
  round: z.int(),
  batch: z.string().nullable(),
  /** Items with a value. */
  enteredCount: z.int(),
  itemCount: z.int(),
  detectionResult: oneOf(qualitativeResult).nullable(),
  isUrgent: z.int(),
  externalDueTime: z.string().nullable(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
});
export type EntryRow = RowOf<typeof entryRow>;

export const entryQueue = describeListing({
  name: 'resultEntryQueue',
  title: ['结果录入', 'Result entry'],
  at: 'lab/result/entry-page',
  permission: 'result_enter',
  row: entryRow,
  id: 'taskId',
  columns: {
    ...pick(words, 'labCode', 'personName'),
    panelNames: text('检测项目', 'Panels'),
    taskState: choice('任务状态', 'Task state', taskState),
    enteredCount: integer('已录项数', 'Items entered'),
    itemCount: integer('检测项数', 'Items'),
    ...pick(words, 'detectionResult', 'batch'),
    externalDueTime: dateTime('应发时间', 'Due time'),
    ...pick(words, 'panelGroupId', 'laboratoryId', 'sampleCode'),
    round: integer('轮次', 'Round'),
  },
  search: {
    ...pick(words, 'labCode', 'sampleCode', 'personName', 'panelGroupId', 'batch'),
    taskState: choice('任务状态', 'Task state', taskState),
    laboratoryId: words.laboratoryId,
  },
  sortable: ['externalDueTime', 'labCode'],
});

const word = z.string().nullable();
const number = z.number().nullable();
/** An item as its values are judged while they are typed. */
const entryItem = shape({
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  unit: word,
  referenceRange: word,
  kind: oneOf(resultKind),
  deltaPercent: number,
});
/** A panel group's items and what its results are judged by. */
const entryGroup = shape({
  panelGroupId: z.string(),
  panelGroupName: word,
  items: z.array(entryItem),
  rule: shape({
    judgeKind: oneOf(judgeKind),
    itemIds: z.array(z.string()),
    greyFrom: number,
    highFrom: number,
    cutOff: number,
    singleHetAs: oneOf(qualitativeResult).nullable(),
    resultWords: word,
  }),
  limits: z.array(
    shape({ panelId: word, metric: z.string(), name: z.union([z.string(), labelShape]), min: number, max: number, onFail: oneOf(onFail) }),
  ),
});
export type EntryGroup = RowOf<typeof entryGroup>;

const entryFinding = shape({
  name: z.string(),
  nameEn: word,
  findingClass: word,
  reads: z.int().nullable(),
  rpm: number,
  coverage: number,
  abundance: number,
  confidence: word,
  drug: word,
  isReported: z.int(),
  /** How many times it stood above its run's negative control; null: not compared. */
  controlTimes: number,
  isBackground: z.int(),
});
/** A task with what is known of its result. */
const entryTask = shape({
  taskId: z.string(),
  /** The version that is seen, to be sent back with what is entered; 0: none yet. */
  version: z.int(),
  labCode: word,
  sampleCode: z.string(),
  personName: word,
  panelGroupId: z.string(),
  laboratoryId: z.string(),
  taskState: oneOf(taskState),
  round: z.int(),
  isUrgent: z.int(),
  detectionResult: oneOf(qualitativeResult).nullable(),
  signals: z.array(oneOf(signal)),
  panelIds: z.array(z.string()),
  /** Its panels with their items, in their order. */
  panels: z.array(z.array(z.string())),
  values: z.record(z.string(), z.string()),
  metrics: z.record(z.string(), z.string()),
  findings: z.array(entryFinding),
  isOutOfWindow: z.boolean(),
  /** The person's earlier values that count, by item. */
  previous: z.record(z.string(), z.array(shape({ value: z.string(), unit: word, date: z.string(), labCode: word }))),
  /** Why nothing can be entered any more, as a refusal's code; null: it can. */
  refusal: word,
});
export type EntryTask = RowOf<typeof entryTask>;

/** An instrument in use, which a value may be said to be measured on. */
const entryInstrument = shape({ instrumentId: z.string(), instrumentName: z.string(), laboratoryId: z.string() });
export type EntryInstrument = RowOf<typeof entryInstrument>;

const entrySheet = shape({ groups: z.array(entryGroup), tasks: z.array(entryTask), instruments: z.array(entryInstrument) });
export type EntrySheet = RowOf<typeof entrySheet>;

/** So many tasks stand on one grid. */
export const mostEntryTasks = 100;

export const entryContracts = declareCalls({
  'GET lab/result/entry-sheet': {
    title: ['录入表', 'What is entered of tasks'],
    permission: 'result_enter',
    // By ids with commas between them, or by what is scanned.
    query: z.object({ taskIds: z.string().max(3_000).optional(), code: codeText().optional() }),
    answer: entrySheet,
  },
});
