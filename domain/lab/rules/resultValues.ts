import { resultKind } from '#domain/base/item.ts';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import {
  confidence,
  failedLimits,
  genotypeCall,
  judgeGenotype,
  judgeKind,
  judgePathogens,
  judgeRanges,
  judgeRisk,
  judgeTask,
  judgeVariants,
  judgeZ,
  usualZ,
  variantClass,
  worst,
  type Derived,
  type FailedLimit,
  type QualityLimit,
  type Result,
} from './judging.ts';
import { measureOfItem } from './metrics.ts';
import { judgeValue, readNumber, type ResultStatus } from './referenceRange.ts';

/** An item as its values are judged. */
export interface JudgedItem {
  readonly itemId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly unit: string | null;
  readonly referenceRange: string | null;
  readonly kind: CodeOf<typeof resultKind>;
}
/** A panel group's rule as it is kept; null means the usual number. */
export interface GroupRule {
  readonly judgeKind: CodeOf<typeof judgeKind>;
  /** Judged that way; empty: all. The others are judged by their ranges. */
  readonly itemIds: readonly string[];
  readonly greyFrom: number | null;
  readonly highFrom: number | null;
  readonly cutOff: number | null;
  /** How many times an organism has to stand above its run's negative control. */
  readonly controlTimes?: number | null;
  readonly singleHetAs: Result | null;
  /** Lines of `word=negative`, in either language. */
  readonly resultWords: string | null;
}
/** Something found beside the items: an organism or a variant. */
export interface Finding {
  readonly name: string;
  readonly findingClass: string | null;
  readonly confidence: CodeOf<typeof confidence> | null;
}
export interface GivenResult {
  /** By item id, as they were given. */
  readonly values: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
  /** Its sample was taken outside the weeks that a risk is reckoned for. */
  readonly isOutOfWindow?: boolean;
}
export const noRule: GroupRule = {
  judgeKind: judgeKind.range,
  itemIds: [],
  greyFrom: null,
  highFrom: null,
  cutOff: null,
  singleHetAs: null,
  resultWords: null,
};

/** What a present sample's organism holds that no word was given for. */
export const notFoundWord = '未检出';
/** What it holds where it was found, surely or with low confidence. */
export const foundWords = { sure: '检出', low: '检出（低）' } as const;
/** Words that say nothing was found, whatever the item. */
const nothingFound: readonly string[] = ['', notFoundWord, '阴性', '-', '−', 'nd', 'negative', 'notdetected', '正常', '未见异常'];
const wordKey = (word: string): string => word.normalize('NFKC').replace(/\s/g, '').toLowerCase();
export const saysNothing = (value: string): boolean => nothingFound.includes(wordKey(value));

const calls: Readonly<Record<string, CodeOf<typeof genotypeCall>>> = {
  野生型: genotypeCall.wild,
  野生: genotypeCall.wild,
  wt: genotypeCall.wild,
  wildtype: genotypeCall.wild,
  杂合: genotypeCall.heterozygous,
  杂合型: genotypeCall.heterozygous,
  het: genotypeCall.heterozygous,
  纯合: genotypeCall.homozygous,
  纯合型: genotypeCall.homozygous,
  hom: genotypeCall.homozygous,
  异质: genotypeCall.heteroplasmic,
  均质: genotypeCall.homoplasmic,
  未检出: genotypeCall.none,
  nocall: genotypeCall.none,
};
const resultOfWord: Readonly<Record<string, Result>> = Object.fromEntries(
  qualitativeResult.options.flatMap(({ label }, at) =>
    label.map((word) => [wordKey(word), [qualitativeResult.negative, qualitativeResult.positive, qualitativeResult.suspected][at]!]),
  ),
);
/** Words the rules read of any item, or of a site. */
export const readableWords: readonly string[] = [...nothingFound.filter((word) => word !== ''), ...Object.keys(calls), ...Object.keys(resultOfWord)];
/** What a rule says of words, by word. */
function wordsOf({ resultWords }: GroupRule): ReadonlyMap<string, Result> {
  const lines = (resultWords ?? '').split('\n').map((line) => line.split(/[=＝]/));
  return new Map(
    lines.flatMap(([word = '', meant = '']) => {
      const result = resultOfWord[wordKey(meant)];
      return word.trim() !== '' && result ? [[wordKey(word), result] as const] : [];
    }),
  );
}

type Valued = JudgedItem & { readonly value: string };
const unread = ({ itemName: name, value }: Valued): Derived => ({
  result: null,
  why: [{ text: ['{name} 的值“{value}”无法判读', '{name}: "{value}" cannot be judged'], params: { name, value } }],
});
/** The worst of parts that were judged; of none nothing speaks against it. */
function together(parts: readonly Derived[]): Derived {
  if (parts.length === 0) return { result: qualitativeResult.negative, why: [] };
  const result = worst(parts.map((part) => part.result));
  return { result, why: parts.filter((part) => part.result === result).flatMap(({ why }) => why) };
}

function judgeItems(items: readonly Valued[], rule: GroupRule, isOutOfWindow = false): readonly Derived[] {
  if (items.length === 0) return [];
  switch (rule.judgeKind) {
    case judgeKind.z: {
      const numbers = items.map((item) => ({ item, z: Number(item.value.replace('−', '-')) }));
      const odd = numbers.filter(({ item, z }) => item.value === '' || !Number.isFinite(z));
      const limits = { grey: rule.greyFrom ?? usualZ.grey, high: rule.highFrom ?? usualZ.high };
      const read = numbers.filter((one) => !odd.includes(one)).map(({ item, z }) => ({ name: item.itemName, z }));
      return [...odd.map(({ item }) => unread(item)), ...(read.length > 0 ? [judgeZ(read, limits)] : [])];
    }
    case judgeKind.risk:
      return [
        judgeRisk(
          items.map(({ itemName: name, value: risk }) => ({ name, risk, isOutOfWindow })),
          rule.cutOff ?? undefined,
        ),
      ];
    case judgeKind.genotype: {
      const sites = items.map((item) => ({ item, call: calls[wordKey(item.value)] }));
      const read = sites.flatMap(({ item, call }) => {
        if (call === undefined) return [];
        const [gene = item.itemName, ...site] = item.itemName.split(/\s+/);
        return [{ gene, site: site.join(' '), call, isMitochondrial: /12S|线粒体|^MT-|^m\./i.test(item.itemName) }];
      });
      const odd = sites.filter(({ call }) => call === undefined).map(({ item }) => unread(item));
      return [...odd, ...(read.length > 0 ? [judgeGenotype(read, rule.singleHetAs ?? undefined)] : [])];
    }
    case judgeKind.variant: {
      const named = items.filter(({ value }) => !saysNothing(value));
      const read = named.map((item) => ({
        item,
        class: variantClass.options.find(({ code }) => wordKey(String(code)) === wordKey(item.value))?.code,
      }));
      const odd = read.filter((one) => one.class === undefined).map(({ item }) => unread(item));
      const known = read.flatMap(({ item, class: code }) => (isVariantClass(code) ? [{ name: item.itemName, variantClass: code }] : []));
      return [...odd, judgeVariants(known)];
    }
    case judgeKind.manual:
      return [{ result: null, why: [] }];
    default:
      return [judgeRanges(items.map(({ itemName: name, value, referenceRange }) => ({ name, value, range: referenceRange ?? '' })))];
  }
}
const isVariantClass = (code: unknown): code is CodeOf<typeof variantClass> => variantClass.options.some((option) => option.code === code);

/** Organisms: the items that are not "not found", and what was found beside them. */
function judgeFound(items: readonly Valued[], { metrics, findings }: GivenResult): Derived {
  const ofItems = items
    .filter(({ value }) => !saysNothing(value))
    .map(({ itemName: name, value }) => ({ name, confidence: /低|low/i.test(value) ? confidence.low : confidence.high }));
  const beside = findings.map(({ name, confidence: level }) => ({ name, confidence: level ?? confidence.middle }));
  const spike = metrics['spikeRpm'] ?? metrics['spikeIn'];
  return judgePathogens([...ofItems, ...beside], spike === undefined || Number(spike) > 0);
}

function judgePanel(items: readonly Valued[], rule: GroupRule, given: GivenResult): Derived {
  const words = wordsOf(rule);
  const said = items.flatMap((item): Derived[] => {
    const result = words.get(wordKey(item.value));
    return result ? [{ result, why: [{ text: ['{name} {value}', '{name} {value}'], params: { name: item.itemName, value: item.value } }] }] : [];
  });
  const left = items.filter(({ value }) => !words.has(wordKey(value)));
  const isMeant = ({ itemId }: JudgedItem): boolean => rule.itemIds.length === 0 || rule.itemIds.includes(itemId);
  const meant = left.filter(isMeant);
  const others = judgeItems(
    left.filter((item) => !isMeant(item)),
    noRule,
  );
  if (rule.judgeKind === judgeKind.pathogen) return together([...said, judgeFound(meant, given), ...others]);
  const ofKind = judgeItems(meant, rule, given.isOutOfWindow);
  if (rule.judgeKind !== judgeKind.variant || given.findings.length === 0) return together([...said, ...ofKind, ...others]);
  const named = given.findings.flatMap(({ name, findingClass }) => (isVariantClass(findingClass) ? [{ name, variantClass: findingClass }] : []));
  // A variant whose class nobody has given is not one that means nothing.
  const unclassed = given.findings.flatMap(({ name, findingClass }): Derived[] =>
    isVariantClass(findingClass)
      ? []
      : [{ result: null, why: [{ text: ['变异 {name} 没有评级', 'Variant {name} has no class'], params: { name } }] }],
  );
  return together([...said, ...ofKind, ...unclassed, judgeVariants(named), ...others]);
}

export interface JudgedResult {
  /** Null where a person has to say, or items lack. */
  readonly derived: Derived;
  readonly failed: readonly FailedLimit[];
  /** Items without a value. */
  readonly missing: readonly string[];
  /** The values with what follows for those that were not given: of organisms, "not found". */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Judges a task's values (docs/lab.md#judging). `panels`: its panels with their items, in the group's rule; limits of other panels are not
 * given. A present sample's organisms without a word are not found; any other item without a value is missing, and then nothing is derived.
 */
export function judgeResult(
  panels: readonly (readonly JudgedItem[])[],
  rule: GroupRule,
  limits: readonly QualityLimit[],
  given: GivenResult,
): JudgedResult {
  const isFound = rule.judgeKind === judgeKind.pathogen;
  const valued = panels.map((items) => items.map((item): Valued => ({ ...item, value: given.values[item.itemId] || (isFound ? notFoundWord : '') })));
  const missing = valued.flatMap((items) => items.filter(({ value }) => value === '').map(({ itemId }) => itemId));
  const values = Object.fromEntries(valued.flatMap((items) => items.filter(({ value }) => value !== '').map(({ itemId, value }) => [itemId, value])));
  const measured = valued.flat().flatMap((item) => (item.kind === resultKind.quantitative ? [[measureOfItem(item) ?? '', item.value] as const] : []));
  // What was measured beside the items goes first.
  const measures = [...measured, ...Object.entries(given.metrics)].filter(([, text]) => text !== '');
  const failed = failedLimits(Object.fromEntries(measures), limits);
  if (missing.length > 0) return { derived: { result: null, why: [] }, failed, missing, values };
  return {
    derived: judgeTask(
      valued.map((items) => judgePanel(items, rule, given)),
      failed,
    ),
    failed,
    missing,
    values,
  };
}

/** How a single value lies, for its flag: high, low or normal; null where its range says nothing of it. */
export function statusOf({ referenceRange }: JudgedItem, value: string): ResultStatus | null {
  const status = judgeValue(value, referenceRange ?? '');
  return status === 'unclear' ? null : status;
}

/** The number in a value and the sign before it. */
export function numberIn(value: string): { readonly number: number | null; readonly comparator: string | null } {
  const span = readNumber(value);
  if (!span) return { number: null, comparator: null };
  if (span.from === span.to) return { number: span.from, comparator: null };
  if (span.from === -Infinity) return { number: span.to, comparator: span.hasTo ? '≤' : '<' };
  return { number: span.from, comparator: span.hasFrom ? '≥' : '>' };
}

/**
 * Whether a control is positive in an item: what its group's rule calls positive; of an item that is judged by its range what is above it,
 * for little of something is nothing found.
 */
export function isPositive(item: JudgedItem, value: string, rule: GroupRule): boolean {
  if (saysNothing(value)) return false;
  const isByRange = rule.judgeKind === judgeKind.range || (rule.itemIds.length > 0 && !rule.itemIds.includes(item.itemId));
  if (isByRange) return statusOf(item, value) === 'high';
  const { derived } = judgeResult([[item]], rule, [], { values: { [item.itemId]: value }, metrics: {}, findings: [] });
  return derived.result === qualitativeResult.positive;
}
