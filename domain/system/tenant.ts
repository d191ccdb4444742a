import { code, dateTime, integer, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/**
 * A laboratory group on this installation. Its rows lie in a table of their own (its number is its key), so its calls are written by
 * hand (server/system/tenantCalls.ts); the description gives them their checks, the list its columns and the form its fields.
 */
export const tenant = defineResource({
  name: 'tenant',
  title: ['租户', 'Tenant'],
  service: 'system',
  path: 'tenant',
  verbs: { page: ['list', 'page'], detail: 'detail', save: 'submit', remove: 'remove', enable: 'enable', disable: 'disable' },
  id: 'id',
  display: { name: 'tenantName', code: 'tenantId' },
  noSheet: 'its number is made by the server: no cell of a sheet tells which tenant is meant',
  fields: {
    tenantId: code('租户编号', 'Tenant number', { readOnly: true, search: true, help: ['新增时自动生成', 'Made when it is added'] }),
    tenantName: text('租户名称', 'Tenant', { required: true, search: true, max: 50 }),
    linkman: text('联系人', 'Contact', { max: 20 }),
    contactNumber: text('联系电话', 'Phone', { search: true, max: 20 }),
    address: text('联系地址', 'Address', { max: 200 }),
    packageId: ref('产品包', 'Package', 'tenantPackage', { help: ['留空则拥有全部菜单', 'Empty: every menu'] }),
    accountNumber: integer('账号额度', 'Accounts', { min: -1, max: 1_000_000, help: ['-1 为不限', '-1: no limit'] }),
    expireTime: dateTime('过期时间', 'Expires', { help: ['留空则长期有效', 'Empty: never'] }),
    domainUrl: text('域名地址', 'Host name', { max: 200, help: ['例如 lab.example.com', 'For example lab.example.com'] }),
    backgroundUrl: text('系统背景', 'Login picture', { max: 300, column: false }),
    datasourceId: code('数据源', 'Data source', { readOnly: true, column: false, form: false }),
  },
});
export const tenantScreen = { route: '/system/tenant', title: ['租户管理', 'Tenants'] } as const;

/** What a tenant's administrator is called; their password is for a single use and told once. */
export const tenantAdministrator = 'admin';
/** All tenants lie in this installation's one database. */
export const onlyDatasource = 'default';
