import { longText, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** A product package: the menus and buttons its tenants have (docs/contract.md#fields-and-codes, docs/contract.md#validation). `menuId` is a comma list of ids. */
export const tenantPackage = defineResource({
  name: 'tenantPackage',
  title: ['产品包', 'Tenant package'],
  service: 'system',
  path: 'tenant-package',
  verbs: { page: ['list', 'page'], list: 'select', detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'id',
  display: { name: 'packageName' },
  fields: {
    packageName: text('产品包名称', 'Package', { required: true, unique: true, search: true, max: 50 }),
    menuId: longText('菜单', 'Menus', {
      required: true,
      max: 200_000,
      help: ['导入时填菜单编号,以逗号分隔', 'In a sheet: codes of menus, by commas'],
    }),
    remark: longText('备注', 'Remark', { column: true }),
  },
  screens: [{ route: '/system/tenant-package', title: ['产品包管理', 'Tenant packages'] }],
});
