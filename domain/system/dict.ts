import { choices } from '#domain/kernel/choices.ts';
import { choice, code, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource, type Resource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** A sealed entry is kept but no longer offered. */
export const isSealed = choices({ no: [0, '否', 'No'], yes: [1, '是', 'Yes'] });

/** The key of a dictionary's root row (docs/wire.md#system-resources). */
export const rootDictKey = '-1';

const fields = {
  code: code('字典编号', 'Dictionary code', { required: true, search: true, max: 64 }),
  dictValue: text('字典名称', 'Name', { required: true, search: true }),
  parentId: ref('上级字典', 'Parent', 'dict', { column: false }),
  dictKey: code('字典键值', 'Entry key', { required: true, max: 64 }),
  sort: integer('字典排序', 'Order', { required: true, min: 0, max: 99_999 }),
  isSealed: choice('封存', 'Sealed', isSealed, { required: true }),
  remark: longText('字典备注', 'Remark'),
} as const;

const verbs = { detail: 'detail', save: 'submit', remove: 'remove', page: 'page' } as const;

/** The product's own dictionaries: codes that the programme knows. Trees and look-ups: dictCalls. */
export const dict = defineResource({
  name: 'dict',
  title: ['系统字典', 'System dictionary'],
  service: 'system',
  path: 'dict',
  verbs,
  id: 'id',
  roles: { ...atDesks, billing: ['view'], sales: ['view'], ops: 'all' },
  display: { name: 'dictValue', code: 'code' },
  key: ['code', 'dictKey'],
  order: 'sort',
  fields,
  screens: [{ route: '/dict-horizontal/index', title: ['系统字典', 'System dictionary'] }],
} satisfies Resource);

/** Dictionaries of the business, kept by its own people. */
export const dictBiz = defineResource({
  name: 'dictBiz',
  title: ['业务字典', 'Business dictionary'],
  service: 'system',
  path: 'dict-biz',
  verbs,
  id: 'id',
  roles: { ...atDesks, billing: ['view'], sales: ['view'], ops: 'all' },
  display: { name: 'dictValue', code: 'code' },
  key: ['code', 'dictKey'],
  order: 'sort',
  fields: { ...fields, parentId: ref('上级字典', 'Parent', 'dictBiz', { column: false }) },
  screens: [{ route: '/dict-vertical/index', title: ['业务字典', 'Business dictionary'] }],
} satisfies Resource);
