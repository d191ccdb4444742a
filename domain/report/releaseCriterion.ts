import { choices } from '#domain/kernel/choices.ts';
import { choice, code, date, dateTime, integer, longText, ref, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Nothing is issued by a criterion before a second person has approved it. */
export const criterionState = choices({ draft: [1, '草稿', 'Draft'], approved: [2, '批准', 'Approved'], stopped: [3, '停用', 'Stopped'] });

/** Which results go out without a person, validated and approved (docs/report.md#automatic-release). */
export const releaseCriterion = defineResource({
  name: 'releaseCriterion',
  title: ['自动发布标准', 'Release criterion'],
  service: 'report',
  path: 'release-criterion',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save' },
  id: 'criterionId',
  roles: { audit2: ['view'], ops: 'all' },
  display: { name: 'criterionName', code: 'criterionCode' },
  noSheet: 'each is validated and approved for itself',
  fields: {
    criterionCode: code('标准编号', 'Code', { required: true, unique: true, search: true, max: 32 }),
    criterionName: text('标准名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    state: choice('状态', 'State', criterionState, { readOnly: true, search: true }),
    versionNo: integer('版本', 'Version', { readOnly: true }),
    panelGroupIds: refList('项目组', 'Panel groups', 'panelGroup', { required: true, min: 1 }),
    ageFrom: integer('年龄下限', 'Age from', { min: 0, max: 150, column: false, help: ['周岁, 空表示不限', 'Whole years; empty: any'] }),
    ageTo: integer('年龄上限', 'Age to', { min: 0, max: 150, column: false }),
    reviewDate: date('复审日期', 'To be reviewed by', {
      required: true,
      help: ['12 个月以内; 过期后不再自动发布', 'Within 12 months; then nothing is issued by it'],
    }),
    validationNote: longText('验证说明', 'Validation', {
      required: true,
      max: 1000,
      help: ['样本量、符合率、结论', 'Samples, agreement, conclusion'],
    }),
    authorId: ref('编制人', 'Author', 'userAccount', { readOnly: true }),
    approverId: ref('批准人', 'Approver', 'userAccount', { readOnly: true }),
    approveTime: dateTime('批准时间', 'Approved', { readOnly: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/lab-report/criterion', title: ['自动发布标准', 'Release criteria'] }],
});
