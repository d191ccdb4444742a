import { expect, it } from 'vitest';
import { pricePolicy } from '#domain/base/pricePolicy.ts';
import { templateState } from '#domain/base/resultTemplate.ts';
import { check, problemText } from '#domain/kernel/check.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import { phoneFault as typedFault, phoneTexts } from '#domain/sample/rules/phone.ts';
import { opParameter } from '#domain/op/opParameter.ts';
import { phoneFault } from '#domain/session/phone.ts';
import { dict, dictBiz } from '#domain/system/dict.ts';
import { param } from '#domain/system/param.ts';
import { tenantPackage } from '#domain/system/tenantPackage.ts';
import { words } from '#src/resource/resourceWords.ts';
import { zh } from '#src/console/locales/zh.ts';

/** The sentences of the error catalogue (docs/contract.md#errors) as people here know them, letter for letter. */
it.each(['新增成功', '更新成功', '删除成功', '操作成功!', '请选择至少一条数据', '确定将选择数据删除?'])('a list says %s', (sentence) => {
  expect(Object.values(words).map(([text]) => text)).toContain(sentence);
});

it.each(['清除完毕', '发送成功!', '清空成功!', '确定上传本地日志到服务器?', '确定清空本地日志记录?'])('the shell says %s', (sentence) => {
  expect(JSON.stringify(zh)).toContain(JSON.stringify(sentence));
});

/** What the contract quotes of its forms' rules (docs/contract.md#validation), as far as these forms are here. */
const quoted: readonly (readonly [string, Fields, readonly string[]])[] = [
  ['dictionary', dict.fields, ['请输入字典编号', '请输入字典名称', '请输入字典键值', '请输入字典排序', '请选择封存']],
  ['business dictionary', dictBiz.fields, ['请输入字典编号', '请输入字典名称', '请输入字典键值', '请输入字典排序', '请选择封存']],
  ['interface parameter', opParameter.fields, ['请选择销售人员', '请输入参数集合编号', '请输入参数集合名称', '请输入字典排序', '请选择参数类型']],
  ['price policy', pricePolicy.fields, ['请输入参数名称', '请输入参数键值']],
  ['parameter', param.fields, ['请输入参数名称', '请输入参数键值']],
  ['tenant package', tenantPackage.fields, ['请输入产品包名称']],
  ['result template', { disable: templateState }, ['请选择启用状态']],
];
it.each(quoted)('an empty form says it in the words of the contract: %s', (_form, fields, sentences) => {
  const said = check(fields, {}).problems.map((problem) => problemText(problem, 'zh'));
  for (const sentence of sentences) expect(said).toContain(sentence);
});

it.each(['请选择部门', '请选择角色', '锁屏密码不能为空'])('a dialog says %s', (sentence) => {
  expect(JSON.stringify(zh)).toContain(JSON.stringify(sentence));
});

it('has one wording of a wrong phone number', () => {
  for (const phone of ['', '138', '02112345678', '0571-88886666', '1380013800x', '010-1234567', '13800138000']) {
    const fault = typedFault(phone);
    expect(phoneFault(phone), phone).toEqual(fault ? phoneTexts[fault] : null);
  }
  expect([phoneTexts.empty[1], phoneTexts.length[1], phoneTexts.landline[1]]).toEqual([
    'phone number cannot be empty',
    'phone number length is not 11',
    'phone number format is incorrect',
  ]);
});
