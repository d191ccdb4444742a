import { choices } from '#domain/kernel/choices.ts';
import { choice, code, decimal, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';

/** Which part of the way of a sample an index looks at (WS/T 496). */
export const indexPhase = choices({
  before: [1, '检验前', 'Before the test'],
  during: [2, '检验中', 'During the test'],
  after: [3, '检验后', 'After the test'],
});
/** On which side of its goal an index is good. */
export const goalSide = choices({ atMost: [1, '≤', '≤'], atLeast: [2, '≥', '≥'] });

/** An index of quality, or a heading over some (a row without a goal). `tree` and `lazy-*` are hand-written (qualityIndexCalls). */
export const qualityIndex = defineResource({
  name: 'qualityIndex',
  title: ['质量指标', 'Quality index'],
  service: 'base',
  path: 'baseQualityIndex',
  verbs: { page: 'list', detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'qualityIndexId',
  roles: { ...atBenches, ops: 'all' },
  display: { name: 'indexName', code: 'indexCode' },
  order: 'sort',
  fields: {
    indexCode: code('指标编号', 'Code', { required: true, unique: true, search: true, max: 20 }),
    indexName: text('指标名称', 'Name', { required: true, search: true }),
    parentId: ref('上级指标', 'Above', 'qualityIndex', { column: false }),
    phase: choice('检验阶段', 'Phase', indexPhase, { required: true, search: true }),
    numerator: text('分子', 'Numerator', { max: 200, column: false }),
    denominator: text('分母', 'Denominator', { max: 200, column: false }),
    unit: text('单位', 'Unit', { max: 20 }),
    goalSide: choice('目标方向', 'Side', goalSide, { column: false }),
    goal: decimal('目标值', 'Goal', { min: 0, max: 1_000_000 }),
    sort: integer('排序', 'Order', { min: 0, max: 9999 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/qualityIndex', title: ['质量指标管理', 'Quality indexes'] }],
});
