import { readRange } from '#domain/lab/rules/referenceRange.ts';
import type { GroupFacts, GroupItem } from '#server/lab/results/groupFacts.ts';
import type { Chance } from '../invented.ts';
import type { LabTask } from './labBench.ts';

const rounded = (value: number): string => String(Number(value.toPrecision(3)));

/** A value of an item that speaks for nothing: within its range, or what its range says of nothing found. */
function usualValue({ referenceRange, unit }: GroupItem, by: Chance): string {
  if (unit === 'Z值') return rounded((by.below(3_000) - 1_500) / 1_000);
  const range = readRange(referenceRange ?? '');
  if (range === null) return unit ? rounded(20 + by.below(80)) : '46,XN';
  if (range.kind === 'words') return range.words[0] ?? '';
  const { from, to } = range.span;
  if (to === Infinity) return rounded(from * (2 + by.below(100) / 100));
  if (from === -Infinity) return rounded(to * (0.2 + by.below(40) / 100));
  return rounded(from + (to - from) * (0.3 + by.below(40) / 100));
}

/** Values of a task's items that speak for nothing, by the items' names. */
export function usualValues(facts: GroupFacts, { itemIds }: Pick<LabTask, 'itemIds'>, by: Chance): Record<string, string> {
  return Object.fromEntries(
    itemIds.flatMap((id) => {
      const item = facts.items.get(id);
      return item ? [[item.itemName, usualValue(item, by)]] : [];
    }),
  );
}

/** The same by the items' codes, for what a person types. */
export function usualEntries(facts: GroupFacts, task: Pick<LabTask, 'itemIds'>, by: Chance): Record<string, string> {
  const byName = usualValues(facts, task, by);
  return Object.fromEntries(
    [...facts.items.values()].flatMap(({ itemCode, itemName }) => (itemName in byName ? [[itemCode, byName[itemName]!]] : [])),
  );
}

/** Measures of a library that is good, by the titles of the demo's templates. */
export const goodLibrary = (by: Chance): Record<string, number> => ({
  原始读段数: 12 + by.below(80) / 10,
  比对率: 90 + by.below(70) / 10,
  重复率: 8 + by.below(90) / 10,
  GC含量: 40 + by.below(30) / 10,
  胎儿浓度: 7 + by.below(90) / 10,
});
export const goodRun = (by: Chance): Record<string, number> => ({ Q30: 86 + by.below(80) / 10, 内参RPM: 120 + by.below(400) });
