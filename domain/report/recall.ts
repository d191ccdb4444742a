import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { choices } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, integer, longText, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { contactWay } from '#domain/lab/process/processChoices.ts';
import { words } from '#domain/search/vocabulary.ts';
import { reportChannel } from './reportStrategy.ts';

export const recallScreen = '/lab-report/recall';
/** Telling readers that what they were given was withdrawn, and seeing who is still to be told. */
export const recallReports: Right = { code: 'report_recall', label: ['召回告知', 'Recalls'], roles: ['audit2', 'ops', 'service'] };

/** Whether a reader of a withdrawn version knows it. */
export const recallState = choices({ open: [1, '待告知', 'To be told'], told: [2, '已告知', 'Told'] });

/** One reader of a version that was withdrawn. */
export const recallRow = shape({
  recallId: z.string(),
  state: oneOf(recallState),
  reportId: z.string(),
  reportNo: z.string(),
  versionNo: z.int(),
  personName: z.string().nullable(),
  channel: oneOf(reportChannel),
  receiver: z.string(),
  reason: z.string().nullable(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  createTime: z.string(),
  contactWay: oneOf(contactWay).nullable(),
  toldPerson: z.string().nullable(),
  toldTime: z.string().nullable(),
  remark: z.string().nullable(),
  closerName: z.string().nullable(),
});
export type RecallRow = RowOf<typeof recallRow>;

const fields = {
  state: choice('告知状态', 'Recall', recallState),
  reportNo: text('报告编号', 'Report number'),
  channel: choice('送达方式', 'Channel', reportChannel),
  receiver: text('送达对象', 'Sent to'),
  createTime: dateTime('撤回时间', 'Withdrawn at'),
};

/** 召回告知: whom withdrawn versions had reached. */
export const reportRecalls = describeListing({
  name: 'reportRecall',
  title: ['召回告知', 'Recalls'],
  at: 'report/report-recall/page',
  permission: recallReports.code,
  row: recallRow,
  id: 'recallId',
  columns: {
    state: fields.state,
    reportNo: fields.reportNo,
    versionNo: integer('版本', 'Version'),
    ...pick(words, 'personName'),
    channel: fields.channel,
    receiver: fields.receiver,
    ...pick(words, 'sendSampleClientId', 'reason'),
    createTime: fields.createTime,
    contactWay: choice('联系方式', 'Reached by', contactWay),
    toldPerson: text('被告知人', 'Person told'),
    toldTime: dateTime('告知时间', 'Told at'),
    closerName: text('登记人', 'Recorded by'),
    ...pick(words, 'laboratoryId'),
    remark: longText('备注', 'Remark', { column: true }),
  },
  search: {
    reportNo: fields.reportNo,
    receiver: fields.receiver,
    ...pick(words, 'personName', 'sendSampleClientId', 'laboratoryId'),
    channel: fields.channel,
    createTime: fields.createTime,
    state: fields.state,
  },
  sortable: ['createTime'],
});

const asksToClose = {
  contactWay: choice('联系方式', 'Reached by', contactWay, { required: true }),
  toldPerson: text('被告知人', 'Person told', { required: true, max: 50 }),
  toldTime: dateTime('告知时间', 'Told at', { required: true }),
  remark: longText('备注', 'Remark', { max: 500 }),
} as const;
const closeInput = z.object({ recallId: idText, ...partsOfFields(asksToClose) });
export interface RecallState {
  readonly recall: {
    readonly recallId: string;
    readonly receiver: string;
    readonly state: number;
    readonly createTime: string;
    readonly closerName: string | null;
    readonly toldTime: string | null;
  } | null;
}

/** What speaks against noting that a reader was told, as far as the row tells; null: nothing. */
export const recallRefusal = ({
  state,
  receiver,
  closerName,
  toldTime,
}: Omit<NonNullable<RecallState['recall']>, 'recallId' | 'createTime'>): Refusal | null =>
  state === recallState.told ? conflict('recall.told', { receiver, by: closerName ?? '', at: toldTime ?? '' }) : null;

/** Notes who was told that what was received is withdrawn, how and when (docs/report.md#withdrawal). */
export const closeRecalls = defineCommand({
  name: 'reportRecall.close',
  title: ['登记告知', 'Note who was told'],
  service: 'report',
  path: 'report-recall/close',
  permission: recallReports.code,
  roles: recallReports.roles,
  screens: [recallScreen],
  input: closeInput,
  asks: asksToClose,
  refusedAt: { 'recall.future': 'toldTime', 'recall.early': 'toldTime' },
  many: { of: 'recallIds', keys: ['recallId'] },
  answer: shape({ recallId: z.string(), state: oneOf(recallState) }),
  version: 1,
  offline: false,
  lanes: ({ recallId }) => [`recall:${recallId}`],
  subject: ({ recallId }) => recallId,
  refusals: {
    'recall.unknown': ['没有此召回记录', 'No such recall'],
    'recall.told': ['{receiver} 已告知: {by} 于 {at}', '{receiver} was told: {by} at {at}'],
    'recall.future': ['告知时间不能晚于现在', 'Nobody was told in the future'],
    'recall.early': ['告知时间不能早于撤回时间 {at}', 'It was withdrawn at {at}: nobody was told before'],
  },
  decide({ recall }: RecallState, { toldTime }, { now }): Outcome<{ readonly recallId: string; readonly state: 2 }> {
    if (!recall) return refuse('recall.unknown');
    const refusal = recallRefusal(recall);
    if (refusal) return refusal;
    const { recallId } = recall;
    if (toldTime > now) return refuse('recall.future');
    // Typed to the minute: the minute of the withdrawal is not before it.
    if (toldTime.slice(0, 16) < recall.createTime.slice(0, 16)) return refuse('recall.early', { at: recall.createTime });
    return accept({ recallId, state: recallState.told });
  },
});
