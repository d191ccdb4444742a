import { choices } from '#domain/kernel/choices.ts';
import { choice, code, decimal, integer, longText, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** How an item's result is given. */
export const resultKind = choices({
  quantitative: [1, '定量', 'Quantitative'],
  qualitative: [2, '定性', 'Qualitative'],
  text: [3, '文字', 'Text'],
});

/** One result line of a report. */
export const item = defineResource({
  name: 'item',
  title: ['检测项', 'Item'],
  service: 'base',
  path: 'item',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'itemId',
  roles: { ...atDesks, ops: 'all' },
  display: { name: 'itemName', code: 'itemCode' },
  fields: {
    itemCode: code('检测项编号', 'Code', { required: true, unique: true, search: true, max: 32 }),
    itemName: text('检测项名称', 'Name', { required: true, search: true }),
    itemShortName: text('英文缩写', 'Short name', { search: true, max: 32 }),
    resultKind: choice('结果类型', 'Result kind', resultKind, { required: true, search: true }),
    unit: text('单位', 'Unit', { max: 20 }),
    referenceRange: text('参考范围', 'Reference range'),
    deltaPercent: decimal('历次差异上限', 'Most change', {
      min: 0,
      max: 10_000,
      unit: '%',
      column: false,
      help: ['与受检者历次结果相差超过此比例时提示', 'A change from a person’s earlier result is told beyond it'],
    }),
    criticalLow: decimal('危急值下限', 'Critically low', {
      min: -1_000_000,
      max: 1_000_000,
      column: false,
      help: ['结果不高于此值时报告印“危急值”', 'A result down here has its report marked as critical'],
    }),
    criticalHigh: decimal('危急值上限', 'Critically high', {
      min: -1_000_000,
      max: 1_000_000,
      column: false,
      help: ['结果不低于此值时报告印“危急值”', 'A result up here has its report marked as critical'],
    }),
    sort: integer('排序', 'Order', { min: 0, max: 9999 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/item', title: ['检测项管理', 'Items'] }],
});
