import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeStatesIn, SegmentIndex } from '#domain/code/codeOwner.ts';
import type { SheetCell } from '#domain/sheet/sheetTypes.ts';
import { fieldOfHeader, findHeaderRow, mapHeaders } from './headerAliases.ts';
import type { ImportContext, ImportField, ImportRow } from './importVerdict.ts';
import { JudgedSheet } from './judgedSheet.ts';
import { foreseeing } from '#domain/kernel/foresight.ts';
import { by, reception } from '../deskExamples.ts';
import { enterSummary, overruleCodes } from '../summary.ts';
import type { SummaryFacts } from '../summaryForesight.ts';
import { summaryInput } from '../summaryInput.ts';
import { judgeRow } from './judgeRow.ts';
import { countVerdicts, firstLines, judgeSheet } from './judgeRows.ts';
import { indexMaster } from './masterIndex.ts';
import { readDate } from './readDate.ts';
import { readRows } from './readRow.ts';

const context: ImportContext = {
  clients: [
    { id: '1', code: 'C1', name: '青禾市第一人民医院' },
    { id: '2', code: 'C2', name: '停用医院', isDisable: 1 },
  ],
  commodities: [
    { id: '10', code: 'CBC01', name: '血常规五分类', entryForm: 'nomal', sampleClassIds: ['20'] },
    { id: '11', code: 'NIPT01', name: '无创产前基因检测(NIPT)', entryForm: 'nipt', sampleClassIds: ['20'] },
    { id: '12', name: '旧产品', isDisable: 1 },
  ],
  sampleClasses: [
    { id: '20', name: 'EDTA全血' },
    { id: '21', name: '血浆' },
  ],
  laboratories: [{ id: '30', name: '沪江检验所' }],
  existingCodes: new Set(['A0']),
  existingSampleCodes: new Set(['S0']),
  now: '2026-11-21 12:00:00',
};
const good: Partial<Record<ImportField, SheetCell>> = {
  requisitionCode: 'A1',
  sampleCode: '001',
  contractLaboratory: '沪江检验所',
  sendSampleClient: '青禾市第一人民医院',
  commodity: '血常规五分类',
  sampleClass: 'EDTA全血',
  personName: '张三',
  sex: '男',
  age: 33,
  ageUnit: '岁',
  birthDate: '1993-05-01',
  samplingTime: '2026-11-20 08:00:00',
  telephone: '13800138000',
};
const segmentOf = (sendSampleClientId: string) => ({
  codeType: 1,
  sendSampleClientId,
  laboratoryId: null,
  isDisable: 0,
  prefix: 'B',
  digits: 4,
  first: 1,
  last: 99,
});
const row = (change: Partial<Record<ImportField, SheetCell>> = {}): ImportRow => ({ cells: { ...good, ...change }, headers: {} });
const faultsOf = (change: Partial<Record<ImportField, SheetCell>>): string[] =>
  judgeSheet([row(change)], context)[0]?.cells.map(({ field, fault }) => `${field}:${fault}`) ?? [];

describe('headers', () => {
  it('are known in both languages, with stars, blanks, units and hints', () => {
    expect(
      ['*申请单条码', '样本体积(mL)', '受检者姓名[hzxm]', ' 身份证 号码：', 'Patient Name', 'SAMPLING_TIME', 'personName'].map(fieldOfHeader),
    ).toEqual(['requisitionCode', 'sampleVolume', 'personName', 'credentialNo', 'personName', 'samplingTime', 'personName']);
    expect(fieldOfHeader('随便什么')).toBeNull();
  });
  it('are found below titles, and a field goes to its first column', () => {
    const rows = [['送检清单'], ['青禾市第一人民医院', null, '2026-11'], ['申请单号', '姓名', '患者姓名', '科室'], ['A1', '张三', '李四', '儿科']];
    expect(findHeaderRow(rows)).toBe(2);
    expect(mapHeaders(rows[2] as string[]).columns.map(({ field }) => field)).toEqual(['requisitionCode', 'personName', null, 'department']);
    expect(readRows([...rows, [null, ' '], [null, '王五']], 2, mapHeaders(rows[2] as string[])).map(({ cells }) => cells.personName)).toEqual([
      '张三',
      '王五',
    ]);
    expect(
      findHeaderRow([
        ['a', 'b'],
        ['姓名', '1'],
      ]),
    ).toBe(-1);
  });
});

describe('dates', () => {
  it.each([
    ['2026-11-03 09:05:00', '2026-11-03 09:05:00', 'exact'],
    ['2026-11-03', '2026-11-03', 'exact'],
    ['2026/11/03 9:05', '2026-11-03 09:05:00', 'changed'],
    ['2026.11.3', '2026-11-03', 'changed'],
    ['2026年11月3日 9时5分', '2026-11-03 09:05:00', 'changed'],
    ['20261103', '2026-11-03', 'changed'],
    ['2026-11-03T09:05:07', '2026-11-03 09:05:07', 'changed'],
    ['２０２６／１１／３', '2026-11-03', 'changed'],
    ['2026-11-3 9:05', '2026-11-03 09:05:00', 'changed'],
    ['2026-02-30', '', 'bad'],
    ['2026/02/30 9:05', '', 'bad'],
    ['11/3/2026', '', 'bad'],
    ['2026-11-03 24:00:00', '', 'bad'],
    ['明天', '', 'bad'],
  ])('%s', (typed, value, state) => expect(readDate(typed)).toEqual({ value, state }));
});

describe('faults beyond the table', () => {
  it.each<[Partial<Record<ImportField, SheetCell>>, string[]]>([
    [{}, []],
    [{ requisitionCode: 123456 }, ['requisitionCode:number_code']],
    [{ credentialNo: 3.2010219900307e17 }, ['credentialNo:ruined_number']],
    [{ credentialType: '身份证', credentialNo: '3.20102E+17' }, ['credentialNo:ruined_number']],
    [{ telephone: 13800138000 }, []],
    [{ sampleCode: { text: '#REF!', isError: true } }, ['sampleCode:cell_error']],
    [{ requisitionCode: null }, ['requisitionCode:required_missing']],
    [{ requisitionCode: 'A0' }, ['requisitionCode:duplicate']],
    [{ sampleCode: 's0' }, ['sampleCode:duplicate_sample']],
    [{ contractLaboratory: '火星检验所' }, ['contractLaboratory:unknown_laboratory']],
    [{ commodity: '旧产品' }, ['commodity:disabled_product']],
    [{ commodity: '血常规五分类、没有的' }, ['commodity:unknown_product']],
    [{ sampleClass: '尿' }, ['sampleClass:unknown_class']],
    [{ samplingTime: 46342.5 }, ['samplingTime:bad_date']],
    [{ age: '三十' }, ['age:bad_number']],
    [{ age: '33岁', ageUnit: null }, []],
    [{ sampleQuantity: 21 }, ['sampleQuantity:bad_number']],
    [{ isUrgent: '也许' }, ['isUrgent:bad_choice']],
    [{ personName: '张' }, ['personName:bad_name']],
    [{ telephone: '12345678901' }, ['telephone:phone_format']],
    [{ age: null, birthDate: null }, ['age:rule']],
    [{ birthDate: '2026-11-21', age: null, ageUnit: null }, ['birthDate:rule']],
    [{ commodity: 'NIPT01', sex: '女' }, ['testTubeNumber:rule']],
  ])('%j', (change, faults) => expect(faultsOf(change)).toEqual(faults));
  it('say themselves in both languages, with what they speak of', () => {
    const [verdict] = judgeSheet([row({ sendSampleClient: '并不存在的医院', samplingTime: '2026/11/03 9:05' })], context);
    expect(verdict?.cells.map(({ text }) => text)).toEqual([
      ['送检单位不存在: 并不存在的医院', 'No such sending client: 并不存在的医院'],
      ['日期已规范为 2026-11-03 09:05:00', 'Date read as 2026-11-03 09:05:00'],
    ]);
    expect(verdict?.cells[1]?.shown).toBe('2026-11-03 09:05:00');
  });
  it('keep what entry will ask a reason for, once the row is good', () => {
    const [verdict] = judgeSheet([row({ birthDate: '2020-05-01', age: 6 })], context);
    expect(verdict).toMatchObject({ verdict: 'ok', warnings: [{ rule: 'R-14' }] });
  });
  it('several products, defaults for what the sheet has no column for', () => {
    const [verdict] = judgeSheet(
      [row({ commodity: 'cbc01；无创产前基因检测（NIPT）', testTubeNumber: 'T1', sendSampleClient: null, contractLaboratory: null })],
      { ...context, defaults: { contractLaboratoryId: '30', sendSampleClientId: '1' } },
    );
    expect(verdict).toMatchObject({ verdict: 'ok', values: { commodityIds: ['10', '11'], sendSampleClientId: '1', contractLaboratoryId: '30' } });
  });
});

it('says of a row what entry itself says: what is good with its reasons is taken, what is at fault would be refused', () => {
  const strict: ImportContext = {
    ...context,
    clients: [...context.clients, { id: '3', name: '要电话的医院', isTelephoneRequired: true, isCredentialRequired: true }],
    commodities: [
      ...context.commodities,
      { id: '13', name: '血气分析', sampleClassIds: ['20'], isColdChain: true, holdingHours: 2, minimumVolume: 2, executeType: 2 },
    ],
    segments: [segmentOf('9')],
  };
  const earlier = [{ requisitionCode: '', personName: '张三', entryTime: '2026-11-18 00:00:00' }];
  // What is good comes often: otherwise hardly a row would be good in every cell.
  const mostly = <T>(good: T, ...others: T[]): fc.Arbitrary<T> =>
    fc.oneof({ weight: 3 * others.length, arbitrary: fc.constant(good) }, { weight: others.length, arbitrary: fc.constantFrom(...others) });
  const cells = fc.record({
    requisitionCode: mostly('A1', 'A1', 'B0001'),
    duplicateAnswer: mostly('', '补采'),
    personName: mostly('张三', '张三', '张', '王 小 二1', '王'.repeat(51)),
    samplingTime: mostly('2026-11-20 08:00:00', '2026-11-21 11:30:00', '2026-11-22 08:00:00'),
    telephone: mostly('13800138000', '', '021-65432100', '1380013'),
    age: mostly(33, 6, null, 200),
    birthDate: mostly('1993-05-01', '2020-05-01', '2027-01-01', null),
    credentialNo: mostly('', '320102199003070025', 'E12345678'),
    commodity: mostly('血常规五分类', '血气分析', '旧产品', '无创产前基因检测(NIPT)'),
    sampleClass: mostly('EDTA全血', 'EDTA全血', '血浆'),
    sampleVolume: mostly('', '1', '5 mL', '2.555', '900'),
    sampleQuantity: mostly('', '2', '21', '1.5'),
    arrivalTemperature: mostly('', '4', '4.55', '400'),
    sendSampleClient: mostly('青禾市第一人民医院', '要电话的医院', '停用医院'),
    department: mostly('', '儿科', '科'.repeat(65)),
  });
  const [taken, refused] = [new Set<string>(), new Set<string>()];
  fc.assert(
    fc.property(cells, fc.constantFrom([], [overruleCodes]), fc.constantFrom(undefined, [], earlier), (change, permissions, found) => {
      const importing = { ...strict, permissions };
      const master = indexMaster(importing);
      const { copies } = master;
      const acting = by({ ...reception, permissions: new Set(permissions) }, strict.now);
      const verdict = judgeRow(row(change), 0, importing, master, firstLines([row(change)], master), found);
      const input = summaryInput.parse({
        ...verdict.values,
        ...(verdict.isTemperatureNeeded ? { arrivalTemperature: 4 } : {}),
        tubes: (verdict.values['tubes'] as readonly object[]).map((tube) => ({ ...tube })),
        reasons: Object.fromEntries(verdict.warnings.map(({ rule }) => [rule, 'Excel导入'])),
        isCodeJudged: true,
      });
      const facts: SummaryFacts = {
        client: copies.clients.get(input.sendSampleClientId),
        laboratory: {},
        commodities: input.commodityIds.map((id) => copies.commodities.get(id) ?? {}),
        sampleClasses: input.tubes.map(({ sampleClassId }) => copies.sampleClasses.get(sampleClassId) ?? {}),
        laboratoryCommodities: [],
        looked: {
          ...codeStatesIn(input, new SegmentIndex(strict.segments ?? [])),
          ...(found ? { earlier: found } : {}),
        },
        existing: null,
        taken: [],
      };
      const { outcome } = foreseeing(enterSummary, input, facts, acting);
      expect([verdict.verdict === 'error', change, verdict.cells]).toEqual([!outcome.accepted, change, verdict.cells]);
      (outcome.accepted ? taken : refused).add(verdict.verdict);
    }),
    { seed: 7, numRuns: 1500 },
  );
  expect([taken.size, refused.size]).toEqual([2, 1]);
});

describe('codes of another client’s segment', () => {
  const owned = { ...context, segments: [segmentOf('9')] };
  it('forbid the row, and ask who may overrule it for a reason', () => {
    const foreign = [row({ requisitionCode: 'B0001' })];
    expect(judgeSheet(foreign, owned)).toMatchObject([
      { verdict: 'error', cells: [{ field: 'requisitionCode', text: [expect.stringContaining('其他送检单位的号段'), expect.any(String)] }] },
    ]);
    expect(judgeSheet(foreign, { ...owned, permissions: [overruleCodes] })).toMatchObject([
      { verdict: 'warn', cells: [{ field: 'requisitionCode', fault: 'foreign_code' }], warnings: [{ rule: 'R-07' }] },
    ]);
    expect(judgeSheet([row()], owned)).toMatchObject([{ verdict: 'ok', warnings: [] }]);
  });
});

describe('what the laboratory offers (R-10)', () => {
  const offering = (...laboratoryIds: string[]): ImportContext => ({
    ...context,
    laboratories: [...(context.laboratories ?? []), { id: '31', name: '临安检验所' }],
    laboratoryCommodities: laboratoryIds.map((laboratoryId) => ({ commodityId: '10', laboratoryId })),
  });
  it('forbids a row whose laboratory does not have its product; a product no laboratory claims is anybody’s', () => {
    expect(
      judgeSheet([row(), row({ contractLaboratory: '临安检验所', requisitionCode: 'A2', sampleCode: '002', personName: '李四' })], offering('31')),
    ).toMatchObject([
      { verdict: 'error', cells: [{ field: 'commodity', fault: 'rule', text: ['该检验所未开展: 血常规五分类', expect.any(String)] }] },
      { verdict: 'ok' },
    ]);
    expect(judgeSheet([row()], offering())).toMatchObject([{ verdict: 'ok' }]);
    const stopped = { ...context, laboratoryCommodities: [{ commodityId: '10', laboratoryId: '31', isDisable: 1 }] };
    expect(judgeSheet([row()], stopped)).toMatchObject([{ verdict: 'ok' }]);
  });
});

describe('rows of one person within one sheet (R-08)', () => {
  const second = { requisitionCode: 'A2', sampleCode: '002' };
  it('ask the later row what the requisition is, naming the earlier one', () => {
    expect(judgeSheet([row(), row(second)], context)).toMatchObject([
      { verdict: 'ok', warnings: [] },
      {
        verdict: 'warn',
        warnings: [{ rule: 'R-08' }],
        cells: [{ field: 'duplicateAnswer', fault: 'earlier_requisition', text: [expect.stringContaining('A1'), expect.any(String)] }],
      },
    ]);
    expect(judgeSheet([row(), row({ ...second, duplicateAnswer: '重复' })], context)).toMatchObject([{}, { verdict: 'ok', warnings: [] }]);
  });
  it('are found by name and mobile with a product in common, or by the document, as the server finds them', () => {
    const verdictOf = (first: Partial<Record<ImportField, SheetCell>>, later: Partial<Record<ImportField, SheetCell>>) =>
      judgeSheet([row(first), row({ ...second, ...later })], context)[1]?.warnings.map(({ rule }) => rule);
    expect(verdictOf({}, { telephone: '+86 138-0013-8000', personName: ' 张三 ' })).toEqual(['R-08']);
    expect(verdictOf({}, { telephone: '13800138001' })).toEqual([]);
    expect(verdictOf({}, { commodity: 'NIPT01', testTubeNumber: 'T1', sex: '女' })).toEqual([]);
    const card = { credentialType: '护照', credentialNo: 'E12345678' };
    expect(verdictOf(card, { ...card, telephone: '13800138001' })).toEqual(['R-08']);
    expect(verdictOf({ telephone: '' }, { telephone: '' })).toEqual([]);
  });
  it('stand beside what the system already has of the person', () => {
    const sheet = [row(), row(second)];
    const master = indexMaster(context);
    const found = [{ requisitionCode: 'A7', personName: '张三', entryTime: '2026-11-18 00:00:00' }];
    expect(judgeRow(sheet[1] as ImportRow, 1, context, master, firstLines(sheet, master), found).cells[0]?.text[0]).toMatch(/A7.*A1/u);
  });
});

describe('a sheet under correction', () => {
  const make = async (rows: ImportRow[]): Promise<JudgedSheet> => {
    const sheet = new JudgedSheet(rows, context);
    while (await sheet.judgeSome(2));
    return sheet;
  };
  it('asks row by row about earlier requisitions of the person, and anew when it is another person', async () => {
    const asked: unknown[] = [];
    const sheet = new JudgedSheet(
      [row(), row({ requisitionCode: 'A2', sampleCode: '002', personName: '李四' }), row({ requisitionCode: 'A3', sampleCode: '003' })],
      context,
      async (persons) => {
        asked.push(...persons.map(({ personName, telephone, commodityIds }) => [personName, telephone, ...commodityIds].join(' ')));
        return persons.map(({ personName }) =>
          personName === '张三' ? [{ requisitionCode: '', personName: '', entryTime: '2026-11-18 00:00:00' }] : [],
        );
      },
    );
    while (await sheet.judgeSome(2));
    expect(asked).toEqual(['张三 13800138000 10', '李四 13800138000 10', '张三 13800138000 10']);
    expect(sheet.tally()).toMatchObject({ rows: { ok: 1, warn: 2, error: 0 }, warnings: { 'R-08': 2 } });
    expect(sheet.verdict(0).cells).toMatchObject([
      { field: 'duplicateAnswer', fault: 'earlier_requisition', text: [expect.stringContaining('2026-11-18'), expect.any(String)] },
    ]);
    await sheet.correct(0, 'duplicateAnswer', '补采');
    expect(sheet.verdict(0)).toMatchObject({ verdict: 'ok', warnings: [], values: { duplicateAnswer: 1 } });
    // Two corrections at once are done one after the other.
    await Promise.all([sheet.correct(1, 'personName', '张三'), sheet.correct(2, 'personName', '李四')]);
    expect(sheet.tally()).toMatchObject({ rows: { ok: 2, warn: 1, error: 0 }, warnings: { 'R-08': 1 } });
    expect(sheet.lines(['warn'])).toEqual([1]);
  });
  it('counts, finds lines by state, and takes a correction', async () => {
    const sheet = await make([
      row(),
      row({ requisitionCode: 'A2', sampleCode: '002', personName: '李四', sex: '雌' }),
      row({ requisitionCode: 'A3', sampleCode: '003', personName: '王五', samplingTime: '2026/11/20 8:00' }),
    ]);
    expect(sheet.tally()).toEqual({ rows: { ok: 1, warn: 1, error: 1 }, faults: { bad_sex: 1, date_slash: 1 }, warnings: {}, temperatures: 0 });
    expect(sheet.lines(['error', 'warn'])).toEqual([1, 2]);
    await sheet.correct(1, 'sex', '女');
    expect(sheet.tally().rows).toEqual({ ok: 2, warn: 1, error: 0 });
    expect(sheet.lines(['error'])).toEqual([]);
  });
  it('frees the second row of a person when the first is somebody else', async () => {
    const sheet = await make([row(), row({ requisitionCode: 'A2', sampleCode: '002' }), row({ requisitionCode: 'A3', sampleCode: '003' })]);
    expect(sheet.lines(['warn'])).toEqual([1, 2]);
    await sheet.correct(0, 'personName', '李四');
    expect(sheet.lines(['warn'])).toEqual([2]);
    expect(sheet.verdict(2).cells[0]?.text[0]).toContain('A2');
    await sheet.correct(1, 'telephone', '13800138001');
    expect(sheet.tally()).toEqual({ rows: { ok: 3, warn: 0, error: 0 }, faults: {}, warnings: {}, temperatures: 0 });
  });
  it('frees the second of two equal codes when the first is corrected', async () => {
    const sheet = await make([row(), row({ sampleCode: '002', personName: '李四' }), row({ sampleCode: '003', personName: '王五' })]);
    expect(sheet.lines(['error'])).toEqual([1, 2]);
    await sheet.correct(0, 'requisitionCode', 'A9');
    expect(sheet.lines(['error'])).toEqual([2]);
    await sheet.correct(2, 'requisitionCode', 'A8');
    expect(sheet.tally()).toEqual({ rows: { ok: 3, warn: 0, error: 0 }, faults: {}, warnings: {}, temperatures: 0 });
  });
  it('asks for the arrival temperature of cold-chain rows that bring none, without calling them faulty', async () => {
    const cold = { ...context, commodities: [...context.commodities, { id: '13', name: '血气分析', sampleClassIds: ['20'], isColdChain: true }] };
    const sheet = new JudgedSheet(
      [
        row({ commodity: '血气分析' }),
        row({ requisitionCode: 'A2', sampleCode: '002', personName: '王五', commodity: '血气分析', arrivalTemperature: '4.5 ℃' }),
        row({ requisitionCode: 'A3', sampleCode: '003', personName: '李四', arrivalTemperature: '400' }),
      ],
      cold,
    );
    while (await sheet.judgeSome(2));
    expect(sheet.tally()).toMatchObject({ rows: { ok: 2, error: 1 }, faults: { bad_number: 1 }, temperatures: 1 });
    expect(sheet.verdict(0)).toMatchObject({ isTemperatureNeeded: true, values: { arrivalTemperature: null } });
    expect(sheet.verdict(1)).toMatchObject({ isTemperatureNeeded: false, values: { arrivalTemperature: 4.5 } });
    expect(sheet.faultyFields()).toEqual(['arrivalTemperature']);
    await sheet.correct(0, 'arrivalTemperature', '-18');
    expect(sheet.tally().temperatures).toBe(0);
  });
  it('finds missing what the sending client demands', () => {
    const strict = { ...context, clients: [{ id: '1', name: '青禾市第一人民医院', isTelephoneRequired: true, isCredentialRequired: true }] };
    const [verdict] = judgeSheet([row({ telephone: '' })], strict);
    expect(verdict?.cells.map(({ field, fault }) => `${field}:${fault}`)).toEqual(['telephone:required_missing', 'credentialNo:required_missing']);
  });
  it('stands after any corrections as if it had been read so', async () => {
    const codes = fc.constantFrom('A1', 'A2', 'A3', 'A0', '');
    const step = fc.record({
      line: fc.nat(3),
      field: fc.constantFrom<ImportField>('requisitionCode', 'sampleCode', 'sex', 'birthDate', 'personName', 'telephone', 'commodity'),
      text: fc.oneof(codes, fc.constantFrom('男', '雌', '2020-01-01', '2026/1/1', '张三', '李四', '13800138001', 'NIPT01')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(codes, { minLength: 4, maxLength: 4 }), fc.array(step, { maxLength: 8 }), async (given, steps) => {
        const rows = given.map((code, index) => row({ requisitionCode: code, sampleCode: `S${index + 1}` }));
        const sheet = await make(rows);
        for (const { line, field, text } of steps) await sheet.correct(line, field, text);
        const now = rows.map((_row, line) => sheet.row(line) as ImportRow);
        expect(sheet.tally().rows).toEqual(countVerdicts(judgeSheet(now, context)));
        expect(sheet.tally()).toEqual((await make(now)).tally());
      }),
    );
  });
});
