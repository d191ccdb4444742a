import { describe, expect, it } from 'vitest';
import type { SheetRow } from '#domain/sheet/sheetTypes.ts';
import { readResultRows, type ResultColumn, type ResultItem } from './resultSheet.ts';

const items: readonly ResultItem[] = [
  { itemId: '1', names: ['Z21', '21号染色体Z值'], kind: 1, words: [] },
  { itemId: '2', names: ['GJB2 c.235delC'], kind: 2, words: ['野生型', '杂合', '纯合', '未检出'] },
  { itemId: '3', names: ['基因'], kind: 3, words: [] },
];
const column = (at: number, more: Partial<ResultColumn>): ResultColumn => ({ at, title: `C${at}`, role: null, itemId: null, metric: null, ...more });
const sheet = (...rows: SheetRow[]) => ({ rows, rowNumbers: rows.map((_row, at) => at + 1) });
const wide = {
  layout: 1,
  headRow: 0,
  columns: [
    column(0, { role: 'sampleCode' }),
    column(1, { role: 'personName' }),
    column(2, { itemId: '1' }),
    column(3, { itemId: '2' }),
    column(4, { itemId: '3' }),
    column(5, { metric: 'ff' }),
  ],
} as const;
const head: SheetRow = ['样本编号', '姓名', 'Z21', 'GJB2', '基因', 'FF'];
const read = (...rows: SheetRow[]) => readResultRows(sheet(head, ...rows), wide, items);

describe('a row a sample', () => {
  it('is read with the line a spreadsheet shows', () => {
    const [row, ...others] = read(['S1', '张三', 1.954, '杂合', 'SEPT9', '11.12%']);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ line: 2, code: 'S1', codeRole: 'sampleCode', isCodeLost: false, personName: '张三' });
    expect(row?.cells.map(({ itemId, metric, value, fault }) => [itemId ?? metric, value, fault])).toEqual([
      ['1', '1.954', null],
      ['2', '杂合', null],
      ['3', 'SEPT9', null],
      ['ff', '11.12', null],
    ]);
  });

  it.each<readonly [string, SheetRow, readonly (string | null)[]]>([
    ['a word where a number belongs', ['S1', '', 'high', '', '', ''], ['notNumber', null, null, null]],
    ['no more than a bound is a number', ['S1', '', '<0.5', '', '', ''], [null, null, null, null]],
    ['a word the item does not have', ['S1', '', '', '阳性', '', ''], [null, 'unknownWord', null, null]],
    ['a gene that became a date', ['S1', '', '', '', { text: '2025-09-09', isDate: true }, ''], [null, null, 'dateInText', null]],
    ['a gene that became a date before it was a text', ['S1', '', '', '', '9-Sep', ''], [null, null, 'dateInText', null]],
    ['an error of a formula', ['S1', '', { text: '#N/A', isError: true }, '', '', '#DIV/0!'], ['excelError', null, null, 'excelError']],
    ['nothing', ['S1', '', null, null, null, null], [null, null, null, null]],
  ])('%s', (_what, row, faults) => {
    expect(read(row)[0]?.cells.map(({ fault }) => fault)).toEqual(faults);
  });

  it('knows a code that has lost its digits', () => {
    expect(read([250_926_001], [1.2e12], ['1.2E+12'], [123_456_789_012_345_680], ['0012']).map(({ code, isCodeLost }) => [code, isCodeLost])).toEqual(
      [
        ['250926001', false],
        ['1200000000000', false],
        ['1.2E+12', true],
        ['123456789012345680', true],
        ['0012', false],
      ],
    );
  });

  it('two rows of one code stay two: which one counts is not for reading to say', () => {
    expect(read(['S1', '', 1], ['S1', '', 2], [null, '', 3]).map(({ line, code }) => [line, code])).toEqual([
      [2, 'S1'],
      [3, 'S1'],
    ]);
  });
});

it('believes no call that the instrument says is none: of a genotype it is one without call, of anything else nothing was measured', () => {
  const long = {
    layout: 2,
    headRow: 0,
    columns: [column(0, { role: 'sampleCode' }), column(1, { role: 'itemName' }), column(2, { role: 'value' }), column(3, { role: 'callStatus' })],
  } as const;
  const called = (kind: 'genotype' | 'range', status: string, value = '野生型') =>
    readResultRows(
      sheet(['SAMPLE_ID', 'ASSAY_ID', 'GENOTYPE_ID', 'STATUS'], ['S1', 'GJB2 c.235delC', value, status]),
      long,
      items,
      kind,
    )[0]?.cells.map((cell) => [cell.value, cell.fault]);
  for (const none of ['D.Low Probability', 'N.No-Alleles', 'I.Bad Spectrum', 'no alleles']) {
    expect(called('genotype', none), none).toEqual([['未检出', null]]);
    expect(called('genotype', none, ''), none).toEqual([['未检出', null]]);
    expect(called('range', none), none).toEqual([['野生型', 'noCall']]);
  }
  for (const sure of ['A.Conservative', 'B.Moderate', 'C.Aggressive', '', 'done']) expect(called('genotype', sure), sure).toEqual([['野生型', null]]);
});

it('a row an item: a sample’s rows become one wherever they stand; an item nobody knows and two values of one item are told', () => {
  const long = {
    layout: 2,
    headRow: 0,
    columns: [column(0, { role: 'sampleCode' }), column(1, { role: 'itemName' }), column(2, { role: 'value' }), column(3, { role: 'well' })],
  } as const;
  const rows = readResultRows(
    sheet(
      ['SAMPLE_ID', 'ASSAY_ID', 'GENOTYPE_ID', 'WELL'],
      ['S1', 'gjb2 c.235delC', '杂合', 'A01'],
      ['S1', 'z21', 0.4, 'A01'],
      ['S1', 'rs999', '野生型', 'A01'],
      ['S2', 'GJB2 c.235delC', '野生型', 'B01'],
      ['S1', 'GJB2 c.235delC', '纯合', 'A02'],
      ['S2', 'GJB2 c.235delC', '野生型', 'B02'],
    ),
    long,
    items,
  );
  expect(rows.map(({ line, code, well, cells }) => [line, code, well, cells.map(({ itemId, value, fault }) => [itemId, value, fault])])).toEqual([
    [
      2,
      'S1',
      'A01',
      [
        ['2', '杂合 / 纯合', 'saidTwice'],
        ['1', '0.4', null],
        [null, '野生型', 'noItem'],
      ],
    ],
    [5, 'S2', 'B01', [['2', '野生型', null]]],
  ]);
});

it('facts on the first row alone hold for the rows below it', () => {
  const first = { ...wide, layout: 3 } as const;
  const rows = readResultRows(
    sheet(head, ['S1', '张三', 0.1, '', '', ''], [null, null, null, '杂合', 'GJB2', 9], ['S2', '李四', 2, '', '', '']),
    first,
    items,
  );
  expect(rows.map(({ code, personName }) => [code, personName])).toEqual([
    ['S1', '张三'],
    ['S2', '李四'],
  ]);
  expect(rows[0]?.cells.map(({ value }) => value)).toEqual(['0.1', '杂合', 'GJB2', '9']);
});

it('without a header the first row is a sample, too', () => {
  const bare = { layout: 4, headRow: -1, columns: [column(1, { role: 'labCode' }), column(0, { itemId: '1' })] } as const;
  expect(readResultRows(sheet([1.954, 'SQR200521002']), bare, items)).toMatchObject([{ line: 1, code: 'SQR200521002', codeRole: 'labCode' }]);
});

describe('a file of an Ion sequencer, whose cells name themselves', () => {
  const ion = {
    layout: 4,
    headRow: -1,
    columns: [
      column(1, { title: 'FF (0-1)', metric: 'ff' }),
      column(2, { title: 'Z21', itemId: '1' }),
      column(3, { title: 'Sex', metric: 'sexCall' }),
      column(5, { title: 'Lab code', role: 'labCode' }),
    ],
  } as const;
  const cells = (ff: SheetRow[number], z: SheetRow[number]) =>
    readResultRows(sheet([0, ff, z, 'Male', 'IonXpress_041', 'SQR200521002']), ion, items)[0]?.cells.map(({ value, fault }) => [value, fault]);

  it('is read without the names, a share as percent', () => {
    expect(cells('FF 0.1112', 'Z21 -0.846')).toEqual([
      ['11.12', null],
      ['-0.846', null],
      ['Male', null],
    ]);
    expect(cells(0.035, 1.5)?.slice(0, 2)).toEqual([
      ['3.5', null],
      ['1.5', null],
    ]);
  });

  it('is told where a cell names another column', () => {
    expect(cells('FF-Y 0.1112', 'Z18 0.846')?.slice(0, 2)).toEqual([
      ['FF-Y 0.1112', 'notNumber'],
      ['Z18 0.846', 'notNumber'],
    ]);
  });
});
