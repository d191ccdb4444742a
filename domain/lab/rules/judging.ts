import { qualitativeResult } from '#domain/base/conclusion.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { metric } from './metrics.ts';
import { judgeValue, liesBetween, readNumber } from './referenceRange.ts';

/** What a result means in one word: 1 negative, 2 positive, 3 to be done again. */
export type Result = CodeOf<typeof qualitativeResult>;
const { negative, positive, suspected } = qualitativeResult;

/** How a panel group's values become one word (docs/lab.md#judging). */
export const judgeKind = choices({
  z: ['z', '染色体 Z 值', 'Chromosome Z'],
  risk: ['risk', '风险值', 'Risk ratio'],
  genotype: ['genotype', '基因型', 'Genotype'],
  pathogen: ['pathogen', '病原检出', 'Pathogens found'],
  variant: ['variant', '变异评级', 'Variant classes'],
  range: ['range', '参考范围', 'Reference range'],
  manual: ['manual', '人工判读', 'By a person'],
});

/** Whether what is judged is born with a person and never changes. */
export const isBornWith = (kind: CodeOf<typeof judgeKind>): boolean => kind === judgeKind.genotype || kind === judgeKind.variant;

/** Why: one thing that was seen, for people. */
export interface Reason {
  readonly text: Label;
  readonly params: Readonly<Record<string, string | number | Label>>;
}
/** What follows from values; null: a person has to say. */
export interface Derived {
  readonly result: Result | null;
  readonly why: readonly Reason[];
}

const reasons = {
  z: ['{name} Z = {value}', '{name} Z = {value}'],
  risk: ['{name} 风险 {value}', '{name} risk {value}'],
  window: ['{name} 超出适用孕周', '{name}: outside its weeks of gestation'],
  call: ['{name} {value}', '{name} {value}'],
  compound: ['{name} 两处杂合', '{name}: heterozygous twice'],
  finding: ['检出 {name}（{value}）', '{name} found ({value})'],
  spike: ['内参未检出，阴性不成立', 'The spike-in failed: nothing found means nothing'],
  value: ['{name} {value}（参考 {range}）', '{name} {value} (reference {range})'],
  limit: ['{name} {value}，要求 {limit}', '{name} {value}, must be {limit}'],
  unreadable: ['{name} 的值“{value}”无法判读', '{name}: "{value}" cannot be judged'],
} as const satisfies Record<string, Label>;
const because = (text: Label, params: Reason['params']): Reason => ({ text, params });

/** The worst counts: positive, then to be done again, then negative. What only a person can say leaves the whole to a person. */
export function worst(results: readonly (Result | null)[]): Result | null {
  if (results.length === 0 || results.includes(null)) return null;
  return [positive, suspected, negative].find((result) => results.includes(result)) ?? null;
}
const judged = (found: readonly (readonly [Result | null, Reason])[], otherwise: Result = negative): Derived => {
  const result = found.length === 0 ? otherwise : worst(found.map(([one]) => one));
  return { result, why: found.filter(([one]) => one === result).map(([, why]) => why) };
};

/** Where a Z value becomes doubtful and where high risk. */
export interface ZLimits {
  readonly grey: number;
  readonly high: number;
}
export const usualZ: ZLimits = { grey: 1.96, high: 3 };

/** Chromosome Z values: high risk from `high`, doubtful from `grey` on either side. */
export function judgeZ(values: readonly { readonly name: string; readonly z: number }[], { grey, high }: ZLimits = usualZ): Derived {
  return judged(
    values.flatMap(({ name, z }): (readonly [Result, Reason])[] => {
      const why = because(reasons.z, { name, value: z });
      if (z >= high) return [[positive, why]];
      return Math.abs(z) >= grey ? [[suspected, why]] : [];
    }),
    values.length === 0 ? suspected : negative,
  );
}

/** A ratio as programmes write it: `1:100`, `1/100`, `<1:10000`. The second number, with its sign; null where it is none. */
function ratioOf(text: string): { readonly sign: string; readonly of: number } | null {
  const [, sign = '', of] = /^([<>≤≥]?)\s*1\s*[:：/]\s*(\d+(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  return of === undefined ? null : { sign, of: Number(of) };
}

/** What is less likely than 1:n is one in more than n; what may lie on either side is done again. */
function riskResult({ sign, of }: { readonly sign: string; readonly of: number }, cutOff: number): Result {
  if (sign === '<') return of >= cutOff ? negative : suspected;
  if (sign === '≤') return of > cutOff ? negative : suspected;
  if (sign === '') return of <= cutOff ? positive : negative;
  return of <= cutOff ? positive : suspected;
}

/** Risks of one in so many: high from `cutOff` on (1:100 is high, 1:101 is not); outside its window it says nothing. */
export function judgeRisk(
  values: readonly { readonly name: string; readonly risk: string; readonly isOutOfWindow?: boolean }[],
  cutOff = 100,
): Derived {
  return judged(
    values.map(({ name, risk, isOutOfWindow }) => {
      if (isOutOfWindow) return [suspected, because(reasons.window, { name })];
      const ratio = ratioOf(risk);
      if (!ratio) return [null, because(reasons.unreadable, { name, value: risk })];
      return [riskResult(ratio, cutOff), because(reasons.risk, { name, value: risk })];
    }),
  );
}

export const genotypeCall = choices({
  wild: ['wild', '野生型', 'Wild type'],
  heterozygous: ['het', '杂合', 'Heterozygous'],
  homozygous: ['hom', '纯合', 'Homozygous'],
  heteroplasmic: ['heteroplasmic', '异质', 'Heteroplasmic'],
  homoplasmic: ['homoplasmic', '均质', 'Homoplasmic'],
  none: ['none', '未检出', 'No call'],
});
export interface SiteCall {
  readonly gene: string;
  readonly site: string;
  readonly call: CodeOf<typeof genotypeCall>;
  /** Of the mitochondria: any share of the changed form counts. */
  readonly isMitochondrial?: boolean;
}

/** Sites of genes: both copies changed is positive, also by two sites of one gene; one alone is what the product says (`singleHet`). */
export function judgeGenotype(calls: readonly SiteCall[], singleHet: Result = suspected): Derived {
  const het = calls.filter(({ call, isMitochondrial }) => call === genotypeCall.heterozygous && !isMitochondrial);
  return judged(
    calls.flatMap(({ gene, site, call, isMitochondrial }): (readonly [Result, Reason])[] => {
      if (call === genotypeCall.wild) return [];
      const name = `${gene} ${site}`;
      const why = because(reasons.call, { name, value: genotypeCall.labelOf(call) ?? call });
      if (call === genotypeCall.none) return [[suspected, why]];
      if (call !== genotypeCall.heterozygous || isMitochondrial) return [[positive, why]];
      return het.filter((other) => other.gene === gene).length > 1 ? [[positive, because(reasons.compound, { name: gene })]] : [[singleHet, why]];
    }),
    calls.length === 0 ? suspected : negative,
  );
}

export const confidence = choices({ high: ['high', '高', 'High'], middle: ['middle', '中', 'Middle'], low: ['low', '低', 'Low'] });
export interface FoundPathogen {
  readonly name: string;
  readonly confidence: CodeOf<typeof confidence>;
}

/** Pathogens found: one with confidence is positive; low ones alone are doubtful, and nothing found counts only where the spike-in was found. */
export function judgePathogens(found: readonly FoundPathogen[], isSpikeFound: boolean): Derived {
  if (found.length === 0) return isSpikeFound ? judged([]) : judged([[suspected, because(reasons.spike, {})]]);
  return judged(
    found.map(({ name, confidence: level }) => [
      level === confidence.low ? suspected : positive,
      because(reasons.finding, { name, value: confidence.labelOf(level) ?? level }),
    ]),
  );
}

/** How a variant is classed (ACMG/AMP 2015), the worst first. */
export const variantClass = choices({
  pathogenic: ['P', '致病', 'Pathogenic'],
  likelyPathogenic: ['LP', '可能致病', 'Likely pathogenic'],
  uncertain: ['VUS', '意义不明', 'Uncertain significance'],
  likelyBenign: ['LB', '可能良性', 'Likely benign'],
  benign: ['B', '良性', 'Benign'],
});

/** Variants found: pathogenic or likely so is positive, uncertain is doubtful. */
export function judgeVariants(found: readonly { readonly name: string; readonly variantClass: CodeOf<typeof variantClass> }[]): Derived {
  const results: Readonly<Record<CodeOf<typeof variantClass>, Result>> = { P: positive, LP: positive, VUS: suspected, LB: negative, B: negative };
  return judged(
    found.map(({ name, variantClass: one }) => [results[one], because(reasons.finding, { name, value: variantClass.labelOf(one) ?? one })]),
  );
}

/** Values against their ranges: anything outside is abnormal; what says too little is done again. */
export function judgeRanges(values: readonly { readonly name: string; readonly value: string; readonly range: string }[]): Derived {
  return judged(
    values.map(({ name, value, range }) => {
      const status = judgeValue(value, range);
      const why = because(reasons.value, { name, value, range });
      if (status === null) return [null, because(reasons.unreadable, { name, value })];
      if (status === 'normal') return [negative, why];
      return [status === 'unclear' ? suspected : positive, why];
    }),
    values.length === 0 ? suspected : negative,
  );
}

/** What follows where a measure of quality is outside its limits. */
export const onFail = choices({
  redo: [1, '复检', 'Do again'],
  forbid: [2, '禁止', 'Forbid'],
  tell: [3, '提示', 'Tell'],
});
export interface QualityLimit {
  readonly metric: string;
  readonly name: string | Label;
  readonly min: number | null;
  readonly max: number | null;
  readonly onFail: CodeOf<typeof onFail>;
}
/**
 * Limits that hold for a group of a kind until somebody sets, or switches off, one of the measure: below four percent of fetal DNA a
 * chromosome's Z says nothing, and a group whose limits were forgotten would report low risk (docs/lab.md#judging).
 */
export const usualLimits = (kind: CodeOf<typeof judgeKind> | undefined): readonly Omit<QualityLimit, 'name'>[] =>
  kind === judgeKind.z ? [{ metric: metric.fetalFraction, min: 4, max: null, onFail: onFail.redo }] : [];
export interface FailedLimit {
  readonly limit: QualityLimit;
  /** A number, or as it was given where it is none. */
  readonly value: number | string;
  readonly why: Reason;
}

/** A limit as people write it. */
export const limitText = ({ min, max }: Pick<QualityLimit, 'min' | 'max'>): string =>
  min === null ? `≤ ${max}` : max === null ? `≥ ${min}` : `${min}~${max}`;

/**
 * Measures that are not surely within their limits, as they were given. One that was not measured fails nothing: whether it must be is the
 * control's matter. "Less than four" and what cannot be read were measured, and are not within.
 */
export function failedLimits(metrics: Readonly<Record<string, string | number | undefined>>, limits: readonly QualityLimit[]): FailedLimit[] {
  return limits.flatMap((limit) => {
    const given = String(metrics[limit.metric] ?? '');
    if (given === '' || liesBetween(given, limit.min, limit.max)) return [];
    const span = readNumber(given);
    const value = span && span.from === span.to ? span.from : given;
    return [{ limit, value, why: because(reasons.limit, { name: limit.name, value, limit: limitText(limit) }) }];
  });
}

/** Those of them that keep a result out; what they say in one text. */
export const forbidding = (failed: readonly FailedLimit[]): FailedLimit[] => failed.filter(({ limit }) => limit.onFail === onFail.forbid);
export const limitsText = (failed: readonly FailedLimit[]): Label => {
  const words = failed.map(({ why: { text, params } }): Label => [fillLabel(text, params, 'zh'), fillLabel(text, params, 'en')]);
  return [words.map(([zh]) => zh).join('；'), words.map(([, en]) => en).join('; ')];
};

/** A task's word: where quality asks for another run nothing else is looked at, else the worst of its panels. */
export function judgeTask(panels: readonly Derived[], failed: readonly FailedLimit[]): Derived {
  const again = failed.filter(({ limit }) => limit.onFail === onFail.redo);
  if (again.length > 0) return { result: suspected, why: again.map(({ why }) => why) };
  const result = worst(panels.map((panel) => panel.result));
  return { result, why: panels.filter((panel) => panel.result === result).flatMap(({ why }) => why) };
}
