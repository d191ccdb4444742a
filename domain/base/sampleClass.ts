import { code, decimal, flag, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** A kind of sample: EDTA blood, plasma, dried blood spot. */
export const sampleClass = defineResource({
  name: 'sampleClass',
  title: ['样本类型', 'Sample class'],
  service: 'base',
  path: 'sample-class',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'classId',
  roles: { ...atDesks, ops: 'all' },
  display: { name: 'className', code: 'classCode' },
  fields: {
    classCode: code('类型编号', 'Code', { required: true, unique: true, search: true, max: 20 }),
    className: text('类型名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    attributeId: ref('样本属性', 'Attribute', 'sampleAttribute', { search: true }),
    container: text('采样容器', 'Container', { max: 50 }),
    isAnticoagulated: flag('需抗凝', 'Anticoagulated'),
    minTemperature: decimal('最低运送温度', 'Coldest transport', { scale: 1, min: -196, max: 50, unit: '℃' }),
    maxTemperature: decimal('最高运送温度', 'Warmest transport', { scale: 1, min: -196, max: 50, unit: '℃' }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/sample-class', title: ['样本类型', 'Sample classes'] }],
  offline: true,
});
