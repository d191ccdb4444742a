import type { EntryGroup, EntryTask } from '#domain/lab/resultEntry.ts';
import type { FindingInput } from '#domain/lab/resultFile.ts';
import { judgeKind } from '#domain/lab/rules/judging.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import type { TypedResult } from '#domain/lab/rules/entryJudging.ts';

/** What was found, while it is typed: numbers as text. */
export interface TypedFinding {
  readonly name: string;
  readonly nameEn: string;
  readonly findingClass: string;
  readonly reads: string;
  readonly rpm: string;
  readonly coverage: string;
  readonly abundance: string;
  readonly confidence: FindingInput['confidence'] | '';
  readonly drug: string;
  readonly isReported: boolean;
}
export interface TypedTask {
  readonly values: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
  readonly findings: readonly TypedFinding[];
}
export const noFinding: TypedFinding = {
  name: '',
  nameEn: '',
  findingClass: '',
  reads: '',
  rpm: '',
  coverage: '',
  abundance: '',
  confidence: '',
  drug: '',
  isReported: true,
};
const text = (value: string | number | null): string => (value === null ? '' : String(value));
const levels = ['high', 'middle', 'low'] as const;

/** A task's result as it stands on the server, to be typed over. */
export const typedOf = (task: EntryTask): TypedTask => ({
  values: task.values,
  metrics: task.metrics,
  findings: task.findings.map((found) => ({
    name: found.name,
    nameEn: text(found.nameEn),
    findingClass: text(found.findingClass),
    reads: text(found.reads),
    rpm: text(found.rpm),
    coverage: text(found.coverage),
    abundance: text(found.abundance),
    confidence: levels.find((level) => level === found.confidence) ?? '',
    drug: text(found.drug),
    isReported: found.isReported === 1,
  })),
});

const trimmed = (given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).flatMap(([key, value]) => (value.trim() === '' ? [] : [[key, value.trim()]])));
const named = (findings: readonly TypedFinding[]): readonly TypedFinding[] => findings.filter(({ name }) => name.trim() !== '');
const canonical = ({ values, metrics, findings }: TypedTask): string => {
  const sorted = (given: Readonly<Record<string, string>>) => Object.entries(trimmed(given)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted(values), sorted(metrics), named(findings)]);
};
/** Whether what is typed is not what the server has. */
export const isTyped = (task: EntryTask, typed: TypedTask | undefined): typed is TypedTask =>
  typed !== undefined && canonical(typed) !== canonical(typedOf(task));

/** What a person typed over one state of a result, over another: what they left alone is as it is there. */
export function typedOver(base: TypedTask, fresh: TypedTask, typed: TypedTask): TypedTask {
  const over = (part: 'values' | 'metrics'): Record<string, string> => {
    const changed = Object.entries(typed[part]).filter(([key, text]) => text.trim() !== (base[part][key] ?? '').trim());
    return { ...fresh[part], ...Object.fromEntries(changed) };
  };
  const isSame = JSON.stringify(named(typed.findings)) === JSON.stringify(named(base.findings));
  return { values: over('values'), metrics: over('metrics'), findings: isSame ? fresh.findings : typed.findings };
}

export const judgedFindings = (findings: readonly TypedFinding[]): TypedResult['findings'] =>
  named(findings).map(({ name, findingClass, confidence }) => ({ name, findingClass: findingClass || null, confidence: confidence || null }));

const numberFields = ['reads', 'rpm', 'coverage', 'abundance'] as const;
/** Fields of a finding that are no numbers where they must be. */
export const oddNumbers = (finding: TypedFinding): readonly (typeof numberFields)[number][] =>
  numberFields.filter((name) => {
    const given = finding[name].trim();
    if (given === '') return false;
    const value = Number(given);
    return !Number.isFinite(value) || value < 0 || (name === 'reads' && !Number.isInteger(value));
  });

/** What is saved: all that is seen, also that something was taken out. */
export function sentOf(task: EntryTask, typed: TypedTask, hasFindings: boolean) {
  const [values, metrics] = [trimmed(typed.values), trimmed(typed.metrics)];
  const emptied = (before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.keys(before).flatMap((key) => (key in now ? [] : [[key, '']])));
  const numberOf = (given: string): number | null => (given.trim() === '' ? null : Number(given));
  return {
    taskId: task.taskId,
    version: task.version,
    values: Object.entries({ ...emptied(task.values, values), ...values }).map(([itemId, value]) => ({ itemId, value })),
    metrics: { ...emptied(task.metrics, metrics), ...metrics },
    findings: hasFindings
      ? named(typed.findings).map((found): FindingInput => ({
          name: found.name.trim(),
          nameEn: found.nameEn.trim() || null,
          findingClass: found.findingClass.trim() || null,
          reads: numberOf(found.reads),
          rpm: numberOf(found.rpm),
          coverage: numberOf(found.coverage),
          abundance: numberOf(found.abundance),
          confidence: found.confidence || null,
          drug: found.drug.trim() || null,
          isReported: found.isReported ? 1 : 0,
        }))
      : null,
  };
}

/** Whether a group finds things beside its items: organisms or variants. */
export const findsBeside = ({ rule }: EntryGroup): boolean => rule.judgeKind === judgeKind.pathogen || rule.judgeKind === judgeKind.variant;

const usual: Readonly<Record<string, readonly string[]>> = {
  [judgeKind.z]: [metric.fetalFraction],
  [judgeKind.pathogen]: [metric.q30, metric.spikeRpm],
};
/** Measures that have a column: those with limits, those usual for the kind, those that were given, those a person asked for. */
export function metricsOf(group: EntryGroup, tasks: readonly EntryTask[], asked: readonly string[]): readonly string[] {
  const wanted = new Set([
    ...group.limits.map((limit) => limit.metric),
    ...(usual[group.rule.judgeKind] ?? []),
    ...tasks.flatMap((task) => Object.keys(trimmed(task.metrics))),
    ...asked,
  ]);
  return metric.options.map(({ code }) => String(code)).filter((code) => wanted.has(code));
}

/** A column of the grid: an item, or a measure. */
export interface EntryColumn {
  readonly key: string;
  readonly itemId: string | null;
  readonly metric: string | null;
}
export const columnsOf = (group: EntryGroup, tasks: readonly EntryTask[], asked: readonly string[]): readonly EntryColumn[] => {
  // Panel by panel: what a task has stands together.
  const standing = new Set(tasks.flatMap(({ panels }) => panels.flat()));
  return [
    ...[...standing].map((itemId) => ({ key: itemId, itemId, metric: null })),
    ...metricsOf(group, tasks, asked).map((name) => ({ key: `m-${name}`, itemId: null, metric: name })),
  ];
};
/** Whether a task has a cell in a column. */
export const hasCell = (task: EntryTask, { itemId }: EntryColumn): boolean => itemId === null || task.panels.some((ids) => ids.includes(itemId));
export const textAt = (typed: TypedTask, { itemId, metric: name }: EntryColumn): string =>
  (itemId === null ? typed.metrics[name ?? ''] : typed.values[itemId]) ?? '';
export const typeAt = (typed: TypedTask, { itemId, metric: name }: EntryColumn, given: string): TypedTask =>
  itemId === null ? { ...typed, metrics: { ...typed.metrics, [name ?? '']: given } } : { ...typed, values: { ...typed.values, [itemId]: given } };

/** The next cell that is there, from a place by steps; null at the edge. `cells[row][column]`: whether there is one. */
export function stepFrom(
  cells: readonly (readonly boolean[])[],
  [row, column]: readonly [number, number],
  [down, right]: readonly [number, number],
): readonly [number, number] | null {
  let [y, x] = [row + down, column + right];
  while (cells[y]?.[x] !== undefined) {
    if (cells[y]![x]) return [y, x];
    [y, x] = [y + down, x + right];
  }
  return null;
}
/** The next cell in the order of typing: along the row, then the rows below; null behind the last. */
export function nextCell(
  cells: readonly (readonly boolean[])[],
  [row, column]: readonly [number, number],
  step: 1 | -1,
): readonly [number, number] | null {
  const order = cells.flatMap((line, y) => line.flatMap((isThere, x) => (isThere ? [[y, x] as const] : [])));
  const at = order.findIndex(([y, x]) => y === row && x === column);
  return order[at + step] ?? null;
}
