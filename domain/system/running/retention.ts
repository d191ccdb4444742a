import type { Label } from '#domain/kernel/label.ts';
import { interfaceLogDays } from '#domain/op/interfaceLog.ts';
import { interfaceDefaults } from '#domain/op/opInterface.ts';
import type { PolicyName } from '../policies.ts';

/** One kind of data: where it lies, how long it is kept, and by which law or rule (docs/operations.md#retention). */
export interface Retention {
  readonly table: string;
  readonly title: Label;
  /** Days, or the parameter that says them (0: for ever); absent: for ever. `perRow`: each row says its own. */
  readonly keeps?: { readonly days: number } | { readonly policy: PolicyName } | { readonly perRow: Label };
  /** The column of its age, where it is pruned. */
  readonly time?: string;
  readonly why: Label;
  /** Fewer days than these are against the law named. */
  readonly leastDays?: number;
}

/** Years that records of a patient are kept after the receipt, by the rules on medical records; of an inpatient longer. */
export const medicalYears = { outpatient: 15, inpatient: 30 } as const;
/** Years that vouchers and books are kept. */
export const bookYears = 30;
/** Years that is noted to whom a person's data was given. */
export const givenYears = 3;
export const medical: Label = [
  '医疗机构病历管理规定(2013)第二十九条: 门诊不少于15年, 住院不少于30年',
  'Rules on medical records (2013), article 29: outpatients 15 years, inpatients 30 years at least',
];
export const books: Label = ['会计档案管理办法(2015): 会计凭证与账簿30年', 'Rules on accounting archives (2015): vouchers and books 30 years'];
export const given: Label = [
  '个人信息保护法第五十六条: 处理情况记录至少三年',
  'Personal Information Protection Law, article 56: records of what was done with it three years at least',
];
export const traced: Label = ['ISO 15189:2022 8.4: 记录可追溯', 'ISO 15189:2022 8.4: records can be traced'];
const networkLaw: Label = ['网络安全法第二十一条: 网络日志不少于六个月', 'Cybersecurity Law, article 21: logs six months at least'];
export const noLonger: Label = [
  '个人信息保护法第十九条: 为实现目的所必要的最短时间',
  'Personal Information Protection Law, article 19: no longer than is needed',
];
const halfYear = 180;
/** What is left of a sign-in that ended; the login log keeps its trace. */
export const endedSessionDays = 30;

/** In the order of the screen. What is not named is master data or a trace of these. */
export const retentions: readonly Retention[] = [
  { table: 'requisition', title: ['申请单', 'Requisitions'], why: medical },
  { table: 'sample', title: ['样本', 'Samples'], why: medical },
  { table: 'lab_result', title: ['检验结果', 'Results'], why: medical },
  { table: 'report_version', title: ['检验报告', 'Reports'], why: medical },
  { table: 'audit_entry', title: ['操作日志', 'Audit trail'], why: traced },
  { table: 'client_op', title: ['前台操作台账', 'Ledger of acts'], why: ['重复上传的操作据此识别', 'acts that are sent again are known by it'] },
  { table: 'sales_order', title: ['订单', 'Orders'], why: books },
  {
    table: 'login_log',
    title: ['登录日志', 'Login log'],
    keeps: { policy: 'loginLogDays' },
    time: 'login_time',
    why: networkLaw,
    leastDays: halfYear,
  },
  {
    table: 'interface_log',
    title: ['接口日志', 'Calls of interfaces'],
    keeps: { days: interfaceLogDays },
    time: 'create_time',
    why: networkLaw,
    leastDays: halfYear,
  },
  {
    table: 'interface_payload',
    title: ['接口报文', 'Payloads of interfaces'],
    keeps: {
      perRow: [`按接口设置, 默认${interfaceDefaults.payloadDays}天`, `as each interface says, ${interfaceDefaults.payloadDays} days unless it does`],
    },
    why: noLonger,
  },
  { table: 'client_error', title: ['前端错误日志', 'Faults of clients'], keeps: { policy: 'errorLogDays' }, time: 'create_time', why: noLonger },
  {
    table: 'list_export',
    title: ['列表导出', 'Exports of lists'],
    keeps: { perRow: ['文件到期删除', 'their files end by themselves'] },
    why: noLonger,
  },
  {
    table: 'refresh_session',
    title: ['登录会话', 'Sign-ins'],
    keeps: { perRow: [`到期后${endedSessionDays}天`, `${endedSessionDays} days after their end`] },
    why: noLonger,
  },
];
