import { expect, it } from 'vitest';
import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import { mayDo } from './rowActs.ts';

const row = (labStatus: LabStatus, more: { firstBy?: string; isInHandover?: boolean } = {}) => ({
  tubes: [{ sampleCode: 'S1', labStatus, isInHandover: more.isInHandover ?? false }],
  firstBy: more.firstBy ?? null,
  secondBy: null,
});

it('offers what the rule of the act would take, and greys the rest with its own sentence', () => {
  expect([mayDo('correct', row(101)), mayDo('amend', row(103)), mayDo('reject', row(101))]).toEqual([true, true, true]);
  expect(mayDo('withdraw', row(103, { firstBy: '周芳' }))).toBe(true);
  expect(mayDo('amend', row(104))).toEqual(['样本 S1 状态为已接收,不能修改项目', expect.stringContaining('S1')]);
  expect(mayDo('correct', row(104))).toEqual(['样本 S1 状态为已接收,不能更正', expect.stringContaining('S1')]);
  expect(mayDo('withdraw', row(103, { firstBy: '周芳', isInHandover: true }))).toEqual(['样本 S1 已在交接单中,不能撤回录入', expect.any(String)]);
  expect(mayDo('reject', row(103, { isInHandover: true }))).toEqual(['样本 S1 已在交接单中,请先移出交接', expect.any(String)]);
  expect(mayDo('withdraw', row(101))).not.toBe(true);
  expect(mayDo('correct', row(111))).not.toBe(true);
  expect(mayDo('reject', row(111))).not.toBe(true);
});
