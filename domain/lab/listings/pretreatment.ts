import { z } from 'zod';
import { declareCalls, oneOf, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, integer, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';
import { words } from '#domain/search/vocabulary.ts';
import { batchKind, placeState } from '../batch/sheetChoices.ts';
import { personSearch } from './taskWords.ts';
import { viewTasks } from '../viewTasks.ts';

const word = z.string().nullable();
const number = z.number().nullable();

/** A tube with what the bench has done with it before the run. */
export const pretreatmentRow = shape({
  sampleId: z.string(),
  labCode: word,
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: word,
  commodityNames: z.string(),
  sampleClassName: word,
  sendSampleClientName: word,
  labStatus: labStatusShape,
  receiveTime: z.string(),
  /** When the server heard of either. */
  receiveServerTime: z.string(),
  labReceiveTime: word,
  labReceiveServerTime: word,
  stepCount: z.int(),
  lastStep: oneOf(batchKind),
  lastStepTime: z.string(),
  lastOperator: z.string(),
  batch: z.string(),
});
export type PretreatmentRow = RowOf<typeof pretreatmentRow>;

/** Tubes that were separated, extracted or made a library of, a row a tube. */
export const pretreatmentList = describeListing({
  name: 'pretreatment',
  title: ['前处理查询', 'Bench steps'],
  at: 'search/pretreatment/page',
  permission: viewTasks.code,
  row: pretreatmentRow,
  id: 'sampleId',
  columns: {
    ...pick(words, 'labCode', 'sampleCode', 'personName', 'commodityNames', 'sampleClassId'),
    lastStep: choice('最近步骤', 'Last step', batchKind),
    batch: words.batch,
    lastStepTime: dateTime('步骤时间', 'Step done at'),
    lastOperator: text('步骤操作人', 'Step done by'),
    stepCount: integer('步骤数', 'Steps'),
    ...pick(words, 'labStatus', 'receiveTime', 'labReceiveTime', 'requisitionCode', 'sendSampleClientId'),
  },
  search: { ...personSearch, step: choice('前处理步骤', 'Bench step', batchKind), ...pick(words, 'batch', 'receiveTime', 'labReceiveTime') },
  sortable: ['receiveTime'],
  screens: [{ route: '/search/pretreatment', title: ['前处理查询', 'Bench steps'] }],
});

/** One step: a place on a sheet that was submitted. */
export const pretreatmentStep = shape({
  placeId: z.string(),
  ruleId: z.string(),
  batch: z.string(),
  batchKind: oneOf(batchKind),
  panelGroupName: word,
  round: z.int().nullable(),
  well: word,
  state: oneOf(placeState),
  reason: word,
  operator: z.string(),
  reviewer: word,
  submitTime: z.string(),
  instrumentName: word,
  kitLots: z.array(shape({ name: z.string(), lotNo: z.string() })),
  libraryCode: word,
  dnaConc: number,
  libConc: number,
  volume: number,
});
export type PretreatmentStep = RowOf<typeof pretreatmentStep>;

export const pretreatmentContracts = declareCalls({
  'GET search/pretreatment/details': {
    title: ['前处理详情', 'The bench steps of a tube'],
    permission: viewTasks.code,
    query: parameters('sampleId'),
    answer: shape({
      sampleId: z.string(),
      sampleCode: z.string(),
      labCode: word,
      sampleClassName: word,
      sampleVolume: number,
      receiveTime: z.string(),
      receiveServerTime: z.string(),
      labReceiveTime: word,
      labReceiveServerTime: word,
      steps: z.array(pretreatmentStep),
    }),
  },
});
