import { BadgeCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { approveCriterion } from '#domain/report/configActs.ts';
import { criterionState, releaseCriterion } from '#domain/report/releaseCriterion.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { rowName, type WireRow } from '#src/resource/wireRow.ts';
import type { RowAct } from '#src/ui/table/column.ts';

const [screen] = releaseCriterion.screens;

/** 自动发布标准: which results go out by themselves; validated by one, approved by another. */
export function Screen() {
  const { can } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<WireRow | null>(null);
  const mayApprove = can(approveCriterion.permission);
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] =>
      mayApprove ? [{ key: 'approve', label: ['批准/停用', 'Approve or stop'], icon: BadgeCheck, onAct: setAsked }] : [],
    [mayApprove],
  );
  return (
    <>
      <ListScreen resource={releaseCriterion} screen={screen} acts={acts} />
      {asked ? (
        <ActDrawer
          command={approveCriterion}
          rows={[{ criterionId: String(asked.criterionId) }]}
          nameOf={() => rowName(releaseCriterion, asked)}
          values={{ state: asked.state === criterionState.approved ? criterionState.stopped : criterionState.approved }}
          onClose={() => setAsked(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: resourceKey(releaseCriterion) })}
        />
      ) : null}
    </>
  );
}
