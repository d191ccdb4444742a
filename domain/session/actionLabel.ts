import { commands } from '#domain/commands.ts';
import { choices, type ChoiceSet } from '#domain/kernel/choices.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { resources } from '#domain/resources.ts';

const verbs: Readonly<Record<string, Label>> = {
  save: ['保存', 'Save'],
  enable: ['启用', 'Enable'],
  disable: ['停用', 'Disable'],
  remove: ['删除', 'Remove'],
  restore: ['恢复', 'Restore'],
  grant: ['授权', 'Grant'],
  password: ['修改密码', 'Change password'],
  resetPassword: ['重置密码', 'Reset password'],
  unlock: ['解除锁定', 'Unlock'],
  testSend: ['测试发送', 'Trial message'],
  import: ['导入', 'Import'],
};
const others: Readonly<Record<string, Label>> = {
  'keptAct.release': ['前台操作: 放行', 'Desk act: release'],
  'keptAct.reject': ['前台操作: 驳回', 'Desk act: reject'],
  'userAccount.register': ['用户: 注册申请', 'User: ask for an account'],
  'userAccount.bind': ['用户: 绑定第三方账号', 'User: bind a third-party account'],
};
const resourceOf = (action: string): Resource | undefined => resources.find(({ name }) => name === action.split('.', 1)[0]);

/** What an audit entry's action says to a person; the action itself where nobody named it. */
export function actionLabel(action: string): Label {
  const command = commands.find(({ name }) => name === action);
  if (command) return command.title;
  const other = others[action];
  if (other) return other;
  const resource = resourceOf(action);
  const verb = action.slice(action.indexOf('.') + 1);
  if (!resource) return [action, action];
  const [zh, en] = verbs[verb] ?? [verb, verb];
  return [`${resource.title[0]}: ${zh}`, `${resource.title[1]}: ${en}`];
}

/** What can be searched for: every step, and every written resource as a whole. */
export function actionChoices(): ChoiceSet {
  const written = resources
    .filter(({ view }) => !view)
    .map(({ name, title: [zh, en] }) => [name, [`${name}.`, `${zh}: 全部`, `${en}: all`]] as const);
  const steps = commands.map(({ name, title: [zh, en] }) => [name, [name, zh, en]] as const);
  return choices(Object.fromEntries([...steps, ...written]));
}

/** The described field a changed value belongs to; undefined for the columns of a step. */
export function changedField(action: string, name: string): Field | undefined {
  return resourceOf(action)?.fields[name];
}
