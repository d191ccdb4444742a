import { resultKind } from '#domain/base/item.ts';
import type { EntryGroup, EntryTask } from '../resultEntry.ts';
import { genotypeCall, isBornWith, judgeKind, variantClass } from './judging.ts';
import { judgeValue, readNumber, readRange, type ResultStatus } from './referenceRange.ts';
import { judgeResult, notFoundWord, type Finding, type JudgedResult } from './resultValues.ts';
import { differsFromBefore } from './signals.ts';

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
        isWord: readRange(item.referenceRange ?? '')?.kind === 'words',
        isDelta: isCompared && (task.previous[item.itemId] ?? []).some((earlier) => differsFromBefore(value, earlier.value, most)),
        isUnread: item.kind === resultKind.quantitative && value !== '' && readNumber(value) === null,
      },
    ];
  });
  return { ...judgeResult(panels, group.rule, limits, { values: given, metrics, findings }), cells: Object.fromEntries(cells) };
}

/** Words an item usually has, so that one key types one: of its rule, of its kind, of its range. Of a number none. */
export function wordsOfItem({ rule }: EntryGroup, { kind, referenceRange }: EntryGroup['items'][number]): readonly string[] {
  if (kind === resultKind.quantitative) return [];
  const said = (rule.resultWords ?? '').split('\n').flatMap((line) => line.split(/[=＝]/)[0]?.trim() || []);
  const range = readRange(referenceRange ?? '');
  const normal = range?.kind === 'words' ? range.words : [];
  const ofKind: readonly string[] =
    rule.judgeKind === judgeKind.genotype
      ? genotypeCall.options.map(({ label }) => label[0])
      : rule.judgeKind === judgeKind.variant
        ? variantClass.options.map(({ code }) => String(code))
        : rule.judgeKind === judgeKind.pathogen
          ? [notFoundWord, '检出', '检出（低）']
          : kind === resultKind.qualitative
            ? ['阴性', '阳性', '可疑']
            : [];
  return [...new Set([...normal, ...said, ...ofKind])].slice(0, 9);
}
