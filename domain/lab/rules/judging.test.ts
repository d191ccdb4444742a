import { describe, expect, it } from 'vitest';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import {
  failedLimits,
  judgeGenotype,
  judgePathogens,
  judgeRanges,
  judgeRisk,
  judgeTask,
  judgeVariants,
  judgeZ,
  onFail,
  worst,
  type QualityLimit,
  type Result,
  type SiteCall,
} from './judging.ts';

const limit = (metric: string, min: number | null, max: number | null, then: QualityLimit['onFail'] = onFail.redo): QualityLimit => ({
  metric,
  name: metric,
  min,
  max,
  onFail: then,
});
/** The usual limits of a prenatal run. */
const limits = [limit('ff', 4, null), limit('mappedRate', 85, null), limit('dupRate', null, 40), limit('gc', 33, 55)];
const nipt = (z: number, ff = 8.2): Result | null => judgeTask([judgeZ([{ name: '21', z }])], failedLimits({ ff }, limits)).result;

describe('a chromosome’s Z', () => {
  it.each([
    [1.95, 1],
    [1.96, 3],
    [2.99, 3],
    [3, 2],
    [-1.95, 1],
    [-1.96, 3],
    [-3.4, 3],
    [8, 2],
  ] as const)('of %d is %i', (z, result) => {
    expect(nipt(z)).toBe(result);
  });

  it('says nothing where the fetal fraction is too low', () => {
    expect(nipt(8, 3.9)).toBe(3);
    expect(nipt(8, 4)).toBe(2);
    const { why } = judgeTask([judgeZ([{ name: '21', z: 8 }])], failedLimits({ ff: 3.9 }, limits));
    expect(why.map(({ params }) => params)).toEqual([{ name: 'ff', value: 3.9, limit: '≥ 4' }]);
  });

  it('counts for all by the worst, and names which', () => {
    const { result, why } = judgeZ([
      { name: '13', z: 0.4 },
      { name: '18', z: 2.1 },
      { name: '21', z: 3.2 },
    ]);
    expect([result, why.map(({ params }) => params['name'])]).toEqual([2, ['21']]);
    expect(judgeZ([]).result).toBe(3);
  });
});

describe('a risk', () => {
  it.each([
    ['1:100', 2],
    ['1:101', 1],
    ['1/50', 2],
    ['1：100000', 1],
    ['<1:10000', 1],
    ['<1:100', 1],
    ['≤1:100', 3],
    ['<1:50', 3],
    ['>1:2', 2],
    ['≥1:100', 2],
    ['>1:500', 3],
    ['high', null],
    ['', null],
  ] as const)('of %j is %j', (risk, result) => {
    expect(judgeRisk([{ name: 'PE', risk }]).result).toBe(result);
  });

  it('outside its weeks says nothing, whatever its number', () => {
    expect(judgeRisk([{ name: 'PE', risk: '1:2', isOutOfWindow: true }]).result).toBe(3);
  });
});

describe('a genotype', () => {
  const site = (gene: string, name: string, call: SiteCall['call'], isMitochondrial = false): SiteCall => ({
    gene,
    site: name,
    call,
    isMitochondrial,
  });
  it.each<readonly [string, readonly SiteCall[], Result]>([
    ['wild everywhere', [site('GJB2', 'c.235delC', 'wild'), site('SLC26A4', 'c.919-2A>G', 'wild')], 1],
    ['homozygous', [site('GJB2', 'c.235delC', 'hom')], 2],
    ['two heterozygous sites of one gene', [site('GJB2', 'c.235delC', 'het'), site('GJB2', 'c.299_300delAT', 'het')], 2],
    ['two heterozygous sites of two genes', [site('GJB2', 'c.235delC', 'het'), site('SLC26A4', 'c.919-2A>G', 'het')], 3],
    ['one heterozygous site', [site('GJB2', 'c.235delC', 'het')], 3],
    ['a mitochondrial share', [site('MT-RNR1', 'm.1555A>G', 'heteroplasmic', true)], 2],
    ['a mitochondrial site called heterozygous', [site('MT-RNR1', 'm.1555A>G', 'het', true)], 2],
    ['a site without call', [site('GJB2', 'c.235delC', 'none'), site('GJB2', 'c.35delG', 'wild')], 3],
    ['a site without call beside a homozygous one', [site('GJB2', 'c.235delC', 'none'), site('GJB2', 'c.35delG', 'hom')], 2],
    ['no sites at all', [], 3],
  ])('%s', (_what, calls, result) => {
    expect(judgeGenotype(calls).result).toBe(result);
  });

  it('heterozygous once is what the product says', () => {
    expect(judgeGenotype([site('GJB2', 'c.235delC', 'het')], qualitativeResult.negative).result).toBe(1);
  });
});

describe('what is found', () => {
  it.each([
    [[], true, 1],
    [[], false, 3],
    [['high'], true, 2],
    [['middle', 'low'], true, 2],
    [['low'], true, 3],
    [['high'], false, 2],
  ] as const)('pathogens of confidence %j, spike-in %j, are %i', (levels, spike, result) => {
    expect(
      judgePathogens(
        levels.map((confidence, at) => ({ name: `P${at}`, confidence })),
        spike,
      ).result,
    ).toBe(result);
  });

  it.each([
    [[], 1],
    [['LB', 'B'], 1],
    [['VUS', 'B'], 3],
    [['LP', 'VUS'], 2],
    [['P'], 2],
  ] as const)('variants of classes %j are %i', (classes, result) => {
    expect(judgeVariants(classes.map((variantClass, at) => ({ name: `V${at}`, variantClass }))).result).toBe(result);
  });

  it('says it in words', () => {
    const [why] = judgePathogens([{ name: '肺炎链球菌', confidence: 'middle' }], true).why;
    expect(fillLabel(why!.text, why!.params, 'zh')).toBe('检出 肺炎链球菌（中）');
    expect(fillLabel(why!.text, why!.params, 'en')).toBe('肺炎链球菌 found (Middle)');
  });
});

describe('values against ranges', () => {
  const one = (value: string, range: string) => ({ name: 'X', value, range });
  it.each([
    [[one('5', '3~10')], 1],
    [[one('5', '3~10'), one('11', '3~10')], 2],
    [[one('<5', '3~10')], 3],
    [[one('<5', '3~10'), one('检出', '未检出')], 2],
    [[one('5', '3~10'), one('5', '')], null],
    [[], 3],
  ] as const)('%j are %j', (values, result) => {
    expect(judgeRanges(values).result).toBe(result);
  });
});

describe('a task', () => {
  it('is as its worst panel, and a person’s where one panel is', () => {
    expect([worst([1, 3]), worst([3, 2, 1]), worst([1, 1]), worst([2, null]), worst([])]).toEqual([3, 2, 1, null, null]);
  });

  it('is done again for its quality only where the limit says so', () => {
    const panel = judgeZ([{ name: '21', z: 8 }]);
    const told = failedLimits({ q30: 70 }, [limit('q30', 75, null, onFail.tell)]);
    expect([told.length, judgeTask([panel], told).result]).toEqual([1, 2]);
    expect(failedLimits({ gc: 55 }, limits)).toEqual([]);
    expect(failedLimits({ gc: 55.1, dupRate: 41 }, limits).map(({ limit: { metric } }) => metric)).toEqual(['dupRate', 'gc']);
    expect(failedLimits({}, limits)).toEqual([]);
  });
});
