import { expect, it } from 'vitest';
import { findHead, templateFault, type NamedItem } from './resultTemplate.ts';

const items: readonly NamedItem[] = [
  { itemId: '1', itemCode: 'T21', itemName: '21三体', itemShortName: 'T21' },
  { itemId: '2', itemCode: 'FF', itemName: '胎儿游离DNA浓度', itemShortName: null },
];
const faultOf = (...titles: (string | null)[]) => templateFault(findHead([titles], items))?.fault;

it('finds the header below titles, and knows items by code, name or short name', () => {
  const head = findHead(
    [['某仪器结果'], ['批次', 'B1'], ['实验室编号', null, '姓名', '21三体 (Z值)', 'ff', '备注'], ['L1', null, '张', 1.2, 8, '']],
    items,
  );
  expect(head).toEqual({
    row: 2,
    columns: [
      { at: 0, title: '实验室编号', role: 'labCode', itemId: null, metric: null },
      { at: 2, title: '姓名', role: 'personName', itemId: null, metric: null },
      { at: 3, title: '21三体 (Z值)', role: null, itemId: '1', metric: null },
      { at: 4, title: 'ff', role: null, itemId: '2', metric: null },
      { at: 5, title: '备注', role: null, itemId: null, metric: null },
    ],
  });
  expect(templateFault(head)).toBeUndefined();
});

it('says what a header lacks', () => {
  expect([faultOf('甲', '乙'), faultOf('姓名', 'T21'), faultOf('样本号', '姓名')]).toEqual(['noHead', 'noCode', 'noItem']);
  expect(templateFault(findHead([['样本号', 'T21', '21三体']], items))).toEqual({ fault: 'twice', titles: 'T21、21三体' });
  expect(faultOf('Sample ID', 'T21')).toBeUndefined();
});

it('knows measures of quality, wells, and the columns of a file with a row an item', () => {
  const head = findHead([['Sample ID', 'Well', 'Assay ID', 'Call', '原始读段数(M)', 'Q30(%)']], items);
  expect(head?.columns.map(({ role, metric }) => role ?? metric)).toEqual(['sampleCode', 'well', 'itemName', 'value', 'rawReads', 'q30']);
  expect(templateFault(head, 2)).toBeUndefined();
  expect(templateFault(findHead([['Sample ID', 'Assay ID']], items), 2)?.fault).toBe('noValue');
});

it('knows a header of findings, and asks for a layout that has several rows of a sample', () => {
  const head = findHead([['样本编号', '检出病原', '类别', 'Reads', 'RPM', '可信度', '原始数据']], items);
  expect(head?.columns.map(({ role, metric }) => role ?? metric)).toEqual([
    'sampleCode',
    'finding',
    'findingClass',
    'reads',
    'rpm',
    'confidence',
    'rawReads',
  ]);
  expect(([1, 2, 3, 4] as const).map((layout) => templateFault(head, layout)?.fault)).toEqual(['findingRows', undefined, undefined, 'findingRows']);
  const variants = findHead([['样本编号', '突变基因', '核苷酸变化', '纯合/杂合', '变异评级']], items);
  expect(variants?.columns.map(({ role }) => role)).toEqual(['sampleCode', 'gene', 'nucleotideChange', 'zygosity', 'findingClass']);
  // Reads and classes of nothing that is named are any column.
  expect(findHead([['样本编号', 'T21', '类别', 'RPM']], items)?.columns.map(({ role }) => role)).toEqual(['sampleCode', null, null, null]);
});

it('knows the headers of target assays and of plasma runs as their analyses write them', () => {
  const tngs = findHead([['run', '体系', '样本', '检出病原', 'RPK', '原始数据', 'Q30', '外源内参', '总人内参']], items);
  expect(tngs?.columns.map(({ role, metric }) => role ?? metric)).toEqual([
    null,
    null,
    'sampleCode',
    'finding',
    null,
    'rawReads',
    'q30',
    'spikeIn',
    // A count, not a share of the reads.
    null,
  ]);
  expect(templateFault(tngs, 2)).toBeUndefined();
  const said = (...titles: string[]) => findHead([titles], items)?.columns.map(({ role, itemId, metric }) => role ?? itemId ?? metric);
  expect(said('序号', '孕妇代码', '21号染色体的Z值', '13号染色体的Z值', '原始读段数')).toEqual([null, 'sampleCode', '1', null, 'rawReads']);
  expect(said('sample_id', 'Z21', 'FF%', 'Sex')).toEqual(['sampleCode', '1', '2', 'sexCall']);
  expect(said('样本编号', 'chr21_z')).toEqual(['sampleCode', '1']);
  // What a column is called itself goes first.
  expect(said('样本编号', '样本', 'T21', 'Z21')).toEqual(['sampleCode', null, '1', null]);
});
