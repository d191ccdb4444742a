import { useMemo } from 'react';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { type Resource, verbPermission, wireVerbs } from '#domain/kernel/resource.ts';
import { useSession } from '#src/console/useSession.ts';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { failureOf } from './failure.ts';
import { resourceApi } from './resourceApi.ts';
import { words } from './resourceWords.ts';
import { rowCode, rowId, rowName, type WireRow } from './wireRow.ts';

type Change = 'enable' | 'disable' | 'remove';
const questions: Readonly<Record<Change, Label>> = { enable: words.askEnable, disable: words.askDisable, remove: words.askRemove };

/** A question with a second line that says about what. */
function about(question: Label, template: Label, facts: Readonly<Record<string, unknown>>): Label {
  return [fillLabel(template, { ...facts, question }, 'zh'), fillLabel(template, { ...facts, question }, 'en')];
}

export interface ResourceActsOptions {
  readonly resource: Resource;
  /** Acts this screen does not offer, though the contract has them. */
  readonly without?: readonly string[];
  readonly onView: (row: WireRow) => void;
  readonly onEdit: (row: WireRow) => void;
  readonly onChanged: (ids: readonly string[]) => void;
}

/** What the user may do with a resource: single acts for the rows, the same in bulk for the ticked ones. */
export function useResourceActs({ resource, without = [], onView, onEdit, onChanged }: ResourceActsOptions) {
  const { can } = useSession();
  return useMemo(() => {
    const may = (verb: 'save' | Change): boolean =>
      !resource.view && !without.includes(verb) && wireVerbs(resource, verb).length > 0 && can(verbPermission(resource, verb));
    const mayEdit = may('save') && !without.includes('edit');
    const change = async (verb: Change, rows: readonly WireRow[]): Promise<void> => {
      if (rows.length === 0) return notify.warn(words.tickFirst);
      const only = rows.length === 1 ? rows[0] : undefined;
      const text = only
        ? about(questions[verb], words.aboutOne, { name: `${rowCode(resource, only)} ${rowName(resource, only)}`.trim() })
        : about(questions[verb], words.aboutCount, { count: rows.length });
      if (!(await confirm({ text, isDanger: verb === 'remove', confirmLabel: words[verb] }))) return;
      const ids = rows.map((row) => rowId(resource, row));
      try {
        await resourceApi(resource).change(verb, ids);
        notify.success(verb === 'remove' ? words.removed : words.done);
        onChanged(ids);
      } catch (error) {
        const { message, requestId } = failureOf(error);
        notify.error(message, { detail: requestId ?? undefined });
      }
    };
    const isOff = (row: WireRow): boolean => Number(row.isDisable ?? 0) === 1;
    const acts: readonly RowAct<WireRow>[] = [
      { key: 'view', label: words.view, onAct: onView },
      ...(mayEdit ? [{ key: 'edit', label: words.edit, onAct: onEdit }] : []),
      ...(may('enable') ? [{ key: 'enable', label: words.enable, onAct: (row: WireRow) => void change('enable', [row]), isShown: isOff }] : []),
      ...(may('disable')
        ? [{ key: 'disable', label: words.disable, onAct: (row: WireRow) => void change('disable', [row]), isShown: (row: WireRow) => !isOff(row) }]
        : []),
      ...(may('remove') ? [{ key: 'remove', label: words.remove, isDanger: true, onAct: (row: WireRow) => void change('remove', [row]) }] : []),
    ];
    return { acts, mayAdd: may('save') && !without.includes('add'), mayEdit, bulk: (['enable', 'disable', 'remove'] as const).filter(may), change };
  }, [resource, without, can, onView, onEdit, onChanged]);
}
