import { code, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** A group of panels that one bench works on; also the product line of the ERP. */
export const panelGroup = defineResource({
  name: 'panelGroup',
  title: ['项目组', 'Panel group'],
  service: 'base',
  path: 'panel-group',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'panelGroupId',
  roles: { ...atDesks, ops: 'all' },
  display: { name: 'panelGroupName', code: 'panelGroupCode' },
  fields: {
    panelGroupCode: code('项目组编号', 'Code', { required: true, unique: true, search: true, max: 20 }),
    panelGroupName: text('项目组名称', 'Name', { required: true, unique: true, search: true }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true }),
    groupAErpCode: code('产品线编号', 'Product line code', { max: 32 }),
    groupAName: text('产品线', 'Product line', { max: 50 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/panel-group', title: ['项目组管理', 'Panel groups'] }],
  offline: true,
});
