import { resultKind } from '#domain/base/item.ts';
import { genotypeCall, judgeKind, variantClass } from './judging.ts';
import { readRange } from './referenceRange.ts';
import { foundWords, notFoundWord, readableWords, type GroupRule, type JudgedItem } from './resultValues.ts';

type WordedItem = Pick<JudgedItem, 'itemId' | 'kind' | 'referenceRange'>;

const wordsOfRule = ({ resultWords }: GroupRule): readonly string[] =>
  (resultWords ?? '').split('\n').flatMap((line) => line.split(/[=＝]/)[0]?.trim() || []);
function wordsOfRange({ referenceRange }: WordedItem): readonly string[] {
  const range = readRange(referenceRange ?? '');
  return range?.kind === 'words' ? range.words : [];
}
/** Words of what a rule looks for; of one that looks at ranges none. */
const wordsSought = ({ judgeKind: kind }: GroupRule): readonly string[] =>
  kind === judgeKind.genotype
    ? genotypeCall.options.map(({ label }) => label[0])
    : kind === judgeKind.variant
      ? variantClass.options.map(({ code }) => String(code))
      : kind === judgeKind.pathogen
        ? [notFoundWord, foundWords.sure, foundWords.low]
        : [];

/** Words an item usually has, so that one key types one: of its rule, of its kind, of its range. Of a number none. */
export function usualWords(rule: GroupRule, item: WordedItem): readonly string[] {
  if (item.kind === resultKind.quantitative) return [];
  const sought = wordsSought(rule);
  const ofKind = sought.length > 0 || item.kind !== resultKind.qualitative ? sought : ['阴性', '阳性', '可疑'];
  return [...new Set([...wordsOfRange(item), ...wordsOfRule(rule), ...ofKind])].slice(0, 9);
}

/**
 * All words a file may say of an item, with those that are read as one of them; empty: any, for nothing says which, or a person reads it. A range alone
 * does not close them: it says what is usual, and 弱阳性 beside 阴性 is a result.
 */
export function closedWords(rule: GroupRule, item: WordedItem): readonly string[] {
  if (item.kind !== resultKind.qualitative || rule.judgeKind === judgeKind.manual) return [];
  const isMeant = rule.itemIds.length === 0 || rule.itemIds.includes(item.itemId);
  const own = [...wordsOfRule(rule), ...(isMeant ? wordsSought(rule) : [])];
  return own.length === 0 ? [] : [...new Set([...own, ...wordsOfRange(item), ...readableWords])];
}
