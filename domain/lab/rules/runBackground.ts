import { nameKey } from './cellText.ts';
import { timesAboveControl } from './controlGate.ts';
import { confidence, judgeKind, variantClass } from './judging.ts';
import type { FileFinding } from './resultFindings.ts';
import { foundWords, notFoundWord, type GroupRule } from './resultValues.ts';

/** How many times an organism has to stand above its run's negative control where the rule says nothing else. */
export const usualControlTimes = 10;

/** A library of a run: what was found in it, and all its reads in millions; null: not told. */
export interface RunLibrary {
  readonly findings: readonly FileFinding[];
  readonly millions: number | null;
}
const rpmIn = ({ reads, rpm }: FileFinding, { millions }: RunLibrary): number | null =>
  rpm ?? (reads !== null && millions !== null && millions > 0 ? reads / millions : null);

/** How many times a finding stands above one control; null: that cannot be told. */
function timesAbove(found: FileFinding, library: RunLibrary, control: RunLibrary): number | null {
  const same = control.findings.find(({ name }) => nameKey(name) === nameKey(found.name));
  const [own, shown] = [rpmIn(found, library), same ? rpmIn(same, control) : 0];
  if (own === null || shown === null) return null;
  if (control.millions !== null && control.millions > 0)
    return timesAboveControl({ reads: own, millions: 1 }, { reads: shown * control.millions, millions: control.millions });
  return shown > 0 ? own / shown : null;
}

/**
 * Holds what was found in a sample against the negative controls of its run (docs/lab.md#controls): what stands too little above one of them,
 * or in one without numbers to compare, is of low confidence and goes on no report by itself.
 */
export function againstControls(library: RunLibrary, controls: readonly RunLibrary[], least: number = usualControlTimes): readonly FileFinding[] {
  return library.findings.map((found) => {
    const times = controls.map((control) => timesAbove(found, library, control));
    const told = times.flatMap((one) => one ?? []);
    const isUncompared = controls.some(
      ({ findings }, at) => times[at] === null && findings.some(({ name }) => nameKey(name) === nameKey(found.name)),
    );
    const controlTimes = told.length === 0 ? null : Math.min(...told);
    const isBackground = isUncompared || (controlTimes !== null && controlTimes < least);
    return {
      ...found,
      controlTimes: controlTimes === null ? null : Math.round(controlTimes * 10_000) / 10_000,
      ...(isBackground ? { isBackground: 1, confidence: confidence.low, isReported: 0 } : {}),
    };
  });
}

/** An item as findings name it. */
export interface NamedItem {
  readonly itemId: string;
  readonly names: readonly string[];
}
/** Items that are meant by the group's rule, by the names they have in files. */
const itemNames = (items: readonly NamedItem[], { itemIds }: GroupRule): ReadonlyMap<string, string> =>
  new Map(
    items
      .filter(({ itemId }) => itemIds.length === 0 || itemIds.includes(itemId))
      .flatMap(({ itemId, names }) => names.filter(Boolean).map((name) => [nameKey(name), itemId] as const)),
  );
/** The worst first, as they are described. */
const classRank: readonly string[] = variantClass.options.map(({ code }) => String(code));

/**
 * The values of a sample's items that follow from what its file found in it; an item the file has a word of (`said`) keeps that word. Organisms: each
 * item is found or not. Variants: the worst class of an item's gene, or of the only item; where several items may be meant a person says which.
 */
export function itemsOfFindings(
  findings: readonly FileFinding[],
  items: readonly NamedItem[],
  rule: GroupRule,
  said: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const byName = itemNames(items, rule);
  const open = [...new Set(byName.values())].filter((itemId) => !said.has(itemId));
  if (rule.judgeKind === judgeKind.pathogen) {
    const word = (itemId: string): string => {
      const own = findings.filter(({ name }) => byName.get(nameKey(name)) === itemId);
      if (own.length === 0) return notFoundWord;
      return own.every((one) => one.confidence === confidence.low) ? foundWords.low : foundWords.sure;
    };
    return Object.fromEntries(open.map((itemId) => [itemId, word(itemId)]));
  }
  if (rule.judgeKind !== judgeKind.variant) return {};
  const only = byName.size > 0 && new Set(byName.values()).size === 1 ? [...byName.values()][0] : undefined;
  const meant = findings.map(({ name, findingClass }) => ({ itemId: byName.get(nameKey(name.split(' ')[0] ?? '')) ?? only, findingClass }));
  const isWhole = meant.every(({ itemId }) => itemId !== undefined);
  return Object.fromEntries(
    open.flatMap((itemId) => {
      const classes = meant.flatMap((one) => (one.itemId === itemId && one.findingClass !== null ? [one.findingClass] : []));
      const worst = classRank.find((code) => classes.includes(code));
      return worst ? [[itemId, worst]] : isWhole ? [[itemId, notFoundWord]] : [];
    }),
  );
}

/** Organisms that are no item of the group and would be reported, by name. */
export const unknownOrganisms = (findings: readonly FileFinding[], items: readonly NamedItem[], rule: GroupRule): readonly string[] => {
  const byName = itemNames(items, rule);
  return rule.judgeKind === judgeKind.pathogen
    ? findings.filter(({ name, isReported }) => isReported === 1 && !byName.has(nameKey(name))).map(({ name }) => name)
    : [];
};

/** Items that a control's findings name with confidence. */
export const itemsShown = (findings: readonly FileFinding[], items: readonly NamedItem[], rule: GroupRule): readonly string[] => {
  const byName = itemNames(items, rule);
  const itemOf = (name: string): string | undefined => byName.get(nameKey(name)) ?? byName.get(nameKey(name.split(' ')[0] ?? ''));
  return findings.flatMap(({ name, confidence: level }) => (level === confidence.low ? [] : (itemOf(name) ?? [])));
};
