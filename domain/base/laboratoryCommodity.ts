import { integer, longText, ref } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** Which laboratory sells which commodity, and which one does the test. */
export const laboratoryCommodity = defineResource({
  name: 'laboratoryCommodity',
  title: ['检验所产品', 'Laboratory commodity'],
  service: 'base',
  path: 'laboratory-commodity',
  verbs: { page: 'page', list: 'list', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'laboratoryCommodityId',
  roles: { ...atDesks, ops: 'all' },
  display: { name: 'commodityId' },
  key: ['laboratoryId', 'commodityId'],
  fields: {
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true, search: true }),
    commodityId: ref('产品', 'Commodity', 'commodity', { required: true, search: true }),
    executeLaboratoryId: ref('执行检验所', 'Executing laboratory', 'laboratory', { required: true, search: true }),
    internalTestCycle: integer('内部检测周期', 'Internal cycle', { min: 1, max: 525600, unit: 'min', isDuration: true }),
    externalTestCycle: integer('对外检测周期', 'External cycle', { min: 1, max: 525600, unit: 'min', isDuration: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/laboratory-commodity', title: ['检验所产品', 'Lab commodities'] }],
  offline: true,
  laboratoryField: 'laboratoryId',
});
