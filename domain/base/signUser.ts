import { choices } from '#domain/kernel/choices.ts';
import { choice, date, longText, ref } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** What a signature says of a result. */
export const signLevel = choices({
  first: [1, '一审', 'First audit'],
  second: [2, '二审', 'Second audit'],
  release: [3, '签发', 'Release'],
});

/** Who may sign what: a laboratory, one of its panel groups or all of them, a level, and from when to when. */
export const signUser = defineResource({
  name: 'signUser',
  title: ['签名授权', 'Signing authority'],
  service: 'base',
  path: 'sign-user',
  verbs: { page: 'page', list: 'list', save: 'save', enable: 'enable', disable: 'disable' },
  id: 'signUserId',
  roles: { ops: 'all' },
  display: { name: 'userId' },
  key: ['userId', 'laboratoryId', 'panelGroupId', 'signLevel', 'validFrom'],
  fields: {
    userId: ref('签名人', 'Person', 'userAccount', { required: true, search: true }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true, search: true }),
    panelGroupId: ref('项目组', 'Panel group', 'panelGroup', {
      search: true,
      help: ['空表示该检验所的所有项目组', 'Empty: every panel group of the laboratory'],
    }),
    signLevel: choice('签名级别', 'Level', signLevel, { required: true, search: true }),
    validFrom: date('生效日期', 'Valid from', { required: true }),
    validTo: date('失效日期', 'Valid to', { help: ['空表示长期有效', 'Empty: without end'] }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/sign-user', title: ['签名授权管理', 'Signing authorities'] }],
  laboratoryField: 'laboratoryId',
});
