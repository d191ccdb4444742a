import { choices } from '#domain/kernel/choices.ts';
import { choice, code, ref, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Whether an account may sign in (docs/wire.md#json). */
export const userStatus = choices({ active: [1, '正常', 'Active'], stopped: [2, '停用', 'Stopped'], awaiting: [3, '待审核', 'Awaiting approval'] });
/** Whether somebody works for the tenant or for a client of it. */
export const userType = choices({ internal: [1, '内部用户', 'Internal'], third: [2, '第三方用户', 'Third party'] });
/** Whether an account was opened for a client as one of many, or by hand (docs/contract.md#client-account). */
export const buildType = choices({ system: [1, '系统', 'System'], manual: [2, '手工', 'Manual'] });
export const sex = choices({ male: [1, '男', 'Male'], female: [2, '女', 'Female'], unknown: [3, '未知', 'Unknown'] });

/**
 * A person's account. Passwords are no part of it: their hashes stand in `user_credential`, so that no list,
 * export or delta can carry one.
 */
export const userAccount = defineResource({
  name: 'userAccount',
  title: ['用户', 'User'],
  service: 'system',
  path: 'user',
  // The public flavour of the family pages under `list` (docs/wire.md#two-flavours).
  verbs: { page: ['page', 'list'], list: 'user-list', detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'id',
  roles: { ops: 'all' },
  display: { name: 'realName', code: 'account' },
  fields: {
    account: code('登录账号', 'Account', { required: true, unique: true, search: true, min: 3, max: 40 }),
    realName: text('用户姓名', 'Name', { required: true, search: true, max: 40 }),
    name: text('用户昵称', 'Nickname', { max: 40, column: false }),
    userCode: code('用户编号', 'Staff number', { wire: 'code', max: 40 }),
    roleIds: refList('所属角色', 'Roles', 'role', { required: true, wire: 'roleId' }),
    deptIds: refList('所属部门', 'Departments', 'department', { required: true, wire: 'deptId' }),
    postIds: refList('所属岗位', 'Posts', 'post', { column: false, wire: 'postId' }),
    phone: text('手机号码', 'Mobile', { search: true, max: 20 }),
    email: text('电子邮箱', 'E-mail', { max: 80 }),
    sex: choice('性别', 'Sex', sex, { column: false }),
    status: choice('账号状态', 'Status', userStatus, { search: true }),
    avatar: text('头像', 'Picture', { max: 300, column: false, form: false, readOnly: true }),
    userType: choice('用户类型', 'Kind of user', userType, { column: false, form: false }),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { column: false, form: false }),
    buildType: choice('建立方式', 'Made by', buildType, { column: false, form: false }),
  },
  screens: [{ route: '/system/user', title: ['用户管理', 'Users'] }],
});

/** Rules of a new password: 8 to 64 characters with a letter and a digit; percent-encoded it must fit RSA-OAEP (190 bytes). */
export function isGoodPassword(password: string): boolean {
  return (
    password.length >= 8 && password.length <= 64 && /[A-Za-z]/.test(password) && /\d/.test(password) && encodeURIComponent(password).length <= 190
  );
}
