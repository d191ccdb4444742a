import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { anyJson, declareCalls, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { choice, choiceList, dateTime, flag, integer, ref, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { words } from '#domain/search/vocabulary.ts';
import { controlKind, gate } from '../rules/controlGate.ts';
import { findingParts, resultSource } from '../rules/resultVersions.ts';
import { signal } from '../rules/signals.ts';
import { taskState } from '../rules/taskState.ts';
import { controlVerdict } from '../rules/westgard.ts';
import { gateReason } from '../resultFile.ts';
import { auditLevel, auditResult } from './resultAudit.ts';

/** A result as the auditors' queue shows it. */
export const auditRow = shape({
  taskId: z.string(),
  version: z.int(),
  labCode: z.string().nullable(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: z.string().nullable(),
  sex: oneOf(sex).nullable(),
  age: z.int().nullable(),
  sendSampleClientName: z.string().nullable(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
  panelGroupId: z.string(),
  panelGroupName: z.string().nullable(),
  panelNames: z.string(),
  taskState: oneOf(taskState),
  round: z.int(),
  batch: z.string().nullable(),
  resultVersion: z.int(),
  detectionResult: oneOf(qualitativeResult).nullable(),
  signals: z.array(oneOf(signal)),
  /** May be passed together with others: 0, 1. */
  isClear: z.int(),
  isUrgent: z.int(),
  isOverdue: z.int(),
  externalDueTime: z.string().nullable(),
  labReceiveTime: z.string(),
  labReceiveServerTime: z.string().nullable(),
  checkUserNameOne: z.string().nullable(),
  checkTimeOne: z.string().nullable(),
  checkUserNameTwo: z.string().nullable(),
  checkTimeTwo: z.string().nullable(),
});
export type AuditRow = RowOf<typeof auditRow>;

const taskWords = {
  panelNames: text('检测项目', 'Panels'),
  taskState: choice('任务状态', 'Task state', taskState),
  signals: choiceList('提示', 'Signals', signal),
  round: integer('轮次', 'Round'),
  externalDueTime: dateTime('应发时间', 'Due time'),
  checkUserNameOne: text('一审人', 'First auditor'),
  checkUserNameTwo: text('二审人', 'Second auditor'),
};
const common = {
  permission: 'resultAudit_view',
  row: auditRow,
  id: 'taskId',
  search: {
    ...pick(words, 'labCode', 'sampleCode', 'requisitionCode', 'personName', 'panelGroupId', 'laboratoryId', 'batch', 'detectionResult'),
    panelId: ref('检测项目', 'Panels', 'panel'),
    isClear: flag('可批审', 'Clear'),
    isOverdue: flag('已超期', 'Overdue'),
    labReceiveTime: words.labReceiveTime,
    taskState: taskWords.taskState,
  },
  sortable: ['externalDueTime', 'labReceiveTime', 'labCode'],
} as const;

/** What awaits an audit of one level: the auditors' day. */
export const auditQueue = describeListing({
  ...common,
  name: 'resultAuditQueue',
  title: ['结果审核', 'Result audit'],
  at: 'lab/result-audit/page',
  columns: {
    ...pick(words, 'labCode', 'personName'),
    panelNames: taskWords.panelNames,
    ...pick(words, 'detectionResult'),
    signals: taskWords.signals,
    externalDueTime: taskWords.externalDueTime,
    ...pick(words, 'batch'),
    round: taskWords.round,
    ...pick(words, 'requisitionCode', 'sendSampleClientId', 'laboratoryId', 'labReceiveTime'),
    checkUserNameOne: taskWords.checkUserNameOne,
    taskState: taskWords.taskState,
    ...pick(words, 'checkTimeOne'),
    checkUserNameTwo: taskWords.checkUserNameTwo,
    ...pick(words, 'checkTimeTwo'),
  },
  parameters: ['level', 'isSearch', 'isMine'],
});

/** What awaits an audit in one panel group. */
export const auditGroupRow = shape({
  panelGroupId: z.string(),
  panelGroupName: z.string().nullable(),
  /** The contract's word for the name. */
  panelGroup: z.string().nullable(),
  groupAErpCode: z.string().nullable(),
  countNumber: z.int(),
  clearCount: z.int(),
  overdueCount: z.int(),
});
export type AuditGroupRow = RowOf<typeof auditGroupRow>;
export const auditGroups = describeListing({
  name: 'resultAuditGroup',
  title: ['待审项目组', 'Panel groups that await an audit'],
  at: 'lab/result-audit/group-page',
  permission: 'resultAudit_view',
  row: auditGroupRow,
  id: 'panelGroupId',
  columns: {
    ...pick(words, 'panelGroupId', 'groupAErpCode'),
    countNumber: integer('待审数', 'Awaiting audit'),
    clearCount: integer('可批审数', 'Clear results'),
    ...pick(words, 'overdueCount'),
  },
  parameters: ['level', 'isMine'],
  totals: ['countNumber', 'clearCount', 'overdueCount'],
});

/** A value beside its range. */
const auditedValue = shape({
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  unit: z.string().nullable(),
  /** Null: none yet. */
  value: z.string().nullable(),
  resultStatus: z.string().nullable(),
  referenceRange: z.string().nullable(),
  isEdited: z.int(),
  /** The same person's last three of two years, the newest first. */
  previous: z.array(shape({ value: z.string(), unit: z.string().nullable(), date: z.string(), labCode: z.string().nullable() })),
});
export type AuditedValue = RowOf<typeof auditedValue>;

/** A control that was measured in the run of a result. */
const auditedControl = shape({
  fileName: z.string(),
  /** Of the file the result itself came from; else of another of its run. */
  isOwnFile: z.boolean(),
  controlKind: oneOf(controlKind),
  /** Its lot, and what it is judged in; null where the file does not say which it is. */
  lotNo: z.string().nullable(),
  measure: z.string().nullable(),
  well: z.string().nullable(),
  value: z.string(),
  z: z.number().nullable(),
  verdict: oneOf(controlVerdict),
  rules: z.array(z.string()),
  excludedReason: z.string().nullable(),
  createTime: z.string(),
});
/** What the controls of a file said of it, and who let it through all the same. */
const auditedGate = shape({
  fileName: z.string(),
  gate: oneOf(gate),
  gateReasons: z.array(gateReason),
  releaseUserName: z.string().nullable(),
  releaseReason: z.string().nullable(),
  releaseTime: z.string().nullable(),
});

export const auditDetail = auditRow.extend({
  values: z.array(auditedValue),
  metrics: z.record(z.string(), anyJson),
  findings: z.array(
    shape({
      name: z.string(),
      nameEn: z.string().nullable(),
      findingClass: z.string().nullable(),
      coverage: z.number().nullable(),
      abundance: z.number().nullable(),
      drug: z.string().nullable(),
      reads: z.int().nullable(),
      rpm: z.number().nullable(),
      confidence: z.string().nullable(),
      controlTimes: z.number().nullable(),
      isBackground: z.int(),
      isReported: z.int(),
    }),
  ),
  conclusion: anyJson,
  versions: z.array(
    shape({
      no: z.int(),
      round: z.int(),
      source: oneOf(resultSource),
      authorName: z.string(),
      reason: z.string().nullable(),
      createTime: z.string(),
      /** Of a file: its name and row. */
      fileName: z.string().nullable(),
      line: z.int().nullable(),
      /** What it was measured with: as a person says it, of a file as its run sheet does. */
      instrumentName: z.string().nullable(),
      detectionResult: oneOf(qualitativeResult).nullable(),
      /** The sentence it was concluded with. */
      conclusion: z.string().nullable(),
      isConcluded: z.boolean(),
      /** What is not as in the version before of the same round; a first one has all its values. */
      changes: z.array(
        shape({
          itemName: z.string().nullable(),
          metric: z.string().nullable(),
          finding: z.string().nullable(),
          part: z.enum(findingParts).nullable(),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
    }),
  ),
  audits: z.array(
    shape({
      level: oneOf(auditLevel),
      result: oneOf(auditResult),
      resultVersion: z.int(),
      opinion: z.string().nullable(),
      signUserName: z.string(),
      isVoid: z.int(),
      createTime: z.string(),
    }),
  ),
  /** Of the files this round's result came from: their controls, or those of their run, the newest first. */
  controls: z.array(auditedControl),
  gates: z.array(auditedGate),
  /** Who had a hand in it, so that the screen can say who may not audit. */
  hands: shape({
    authors: z.array(z.string()),
    releasers: z.array(z.string()),
    redoOrderers: z.array(z.string()),
    firstAuditor: z.string().nullable(),
  }),
  missing: z.array(z.string()),
  /** Controls that failed in its run hold it back, and nobody has released them. */
  isGateHeld: z.boolean(),
  clinicalDiagnosis: z.string().nullable(),
  samplingTime: z.string().nullable(),
  requisitionId: z.string(),
});
export type AuditDetail = RowOf<typeof auditDetail>;

/** The calls of the audit that are no commands. */
export const auditContracts = declareCalls({
  'GET lab/result-audit/detail': {
    title: ['审核详情', 'A result with all that an auditor looks at'],
    permission: 'resultAudit_view',
    query: texts('taskId'),
    answer: auditDetail,
  },
  'GET lab/result-audit/signing': {
    title: ['是否须输入密码', 'Whether the password is asked for'],
    permission: 'resultAudit_view',
    answer: shape({ isPasswordWanted: z.boolean() }),
  },
});
