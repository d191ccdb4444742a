import { expect, it } from 'vitest';
import { exampleContent, fillContent, smsCount, unknownPlaces } from './smsContent.ts';

it('fills known places and names the others', () => {
  expect(unknownPlaces('{姓名}的{ 产品 }{身份证}{身份证}')).toEqual(['身份证']);
  expect(fillContent('{姓名}的{ 产品 }: {结果}', { 姓名: '张某', 产品: '甲' })).toBe('张某的甲: ');
  expect(exampleContent('{姓名}您好')).toBe('张某您好');
});

it('counts as the networks do: 70, then parts of 67', () => {
  expect([0, 70, 71, 134, 135].map((length) => smsCount('字'.repeat(length)))).toEqual([1, 1, 2, 2, 3]);
});
