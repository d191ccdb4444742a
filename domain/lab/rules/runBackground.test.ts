import { expect, it } from 'vitest';
import type { FileFinding } from './resultFindings.ts';
import { noRule, type GroupRule } from './resultValues.ts';
import { againstControls, itemsOfFindings, unknownOrganisms } from './runBackground.ts';

const found = (name: string, more: Partial<FileFinding> = {}): FileFinding => ({
  line: 2,
  name,
  nameEn: null,
  findingClass: null,
  reads: null,
  rpm: null,
  coverage: null,
  abundance: null,
  confidence: null,
  drug: null,
  isReported: 1,
  controlTimes: null,
  isBackground: 0,
  faults: [],
  ...more,
});
const control = (reads: number | null, millions: number | null = 10) => ({
  findings: reads === null ? [] : [found('肺炎支原体', { reads })],
  millions,
});

it.each<readonly [string, Partial<FileFinding>, readonly ReturnType<typeof control>[], number | undefined, number | null, 0 | 1]>([
  ['twenty times above', { reads: 24 }, [control(1)], undefined, 20, 0],
  ['a control without it counts as one read', { reads: 24 }, [control(null)], undefined, 20, 0],
  ['too little above', { reads: 24 }, [control(3)], undefined, 6.6667, 1],
  ['exactly as much as the rule asks', { reads: 24 }, [control(3)], 6.666, 6.6667, 0],
  ['the worst of two controls', { reads: 24 }, [control(1), control(3)], undefined, 6.6667, 1],
  ['reads per million are as good', { rpm: 2 }, [{ findings: [found('肺炎支原体', { rpm: 0.3 })], millions: null }], undefined, 6.6667, 1],
  ['in the control and not to be compared', {}, [control(3)], undefined, null, 1],
  ['no control', { reads: 1 }, [], undefined, null, 0],
  ['a control that tells no reads and does not have it', { reads: 1 }, [control(null, null)], undefined, null, 0],
])('%s', (_what, finding, controls, least, controlTimes, isBackground) => {
  const [one] = againstControls({ findings: [found('肺炎支原体', { confidence: 'high', ...finding })], millions: 12 }, controls, least);
  expect(one).toMatchObject({ controlTimes, isBackground, isReported: isBackground === 1 ? 0 : 1, confidence: isBackground === 1 ? 'low' : 'high' });
});

const items = [
  { itemId: '1', names: ['肺炎支原体', 'MP'] },
  { itemId: '2', names: ['流感病毒'] },
];
const pathogens: GroupRule = { ...noRule, judgeKind: 'pathogen' };
it('finds the items that are named, and no others but what the file says itself', () => {
  const values = (findings: readonly FileFinding[], said: readonly string[] = []) => itemsOfFindings(findings, items, pathogens, new Set(said));
  expect(values([])).toEqual({ 1: '未检出', 2: '未检出' });
  expect(values([found('mp')])).toEqual({ 1: '检出', 2: '未检出' });
  expect(values([found('肺炎支原体', { confidence: 'low' })])).toEqual({ 1: '检出（低）', 2: '未检出' });
  expect(values([found('MP')], ['1'])).toEqual({ 2: '未检出' });
  expect(unknownOrganisms([found('MP'), found('人疱疹病毒6型'), found('短棒菌苗', { isReported: 0 })], items, pathogens)).toEqual(['人疱疹病毒6型']);
});

it('gives a variant’s class to its gene’s item or the only one, and leaves to a person which of several', () => {
  const variants: GroupRule = { ...noRule, judgeKind: 'variant' };
  const genes = [
    { itemId: '1', names: ['PAH'] },
    { itemId: '2', names: ['GJB2'] },
  ];
  const [pah, other] = [found('PAH c.728G>A 杂合', { findingClass: 'VUS' }), found('MYH7 c.1A>T', { findingClass: 'P' })];
  expect(itemsOfFindings([pah, found('PAH c.1A>T', { findingClass: 'P' })], genes, variants, new Set())).toEqual({ 1: 'P', 2: '未检出' });
  expect(itemsOfFindings([pah, other], genes, variants, new Set())).toEqual({ 1: 'VUS' });
  expect(itemsOfFindings([other], [{ itemId: '9', names: ['变异'] }], variants, new Set())).toEqual({ 9: 'P' });
  expect(itemsOfFindings([], genes, variants, new Set())).toEqual({ 1: '未检出', 2: '未检出' });
});
