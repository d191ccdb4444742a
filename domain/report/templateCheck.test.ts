import { expect, test } from 'vitest';
import { contentShape, contentParts, type ReportBlock, type ReportContent } from './reportContent.ts';
import { shippedTemplates } from './shippedTemplates.ts';
import { checkTemplate, mayRelease } from './templateCheck.ts';

const [{ content: good } = { content: null as unknown as ReportContent }] = shippedTemplates;
const codes = (content: ReportContent): readonly string[] => checkTemplate(content).map(({ level, code }) => `${level} ${code}`);
/** The template with every block changed or left out. */
const changed = (change: (block: ReportBlock) => ReportBlock | null, content = good): ReportContent => ({
  ...content,
  ...Object.fromEntries(contentParts.map((part) => [part, content[part].flatMap((block) => change(block) ?? [])])),
});
const without = (...kinds: readonly ReportBlock['kind'][]): ReportContent => changed((block) => (kinds.includes(block.kind) ? null : block));
const withoutFact = (fact: string): ReportContent =>
  changed((block) =>
    block.kind === 'patient' || block.kind === 'sample' ? { ...block, cells: block.cells.filter((cell) => cell.fact !== fact) } : block,
  );

test('the shipped templates pass without a word, and are what a template may be', () => {
  for (const { content } of shippedTemplates) {
    expect(contentShape.parse(content)).toEqual(content);
    expect(checkTemplate(content)).toEqual([]);
    const ids = contentParts.flatMap((part) => content[part].map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test.each([
  ['sendSampleClientName', 'B client'],
  ['sampleClassName', 'B sampleClass'],
  ['sampleCondition', 'B condition'],
  ['panelNames', 'B examination'],
  ['sex', 'B sex'],
  ['age', 'B age'],
  ['patientNo', 'B patientNo'],
  ['receiveTime', 'B received'],
  ['referralLaboratoryName', 'B referral'],
  ['method', 'W method'],
])('without %s: %s', (fact, code) => {
  expect(codes(withoutFact(fact))).toEqual([code]);
});

test('each page says whose report it is, when it was sampled and issued, and which page it is', () => {
  const bare: ReportContent = { ...good, footer: [] };
  expect(codes(bare)).toEqual(['B identifiers', 'B pageSampling', 'B pageReport', 'B reported', 'B pageNumber']);
  // What a condition may take away does not count.
  const conditional = { ...good, footer: good.footer.map((block) => ({ ...block, when: { fact: 'sex', is: 'given', value: '' } })) } as ReportContent;
  expect(codes(conditional)).toEqual(['B identifiers', 'B pageSampling', 'B pageReport']);
});

test('results, their units and ranges, three signatures, comments, amendment, marks and end are needed', () => {
  expect(codes(without('resultTable'))).toEqual(['B result']);
  expect(codes(without('signature'))).toEqual(['B signature']);
  expect(codes(without('comments', 'amendment'))).toEqual(['B comments', 'B amendment']);
  expect(codes(without('endMark'))).toEqual(['B endMark']);
  expect(codes(without('reportTitle'))).toEqual(['W research', 'W critical', 'B partial', 'B chinese']);
  expect(codes(changed((block) => (block.kind === 'signature' ? { ...block, slots: ['tested', 'released'] } : block)))).toEqual(['B signature']);
  const bare = changed((block) =>
    block.kind === 'resultTable'
      ? { ...block, columns: block.columns.filter(({ column }) => column !== 'measured' && column !== 'referenceRange') }
      : block,
  );
  expect(checkTemplate(bare)).toMatchObject([
    { level: 'B', code: 'columns', text: ['结果表缺少列: 结果、单位、参考范围', expect.any(String)], blockId: 'result' },
  ]);
});

test('unknown places, wide tables, words in bars and blocks out of their place are told at their block', () => {
  const odd: ReportBlock[] = [
    { id: 'a', kind: 'note', when: { fact: 'nobody', is: 'given', value: '' }, heading: '', text: '{nothing}', isBoxed: false },
    { id: 'b', kind: 'barcode', when: null, text: '{personName}', height: 10, align: 'start', caption: '' },
    { id: 'c', kind: 'pageNumber', when: null, align: 'center' },
    {
      id: 'd',
      kind: 'resultTable',
      when: null,
      heading: '',
      source: 'variants',
      columns: ['gene', 'gene', 'nucleotideChange', 'zygosity', 'findingClass', 'reads'].map((column) => ({ column, label: null, share: 1 })),
      isOnlyAbnormal: false,
      isGrouped: false,
      emptyText: '',
    },
  ];
  const found = checkTemplate({ ...good, blocks: [...good.blocks, ...odd] }).map(({ code, blockId }) => `${blockId} ${code}`);
  expect(found).toEqual(['a unknown', 'a unknown', 'b barcode', 'd unknown', 'd twice', 'c misplaced', 'end afterEnd']);
  expect(mayRelease(checkTemplate(withoutFact('method')))).toBe(true);
  expect(mayRelease(checkTemplate(withoutFact('sex')))).toBe(false);
});
