import { code, longText, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** A setting of a tenant by key; `param/value` answers one by its key. */
export const param = defineResource({
  name: 'param',
  title: ['系统参数', 'Parameter'],
  service: 'system',
  path: 'param',
  verbs: { page: ['list', 'page'], detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'id',
  roles: { ops: 'all' },
  display: { name: 'paramName', code: 'paramKey' },
  fields: {
    paramName: text('参数名称', 'Name', { required: true, search: true, max: 100 }),
    paramKey: code('参数键名', 'Key', { required: true, unique: true, search: true, max: 100 }),
    paramValue: text('参数键值', 'Value', { required: true, search: true, max: 500 }),
    remark: longText('备注', 'Remark', { column: true }),
  },
  screens: [{ route: '/system/param', title: ['参数管理', 'Parameters'] }],
});
