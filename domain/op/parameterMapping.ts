import { code, integer, longText, ref, text, choice } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { isSealed } from '#domain/system/dict.ts';

/** What partners call our codes: sets at the top, their pairs below; `dictKey` is the partner's value, `dictValue` ours (docs/interfaces.md#mapping). */
export const parameterMapping = defineResource({
  name: 'parameterMapping',
  title: ['参数配置', 'Parameter mapping'],
  service: 'op',
  path: 'parameter-mapping',
  verbs: { page: 'list', list: 'child-list', detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'mappingId',
  roles: { ops: 'all' },
  display: { name: 'dictValue', code: 'dictKey' },
  key: ['code', 'dictKey'],
  order: 'sort',
  fields: {
    code: code('字典编号', 'Dictionary code', { required: true, search: true, max: 64 }),
    dictValue: text('字典名称', 'Name', { required: true, search: true }),
    parentId: ref('上级', 'Set', 'parameterMapping', { column: false, form: false }),
    dictKey: code('字典键值', 'Entry key', { required: true, max: 64 }),
    sort: integer('字典排序', 'Order', { required: true, min: 0, max: 99_999 }),
    isSealed: choice('封存', 'Sealed', isSealed, { required: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/op/parameterMapping', title: ['参数配置', 'Parameter mapping'] }],
});
