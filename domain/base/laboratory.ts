import { code, choice, longText, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';
import { executeType } from './executeType.ts';

/** A laboratory of the group, or an outside one that tests for us. */
export const laboratory = defineResource({
  name: 'laboratory',
  title: ['检验所', 'Laboratory'],
  service: 'base',
  path: 'laboratory',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save' },
  id: 'laboratoryId',
  roles: { ...atDesks, billing: ['view'], finance: ['view'], sales: ['view'], ops: 'all' },
  display: { name: 'laboratoryName', code: 'laboratoryCode' },
  // A limited person is offered their own ones alone, on every list and picker, with and without network.
  laboratoryField: 'laboratoryId',
  fields: {
    laboratoryCode: code('检验所编号', 'Code', { required: true, unique: true, search: true, max: 20 }),
    laboratoryName: text('检验所名称', 'Name', { required: true, unique: true, search: true }),
    executeType: choice('检测类型', 'Execute type', executeType, { required: true, search: true }),
    laboratoryShortName: text('简称', 'Short name', { max: 20 }),
    contactPerson: text('联系人', 'Contact', { max: 50 }),
    contactNumber: text('联系电话', 'Phone', { max: 20 }),
    address: text('地址', 'Address', { max: 200 }),
    qualification: text('执业许可/资质', 'Licence', { max: 200, column: false, help: ['印在报告上', 'Printed on reports'] }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/laboratory', title: ['检验所管理', 'Laboratories'] }],
  offline: true,
});
