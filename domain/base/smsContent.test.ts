import { expect, it } from 'vitest';
import {
  exampleContent,
  fillContent,
  maskedName,
  maskedPhone,
  productName,
  resultWords,
  smsCount,
  tellingNames,
  tellingWords,
  unknownPlaces,
} from './smsContent.ts';

it('fills known places and names the others', () => {
  expect(unknownPlaces('{姓名}的{ 产品 }{身份证}{身份证}{结果}')).toEqual(['身份证', '结果']);
  expect(fillContent('{姓名}的{ 产品 }: {结果}', { 姓名: '张某', 产品: '甲' })).toBe('张某的甲: ');
  expect(exampleContent('{姓名}您好')).toBe('张**您好');
});

it('counts as the networks do: 70, then parts of 67', () => {
  expect([0, 70, 71, 134, 135].map((length) => smsCount('字'.repeat(length)))).toEqual([1, 1, 2, 2, 3]);
});

it('finds what tells a result, an item or a gene, and nothing in a word that only looks like one', () => {
  const names = tellingNames([
    { itemName: 'GJB2 c.235delC', itemShortName: null },
    { itemName: '21-三体综合征', itemShortName: 'T21' },
  ]);
  expect(names).toEqual(['GJB2 c.235delC', 'GJB2', '21-三体综合征', 'T21']);
  for (const word of resultWords) expect(tellingWords(`您的报告${word.split('').join(' ')}`)).toEqual([word]);
  expect(tellingWords('检出 gjb2 与 Ｔ２１', names)).toEqual(['GJB2', 'T21']);
  expect(tellingWords('21-三体 综合征', names)).toEqual(['21-三体综合征']);
  expect(tellingWords('{姓名}您好, 请到T210窗口领取{产品}报告', names)).toEqual([]);
});

it('masks names and numbers, and names a product only where its name tells nothing', () => {
  expect(['张晓明', ' 欧阳修 ', 'Ann Lee', ''].map(maskedName)).toEqual(['张**', '欧**', 'A**', '']);
  expect(maskedPhone('13812345678')).toBe('138****5678');
  expect([['产前检测'], ['产前检测', '产前检测'], ['产前检测', '听力检测'], [], [null, '产前检测'], ['肿瘤突变检测']].map(productName)).toEqual([
    '产前检测',
    '产前检测',
    '产前检测、听力检测',
    '检测',
    '检测',
    '检测',
  ]);
});
