import { BadgeCheck, History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { approveCriterion } from '#domain/report/configActs.ts';
import { criterionState, releaseCriterion } from '#domain/report/releaseCriterion.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { rowName, type WireRow } from '#src/resource/wireRow.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { CriterionReplay } from './CriterionReplay.tsx';

const [screen] = releaseCriterion.screens;

/** 自动发布标准: which results go out by themselves; validated by one, approved by another. */
export function Screen() {
  const { can } = useSession();
  const { label } = useText();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<WireRow | null>(null);
  const [replayed, setReplayed] = useState<WireRow | null>(null);
  const mayApprove = can(approveCriterion.permission);
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] => [
      ...(mayApprove ? [{ key: 'approve', label: ['批准/停用', 'Approve or stop'] as const, icon: BadgeCheck, onAct: setAsked }] : []),
      { key: 'replay', label: ['回放', 'Replay'], icon: History, onAct: setReplayed },
    ],
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
        >
          {() => <CriterionReplay criterionId={String(asked.criterionId)} />}
        </ActDrawer>
      ) : null}
      {replayed ? (
        <SideDrawer title={`${label(['回放', 'Replay'])}: ${rowName(releaseCriterion, replayed)}`} onClose={() => setReplayed(null)}>
          <CriterionReplay criterionId={String(replayed.criterionId)} />
        </SideDrawer>
      ) : null}
    </>
  );
}
