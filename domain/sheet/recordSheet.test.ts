import { describe, expect, it } from 'vitest';
import { canImport } from '#domain/kernel/resource.ts';
import { laboratory } from '#domain/base/laboratory.ts';
import { sendSampleClient } from '#domain/base/sendSampleClient.ts';
import { pricePolicy } from '#domain/base/pricePolicy.ts';
import { smsConfig } from '#domain/base/smsConfig.ts';
import { resources } from '#domain/resources.ts';
import { userAccount } from '#domain/user/userAccount.ts';
import { findHeaders, headerOf, keyOf, laterTwins, mapHeaders, type RecordCells, sheetFields, sheetValues, templateSheets } from './recordSheet.ts';

describe('the columns of a sheet', () => {
  it('are known by label in either language, by name, with or without unit and mark, once each', () => {
    expect(mapHeaders(laboratory, ['*检验所编号', 'NAME', 'executeType', '更新时间', '检验所编号', ''])).toEqual([
      'laboratoryCode',
      'laboratoryName',
      'executeType',
      null,
      null,
      null,
    ]);
  });
  it('are found below a title', () => {
    expect(findHeaders(laboratory, [['检验所一览'], ['检验所编号', '检验所名称'], ['B1', '编号']])).toBe(1);
    expect(findHeaders(laboratory, [['甲'], ['乙']])).toBe(-1);
  });
  it('hold no secret, nothing the server sets, and nothing the screen fixes', () => {
    for (const resource of resources.filter(canImport)) {
      const fields = sheetFields(resource);
      expect(fields.length, resource.name).toBeGreaterThan(0);
      expect(fields.some(([, field]) => field.isSecret || field.readOnly)).toBe(false);
      for (const name of keyOf(resource)) expect(Object.keys(resource.fields), resource.name).toContain(name);
    }
    expect(sheetFields(smsConfig, { smsConfigType: 1 }).map(([name]) => name)).not.toContain('smsConfigType');
  });
  it('of every resource have different heads, so that a template comes back as it was given', () => {
    for (const resource of resources.filter(canImport))
      for (const language of ['zh', 'en'] as const) {
        const names = sheetFields(resource).map(([name]) => name);
        const heads = (templateSheets(resource, language)[0]?.rows[0] ?? []).map(String);
        expect(mapHeaders(resource, heads), `${resource.name} ${language}`).toEqual(names);
      }
  });
  it('are explained with their choices, what is needed and what tells a record', () => {
    const guide = templateSheets(laboratory, 'zh')[1]?.rows ?? [];
    expect(guide.find(([column]) => column === headerOf(laboratory.fields.laboratoryCode, 'zh'))?.join(' ')).toContain('识别');
    expect(guide.find(([column]) => column === headerOf(laboratory.fields.executeType, 'zh'))?.join(' ')).toContain('自检');
  });
});

describe('the cells of a row', () => {
  it('say choices by label or code, dates and amounts as people write them, references as they are', () => {
    expect(
      sheetValues(pricePolicy, { sendSampleClientId: '一院', billPrice: '¥1,234.5', contractTimeBegin: '2026年1月2日', contractTimeEnd: '2026/3/4' }),
    ).toEqual({
      values: { billPrice: '1234.5', contractTimeBegin: '2026-01-02', contractTimeEnd: '2026-03-04' },
      refs: { sendSampleClientId: ['一院'] },
      problems: [],
    });
    for (const executeType of ['自检', 'SELF-CHECK', '1']) expect(sheetValues(laboratory, { executeType }).values).toEqual({ executeType: 1 });
    expect(sheetValues(smsConfig, { isSign: '是', isResampling: 'No' }, { smsConfigType: 1 }).values).toEqual({
      smsConfigType: 1,
      isSign: 1,
      isResampling: 0,
    });
    expect(sheetValues(userAccount, { roleIds: '销售、录入,一审' }).refs).toEqual({ roleIds: ['销售、录入,一审', '销售', '录入', '一审'] });
  });
  it('tell of what the field does not know', () => {
    const { problems } = sheetValues(smsConfig, { isSign: '也许', smsConfigCode: '1.2E+11', smsContent: '#N/A', sendType: '飞鸽' });
    expect(problems.map(({ field, code }) => [field, code])).toEqual([
      ['smsConfigCode', 'ruinedCode'],
      ['sendType', 'notChoice'],
      ['isSign', 'notChoice'],
      ['smsContent', 'cellError'],
    ]);
  });
});

it('finds rows that mean one record', () => {
  const rows: RecordCells[] = [{ clientCode: 'A1' }, { clientCode: 'B1' }, { clientCode: ' a1' }, { clientName: 'x' }, { clientName: 'x' }];
  expect([...laterTwins(sendSampleClient, rows)]).toEqual([[2, 0]]);
});
