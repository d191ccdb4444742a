import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { declareCalls, oneOf, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';
import { usualTime } from '#domain/search/usualTime.ts';
import { words } from '#domain/search/vocabulary.ts';
import { nextStep } from '../redo/roundKind.ts';
import { taskState } from '../rules/taskState.ts';
import { personSearch, taskWords } from './taskWords.ts';
import { viewTasks } from '../viewTasks.ts';

const word = z.string().nullable();
/** A task that was received and not taken back. */
export const labReceiveTask = shape({
  taskId: z.string(),
  sampleId: z.string(),
  labCode: word,
  sampleCode: z.string(),
  requisitionCode: z.string(),
  hospitalCode: word,
  personName: word,
  sex: oneOf(sex).nullable(),
  age: z.int().nullable(),
  sampleClassName: word,
  commodityNames: z.string(),
  panelGroupName: word,
  panelNames: z.string(),
  sendSampleClientName: word,
  agentName: word,
  laboratoryName: word,
  contractLaboratoryName: word,
  labStatus: labStatusShape,
  taskState: oneOf(taskState),
  /** The step it waits for again; null: none was ordered. */
  nextStep: oneOf(nextStep).nullable(),
  detectionResult: oneOf(qualitativeResult).nullable(),
  /** Its entry is settled: 0, 1. */
  infoConfirm: z.int(),
  isUrgent: z.int(),
  batch: word,
  samplingTime: word,
  receiveTime: z.string(),
  /** When the server heard of either: later where it was done without network. */
  receiveServerTime: z.string(),
  labReceiveTime: z.string(),
  labReceiveServerTime: word,
  externalDueTime: word,
  checkTimeOne: word,
  checkTimeTwo: word,
  /** When its report was issued; null while none stands. */
  reportTime: word,
  reportTitle: word,
  receiveRemark: word,
});
export type LabReceiveTask = RowOf<typeof labReceiveTask>;

/** What the laboratory received, a row a task. */
export const labReceiveList = describeListing({
  name: 'labReceiveTask',
  title: ['实验室接收查询', 'Lab receipts'],
  at: 'search/labReceive/labReceivePage',
  permission: viewTasks.code,
  row: labReceiveTask,
  id: 'taskId',
  columns: {
    ...pick(words, 'labCode', 'sampleCode', 'personName'),
    panelNames: taskWords.panelNames,
    ...pick(words, 'labStatus'),
    taskState: taskWords.taskState,
    nextStep: taskWords.nextStep,
    ...pick(words, 'detectionResult', 'labReceiveTime', 'sendSampleClientId', 'requisitionCode', 'hospitalCode'),
    externalDueTime: taskWords.externalDueTime,
    ...pick(words, 'isInfoConfirmed', 'isUrgent', 'batch', 'panelGroupId', 'commodityNames', 'sampleClassId', 'agentId'),
    ...pick(words, 'laboratoryId', 'contractLaboratoryId', 'sex', 'age', 'samplingTime', 'receiveTime', 'checkTimeOne', 'checkTimeTwo'),
    ...pick(words, 'reportTime', 'reportTitle', 'receiveRemark'),
  },
  search: {
    ...personSearch,
    ...pick(words, 'detectionResult', 'labStatus'),
    taskState: taskWords.taskState,
    nextStep: taskWords.nextStep,
    ...pick(words, 'isInfoConfirmed', 'labReceiveTime', 'receiveTime', 'samplingTime', 'reportTime', 'reportTitle', 'receiveRemark', 'sampleClassId'),
  },
  parameters: ['template'],
  sortable: ['labReceiveTime', 'externalDueTime'],
  screens: [{ route: '/search/labReceive', title: ['实验室接收查询', 'Lab receipts'] }],
});

export const usualReceipts = usualTime('labReceiveTime', {
  moments: ['labReceiveTime', 'receiveTime', 'samplingTime', 'reportTime'],
  texts: ['labCode', 'sampleCode', 'requisitionCode', 'hospitalCode', 'personName'],
});

/** One thing that happened to a tube, as its line of custody shows it. */
const custodyAct = shape({
  at: z.string(),
  serverTime: word,
  /** The command's name. */
  what: z.string(),
  fromStatus: labStatusShape.nullable(),
  toStatus: labStatusShape.nullable(),
  by: word,
  /** What people call the desk it was done at, else its id; null: at none that is known. */
  desk: word,
  why: word,
});
export type CustodyAct = RowOf<typeof custodyAct>;

/** A change of what was ordered. */
const projectChange = shape({
  at: z.string(),
  what: z.string(),
  by: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  reason: word,
});
export type ProjectChange = RowOf<typeof projectChange>;

export const labReceiveContracts = declareCalls({
  'GET search/labReceive/sampleProcess': {
    title: ['样本流转', 'The custody line of a tube'],
    permission: viewTasks.code,
    query: parameters('sampleId'),
    answer: z.array(custodyAct),
  },
  'GET search/labReceive/projectChange': {
    title: ['项目变更', 'Changes of what was ordered'],
    permission: viewTasks.code,
    query: parameters('sampleId'),
    answer: z.array(projectChange),
  },
});
