import { choices } from '#domain/kernel/choices.ts';
import { choice, code, flag, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { partnerField } from './partnerFields.ts';

/** Which way a value goes. */
export const parameterType = choices({ input: [1, '输入', 'In'], output: [2, '输出', 'Out'] });

/** Where a value stands in a partner's message, and what it is with us (docs/interfaces.md#mapping). */
export const opParameter = defineResource({
  name: 'opParameter',
  title: ['接口参数', 'Interface parameter'],
  service: 'op',
  path: 'op-parameter',
  verbs: { page: 'page', detail: 'detail', save: 'submit', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'parameterId',
  roles: { ops: 'all' },
  display: { name: 'parameterName', code: 'parameterCode' },
  order: 'sort',
  key: ['interfaceId', 'type', 'parameterCode'],
  fields: {
    interfaceId: ref('接口', 'Interface', 'opInterface', {
      required: true,
      search: true,
      // The contract's own words.
      missing: ['请选择销售人员', 'Choose: Interface'],
    }),
    parameterCode: code('参数集合编号', 'Code', { required: true, search: true, max: 50 }),
    parameterName: text('参数集合名称', 'Name', { required: true, search: true, max: 50 }),
    type: choice('参数类型', 'Way', parameterType, { required: true, search: true }),
    sort: integer('字典排序', 'Order', { required: true, min: 0, max: 9_999 }),
    path: text('路径', 'Path', {
      max: 200,
      help: ['对方报文中的位置, 如 patient.name; 空同编号', 'Where it stands in the message: patient.name; empty: as the code'],
    }),
    fieldName: choice('字段', 'Field', partnerField, { required: true }),
    format: text('格式', 'Format', { max: 50, column: false, help: ['时间: yyyyMMddHHmm', 'Of a time: yyyyMMddHHmm'] }),
    mappingCode: code('对照字典', 'Mapping', { max: 64, help: ['参数配置中的集合编号', 'A set of the parameter mapping'] }),
    isRequired: flag('必填', 'Required'),
    maxLength: integer('最大长度', 'Longest', { min: 1, max: 500, column: false }),
    defaultValue: text('默认值', 'Default', { max: 100, column: false }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/op/parameterlLims', title: ['接口系统参数', 'Interface parameters'] }],
});
