import { choices } from '#domain/kernel/choices.ts';
import { choice, code, date, integer, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** docs/contract.md#entry-statistics. */
export const enterType = choices({
  summary: [1, '前处理录入', 'Summary entry'],
  single: [2, '一录', 'First entry'],
  double: [3, '二录', 'Second entry'],
});

/** How many a person entered on a day; over an SQL view. */
export const entryStatistic = defineResource({
  name: 'entryStatistic',
  title: ['录入统计', 'Entry statistics'],
  service: 'search',
  path: 'comprehensive-query',
  verbs: { page: 'enter-statistics-list' },
  id: 'statisticId',
  roles: { audit1: ['view'] },
  display: { name: 'enterUsername', code: 'enterAccount' },
  order: 'enterTime',
  view: true,
  fields: {
    enterAccount: code('录入账号', 'Account', { search: true }),
    enterUsername: text('录入人', 'Entered by', { search: true }),
    enterType: choice('录入类型', 'Type', enterType, { search: true }),
    enterTime: date('录入日期', 'Day', { search: true }),
    enterCount: integer('录入数量', 'Count'),
  },
  screens: [{ route: '/search/enterStatistics', title: ['录入统计', 'Entry statistics'] }],
});
