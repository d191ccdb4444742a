import { code, longText, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** What sample classes have in common: blood, respiratory, body fluid, dried. */
export const sampleAttribute = defineResource({
  name: 'sampleAttribute',
  title: ['样本属性', 'Sample attribute'],
  service: 'base',
  path: 'sample-attribute',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable' },
  id: 'attributeId',
  roles: { ...atDesks, ops: 'all' },
  display: { name: 'attributeName', code: 'attributeCode' },
  fields: {
    attributeCode: code('属性编号', 'Code', { required: true, unique: true, search: true, max: 20 }),
    attributeName: text('属性名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/sample-attribute', title: ['样本属性', 'Sample attributes'] }],
  offline: true,
});
