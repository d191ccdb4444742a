import { qualitativeResult } from '#domain/base/conclusion.ts';
import { choice, decimal, integer, longText, ref, refList } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';
import { judgeKind } from './rules/judging.ts';

/** How the values of a panel group become one word (docs/lab.md#judging); a group without one is judged by its items' ranges. */
export const judgeRule = defineResource({
  name: 'judgeRule',
  title: ['判读规则', 'Judging rule'],
  service: 'base',
  path: 'judge-rule',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'judgeRuleId',
  roles: { ...atBenches, ops: 'all' },
  display: { name: 'judgeKind' },
  key: ['panelGroupId'],
  fields: {
    panelGroupId: ref('项目组', 'Panel group', 'panelGroup', {
      required: true,
      search: true,
      help: ['同一项目组有多条启用的规则时, 以最新一条为准', 'Of several rules of a group that are enabled the newest counts'],
    }),
    judgeKind: choice('判读方式', 'Judged by', judgeKind, { required: true, search: true }),
    itemIds: refList('检测项', 'Items', 'item', {
      column: false,
      help: ['按此方式判读的检测项; 其余按参考范围。留空: 全部', 'Items judged this way, others by their ranges. Empty: all'],
    }),
    greyFrom: decimal('可疑 Z 值', 'Doubtful from Z', { min: 0, max: 100, help: ['留空: 1.96', 'Empty: 1.96'] }),
    highFrom: decimal('高风险 Z 值', 'High risk from Z', { min: 0, max: 100, help: ['留空: 3', 'Empty: 3'] }),
    cutOff: integer('风险截断值 (1:n)', 'Risk cut-off (1:n)', { min: 1, max: 1_000_000, help: ['留空: 100', 'Empty: 100'] }),
    controlTimes: decimal('高于阴性对照倍数', 'Times above negative control', { min: 1, max: 100_000, help: ['留空: 10', 'Empty: 10'] }),
    singleHetAs: choice('单杂合判为', 'One heterozygous site is', qualitativeResult, { help: ['留空: 可疑', 'Empty: suspected'] }),
    resultWords: longText('结果词语', 'Words of results', {
      help: ['每行“词语=阴性/阳性/可疑”', 'A line each: word=negative, positive or suspected'],
    }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/lab/judge-rule', title: ['判读规则管理', 'Judging rules'] }],
});
