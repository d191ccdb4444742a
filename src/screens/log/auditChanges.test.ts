import { expect, it } from 'vitest';
import { actionChoices, actionLabel } from '#domain/session/actionLabel.ts';
import { changesOf } from './auditChanges.ts';

it('names acts of steps, of described resources and of neither', () => {
  expect(actionLabel('laboratory.save')).toEqual(['检验所: 保存', 'Laboratory: Save']);
  expect(actionLabel('summary.enter')[1]).not.toBe('summary.enter');
  expect(actionLabel('unknown.thing')).toEqual(['unknown.thing', 'unknown.thing']);
  expect(actionChoices().labelOf('laboratory.')).toEqual(['检验所: 全部', 'Laboratory: all']);
});

it('says each changed value in words, and nothing that stayed', () => {
  const before = { laboratoryName: '一所', executeType: 1, remark: null, isDisable: 0 };
  const after = { laboratoryName: '二所', executeType: 1, remark: '', isDisable: 1 };
  expect(changesOf('laboratory.save', before, after, 'zh')).toEqual([
    { name: 'laboratoryName', title: '检验所名称', before: '一所', after: '二所' },
    { name: 'isDisable', title: '状态', before: '启用', after: '停用' },
  ]);
});

it('shows a new row, a removed row and a bare value', () => {
  expect(changesOf('laboratory.save', null, { executeType: 1 }, 'en')).toMatchObject([{ before: null, after: 'Self-check' }]);
  expect(changesOf('role.grant', { menuIds: ['1', '2'] }, { menuIds: ['1'] }, 'en')).toEqual([
    { name: 'menuIds', title: 'Menus and buttons', before: '1, 2', after: '1' },
  ]);
  expect(changesOf('x.y', null, 'text', 'en')).toEqual([{ name: 'value', title: 'Value', before: null, after: 'text' }]);
});
