import { z } from 'zod';
import { anyJson, anyRecord, declareCalls, labelShape, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, longText, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { words } from '#domain/search/vocabulary.ts';
import { codeText } from '../codeText.ts';
import { formKeys } from '../rules/entryForm.ts';
import { labStatus } from '../sampleStatus.ts';
import { changeScreens, changeStatus, changeType } from './changeChoices.ts';
import { auditChange, foreseenInput } from './orderChangeActs.ts';

/** Looking at applications to change a requisition. */
export const viewChanges: Right = { code: 'orderChange_view', label: ['查看变更申请', 'View changes'], roles: ['reception', 'entry', 'quality'] };

const changeRow = shape({
  orderChangeId: z.string(),
  auditStatus: oneOf(changeStatus),
  applyType: oneOf(changeType),
  requisitionCode: z.string(),
  /** Of these three only what tells one person from another. */
  personName: z.string().nullable(),
  telephone: z.string().nullable(),
  credentialNo: z.string().nullable(),
  contractLaboratoryId: z.string().nullable(),
  contractLaboratoryName: z.string().nullable(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  addNames: z.string(),
  removeNames: z.string(),
  applyReason: z.string(),
  applicantId: z.string(),
  applyUser: z.string(),
  applyTime: z.string(),
  auditUser: z.string().nullable(),
  auditTime: z.string().nullable(),
  auditOpinion: z.string().nullable(),
  /** Who settled it: audited, cancelled or forced it. */
  actor: z.string().nullable(),
  actionTime: z.string().nullable(),
});
export type ChangeRow = RowOf<typeof changeRow>;

const fields = {
  auditStatus: choice('审核状态', 'Audit status', changeStatus),
  applyType: choice('变更类型', 'Kind of change', changeType),
  applyTime: dateTime('申请时间', 'Applied at'),
  auditTime: dateTime('审核时间', 'Audited at'),
};
const list = {
  row: changeRow,
  id: 'orderChangeId',
  columns: {
    auditStatus: fields.auditStatus,
    ...pick(words, 'requisitionCode'),
    applyType: fields.applyType,
    ...pick(words, 'personName', 'telephone', 'credentialNo', 'sendSampleClientId'),
    addNames: text('增加项目', 'Added items'),
    removeNames: text('删除项目', 'Removed items'),
    applyReason: text('变更原因', 'Why it changes'),
    applyUser: text('申请人', 'Applied by'),
    applyTime: fields.applyTime,
    auditUser: text('审核人', 'Audited by'),
    auditTime: fields.auditTime,
    auditOpinion: longText('审核意见', 'Opinion', { column: true }),
    ...pick(words, 'contractLaboratoryId'),
  },
  search: {
    auditStatus: fields.auditStatus,
    requisitionCode: code('申请单条码', 'Requisition code'),
    applyType: fields.applyType,
    ...pick(words, 'sendSampleClientId', 'contractLaboratoryId'),
    applyUser: text('申请人', 'Applied by'),
    applyTime: fields.applyTime,
  },
  sortable: ['applyTime'],
} as const;

/** 变更申请: what was asked for, whoever asked. */
export const changeApplications = describeListing({
  ...list,
  name: 'orderChangeRecord',
  title: ['变更申请', 'Changes applied for'],
  at: 'sample/order-change-record/apply-page',
  permission: viewChanges.code,
  screens: [{ route: changeScreens.apply, title: ['变更申请', 'Changes applied for'] }],
});
/** 变更审核: what waits for another person, and what was decided. */
export const changeAudits = describeListing({
  ...list,
  name: 'orderChangeProcess',
  title: ['变更审核', 'Audit of changes'],
  at: 'sample/order-change-record/audit-page',
  permission: auditChange.permission,
  screens: [{ route: changeScreens.audit, title: ['变更审核', 'Audit of changes'] }],
});

/** `…Name`: of a value that is an id. */
/** A field before and after, with the names of what stands there as an id. */
export const fieldChange = shape({
  field: z.string(),
  before: anyJson,
  after: anyJson,
  beforeName: z.string().nullable(),
  afterName: z.string().nullable(),
});
export type ShownChange = RowOf<typeof fieldChange>;
const named = shape({ commodityId: z.string(), commodityName: z.string() });
const foreseen = {
  /** What is asked for and what follows from it. */
  changes: z.array(fieldChange),
  effects: z.array(labelShape),
  /** What speaks against it now; null: nothing. */
  refusal: labelShape.nullable(),
};
const changeDetail = changeRow.extend({
  entryForm: z.literal(formKeys),
  added: z.array(named),
  removed: z.array(named),
  ...foreseen,
});
export type ChangeDetail = RowOf<typeof changeDetail>;
const foreseenChange = shape({ ...foreseen, problems: z.array(anyJson) });
export type ForeseenChange = RowOf<typeof foreseenChange>;
const changeable = shape({
  requisitionCode: z.string(),
  entryForm: z.literal(formKeys),
  isSettled: z.boolean(),
  values: anyRecord,
  commodities: z.array(named),
  tubes: z.array(shape({ sampleCode: z.string(), labStatus: oneOf(labStatus) })),
  open: shape({ by: z.string(), at: z.string() }).nullable(),
});
export type ChangeableRequisition = RowOf<typeof changeable>;

export const orderChangeContracts = declareCalls({
  'GET sample/order-change-record/detail': {
    title: ['变更详情', 'A change, before and after, with its effects'],
    permission: viewChanges.code,
    query: z.object({ id: idText }),
    answer: changeDetail,
  },
  'GET sample/order-change-record/current': {
    title: ['可变更的申请单', 'A requisition as it would be changed'],
    permission: viewChanges.code,
    query: z.object({ code: codeText() }),
    answer: changeable,
  },
  'POST sample/order-change-record/foresee': {
    title: ['变更影响', 'What a change would do'],
    permission: viewChanges.code,
    body: foreseenInput,
    repeats: ['只读', 'reads'],
    answer: foreseenChange,
  },
});
