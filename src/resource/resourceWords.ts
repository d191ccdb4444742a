import type { Label } from '#domain/kernel/label.ts';

/** The sentences of every described screen, in the contract's own wording where it has one (docs/wire.md#list-texts). */
export const words = {
  add: ['新增', 'New'],
  edit: ['编辑', 'Edit'],
  view: ['查看', 'View'],
  enable: ['启用', 'Enable'],
  disable: ['停用', 'Disable'],
  remove: ['删除', 'Delete'],
  save: ['保存', 'Save'],
  close: ['关闭', 'Close'],
  added: ['新增成功', 'Added'],
  updated: ['更新成功', 'Saved'],
  removed: ['删除成功', 'Deleted'],
  done: ['操作成功!', 'Done'],
  askEnable: ['确定将选择数据启用?', 'Enable the selected rows?'],
  askDisable: ['确定将选择数据停用?', 'Disable the selected rows?'],
  askRemove: ['确定将选择数据删除?', 'Delete the selected rows?'],
  aboutCount: ['{question}\n共 {count} 条', '{question}\n{count} rows'],
  aboutOne: ['{question}\n{name}', '{question}\n{name}'],
  tickFirst: ['请选择至少一条数据', 'Select at least one row'],
  alreadyOn: ['已启用', 'Already enabled'],
  alreadyOff: ['已停用', 'Already disabled'],
  exported: ['导出完成', 'Export finished'],
  noneFound: ['没有符合条件的数据', 'No rows match'],
  none: ['还没有{title}', 'No {title} yet'],
  clearSearch: ['清除查询条件', 'Clear the search'],
} as const satisfies Record<string, Label>;
