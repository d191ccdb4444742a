import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { reasonField, text } from '#domain/kernel/fields.ts';
import { idList, idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import type { Signer } from '#domain/sample/handoverSign.ts';
import { taskState, type TaskState } from '../rules/taskState.ts';
import { placeRefusal, placeRefusals, type PlaceableTask } from './placeRefusal.ts';
import { amountFields, changeRefusal, runFields, sheetName, sheetRefusals, sheetScreens, type SheetHead } from './saveBatch.ts';
import { placeState, type BatchKind, type BatchLine, type PlaceState } from './sheetChoices.ts';
import { faultParams, sheetFaults, sheetFaultTexts, type JudgedSheet } from './sheetFaults.ts';

/** Who reviews a sheet must be allowed to submit one. */
export const reviewerPermission = 'labBatch_submit';
/** What the reviewer's password is sealed with: this sheet as it stands, and no other. */
export const reviewNonce = (ruleId: string, version: number): string => `sheet:${ruleId}:${version}`;

const asksReviewer = {
  reviewerAccount: text('复核人账号', 'Account of the reviewer', { required: true, max: 64 }),
  reviewerPassword: text('复核人密码', 'Password of the reviewer', { required: true, max: 4_000 }),
};
/** Payload of a submission, version 1. `reviewerPassword`: base64 of RSA-OAEP SHA-256 of encodeURIComponent(password + '\n' + reviewNonce). */
export const submitBatchInput = z.object({ ruleId: idText, version: z.int().min(0), ...partsOfFields(asksReviewer) });
export type SubmitBatchInput = z.output<typeof submitBatchInput>;
export type SubmitBatchPayload = z.input<typeof submitBatchInput>;

export interface SubmitBatchState {
  readonly sheet: (SheetHead & JudgedSheet & { readonly laboratoryId: string; readonly panelGroupId: string; readonly batchKind: BatchKind }) | null;
  /** Its instrument; null: none is named. */
  readonly instrument: { readonly isDisable: number } | null;
  /** Lots on the sheet that have expired. */
  readonly expiredLots: readonly string[];
  readonly tasks: readonly PlaceableTask[];
  readonly reviewer: Signer;
}
export interface SubmitBatchChange {
  readonly ruleId: string;
  readonly batch: string;
  readonly reviewerId: string;
  readonly reviewer: string;
  readonly submitTime: string;
  readonly taskIds: readonly string[];
}

const signerRefusals = {
  wrong: ['batch.reviewerWrong', ['复核人账号或密码错误', "The reviewer's account or password is wrong"]],
  locked: ['batch.reviewerLocked', ['复核人账号已锁定,请稍后再试', "The reviewer's account is locked; try again later"]],
  stopped: ['batch.reviewerStopped', ['复核人账号已停用', "The reviewer's account is stopped"]],
  unreadable: ['batch.reviewerUnreadable', ['复核密码无法解读,请重新签名', "The reviewer's password could not be read; sign again"]],
} as const satisfies Record<string, readonly [string, Label]>;

const submitRefusals = {
  ...sheetRefusals,
  ...placeRefusals,
  ...sheetFaultTexts,
  ...Object.fromEntries(Object.values(signerRefusals)),
  'batch.sameReviewer': ['复核人不能是操作人', 'The reviewer must be another person than the operator'],
  'batch.reviewerNotAllowed': ['{by} 没有复核权限', '{by} may not review run sheets'],
  'batch.instrumentStopped': ['仪器已停用', 'The instrument is disabled'],
  'batch.lotExpired': ['质控品已过期: {lots}', 'Control lots have expired: {lots}'],
  'batch.taskChanged': ['{count} 个样本不能上机: {text}', '{count} samples cannot be run: {text}'],
} as const satisfies Record<string, Label>;

/** What speaks against the sheet itself, whoever submits it; null: nothing. */
export function submitRefusal({ sheet, instrument, expiredLots, tasks }: Omit<SubmitBatchState, 'reviewer'>): Refusal | null {
  if (!sheet) return refuse('command.notFound', { what: sheetName });
  const [fault] = sheetFaults(sheet);
  if (fault) return refuse(fault.code, faultParams(fault));
  if (instrument && instrument.isDisable !== 0) return refuse('batch.instrumentStopped');
  if (expiredLots.length > 0) return refuse('batch.lotExpired', { lots: expiredLots.join('、') });
  // Told with the first one's own sentence: the others stand at their wells.
  return tasks.map((task) => placeRefusal(task, sheet)).find((refusal) => refusal !== null) ?? null;
}

function submission(name: string, path: string, line: BatchLine | null) {
  return defineCommand({
    name,
    title: ['提交上机表', 'Submit a run sheet'],
    service: 'lab',
    path,
    permission: reviewerPermission,
    roles: ['lab'],
    screens: sheetScreens,
    input: submitBatchInput,
    answer: shape({ ruleId: z.string(), batch: z.string(), reviewer: z.string(), submitTime: z.string(), taskCount: z.int() }),
    asks: asksReviewer,
    refusedAt: {
      'batch.sameReviewer': 'reviewerAccount',
      'batch.reviewerNotAllowed': 'reviewerAccount',
      'batch.reviewerStopped': 'reviewerAccount',
      'batch.reviewerLocked': 'reviewerAccount',
      'batch.reviewerWrong': 'reviewerPassword',
      'batch.reviewerUnreadable': 'reviewerPassword',
    },
    consequence: [
      '提交后孔位锁定,检测任务进入实验中。由复核人本人输入账号和密码',
      'Its places are locked then and its tasks run. The reviewer signs here with their own account and password',
    ],
    version: 1,
    offline: false,
    lanes: ({ ruleId }) => [`sheet:${ruleId}`],
    subject: ({ ruleId }) => ruleId,
    refusals: submitRefusals,
    decide(state: SubmitBatchState, { version }: SubmitBatchInput, { user, now }): Outcome<SubmitBatchChange> {
      const { reviewer } = state;
      const sheet = line === null || state.sheet?.line === line ? state.sheet : null;
      if (sheet?.isSubmit === 1 && reviewer.state === 'known' && reviewer.id === sheet.reviewerId && user.id === sheet.operatorId)
        return repeat(submissionOf(sheet, sheet.reviewerId, sheet.reviewer ?? '', sheet.submitTime ?? now, state.tasks));
      const refusal = changeRefusal(sheet, version);
      if (refusal || !sheet) return refusal ?? refuse('command.notFound', { what: sheetName });
      if (reviewer.state !== 'known') return refuse(signerRefusals[reviewer.state === 'unchecked' ? 'unreadable' : reviewer.state][0]);
      // Who filled it and who presses the button are both its operators.
      if (reviewer.id === user.id || reviewer.id === sheet.operatorId) return refuse('batch.sameReviewer');
      if (!reviewer.isAllowed) return refuse('batch.reviewerNotAllowed', { by: reviewer.name });
      const fault = submitRefusal({ ...state, sheet });
      if (fault) return fault;
      return accept(submissionOf(sheet, reviewer.id, reviewer.name, now, state.tasks));
    },
  });
}
const submissionOf = (
  { ruleId, batch }: SheetHead,
  reviewerId: string,
  reviewer: string,
  submitTime: string,
  tasks: readonly PlaceableTask[],
): SubmitBatchChange => ({ ruleId, batch, reviewerId, reviewer, submitTime, taskIds: tasks.map(({ taskId }) => taskId) });
/** Runs a sheet: another person signs at the same terminal, its places are locked, its tasks run (docs/decisions/006-signing-at-the-same-terminal.md). */
export const submitBatch = submission('labBatch.submit', 'lab-batch/submit', null);
export const submitMapmi = submission('mapmiSj.submit', 'mapmiSj/submit', 'mapmi');
export const submitTngs = submission('tngsSj.submit', 'tngsSj/submit', 'tngs');

const asksReason = { reason: reasonField };
export const withdrawBatchInput = z.object({ ruleId: idText, version: z.int().min(0), ...partsOfFields(asksReason) });
export type WithdrawBatchInput = z.output<typeof withdrawBatchInput>;

export interface WithdrawBatchState {
  readonly sheet: SheetHead | null;
  readonly places: readonly {
    readonly at: string;
    readonly state: PlaceState;
    readonly taskId: string | null;
    /** Of its task, while it is in the round it was placed in; null: no task, or another round. */
    readonly taskState: TaskState | null;
    /** Its task has a result of this round, also one that lacks items. */
    readonly hasResult: boolean;
    /** Its task runs on another submitted sheet, too. */
    readonly isOnOther: boolean;
  }[];
}
export interface WithdrawBatchChange {
  readonly ruleId: string;
  readonly batch: string;
  /** Tasks that wait again. */
  readonly waitingTaskIds: readonly string[];
}
const judged: readonly TaskState[] = [taskState.firstAudit, taskState.secondAudit, taskState.audited, taskState.issued];

/** Makes a submitted sheet a draft again, as long as nothing was read in from it. */
export const withdrawBatch = defineCommand({
  name: 'labBatch.withdraw',
  title: ['撤回上机表', 'Withdraw a run sheet'],
  service: 'lab',
  path: 'lab-batch/withdraw',
  permission: reviewerPermission,
  roles: ['lab'],
  screens: sheetScreens,
  input: withdrawBatchInput,
  answer: shape({ ruleId: z.string(), batch: z.string(), version: z.int(), waitingCount: z.int() }),
  asks: asksReason,
  consequence: ['上机表恢复为草稿,未在其他批次上机的样本回到待实验', 'The sheet is a draft again; samples that run on no other sheet wait again'],
  isDanger: true,
  version: 1,
  offline: false,
  lanes: ({ ruleId }) => [`sheet:${ruleId}`],
  subject: ({ ruleId }) => ruleId,
  refusals: {
    ...sheetRefusals,
    'batch.notSubmitted': ['此上机表未提交', 'This sheet is not submitted'],
    'batch.hasResults': ['已有结果,不能撤回: {wells}', 'It has results and cannot be withdrawn: {wells}'],
  },
  decide({ sheet, places }: WithdrawBatchState, { version }: WithdrawBatchInput): Outcome<WithdrawBatchChange> {
    if (sheet?.isSubmit === 0) return refuse('batch.notSubmitted');
    const refusal = changeRefusal(sheet, version, true);
    if (refusal || !sheet) return refusal ?? refuse('command.notFound', { what: sheetName });
    const done = places.filter(
      ({ state, taskState: now, hasResult }) => state === placeState.measured || hasResult || (now !== null && judged.includes(now)),
    );
    if (done.length > 0)
      return conflict('batch.hasResults', {
        wells: done
          .slice(0, 8)
          .map(({ at }) => at)
          .join('、'),
      });
    const waiting = places.filter(({ taskState: now, isOnOther }) => now === taskState.running && !isOnOther);
    return accept({ ruleId: sheet.ruleId, batch: sheet.batch, waitingTaskIds: waiting.flatMap(({ taskId }) => taskId ?? []) });
  },
});

export const removeBatchInput = z.object({ ids: idList(200).refine((ids) => ids.length > 0, { error: 'required' }) });
export type RemoveBatchInput = z.output<typeof removeBatchInput>;
export interface RemoveBatchState {
  readonly sheets: readonly SheetHead[];
}
export interface RemoveBatchChange {
  readonly ruleIds: readonly string[];
}
/** What speaks against removing a sheet; null: nothing. */
export const removeSheetRefusal = ({ isSubmit, operator, reviewer }: Pick<SheetHead, 'isSubmit' | 'operator' | 'reviewer'>): Refusal | null =>
  isSubmit === 1 ? conflict('batch.submitted', { by: reviewer ? `${operator}、${reviewer}` : operator }) : null;

function removal(name: string, path: string, line: BatchLine | null) {
  return defineCommand({
    name,
    title: ['删除上机表', 'Remove run sheets'],
    service: 'lab',
    path,
    permission: 'labBatch_remove',
    roles: ['lab'],
    screens: sheetScreens,
    input: removeBatchInput,
    answer: shape({ ruleIds: z.array(z.string()) }),
    isDanger: true,
    version: 1,
    offline: false,
    lanes: ({ ids }) => ids.map((id) => `sheet:${id}`),
    subject: ({ ids }) => ids.join(),
    refusals: sheetRefusals,
    decide({ sheets }: RemoveBatchState, { ids }: RemoveBatchInput): Outcome<RemoveBatchChange> {
      const own = sheets.filter((sheet) => line === null || sheet.line === line);
      if (own.length < new Set(ids).size) return refuse('command.notFound', { what: sheetName });
      return own.map(removeSheetRefusal).find((refusal) => refusal !== null) ?? accept({ ruleIds: own.map(({ ruleId }) => ruleId) });
    },
  });
}
/** Takes drafts away; a number of the day is not given again. */
export const removeBatch = removal('labBatch.remove', 'lab-batch/remove', null);
export const removeMapmi = removal('mapmiSj.remove', 'mapmiSj/remove', 'mapmi');
export const removeTngs = removal('tngsSj.remove', 'tngsSj/remove', 'tngs');

/** Payload of `update-sj`, version 1: what becomes known while a sheet runs. Absent fields stay as they are. */
export const updateSheetInput = z.object({
  ruleId: idText,
  version: z.int().min(0),
  ...partsOfFields(runFields),
  places: z
    .array(z.object({ seq: z.int().min(1), ...partsOfFields(amountFields) }))
    .max(384)
    .nullish(),
});
export type UpdateSheetInput = z.output<typeof updateSheetInput>;
export interface UpdateSheetState {
  readonly sheet: SheetHead | null;
  /** Numbers of its places. */
  readonly seqs: readonly number[];
  readonly startTime: string | null;
  readonly endTime: string | null;
}
export interface UpdateSheetChange {
  readonly ruleId: string;
}
function update(name: string, path: string, line: BatchLine | null) {
  return defineCommand({
    name,
    title: ['更新上机信息', 'Update what it runs on'],
    service: 'lab',
    path,
    permission: 'labBatch_save',
    roles: ['lab'],
    screens: sheetScreens,
    input: updateSheetInput,
    answer: shape({ ruleId: z.string(), version: z.int() }),
    version: 1,
    offline: false,
    lanes: ({ ruleId }) => [`sheet:${ruleId}`],
    subject: ({ ruleId }) => ruleId,
    refusals: {
      ...sheetRefusals,
      'batch.noPlace': ['上机表没有第 {seq} 个孔位', 'The sheet has no place {seq}'],
      'batch.timesReversed': ['结束时间早于开始时间', 'It ends before it starts'],
    },
    decide(state: UpdateSheetState, input: UpdateSheetInput): Outcome<UpdateSheetChange> {
      const refusal = changeRefusal(line === null || state.sheet?.line === line ? state.sheet : null, input.version, true);
      if (refusal) return refusal;
      const odd = (input.places ?? []).find(({ seq }) => !state.seqs.includes(seq));
      if (odd) return refuse('batch.noPlace', { seq: odd.seq });
      const startTime = input.startTime === undefined ? state.startTime : input.startTime;
      const endTime = input.endTime === undefined ? state.endTime : input.endTime;
      if (startTime && endTime && endTime < startTime) return refuse('batch.timesReversed');
      return accept({ ruleId: input.ruleId });
    },
  });
}
/** What became known of a sheet while it ran: chip, times, server, concentrations; never who stands where. */
export const updateSheet = update('labBatch.updateSj', 'lab-batch/update-sj', null);
export const updateMapmi = update('mapmiSj.updateSj', 'mapmiSj/update-sj', 'mapmi');
