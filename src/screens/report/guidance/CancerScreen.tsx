import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { cancerGuidance, reviewGuidance } from '#domain/report/guidance/cancerGuidance.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { rowName, type WireRow } from '#src/resource/wireRow.ts';
import type { RowAct } from '#src/ui/table/column.ts';

const [screen] = cancerGuidance.screens;

/** 癌症指导信息: written by one, checked by another, printed where a result is such. */
export function Screen() {
  const { can } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<WireRow | null>(null);
  const mayReview = can(reviewGuidance.permission);
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] =>
      mayReview
        ? [
            {
              key: 'review',
              label: ['复核', 'Check'],
              icon: BadgeCheck,
              isShown: ({ reviewerId }) => !reviewerId || reviewerId === '0',
              onAct: setAsked,
            },
          ]
        : [],
    [mayReview],
  );
  return (
    <>
      <ListScreen resource={cancerGuidance} screen={screen} acts={acts} />
      {asked ? (
        <ActDrawer
          command={reviewGuidance}
          rows={[{ id: String(asked['id']) }]}
          nameOf={() => rowName(cancerGuidance, asked)}
          onClose={() => setAsked(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: resourceKey(cancerGuidance) })}
        />
      ) : null}
    </>
  );
}
