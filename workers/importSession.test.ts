import { readFile } from 'node:fs/promises';
import { streamXlsxRows } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { ImportContext } from '#domain/sample/import/importVerdict.ts';
import { readDate } from '#domain/sample/import/readDate.ts';
import { parseSheet } from '#domain/sheet/parseSheet.ts';
import { writeCsvRows, writeXlsxRows } from '#domain/sheet/writeSheet.ts';
import { ImportSession, templateFile } from './importSession.ts';
import { sheetTools } from './sheetTools.ts';

const context: ImportContext = {
  clients: [{ id: '1', name: '青禾市第一人民医院' }],
  commodities: [{ id: '10', name: '血常规五分类', entryForm: 'nomal', sampleClassIds: ['20'] }],
  sampleClasses: [{ id: '20', name: 'EDTA全血' }],
  laboratories: [{ id: '30', name: '沪江检验所' }],
  existingCodes: new Set(['A9']),
  now: '2026-11-21 12:00:00',
};
const csv = `送检清单,,,
申请单号,条码,医院,检验所,检测项目,标本类型,姓名,性别,年龄,采血日期,随便
A1,0001,青禾市第一人民医院,沪江检验所,血常规五分类,EDTA全血,张三,男,33,2026-11-20,x
A2,0002,青禾市第一人民医院,沪江检验所,血常规五分类,EDTA全血,李四,雌,33,2026/11/20 8:00,x
A9,0003,青禾市第一人民医院,沪江检验所,血常规五分类,EDTA全血,王五,女,8,2026-11-20,x
A4,0004,青禾市第一人民医院,沪江检验所,血常规五分类,EDTA全血,赵六,女,8,2026-11-20,x
`;
async function opened(text = csv): Promise<ImportSession> {
  const session = new ImportSession(sheetTools);
  const answer = await session.open(new TextEncoder().encode(text));
  expect(answer.ok).toBe(true);
  return session;
}

describe('an import session', () => {
  it('describes a file: header row, columns with their fields and first values', async () => {
    const sheet = (await opened()).describe();
    expect(sheet).toMatchObject({ kind: 'csv', encoding: 'utf-8', headerRow: 1, rowCount: 4, headNumbers: [1, 2, 3, 4, 5, 6] });
    expect(sheet.columns.map(({ field }) => field)).toEqual([
      'requisitionCode',
      'sampleCode',
      'sendSampleClient',
      'contractLaboratory',
      'commodity',
      'sampleClass',
      'personName',
      'sex',
      'age',
      'samplingTime',
      null,
    ]);
    expect(sheet.columns[6]?.samples).toEqual(['张三', '李四', '王五']);
  });
  it('enters a row as it was corrected, also where the correction is still under way', async () => {
    const session = await opened();
    await session.judge(context);
    const correcting = session.correct(0, { personName: '张三丰' });
    expect((await session.ready(0, 1)).rows[0]?.values['personName']).toBe('张三丰');
    await correcting;
  });
  it('answers a file that cannot be read instead of throwing', async () => {
    expect(await new ImportSession(sheetTools).open(new TextEncoder().encode('<html><table>'))).toMatchObject({
      ok: false,
      code: 'html',
      text: [expect.stringContaining('HTML'), expect.any(String)],
    });
  });
  it('judges, pages, corrects, and gives what can be entered', async () => {
    const session = await opened();
    expect(session.codes()).toEqual({ requisitionCodes: ['A1', 'A2', 'A9', 'A4'], sampleCodes: ['0001', '0002', '0003', '0004'] });
    const asked: string[] = [];
    const progress: number[] = [];
    const tally = await session.judge(
      context,
      {
        readDates: async (texts) => {
          asked.push(...texts);
          return new Map(texts.map((text) => [text, readDate(text)]));
        },
      },
      (done) => progress.push(done),
    );
    expect(asked).toEqual(['2026-11-20', '2026/11/20 8:00']);
    expect(progress.at(-1)).toBe(4);
    expect(tally).toEqual({
      rows: { ok: 2, warn: 0, error: 2 },
      faults: { bad_sex: 1, date_slash: 1, duplicate: 1 },
      warnings: { 'R-14': 1 },
      temperatures: 0,
    });
    const page = session.page(['error'], 0, 1);
    expect(page).toMatchObject({ total: 2, rows: [{ line: 1, rowNumber: 4, verdict: 'error', texts: { personName: '李四' } }] });
    expect((await session.correct(1, { sex: '女' })).rows).toEqual({ ok: 2, warn: 1, error: 1 });
    expect(session.rowsAt([1])).toMatchObject([{ line: 1, verdict: 'warn', texts: { sex: '女' } }]);
    expect(session.page(['ok', 'warn'], 1, 1)).toMatchObject({ total: 3, rows: [{ line: 1 }] });
    const first = await session.ready(0, 2);
    expect(first).toMatchObject({
      rows: [{ line: 0, rules: [], values: { requisitionCode: 'A1', tubes: [{ sampleCode: '0001' }] } }, { line: 1 }],
      nextLine: 3,
    });
    expect(await session.ready(3, 2)).toMatchObject({ rows: [{ line: 3, rules: ['R-14'] }], nextLine: null });
  });
  it('takes a mapping and a header row by hand', async () => {
    const session = await opened(csv.replaceAll('姓名', '谁'));
    expect(session.describe().columns[6]?.field).toBeNull();
    const fields = session.describe().columns.map(({ field }) => field);
    fields[6] = 'personName';
    fields[10] = 'personName';
    expect(
      session
        .mapColumns(fields)
        .columns.map(({ field }) => field)
        .slice(5),
    ).toEqual(['sampleClass', null, 'sex', 'age', 'samplingTime', 'personName']);
    expect(session.chooseHeaderRow(0).columns.map(({ header }) => header)).toEqual(['送检清单', '', '', '', '', '', '', '', '', '', '']);
    expect(session.chooseHeaderRow(1).headerRow).toBe(1);
  });
  it('exports rows at fault with their faults, in a file it reads itself', async () => {
    const session = await opened();
    await session.judge(context);
    for (const format of ['xlsx', 'csv'] as const) {
      const { rows } = await parseSheet(session.exportRows(['error'], format, 'zh'), sheetTools);
      expect(rows[0]?.at(-1)).toBe('问题说明');
      expect(rows.map((row) => row[0])).toEqual(['申请单号', 'A2', 'A9']);
      expect(rows[1]?.[1]).toBe('0002');
      expect(rows[1]?.at(-1)).toContain('性别应为');
    }
  });
  it('gives a template whose headers it knows', async () => {
    for (const language of ['zh', 'en'] as const) {
      const session = new ImportSession(sheetTools);
      await session.open(templateFile(language));
      expect(session.describe().columns).toHaveLength(27);
      expect(session.describe().columns.filter(({ field }) => field === null)).toEqual([]);
    }
  });
  it('reads the second sheet when it is chosen', async () => {
    const session = new ImportSession(sheetTools);
    await session.open(new Uint8Array(await readFile(new URL('../domain/sample/import/fixtures/requisitions-300.xls', import.meta.url))));
    expect(session.describe()).toMatchObject({ kind: 'xls', headerRow: 2, rowCount: 300 });
    const [name = ''] = session.describe().sheetNames;
    expect(await session.chooseSheet(name)).toMatchObject({ ok: true, sheet: { sheetName: name, rowCount: 300 } });
    expect(await session.chooseSheet('没有')).toMatchObject({ ok: false, code: 'noRows' });
  });
});

describe('written files', () => {
  const rows = [
    ['码', 'name'],
    ['0012', '甲 & <乙> "丙"'],
    ['=1+1', '换\n行,"逗"'],
    ['-5', '😀𠮷'],
    ['', '@x'],
  ];
  const kept = rows.map((row) => row.map((text) => text || null));
  it('come back as they were, by our own reader and by another', async () => {
    expect((await parseSheet(writeXlsxRows('表/1', rows), sheetTools)).rows).toEqual(kept);
    const theirs: unknown[][] = [];
    for await (const row of streamXlsxRows(writeXlsxRows('表/1', rows))) theirs.push(row.values);
    expect(theirs).toEqual(kept);
    expect((await parseSheet(writeCsvRows(rows), sheetTools)).rows).toEqual(kept);
  });
  it('keep a text from becoming a formula in .csv', () => expect(new TextDecoder().decode(writeCsvRows(rows))).toContain(`'=1+1`));
});
