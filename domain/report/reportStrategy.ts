import { choices } from '#domain/kernel/choices.ts';
import { choice, choiceList, code, flag, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';
import { groupMode } from './reportState.ts';

/** Whether a report waits for all of its results. */
export const waitMode = choices({
  all: [1, '等全部', 'Until all are there'],
  first: [2, '先出已完成', 'Report what is there'],
});
/** How a report reaches its readers. */
export const reportChannel = choices({
  // 3 of the contract is a client's own portal: there is none, so that it is not offered.
  sms: [1, '短信', 'SMS'],
  mail: [2, '邮件', 'Mail'],
  link: [4, '患者链接', 'Patient link'],
  paper: [5, '纸质', 'Paper'],
});
export const mailMode = choices({ link: [1, '链接', 'Link'], attachment: [2, '加密附件', 'Encrypted attachment'] });

/** What a strategy says where its form leaves it open (docs/report.md#strategy). */
export const usualStrategy = { holdMinutes: 10, linkDays: 30 } as const;

/** How reports come about and go out (docs/report.md#strategy). */
export const reportStrategy = defineResource({
  name: 'reportStrategy',
  title: ['报告策略', 'Report strategy'],
  service: 'report',
  path: 'report-strategy',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'strategyId',
  roles: { ...atBenches, audit2: ['view'], ops: 'all' },
  display: { name: 'strategyName', code: 'strategyCode' },
  fields: {
    strategyCode: code('策略编号', 'Code', { required: true, unique: true, search: true, max: 32 }),
    strategyName: text('策略名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    groupMode: choice('报告分组', 'Reports', groupMode, { required: true, search: true }),
    waitMode: choice('等待方式', 'Waits', waitMode, { required: true, help: ['先出已完成: 报告注明“部分报告”', 'What is there: marked as partial'] }),
    isAutoGenerate: flag('自动生成', 'Made by itself', { wire: 'autoGenerate' }),
    isAutoRelease: flag('自动发布', 'Issued by itself', {
      wire: 'autoRelease',
      help: ['符合发布标准的阴性首版, 不经人审核', 'Negative first versions that meet the criterion, without a person'],
    }),
    criterionId: ref('发布标准', 'Criterion', 'releaseCriterion', {
      column: false,
      help: ['自动发布时必填', 'Needed where reports are issued by themselves'],
    }),
    isThirdRelease: flag('发布人须为第三人', 'Third person releases', { help: ['发布人不得是二审者', 'Whoever audited second does not release'] }),
    holdMinutes: integer('发布后可撤时间', 'Held for', {
      min: 0,
      max: 1440,
      unit: 'min',
      help: ['期间不对外发送; 留空为10分钟', 'Nothing is sent meanwhile; empty: 10 minutes'],
    }),
    channels: choiceList('送达方式', 'Channels', reportChannel, {
      help: [
        '短信发给患者, 邮件发给报告接收人; 患者链接随短信的 {链接} 发送; 纸质列入待打印',
        'Messages go to patients, mails to receivers; a patient’s link goes in the place {链接} of the message; paper awaits its print',
      ],
    }),
    mailMode: choice('邮件方式', 'Mail holds', mailMode, { column: false }),
    linkDays: integer('链接有效天数', 'Links live for (days)', { min: 1, max: 365, column: false, help: ['留空为30天', 'Empty: 30 days'] }),
    paperCopies: integer('纸质份数', 'Paper copies', {
      min: 0,
      max: 5,
      help: ['发布后列入待打印的份数', 'So many await their print once it is issued'],
    }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/lab-report/strategy', title: ['报告策略管理', 'Report strategies'] }],
});
