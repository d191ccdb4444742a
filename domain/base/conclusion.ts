import { choices } from '#domain/kernel/choices.ts';
import { choice, code, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';

/** What a result means in one word (docs/contract.md#fields-and-codes): normal, negative, low risk; abnormal, positive, high risk; recheck, suspected. */
export const qualitativeResult = choices({
  negative: [1, '阴性', 'Negative'],
  positive: [2, '阳性', 'Positive'],
  suspected: [3, '可疑', 'Suspected'],
});

/** A sentence a report ends with, chosen by the auditor. */
export const conclusion = defineResource({
  name: 'conclusion',
  title: ['结论', 'Conclusion'],
  service: 'base',
  path: 'conclusion',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'conclusionId',
  roles: { ...atBenches, ops: 'all' },
  display: { name: 'conclusionName', code: 'conclusionCode' },
  fields: {
    conclusionCode: code('结论编号', 'Code', { required: true, unique: true, search: true, max: 32 }),
    conclusionName: text('结论名称', 'Name', { required: true, search: true }),
    panelGroupId: ref('项目组', 'Panel group', 'panelGroup', { required: true, search: true }),
    panelId: ref('检测项目', 'Panel', 'panel', { search: true }),
    qualitativeResult: choice('定性结果', 'Result', qualitativeResult, { required: true, search: true }),
    content: longText('结论内容', 'Text', { required: true, max: 2000 }),
    suggestion: longText('建议', 'Advice', { max: 2000 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/conclusion', title: ['结论管理', 'Conclusions'] }],
});
