import { z } from 'zod';
import {
  callsUnder,
  declareCalls,
  fileAnswer,
  inQueryOrBody,
  isDone,
  pageShape,
  paging,
  parameters,
  shape,
  texts,
  type Contract,
} from '#domain/kernel/contract.ts';
import type { Label } from '#domain/kernel/label.ts';
import { verbPermission, type Resource } from '#domain/kernel/resource.ts';
import { listParameters, recordBody, savedId } from '#domain/kernel/resourceShapes.ts';
import { recordOutcomes } from '#domain/sheet/recordSheet.ts';
import { clientAccount } from './clientAccount.ts';
import { userAccount } from './userAccount.ts';
import { userThird } from './userThird.ts';

/** A saved account; a new one without a password gets one for a single use, told once. */
const savedAccount = savedId.extend({ oneTimePassword: z.string().optional() });
/** As it is typed, and typed again. */
const unhashed = ['password', 'password2'];
const saveAccount = (resource: Resource) =>
  ({
    title: [`保存${resource.title[0]}`, `Save: ${resource.title[1]}`],
    permission: verbPermission(resource, 'save'),
    body: recordBody(resource),
    unhashed,
    answer: savedAccount,
  }) satisfies Contract;

const resetAnswer = z.union([z.array(shape({ account: z.string(), password: z.string() })), isDone]);
const resetRepeats: Label = ['应答含密码, 操作账本不得保存', 'the answer is a password, and the ledger of acts must keep none'];

export const userContracts = declareCalls({
  'POST system/user/submit': saveAccount(userAccount),
  // The public flavour saves a known account under a path of its own.
  'POST system/user/update': saveAccount(userAccount),
  'POST system/user/grant': {
    title: ['用户授权', 'Give roles to users'],
    permission: 'userAccount_save',
    ...inQueryOrBody('userIds', 'roleIds'),
    answer: isDone,
  },
  'POST system/user/remove': { title: ['删除用户', 'Remove users'], permission: 'userAccount_remove', ...inQueryOrBody('ids'), answer: isDone },
  // A password for a single use each; the public flavour's is agreed on in a parameter.
  'POST system/user/reset-password': {
    title: ['重置密码', 'Reset passwords'],
    permission: 'userAccount_save',
    ...inQueryOrBody('userIds'),
    repeats: resetRepeats,
    answer: resetAnswer,
  },
  'POST system/user/unlock': { title: ['解锁账号', 'Unlock accounts'], permission: 'userAccount_save', ...inQueryOrBody('userIds'), answer: isDone },
});

export const ownInfo = shape({
  id: z.string(),
  tenantId: z.string(),
  account: z.string(),
  realName: z.string(),
  name: z.string().nullable(),
  phone: z.string(),
  email: z.string(),
  sex: z.number().nullable(),
  avatar: z.string(),
  roleId: z.string().nullable(),
  deptId: z.string().nullable(),
  roleName: z.string(),
  deptName: z.string(),
  postName: z.string(),
  postId: z.string().nullable(),
  /** 1: its code was typed, it can be used to log in. */
  isPhoneProven: z.number(),
});

const passwords = texts('oldPassword', 'newPassword', 'newPassword1');
/** What stands in both homes of the family's user calls. */
export const userFamily = {
  'GET info': { title: ['个人信息', 'Own profile'], permission: null, everybody: 'oneself', answer: ownInfo },
  'POST update-info': {
    title: ['修改个人信息', 'Change own profile'],
    permission: null,
    everybody: 'oneself',
    body: recordBody(userAccount),
    unhashed: ['password', 'codeValue'],
    answer: savedId,
  },
  // In the query, as the contract has it, or in the body, where passwords leave no trace in logs.
  'POST update-password': {
    title: ['修改密码', 'Change own password'],
    permission: null,
    everybody: 'oneself',
    query: passwords,
    body: passwords,
    repeats: [
      '参数的散列即密码的散列; 重复时原密码已不正确',
      'the hash of the arguments would be a hash of passwords; a repeat fails on the old one',
    ],
    answer: isDone,
  },
  'GET export-user': { title: ['导出用户', 'Export users'], permission: 'userAccount_view', query: listParameters(userAccount), answer: fileAnswer },
  'GET export-template': { title: ['用户导入模板', 'Template of users'], permission: 'userAccount_save', answer: fileAnswer },
  // `isCovered` 1: a known account is changed, else its row is refused. Passwords of new ones are told here alone.
  'POST import-user': {
    title: ['导入用户', 'Import users'],
    permission: 'userAccount_save',
    query: parameters('isCovered'),
    isUpload: true,
    repeats: [
      '每行按账号保存, 重复不改变结果; 应答含密码',
      'each row is saved by its account: the same again changes nothing; the answer tells passwords',
    ],
    answer: shape({
      total: z.int(),
      created: z.int(),
      updated: z.int(),
      same: z.int(),
      refused: z.int(),
      /** `rowNumber` as the spreadsheet shows it. */
      rows: z.array(shape({ rowNumber: z.int(), account: z.string(), outcome: z.enum(recordOutcomes), msg: z.string() })),
      passwords: z.array(shape({ account: z.string(), password: z.string() })),
    }),
  },
} as const satisfies Readonly<Record<string, Contract>>;

/** Colleagues a form may name are open to everybody signed in: account, name and department, nothing else. */
export const namedUser = shape({ id: z.string(), account: z.string(), realName: z.string(), name: z.string(), deptId: z.string().nullable() });
const named = parameters('realName', 'name', 'ids', ...paging);

export const userListContracts = declareCalls({
  'GET user/user-custom-list': {
    byHand: 'picker',
    title: ['用户列表', 'Users'],
    permission: null,
    everybody: 'names of colleagues, for pickers',
    query: named,
    answer: z.array(namedUser),
  },
  'GET user/user-sale-list': {
    byHand: 'picker',
    title: ['销售人员列表', 'Sales people'],
    permission: null,
    everybody: 'names of sales people, for pickers',
    query: named,
    answer: z.array(namedUser),
  },
  'GET user/sale-page': {
    byHand: 'picker',
    title: ['销售人员分页', 'Sales people'],
    permission: null,
    everybody: 'names of sales people, for pickers',
    query: named,
    answer: pageShape(namedUser),
  },
  'GET user/client/user/list-by-dept': {
    byHand: 'picker',
    title: ['部门用户列表', 'Users of departments'],
    permission: null,
    everybody: 'names of colleagues, for pickers',
    query: named.extend(parameters('deptId', 'deptIds').shape),
    answer: z.array(namedUser),
  },
});

export const avatarContracts = declareCalls({
  'POST user/upload-avatar': {
    title: ['上传头像', 'Upload own picture'],
    permission: null,
    everybody: 'oneself',
    isUpload: true,
    answer: shape({ avatar: z.string() }),
  },
});

/** Accounts of people outside the house: saved, let in and kept out, given a new password. */
const externalCalls = (resource: Resource) => {
  const [zh, en] = resource.title;
  const asked = { ...inQueryOrBody('ids', 'userIds', 'id', resource.id as 'id'), answer: isDone };
  return {
    save: saveAccount(resource),
    enable: { title: [`启用${zh}`, `Enable: ${en}`], permission: `${resource.name}_enable`, ...asked },
    disable: { title: [`停用${zh}`, `Disable: ${en}`], permission: `${resource.name}_disable`, ...asked },
    reset: {
      title: [`重置${zh}密码`, `Reset passwords: ${en}`],
      permission: `${resource.name}_save`,
      ...asked,
      repeats: resetRepeats,
      answer: resetAnswer,
    },
  } as const satisfies Readonly<Record<string, Contract>>;
};
const third = externalCalls(userThird);
const ofClient = externalCalls(clientAccount);

export const userThirdContracts = declareCalls({
  'POST user/user-third/submit': third.save,
  'POST user/user-third/update': third.save,
  'POST user/user-third/ableUser': third.enable,
  'POST user/user-third/disableUser': third.disable,
  'POST user/user-third/reset-password': third.reset,
});
export const clientAccountContracts = declareCalls({
  'POST base/client-account/submit': ofClient.save,
  'POST base/client-account/enable': ofClient.enable,
  'POST base/client-account/disable': ofClient.disable,
  'POST base/client-account/reset-password': ofClient.reset,
});

export const allUserContracts = {
  ...userContracts,
  ...callsUnder('system/user', userFamily),
  ...callsUnder('user', userFamily),
  ...userListContracts,
  ...avatarContracts,
  ...userThirdContracts,
  ...clientAccountContracts,
};
