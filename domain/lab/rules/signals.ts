import { qualitativeResult } from '#domain/base/conclusion.ts';
import { addDays } from '#domain/kernel/dates.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { judgeKind, type Result } from './judging.ts';
import { readNumber } from './referenceRange.ts';

/** What an auditor has to look at before a result is passed (docs/lab.md#audit). */
export const signal = choices({
  qcLow: ['qcLow', '质控偏低', 'Low quality'],
  qcWarn: ['qcWarn', '质控警告', 'Control warning'],
  gate: ['gate', '质控失控', 'Failed control'],
  delta: ['delta', '与历次不符', 'Differs from before'],
  sexDiffers: ['sexDiffers', '性别不符', 'Sex differs'],
  nameDiffers: ['nameDiffers', '姓名不符', 'Name differs'],
  edited: ['edited', '导入后修改或改判', 'Edited after import, or overruled'],
  infoOpen: ['infoOpen', '信息待确认', 'Information open'],
  redo: ['redo', '复检', 'Done again'],
});
export type Signal = CodeOf<typeof signal>;

/** What a measured sex is called; anything else says nothing. */
const sexOfWord: Readonly<Record<string, number>> = {
  男: sex.male,
  male: sex.male,
  m: sex.male,
  xy: sex.male,
  女: sex.female,
  female: sex.female,
  f: sex.female,
  xx: sex.female,
};
/** Whether a measured sex is another than the requisition's (docs/lab.md#judging). Of a child before its birth it says nothing of the mother. */
export function differsInSex(measured: string | undefined, known: number | null, judgedBy: string | null): boolean {
  if (judgedBy === judgeKind.z) return false;
  const said = sexOfWord[(measured ?? '').trim().toLowerCase()];
  return said !== undefined && (known === sex.male || known === sex.female) && known !== said;
}

/** May be passed together with others (可批审): normal, and nothing that speaks against it. */
export const isClear = (task: { readonly detectionResult: Result | null; readonly signals: readonly Signal[] }): boolean =>
  task.detectionResult === qualitativeResult.negative && task.signals.length === 0;

const deltaMonths = 24;
const mostEarlier = 3;

/** An earlier value of the same person's same item. */
export interface EarlierValue {
  readonly value: string;
  /** `yyyy-MM-dd` of the result. */
  readonly date: string;
}

/** The earlier values that count on a day: of two years, the last three, the newest first. */
export function earlierThatCount<One extends EarlierValue>(earlier: readonly One[], date: string): One[] {
  const from = addDays(date, -Math.round((deltaMonths * 365.25) / 12));
  return earlier
    .filter((one) => one.date >= from && one.date <= date)
    .toSorted((one, other) => other.date.localeCompare(one.date))
    .slice(0, mostEarlier);
}

/** Whether an earlier value was told in the unit an item has now: of five grams and five milligrams nothing can be said by their numbers. */
export const isInUnit = (earlier: { readonly unit: string | null }, unit: string | null): boolean => unitKey(earlier.unit) === unitKey(unit);
const unitKey = (unit: string | null): string => (unit ?? '').normalize('NFKC').replace(/\s/g, '');

/**
 * Whether a value differs from a person's earlier one more than it can (docs/lab.md#judging). `most`: percent of the earlier value; null:
 * what a person is born with, which never changes.
 */
export function differsFromBefore(value: string, earlier: string, most: number | null): boolean {
  if (value.trim() === earlier.trim()) return false;
  if (most === null) return true;
  const [now, before] = [readNumber(value), readNumber(earlier)];
  // A word against a number, or "less than", says nothing about by how much.
  if (!now || !before || now.from !== now.to || before.from !== before.to) return false;
  return Math.abs(now.from - before.from) * 100 > Math.abs(before.from) * most;
}
