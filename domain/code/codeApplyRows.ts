import { choice, code, dateTime, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { choices } from '#domain/kernel/choices.ts';
import { codeType } from './codeStyle.ts';
import { jobKind, jobState, printChannel, runOutcome } from './printJob.ts';

const counts = {
  quantity: integer('数量', 'Quantity'),
  firstCode: code('起始号', 'First number', { search: true }),
  lastCode: code('终止号', 'Last number'),
  printedCount: integer('已打印', 'Printed'),
  jobState: choice('打印状态', 'Print state', jobState, { search: true }),
  styleName: text('标签样式', 'Label style'),
  remark: longText('备注', 'Remark'),
  createUserName: text('申请人', 'Applied by', { search: true }),
  createTime: dateTime('申请时间', 'Applied at', { search: true }),
  printId: text('打印任务', 'Print job', { column: false }),
};
/** Numbers a sending client applied for. */
export const sampleCodeApply = defineResource({
  name: 'sampleCodeApply',
  title: ['样本条码申请', 'Sample code application'],
  service: 'code',
  path: 'sample-code-apply',
  verbs: { page: 'apply-page', detail: 'detail' },
  id: 'applyId',
  roles: { reception: ['view'], ops: 'all' },
  display: { name: 'firstCode', code: 'firstCode' },
  view: true,
  fields: {
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { search: true, wire: 'clientId' }),
    codeType: choice('条码类型', 'Code type', codeType, { search: true }),
    ...counts,
  },
  screens: [{ route: '/code/sample-code-apply', title: ['样本条码申请', 'Sample code applications'] }],
});
/** Lab codes a laboratory applied for. */
export const labCodeApply = defineResource({
  name: 'labCodeApply',
  title: ['实验室编号申请', 'Lab code application'],
  service: 'code',
  path: 'lab-code-apply',
  verbs: { page: 'apply-page', detail: 'detail' },
  id: 'applyId',
  roles: { lab: ['view'], ops: 'all' },
  display: { name: 'firstCode', code: 'firstCode' },
  laboratoryField: 'laboratoryId',
  view: true,
  fields: { laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true }), ...counts },
  screens: [{ route: '/code/lab-code-apply', title: ['实验室编号申请', 'Lab code applications'] }],
});

const again = {
  requisitionCode: code('条码', 'Code', {
    search: true,
    help: [
      '打印任务里的任一条码,也可用其样本的申请单、样本、采血管、医院或实验室条码查找',
      'Any code of the job; also any code of its tubes: requisition, sample, tube, hospital or lab',
    ],
  }),
  oldRequisitionCode: code('原条码', 'Old code', { search: true }),
  personName: text('受检者姓名', 'Patient name', { patient: 'name' }),
  idCard: text('证件号码', 'Document number', { patient: 'credentialNo' }),
  contactNumber: text('联系电话', 'Phone', { patient: 'telephone' }),
  samplingTime: dateTime('采样时间', 'Sampling time'),
  receiveTime: dateTime('收样时间', 'Receive time'),
  receiveServerTime: dateTime('服务器收到时间', 'Server time', { column: false }),
  dailyRecords: longText('打印记录', 'Printed on', { column: true }),
  totalCount: integer('张数', 'Labels'),
  doneCount: integer('已打印', 'Printed'),
  jobKind: choice('类别', 'Kind', jobKind, { search: true }),
  jobState: choice('打印状态', 'Print state', jobState, { search: true }),
  reason: text('原因', 'Reason', { max: 200 }),
  creator: text('操作人', 'Done by', { search: true }),
  createTime: dateTime('时间', 'Time', { search: true }),
};
/** Labels of samples that were printed again or replaced (docs/contract.md#reprint). */
export const sampleCodeReprint = defineResource({
  name: 'sampleCodeReprint',
  title: ['样本条码重打', 'Sample code reprint'],
  service: 'code',
  path: 'sample-code-apply',
  verbs: { page: 'reprint-page' },
  id: 'printId',
  roles: { reception: ['view'], ops: 'all' },
  display: { name: 'requisitionCode', code: 'requisitionCode' },
  laboratoryField: 'laboratoryId',
  view: true,
  fields: {
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { search: true, wire: 'clientId' }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { column: false }),
    ...again,
  },
  screens: [{ route: '/code/sample-code-reprint', title: ['样本条码重打', 'Sample code reprints'] }],
});
export const labCodeReprint = defineResource({
  name: 'labCodeReprint',
  title: ['实验室编号重打', 'Lab code reprint'],
  service: 'code',
  path: 'lab-code-apply',
  verbs: { page: 'reprint-page' },
  id: 'printId',
  roles: { lab: ['view'], ops: 'all' },
  display: { name: 'requisitionCode', code: 'requisitionCode' },
  laboratoryField: 'laboratoryId',
  view: true,
  fields: { laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true }), ...again },
  screens: [{ route: '/code/lab-code-reprint', title: ['实验室编号重打', 'Lab code reprints'] }],
});

/** What became of a number that was used (see `numberState`). */
export const labelState = choices({ printed: [1, '已打印', 'Printed'], voided: [2, '已作废', 'Void'], bound: [3, '已使用', 'Used'] });
/** Lab codes that were printed, with the tube they were bound to. */
export const labCode = defineResource({
  name: 'labCode',
  title: ['实验室编号', 'Lab code'],
  service: 'code',
  path: 'lab-code',
  verbs: { page: 'page' },
  id: 'labCodeId',
  roles: { lab: ['view'], ops: 'all' },
  display: { name: 'labCode', code: 'labCode' },
  order: 'printTime',
  laboratoryField: 'laboratoryId',
  view: true,
  fields: {
    labCode: code('实验室编号', 'Lab code', { search: true }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true }),
    labelState: choice('状态', 'State', labelState, { search: true }),
    sampleCode: code('样本条码', 'Sample code', { search: true }),
    printCount: integer('打印次数', 'Prints'),
    printTime: dateTime('打印时间', 'Printed at', { search: true }),
    userName: text('打印人', 'Printed by'),
    spoilReason: text('作废原因', 'Why void'),
  },
  screens: [{ route: '/code/lab-code', title: ['实验室编号', 'Lab codes'] }],
});

/** The ledger of printing: every run of a printer and every offline print of a desk; append-only. */
export const printRun = defineResource({
  name: 'printRun',
  title: ['打印台账', 'Print ledger'],
  service: 'code',
  path: 'print',
  verbs: { page: 'page' },
  id: 'runId',
  roles: { ops: 'all' },
  display: { name: 'firstCode', code: 'firstCode' },
  order: 'beginTime',
  view: true,
  fields: {
    firstCode: code('起始号', 'First number', { search: true }),
    lastCode: code('终止号', 'Last number'),
    labelCount: integer('张数', 'Labels'),
    codeType: choice('条码类型', 'Code type', codeType, { search: true }),
    jobKind: choice('类别', 'Kind', jobKind, { search: true }),
    channel: choice('方式', 'Through', printChannel, { search: true }),
    runOutcome: choice('结果', 'Outcome', runOutcome, { search: true }),
    reason: text('原因', 'Reason', { max: 200 }),
    userName: text('打印人', 'Printed by', { search: true }),
    deviceId: text('前台', 'Desk', { column: false }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { column: false }),
    beginTime: dateTime('开始时间', 'Start time', { search: true }),
    endTime: dateTime('结束时间', 'End time'),
  },
  screens: [{ route: '/code/print-ledger', title: ['打印台账', 'Print ledger'] }],
});
