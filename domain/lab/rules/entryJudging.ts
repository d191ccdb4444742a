import { resultKind } from '#domain/base/item.ts';
import type { EntryGroup, EntryTask } from '../resultEntry.ts';
import { isBornWith } from './judging.ts';
import { isToldInWords, judgeValue, readNumber, type ResultStatus } from './referenceRange.ts';
import { judgeResult, type Finding, type JudgedResult } from './resultValues.ts';
import { differsFromBefore, isInUnit } from './signals.ts';

/** What stands on an entry grid of a task, as it was typed. */
export interface TypedResult {
  readonly values: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}
/** How a typed value lies. */
export interface JudgedCell {
  readonly status: ResultStatus | 'unclear' | null;
  /** Held against words, not numbers: what is not one of them is abnormal, neither high nor low. */
  readonly isWord: boolean;
  /** Differs from the person's earlier value more than it can. */
  readonly isDelta: boolean;
  /** No number where one belongs: it is not taken. */
  readonly isUnread: boolean;
}
export interface JudgedEntry extends JudgedResult {
  readonly cells: Readonly<Record<string, JudgedCell>>;
}

/** Judges what is typed by the very rules that judge what is saved (docs/lab.md#judging). */
export function judgeEntry(group: EntryGroup, task: EntryTask, { values, metrics, findings }: TypedResult): JudgedEntry {
  const items = new Map(group.items.map((item) => [item.itemId, item]));
  const panels = task.panels.map((ids) => ids.flatMap((id) => items.get(id) ?? []));
  const limits = group.limits.filter(({ panelId }) => panelId === null || task.panelIds.includes(panelId));
  const given = Object.fromEntries(Object.entries(values).map(([itemId, value]) => [itemId, value.trim()]));
  const cells = panels.flat().map((item): readonly [string, JudgedCell] => {
    const value = given[item.itemId] ?? '';
    const most = isBornWith(group.rule.judgeKind) ? null : item.deltaPercent;
    const isCompared = value !== '' && (most !== null || isBornWith(group.rule.judgeKind));
    return [
      item.itemId,
      {
        status: judgeValue(value, item.referenceRange ?? ''),
        isWord: isToldInWords(item.referenceRange ?? null),
        isDelta:
          isCompared &&
          (task.previous[item.itemId] ?? []).some((earlier) => isInUnit(earlier, item.unit) && differsFromBefore(value, earlier.value, most)),
        isUnread: item.kind === resultKind.quantitative && value !== '' && readNumber(value) === null,
      },
    ];
  });
  return {
    ...judgeResult(panels, group.rule, limits, { values: given, metrics, findings, isOutOfWindow: task.isOutOfWindow }),
    cells: Object.fromEntries(cells),
  };
}
