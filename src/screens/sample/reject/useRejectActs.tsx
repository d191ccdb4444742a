import { useQueryClient } from '@tanstack/react-query';
import { MessageSquare, Pencil } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { rejectState } from '#domain/sample/reject/rejectChoices.ts';
import { rejectTrack, rejectUpdate } from '#domain/sample/reject/rejectFollow.ts';
import { openRejectRefusal } from '#domain/sample/reject/rejectRecover.ts';
import type { RejectRow } from '#domain/sample/reject/rejectRows.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { RejectDrawer } from './RejectDrawer.tsx';

interface Asked {
  readonly act: 'open' | 'track' | 'update';
  readonly rows: readonly RejectRow[];
}
/** What speaks against an act on a row's rejection; null: nothing. */
export const rowRefusal = ({ sampleCode, state, creator, createTime }: RejectRow) =>
  openRejectRefusal({ sampleCode, state, recoverUserName: creator, recoverTime: createTime });
export const isStanding = (row: RejectRow): boolean => row.state === rejectState.rejected;

/** What can be done about a rejection wherever it is listed: look at it, follow it up, mend it. `shown` draws what was asked for. */
export function useRejectActs(): {
  readonly acts: readonly RowAct<RejectRow>[];
  readonly open: (row: RejectRow) => void;
  readonly track: ((rows: readonly RejectRow[]) => void) | null;
  readonly renew: () => void;
  readonly shown: ReactNode;
} {
  const { can } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const renew = useCallback((): void => {
    for (const service of ['sample', 'search']) void queries.invalidateQueries({ queryKey: ['call', service] });
  }, [queries]);
  const open = useCallback((row: RejectRow) => setAsked({ act: 'open', rows: [row] }), []);
  const [mayTrack, mayUpdate] = [can(rejectTrack.permission), can(rejectUpdate.permission)];
  const track = useMemo(() => (mayTrack ? (rows: readonly RejectRow[]) => setAsked({ act: 'track', rows }) : null), [mayTrack]);
  const acts = useMemo(
    (): readonly RowAct<RejectRow>[] => [
      ...(mayTrack
        ? [
            {
              key: 'track',
              label: ['跟踪', 'Follow up'] as const,
              icon: MessageSquare,
              onAct: (row: RejectRow) => setAsked({ act: 'track', rows: [row] }),
            },
          ]
        : []),
      ...(mayUpdate
        ? [
            {
              key: 'update',
              label: ['修改', 'Change'] as const,
              icon: Pencil,
              mayAct: (row: RejectRow) => allowedBy(rejectUpdate, rowRefusal(row)),
              onAct: (row: RejectRow) => setAsked({ act: 'update', rows: [row] }),
            },
          ]
        : []),
    ],
    [mayTrack, mayUpdate],
  );
  const close = (): void => setAsked(null);
  const [first] = asked?.rows ?? [];
  const names = new Map(asked?.rows.map(({ rejectRecordId, sampleCode }) => [rejectRecordId, sampleCode]));
  const shared = {
    nameOf: ({ rejectRecordId }: { readonly rejectRecordId: string }) => names.get(rejectRecordId) ?? rejectRecordId,
    onDone: renew,
    onClose: close,
  };
  const shown =
    !asked || !first ? null : asked.act === 'open' ? (
      <RejectDrawer id={first.rejectRecordId} onClose={close} />
    ) : asked.act === 'track' ? (
      <ActDrawer command={rejectTrack} rows={asked.rows.map(({ rejectRecordId }) => ({ rejectRecordId, photos: [] }))} {...shared} />
    ) : (
      <ActDrawer
        command={rejectUpdate}
        rows={[{ rejectRecordId: first.rejectRecordId, version: first.version }]}
        values={{ reason: first.applyReason, measure: first.measure }}
        {...shared}
      />
    );
  return { acts, open, track, renew, shown };
}
