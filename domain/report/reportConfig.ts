import { choices } from '#domain/kernel/choices.ts';
import { choice, date, integer, json, longText, ref, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';
import { reportKind } from './reportTemplate.ts';

/** Whose reports it is for: every client's of a laboratory, or certain ones'. */
export const configType = choices({ byDefault: [1, '默认', 'Default'], custom: [2, '自定义', 'Custom'] });

/** Which template and strategy make which reports (docs/report.md#configuration). */
export const reportConfig = defineResource({
  name: 'reportConfig',
  title: ['报告配置', 'Report configuration'],
  service: 'report',
  path: 'report-config',
  verbs: { page: ['default-page', 'custom-page'], detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'configId',
  roles: { ...atBenches, audit2: ['view'], ops: 'all' },
  display: { name: 'configName' },
  noSheet: 'what two of them would both be for is judged one by one',
  fields: {
    configName: text('配置名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    configType: choice('配置类型', 'Kind', configType, { required: true, column: false, form: false }),
    laboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory', { required: true, search: true }),
    sendSampleClientIds: refList('送检单位', 'Sending clients', 'sendSampleClient', { search: true }),
    panelGroupIds: refList('项目组', 'Panel groups', 'panelGroup', { search: true, help: ['空表示所有项目组', 'Empty: every panel group'] }),
    templateId: ref('报告模板', 'Template', 'reportTemplate', { required: true, search: true }),
    strategyId: ref('报告策略', 'Strategy', 'reportStrategy', { required: true, search: true }),
    commodityIds: refList('产品', 'Commodities', 'commodity', { search: true, help: ['空表示所有产品', 'Empty: every commodity'] }),
    reportTitleIds: refList('报告抬头', 'Report titles', 'reportTitle', { help: ['空表示所有抬头', 'Empty: every title'] }),
    reportKind: choice('报告类型', 'Report kind', reportKind, { required: true, search: true }),
    validFrom: date('生效日期', 'Valid from', { required: true }),
    validTo: date('失效日期', 'Valid to', { help: ['空表示长期有效', 'Empty: without end'] }),
    conversion: json('结果转换', 'Wording of results', { readOnly: true, form: false }),
    conversionNo: integer('转换版本', 'Wording version', { readOnly: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/lab-report/config', title: ['报告配置管理', 'Report configurations'], fixed: { configType: 1 } }],
  laboratoryField: 'laboratoryId',
});
