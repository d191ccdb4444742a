import { expect, it } from 'vitest';
import type { SheetRow } from '#domain/sheet/sheetTypes.ts';
import { judgeKind } from './judging.ts';
import type { FindingRole } from './resultFindings.ts';
import { readResultRows, resultLayout, type ResultColumn, type SampleRole } from './resultSheet.ts';

const column = (at: number, more: Partial<ResultColumn>): ResultColumn => ({ at, title: `C${at}`, role: null, itemId: null, metric: null, ...more });
const columnsOf = (...roles: readonly (SampleRole | FindingRole | 'rawReads')[]): ResultColumn[] =>
  roles.map((role, at) => column(at, role === 'rawReads' ? { metric: role } : { role, title: role }));
const read = (columns: readonly ResultColumn[], rows: readonly SheetRow[], { layout = resultLayout.long as 2 | 3, isVariant = false } = {}) =>
  readResultRows(
    { rows: [columns.map(({ title }) => title), ...rows], rowNumbers: rows.map((_row, at) => at + 1).concat(rows.length + 1) },
    { layout, headRow: 0, columns },
    [],
    isVariant ? judgeKind.variant : null,
  );
const organisms = columnsOf('sampleCode', 'finding', 'findingClass', 'reads', 'coverage', 'confidence', 'rawReads');
const told = (rows: ReturnType<typeof read>) =>
  rows.map(({ line, code, findings = [] }) => [line, code, findings.map(({ name, faults }) => [name, ...faults.map(({ fault }) => fault)])]);

it('gathers what was found in a sample, wherever its rows stand, each with its own row', () => {
  const rows = read(organisms, [
    ['S1', '肺炎支原体', '细菌', '1,204', '38.2%', '高', 12],
    ['S2', '未检出', '', '', '', '', 10],
    ['S1', '人疱疹病毒6型', '病毒', 3, 0.1, '疑似', 12],
    ['S3', '流感病毒', '', 0, '', '', 9],
  ]);
  expect(rows.map(({ code, findings }) => [code, findings])).toMatchObject([
    [
      'S1',
      [
        { line: 2, name: '肺炎支原体', findingClass: 'bacterium', reads: 1204, coverage: 38.2, confidence: 'high', isReported: 1, faults: [] },
        { line: 4, name: '人疱疹病毒6型', findingClass: '病毒', reads: 3, confidence: 'low', isReported: 0 },
      ],
    ],
    ['S2', []],
    ['S3', []],
  ]);
  // That nothing was found is seen, too.
  expect(rows.map(({ cells }) => cells.flatMap(({ metric, value }) => (metric === null ? [value] : [])))).toEqual([[], ['未检出'], ['0']]);
});

it('tells at its row what cannot be read, is named twice, has no name, or belongs to nobody', () => {
  const rows = read(organisms, [
    ['S1', '肺炎支原体', '', 'many', '', '', ''],
    ['S1', '肺炎 支原体', '', 5, '', '', ''],
    ['S1', '', '', 7, '', '', ''],
    ['S1', '流感病毒', '', 7.5, '104', '很高', ''],
    ['', '白念珠菌', '', 9, '', '', ''],
  ]);
  expect(told(rows)).toEqual([
    [
      2,
      'S1',
      [
        ['肺炎支原体', 'notNumber'],
        ['肺炎 支原体', 'foundTwice'],
        ['', 'noName'],
        ['流感病毒', 'notNumber', 'percent', 'unknownWord'],
      ],
    ],
    [6, '', [['白念珠菌']]],
  ]);
});

it('takes nothing found beside a finding for two different things', () => {
  const [row] = read(organisms, [
    ['S1', '未检出', '', '', '', '', ''],
    ['S1', '流感病毒', '', 40, '', '', ''],
  ]);
  expect(row?.cells.map(({ fault }) => fault)).toContain('saidTwice');
});

it('puts a variant’s name together, and tells one that has no class or whose gene became a date', () => {
  const columns = columnsOf('sampleCode', 'personName', 'gene', 'transcript', 'nucleotideChange', 'proteinChange', 'zygosity', 'findingClass');
  const rows = read(
    columns,
    [
      ['S1', '张三', 'PAH', 'NM_000277.3', 'c.728G>A', 'p.Arg243Gln', '杂合', '致病'],
      ['', '', 'GJB2', '', 'c.235delC', '', '纯合', 'LB'],
      ['', '', { text: '2025-09-09', isDate: true }, '', 'c.1A>T', '', '', 'VUS'],
      ['', '', 'MYH7', '', 'c.2A>T', '', '', '未知'],
    ],
    { layout: resultLayout.firstRow, isVariant: true },
  );
  expect(rows[0]?.findings).toMatchObject([
    { name: 'PAH NM_000277.3:c.728G>A (p.Arg243Gln) 杂合', findingClass: 'P', isReported: 1, faults: [] },
    { name: 'GJB2 c.235delC 纯合', findingClass: 'LB', isReported: 0 },
    { faults: [{ title: 'gene', fault: 'dateInText' }] },
    { faults: [{ value: '未知', fault: 'noClass' }] },
  ]);
});
