import { commands } from '#domain/commands.ts';
import { choices, type ChoiceSet } from '#domain/kernel/choices.ts';
import { text, type Field } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { resources } from '#domain/resources.ts';
import { summaryFields } from '#domain/sample/rules/summaryFields.ts';
import { authClient } from '#domain/system/authClient.ts';
import { menuEntry } from '#domain/system/menuFields.ts';
import { words } from '#domain/search/vocabulary.ts';
import { region } from '#domain/system/region.ts';
import { tenant } from '#domain/system/tenant.ts';

const verbs: Readonly<Record<string, Label>> = {
  save: ['保存', 'Save'],
  enable: ['启用', 'Enable'],
  disable: ['停用', 'Disable'],
  remove: ['删除', 'Remove'],
  restore: ['恢复', 'Restore'],
  grant: ['授权', 'Grant'],
  password: ['修改密码', 'Change password'],
  resetPassword: ['重置密码', 'Reset password'],
  setPassword: ['设置密码', 'Set password'],
  unlock: ['解除锁定', 'Unlock'],
  secondFactorOn: ['开启双重验证', 'Turn on second factor'],
  secondFactorOff: ['关闭双重验证', 'Turn off second factor'],
  resetSecondFactor: ['重置双重验证', 'Reset second factor'],
  recoveryUsed: ['使用恢复码登录', 'Log in by a recovery code'],
  setDefault: ['设为默认', 'Make default'],
  publish: ['发布', 'Publish'],
  revoke: ['撤回', 'Revoke'],
  setting: ['授权设置', 'Limits'],
  packageSetting: ['产品包设置', 'Package'],
  datasource: ['数据源设置', 'Data source'],
  testSend: ['测试发送', 'Trial message'],
  import: ['导入', 'Import'],
};
const others: Readonly<Record<string, Label>> = {
  'keptAct.release': ['前台操作: 放行', 'Desk act: release'],
  'keptAct.reject': ['前台操作: 驳回', 'Desk act: reject'],
  'desk.import': ['前台操作: 从文件导入', 'Desk acts: import from a file'],
  'device.revoke': ['前台设备: 吊销', 'Desk: revoke'],
  'flowInstance.end': ['流程: 终止', 'Process: end'],
  'numberBlock.reserve': ['号段: 预留', 'Numbers: reserve'],
  'numberBlock.return': ['号段: 归还', 'Numbers: return'],
  'numberBlock.close': ['号段: 关闭', 'Numbers: close'],
  'list.export': ['列表: 导出', 'List: export'],
  'myExport.start': ['列表: 后台导出', 'List: export in the background'],
  'interfaceLog.payload': ['接口日志: 查看报文原文', 'Interface log: read a payload'],
  'interfaceLog.replay': ['接口日志: 重放', 'Interface log: replay'],
  'expected.cancelled': ['应到样本: 对方取消', 'Announced sample: cancelled by the partner'],
  'patient.reveal': ['受检者: 显示明文', 'Patient: reveal'],
  'offline.discard': ['前台操作: 放弃', 'Desk act: discard'],
  'sealKey.rotate': ['封存密钥: 更换', 'Sealing key: renew'],
  'userAccount.register': ['用户: 注册申请', 'User: ask for an account'],
  'userAccount.bind': ['用户: 绑定第三方账号', 'User: bind a third-party account'],
};
/** With those that lie in tables of their own. */
const described: readonly Resource[] = [...resources, tenant, region, authClient, menuEntry];
/** The described resource an action is of, with those in tables of their own. */
export const describedResource = (action: string): Resource | undefined => described.find(({ name }) => name === action.split('.', 1)[0]);

/** The described resource an action wrote a row of, where its rows lie in a table of its own. */
export function writtenResource(action: string): Resource | undefined {
  const resource = describedResource(action);
  return resource && !resource.view && resources.includes(resource) ? resource : undefined;
}

/** What an audit entry's action says to a person; the action itself where nobody named it. */
export function actionLabel(action: string): Label {
  const command = commands.find(({ name }) => name === action);
  if (command) return command.title;
  const other = others[action];
  if (other) return other;
  const resource = describedResource(action);
  const verb = action.slice(action.indexOf('.') + 1);
  if (!resource) return [action, action];
  const [zh, en] = verbs[verb] ?? [verb, verb];
  return [`${resource.title[0]}: ${zh}`, `${resource.title[1]}: ${en}`];
}

/** What can be searched for: every command, and every written resource as a whole. */
export function actionChoices(): ChoiceSet {
  const written = resources
    .filter(({ view }) => !view)
    .map(({ name, title: [zh, en] }) => [name, [`${name}.`, `${zh}: 全部`, `${en}: all`]] as const);
  const steps = commands.map(({ name, title: [zh, en] }) => [name, [name, zh, en]] as const);
  return choices(Object.fromEntries([...steps, ...written]));
}

/** What most rows call a value, by its name here and on the wire; with its choices where all mean the same ones. */
function everywhere(): ReadonlyMap<string, Field> {
  const found = new Map<string, Field[]>();
  for (const fields of [...described.map(({ fields: own }) => own), summaryFields])
    for (const [name, field] of Object.entries<Field>(fields))
      for (const key of new Set([name, field.wire ?? name])) found.set(key, [...(found.get(key) ?? []), field]);
  // Many a list of tubes calls it the code alone.
  return new Map([...found].map(([name, fields]) => [name, commonest(fields)])).set('requisitionCode', words.requisitionCode);
}
function commonest(fields: readonly Field[]): Field {
  const votes = (field: Field): number => fields.filter(({ label }) => label[0] === field.label[0]).length;
  const best = fields.reduce((one, other) => (votes(other) > votes(one) ? other : one));
  return fields.every(({ kind, choices: set }) => kind === best.kind && set === best.choices) ? best : text(...best.label);
}
let shared: ReadonlyMap<string, Field> | undefined;

/** The described field a changed value belongs to: the row's own, or for the columns of a step what rows elsewhere call so; undefined where nothing does. */
export function changedField(action: string, name: string): Field | undefined {
  const own = describedResource(action);
  const fields: Readonly<Record<string, Field>> = own?.fields ?? {};
  return fields[name] ?? Object.entries(fields).find(([, { wire }]) => wire === name)?.[1] ?? (shared ??= everywhere()).get(name);
}
