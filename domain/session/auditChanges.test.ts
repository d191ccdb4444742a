import { expect, it } from 'vitest';
import { actionChoices, actionLabel, changedField } from '#domain/session/actionLabel.ts';
import { changesOf } from './auditChanges.ts';

const of = (action: string) => (name: string) => changedField(action, name);

it('names acts of steps, of described resources and of neither', () => {
  expect(actionLabel('laboratory.save')).toEqual(['检验所: 保存', 'Laboratory: Save']);
  expect(actionLabel('summary.enter')[1]).not.toBe('summary.enter');
  expect(actionLabel('unknown.thing')).toEqual(['unknown.thing', 'unknown.thing']);
  expect(actionChoices().labelOf('laboratory.')).toEqual(['检验所: 全部', 'Laboratory: all']);
});

it('says each changed value in words, and nothing that stayed', () => {
  const before = { laboratoryName: '一所', executeType: 1, remark: null, isDisable: 0 };
  const after = { laboratoryName: '二所', executeType: 1, remark: '', isDisable: 1 };
  expect(changesOf(of('laboratory.save'), before, after, 'zh')).toEqual([
    { name: 'laboratoryName', title: '检验所名称', before: '一所', after: '二所' },
    { name: 'isDisable', title: '状态', before: '启用', after: '停用' },
  ]);
});

it('shows a new row, a removed row and a bare value', () => {
  expect(changesOf(of('laboratory.save'), null, { executeType: 1 }, 'en')).toMatchObject([{ before: null, after: 'Self-check' }]);
  expect(changesOf(of('role.grant'), { menuIds: ['1', '2'] }, { menuIds: ['1'] }, 'en')).toEqual([
    { name: 'menuIds', title: 'Menus and buttons', before: '1, 2', after: '1' },
  ]);
  expect(changesOf(of('x.y'), null, 'text', 'en')).toEqual([{ name: 'value', title: 'Value', before: null, after: 'text' }]);
});

it('names the columns of steps and of lists in tables of their own, in either language', () => {
  const titles = (action: string, after: object, language: 'zh' | 'en') => changesOf(of(action), null, after, language).map(({ title }) => title);
  expect(titles('summary.enter', { personName: '甲', sampleCode: 'S1', requisitionCode: 'R1' }, 'zh')).toEqual([
    '受检者姓名',
    '样本条码',
    '申请单条码',
  ]);
  expect(titles('tenant.setting', { accountNumber: 5, expireTime: '2027-01-01 00:00:00' }, 'en')).not.toContain('accountNumber');
  expect(titles('region.save', { parentCode: '11', sort: 1 }, 'zh')).not.toContain('parentCode');
  expect(titles('authClient.save', { clientId: 'x', redirectUri: 'y' }, 'zh')[0]).not.toBe('clientId');
  for (const action of ['userAccount.setPassword', 'tenant.setting', 'region.save', 'menu.remove', 'notice.publish', 'numberBlock.close'])
    expect(actionLabel(action)[0], action).not.toMatch(/[a-z]/i);
  // Where rows mean different things by a name, its number is not put into anybody's words.
  expect(changesOf(of('x.y'), null, { status: 1 }, 'zh')).toMatchObject([{ after: '1' }]);
});

it('says what a step kept inside, in words and without what was empty', () => {
  const after = { values: { personName: '甲', bedNo: null, age: 30 }, tubes: [{ sampleCode: 'S1', sampleVolume: null }, { sampleCode: 'S2' }] };
  expect(changesOf(of('summary.enter'), null, after, 'zh')).toMatchObject([
    { title: '受检者姓名', after: '甲' },
    { title: '年龄', after: '30' },
    { title: '样本管', after: '样本条码: S1\n样本条码: S2' },
  ]);
});

it('calls referred rows by their names', () => {
  const names = { contractLaboratoryId: { '7': '杭州检验所', '8': '' } };
  expect(changesOf(of('sendSampleClient.save'), { contractLaboratoryId: '7' }, { contractLaboratoryId: '8' }, 'zh', names)).toMatchObject([
    { before: '杭州检验所', after: '8' },
  ]);
});
