import { type ReactNode, useMemo, useState } from 'react';
import type { BatchDetail } from '#domain/lab/batch/sheetRows.ts';
import { redoRight } from '#domain/lab/redo/redoRule.ts';
import { redoOfSheet } from '#domain/lab/redo/redoTasks.ts';
import { useSession } from '#src/console/useSession.ts';
import { RedoAct } from './RedoAct.tsx';
import { mayRedo, nameOfRow } from './redoChoices.ts';

export interface SheetRedo {
  /** Wells whose work may begin anew. */
  readonly wells: ReadonlySet<string>;
  readonly onRedo: (at: string) => void;
  readonly drawer: ReactNode;
}

/** Work of a submitted sheet that begins anew with the sheet's own step. */
export function useSheetRedo(sheet: BatchDetail, onDone: () => void): SheetRedo {
  const { user, can } = useSession();
  const [chosen, setChosen] = useState<string | null>(null);
  const step = redoOfSheet(sheet.batchKind);
  const rows = useMemo(() => {
    if (sheet.isSubmit === 0 || !user || !can(redoRight)) return [];
    return sheet.places.flatMap(({ well, seq, taskId, taskState, round, labCode, sampleCode }) => {
      if (!taskId || taskState === null || round === null) return [];
      const row = { at: well ?? String(seq), taskId, taskState, round, labCode, sampleCode: sampleCode ?? '' };
      return mayRedo(row, step, user) === true ? [row] : [];
    });
  }, [sheet, user, can, step]);
  const wells = useMemo(() => new Set(rows.map(({ at }) => at)), [rows]);
  const row = rows.find(({ at }) => at === chosen);
  return {
    wells,
    onRedo: setChosen,
    drawer: row ? (
      <RedoAct step={step} rows={[{ taskId: row.taskId, name: nameOfRow(row) }]} onClose={() => setChosen(null)} onDone={onDone} />
    ) : null,
  };
}
