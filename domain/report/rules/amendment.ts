import type { Label } from '#domain/kernel/label.ts';
import { contentParts, factsOfBlock, type ReportContent } from '../reportContent.ts';
import { factLabel, printedValues, tableSources, type FactRow, type ReportFacts, type TableSource } from '../reportFacts.ts';

type Told = Partial<Record<string, string>>;
/** What changes with every version is no change. */
const always: ReadonlySet<string> = new Set(['versionNo', 'verifyAddress', 'reportTime']);
/** What a row of a table is known by, and what of it a reader goes by. */
const rowsKnownBy: Readonly<Record<TableSource, { readonly name: readonly string[]; readonly told: readonly string[] }>> = {
  results: { name: ['itemName', 'panelName'], told: ['value', 'unit', 'referenceRange'] },
  pathogens: { name: ['name'], told: ['reads', 'rpm', 'coverage', 'abundance', 'confidence', 'drug'] },
  variants: { name: ['gene', 'nucleotideChange'], told: ['proteinChange', 'zygosity', 'inheritance', 'findingClass', 'disease'] },
};
const change = ([zh, en]: Label, old: string | undefined, fresh: string | undefined): Label => [
  `${zh}: ${old || '—'} → ${fresh || '—'}`,
  `${en}: ${old || '—'} → ${fresh || '—'}`,
];

function rowChanges(source: TableSource, before: readonly FactRow[], now: readonly FactRow[]): Label[] {
  const { name, told } = rowsKnownBy[source];
  const keyed = (rows: readonly FactRow[]) => new Map(rows.map(({ cells }) => [name.map((column) => cells[column] ?? '').join('\n'), cells]));
  const [old, fresh] = [keyed(before), keyed(now)];
  const saidOf = (cells: Told | undefined): string =>
    cells === undefined
      ? ''
      : told
          .map((column) => cells[column] ?? '')
          .filter(Boolean)
          .join(' ');
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key): Label[] => {
    const [was, is] = [saidOf(old.get(key)), saidOf(fresh.get(key))];
    const title = key.split('\n').filter(Boolean)[0] ?? tableSources[source].title[0];
    return was === is && old.has(key) === fresh.has(key) ? [] : [change([title, title], was, is)];
  });
}

/** What one version says otherwise than another, a line each; `isShown`: whether a fact is looked at. */
export function changesBetween(before: ReportFacts, now: ReportFacts, isShown: (fact: string) => boolean = () => true): readonly Label[] {
  const [old, fresh]: [Told, Told] = [printedValues(before), printedValues(now)];
  const values = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (name) => !always.has(name) && isShown(name) && (old[name] ?? '') !== (fresh[name] ?? ''),
  );
  const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
  return [
    ...values.map((name) => change(factLabel(name) ?? [name, name], old[name], fresh[name])),
    ...(Object.keys(tableSources) as TableSource[]).flatMap((source) => rowChanges(source, before.rows[source], now.rows[source])),
    ...(isOther(before.comments, now.comments) ? [['样本说明有变化', 'Comments on the sample differ'] as const] : []),
    ...(isOther(before.guidance, now.guidance) ? [['建议与指导有变化', 'Guidance differs'] as const] : []),
    ...(before.isPartial === now.isPartial ? [] : [change(['部分报告', 'Partial report'], yesNo(before.isPartial), yesNo(now.isPartial))]),
  ];
}
const yesNo = (is: boolean): string => (is ? '是' : '否');

/** Whether a template prints a fact: an amendment tells no reader what the report itself does not. */
export function printedBy(content: ReportContent): (fact: string) => boolean {
  const printed = new Set(contentParts.flatMap((part) => content[part].flatMap((block) => factsOfBlock(block).printed)));
  return (fact) => printed.has(fact);
}
