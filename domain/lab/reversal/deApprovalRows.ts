import { z } from 'zod';
import { declareCalls, labelShape, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, longText, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { codeText } from '#domain/sample/codeText.ts';
import { words } from '#domain/search/vocabulary.ts';
import { taskState } from '../rules/taskState.ts';
import { deApprovalScreen, applyDeApproval } from './deApproval.ts';
import { deApprovalOperate, deApprovalState, deApprovalType } from './deApprovalChoices.ts';

/** Looking at applications to take audits back. */
export const viewDeApprovals: Right = {
  code: 'deApproval_view',
  label: ['查看反审核', 'View reversals'],
  roles: ['lab', 'audit1', 'audit2'],
};

/** An application with what became of it. */
export const deApprovalRow = shape({
  deApprovalId: z.string(),
  deApprovalType: oneOf(deApprovalType),
  deApprovalOperate: oneOf(deApprovalOperate),
  state: oneOf(deApprovalState),
  /** Of its tasks: several stand one after the other. */
  labCode: z.string().nullable(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: z.string().nullable(),
  panelGroupName: z.string().nullable(),
  /** Of a report that is to be withdrawn. */
  reportId: z.string().nullable(),
  reportNo: z.string().nullable(),
  reason: z.string(),
  applicantId: z.string(),
  applicantName: z.string(),
  createTime: z.string(),
  operatorName: z.string().nullable(),
  decideTime: z.string().nullable(),
  opinion: z.string().nullable(),
});
export type DeApprovalRow = RowOf<typeof deApprovalRow>;

const fields = {
  deApprovalType: choice('反审核类型', 'Kind of reversal', deApprovalType),
  deApprovalOperate: choice('反审核操作', 'Reversal', deApprovalOperate),
  state: choice('处理状态', 'Decision', deApprovalState),
};

/** Audits that somebody asked to have taken back. */
export const deApprovals = describeListing({
  name: 'sampleDeApproval',
  title: ['反审核查询', 'Reversals'],
  at: 'search/sampleDeApproval/page',
  permission: viewDeApprovals.code,
  row: deApprovalRow,
  id: 'deApprovalId',
  columns: {
    state: fields.state,
    ...pick(words, 'labCode', 'personName'),
    panelGroupName: text('项目组', 'Panel group'),
    deApprovalType: fields.deApprovalType,
    deApprovalOperate: fields.deApprovalOperate,
    reportNo: text('报告编号', 'Report number'),
    ...pick(words, 'reason'),
    applicantName: text('申请人', 'Applied by'),
    createTime: dateTime('申请时间', 'Applied at'),
    operatorName: text('处理人', 'Settled by'),
    decideTime: dateTime('处理时间', 'Settled at'),
    opinion: longText('意见', 'Opinion', { column: true }),
    ...pick(words, 'sampleCode', 'requisitionCode'),
  },
  search: {
    state: fields.state,
    ...pick(words, 'labCode', 'sampleCode', 'requisitionCode'),
    deApprovalType: fields.deApprovalType,
    deApprovalOperate: fields.deApprovalOperate,
    applicantName: text('申请人', 'Applied by'),
    createTime: dateTime('申请时间', 'Applied at'),
  },
  sortable: ['createTime'],
  screens: [{ route: deApprovalScreen, title: ['反审核', 'Reversals'] }],
});

/** One thing that happened to a task on its way. */
const step = shape({ time: z.string(), what: labelShape, by: z.string(), note: z.string().nullable(), isVoid: z.boolean() });
const deApprovalTask = shape({
  taskId: z.string(),
  labCode: z.string().nullable(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  panelGroupName: z.string().nullable(),
  taskState: oneOf(taskState),
  /** The oldest first. */
  steps: z.array(step),
});
export const deApprovalDetail = deApprovalRow.extend({ tasks: z.array(deApprovalTask) });
export type DeApprovalDetail = RowOf<typeof deApprovalDetail>;

/** A task behind a code, as an application would find it. */
const reversible = shape({
  taskId: z.string(),
  labCode: z.string().nullable(),
  sampleCode: z.string(),
  panelGroupName: z.string().nullable(),
  taskState: oneOf(taskState),
  checkUserNameTwo: z.string().nullable(),
  checkTimeTwo: z.string().nullable(),
  open: shape({ by: z.string(), at: z.string() }).nullable(),
});
export type ReversibleTask = RowOf<typeof reversible>;

export const deApprovalContracts = declareCalls({
  'GET search/sampleDeApproval/detail': {
    title: ['反审核详情', 'A reversal with what led to it'],
    permission: viewDeApprovals.code,
    query: z.object({ id: idText }),
    answer: deApprovalDetail,
  },
  'GET lab/lab-process/de-approval-check': {
    title: ['反审核扫描检查', 'Check a code for a reversal'],
    permission: applyDeApproval.permission,
    query: z.object({ code: codeText() }),
    answer: shape({ code: z.string(), tasks: z.array(reversible) }),
  },
});
