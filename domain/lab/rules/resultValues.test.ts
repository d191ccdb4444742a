import { expect, it } from 'vitest';
import { resultKind } from '#domain/base/item.ts';
import { onFail, judgeKind } from './judging.ts';
import { isPositive, judgeResult, noRule, numberIn, type GroupRule, type JudgedItem } from './resultValues.ts';

const item = (itemId: string, itemName: string, referenceRange = '', unit: string | null = null): JudgedItem => ({
  itemId,
  itemCode: itemId,
  itemName,
  unit,
  referenceRange,
  kind: unit ? resultKind.quantitative : resultKind.qualitative,
});
const t21 = item('1', '21三体', '-3~3', 'Z值');
const ff = item('2', '胎儿游离DNA浓度', '≥4', '%');
const nipt: GroupRule = { ...noRule, judgeKind: judgeKind.z, itemIds: ['1'] };
const limits = [{ metric: 'ff', name: 'FF', min: 4, max: null, onFail: onFail.redo }];
const of = (values: Record<string, string>, metrics: Record<string, string> = {}) =>
  judgeResult([[t21, ff]], nipt, limits, { values, metrics, findings: [] });

it('judges chromosomes by Z and the rest of the panel by its ranges', () => {
  expect(of({ 1: '1.95', 2: '8.2' }).derived.result).toBe(1);
  expect(of({ 1: '1.96', 2: '8.2' }).derived.result).toBe(3);
  expect(of({ 1: '3.00', 2: '8.2' }).derived.result).toBe(2);
  expect(of({ 1: '8', 2: '8.2' }, { ff: '3.9' })).toMatchObject({ derived: { result: 3 }, failed: [{ value: 3.9 }] });
  expect(of({ 1: 'abc', 2: '8.2' }).derived.result).toBeNull();
});

it('holds a measure that comes as an item against its limit, too: a low fetal fraction is neither a risk nor none', () => {
  expect(of({ 1: '0.5', 2: '3.9' })).toMatchObject({ derived: { result: 3 }, failed: [{ value: 3.9 }] });
  expect(of({ 1: '8', 2: '3.9' })).toMatchObject({ derived: { result: 3 } });
  expect(of({ 1: '0.5', 2: '8.2' })).toMatchObject({ derived: { result: 1 }, failed: [] });
});

it('fails a limit by a value that is no more than a bound, unless all of it lies within', () => {
  expect(of({ 1: '0.5', 2: '8.2' }, { ff: '<4' })).toMatchObject({ derived: { result: 3 }, failed: [{ value: '<4' }] });
  expect(of({ 1: '0.5', 2: '<4' })).toMatchObject({ derived: { result: 3 }, failed: [{ value: '<4' }] });
  expect(of({ 1: '0.5', 2: '8.2' }, { ff: '<9' }).derived.result).toBe(3);
  expect(of({ 1: '0.5', 2: '8.2' }, { ff: '>3' }).derived.result).toBe(3);
  expect(of({ 1: '0.5', 2: '8.2' }, { ff: '≥4' }).derived.result).toBe(1);
  // What nobody can read is not within either.
  expect(of({ 1: '0.5', 2: '8.2' }, { ff: 'low' }).derived.result).toBe(3);
});

it('derives nothing while items lack', () => {
  expect(of({ 1: '1' })).toMatchObject({ missing: ['2'], derived: { result: null } });
});

it('takes an organism nobody names for not found, and a low one for doubtful', () => {
  const rule: GroupRule = { ...noRule, judgeKind: judgeKind.pathogen };
  const found = (values: Record<string, string>, metrics: Record<string, string> = {}) =>
    judgeResult([[item('1', '流感病毒', '未检出'), item('2', '肺炎支原体', '未检出')]], rule, [], { values, metrics, findings: [] });
  expect(found({})).toMatchObject({ missing: [], values: { 1: '未检出', 2: '未检出' }, derived: { result: 1 } });
  expect(found({ 2: '检出' }).derived.result).toBe(2);
  expect(found({ 2: '检出(低)' }).derived.result).toBe(3);
  expect(found({}, { spikeIn: '0' }).derived.result).toBe(3);
});

it('reads genotypes, leaves unknown words to a person, and takes a rule’s own words', () => {
  const rule: GroupRule = { ...noRule, judgeKind: judgeKind.genotype };
  const sites = [item('1', 'GJB2 235delC'), item('2', 'GJB2 299_300delAT')];
  const call = (one: string, other: string, own: GroupRule = rule) =>
    judgeResult([sites], own, [], { values: { 1: one, 2: other }, metrics: {}, findings: [] }).derived.result;
  expect([call('野生型', '野生型'), call('杂合', '野生型'), call('杂合', '杂合'), call('WT', '奇怪')]).toEqual([1, 3, 2, null]);
  expect(call('野生型', '奇怪', { ...rule, resultWords: '奇怪=阳性' })).toBe(2);
});

it('leaves a variant without a class to a person, whatever stands beside it', () => {
  const rule: GroupRule = { ...noRule, judgeKind: judgeKind.variant };
  const found = (...classes: readonly (string | null)[]) =>
    judgeResult([[item('1', 'PAH')]], rule, [], {
      values: { 1: '未检出' },
      metrics: {},
      findings: classes.map((findingClass, at) => ({ name: `V${at}`, findingClass, confidence: null })),
    }).derived;
  expect([found('B').result, found('VUS').result, found('P', 'B').result]).toEqual([1, 3, 2]);
  expect([found(null).result, found('B', '意义待定').result, found('P', null).result]).toEqual([null, null, null]);
  expect(found('B', null).why.map(({ params }) => params)).toEqual([{ name: 'V1' }]);
});

it('knows what a control is positive in, and reads numbers with their signs', () => {
  expect(isPositive(t21, '15.9', nipt)).toBe(true);
  expect(isPositive(t21, '0.2', nipt)).toBe(false);
  // Water has no fetal fraction: that is no finding.
  expect(isPositive(ff, '0.0', nipt)).toBe(false);
  expect([numberIn('<5'), numberIn('≥4.5'), numberIn('3'), numberIn('阴性')]).toEqual([
    { number: 5, comparator: '<' },
    { number: 4.5, comparator: '≥' },
    { number: 3, comparator: null },
    { number: null, comparator: null },
  ]);
});

it('takes a risk of a sample from outside its weeks for nothing said', () => {
  const rule: GroupRule = { ...noRule, judgeKind: judgeKind.risk };
  const risk = (isOutOfWindow: boolean) =>
    judgeResult([[item('1', 'PE<37')]], rule, [], { values: { 1: '1:900' }, metrics: {}, findings: [], isOutOfWindow }).derived;
  expect([risk(false).result, risk(true).result]).toEqual([1, 3]);
  expect(risk(true).why[0]?.text[0]).toContain('超出适用孕周');
});
