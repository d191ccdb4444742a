import { useQueryClient } from '@tanstack/react-query';
import { MessageSquare, Pencil, TestTube } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { trackRecords, updateRecord } from '#domain/lab/process/followActs.ts';
import { resampleNew } from '#domain/lab/process/newTube.ts';
import { processKind, recordState, type ProcessKind } from '#domain/lab/process/processChoices.ts';
import { openRecordRefusal } from '#domain/lab/process/processRecord.ts';
import type { ProcessRow } from '#domain/lab/process/processRows.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { RecordDrawer } from './RecordDrawer.tsx';

/** What the acts need of a record, whichever list it stands in. */
export type ActedRecord = Pick<
  ProcessRow,
  'recordId' | 'version' | 'kind' | 'recordState' | 'sampleCode' | 'closerName' | 'closeTime' | 'reason' | 'promisedTime'
>;
type Asked = { readonly act: 'open' | 'track' | 'update' | 'newTube'; readonly rows: readonly ActedRecord[] };

/** What can be done about a record wherever it is listed: look at it, follow it up, mend it, name the new tube. `shown` draws what was asked for. */
export function useRecordActs(kind: ProcessKind): {
  readonly acts: readonly RowAct<ActedRecord>[];
  readonly open: (row: ActedRecord) => void;
  readonly track: ((rows: readonly ActedRecord[]) => void) | null;
  readonly renew: () => void;
  readonly shown: ReactNode;
} {
  const { can } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const renew = useCallback((): void => {
    for (const service of ['lab', 'search']) void queries.invalidateQueries({ queryKey: ['call', service] });
  }, [queries]);
  const open = useCallback((row: ActedRecord) => setAsked({ act: 'open', rows: [row] }), []);
  const mayTrack = can(trackRecords.permission);
  const track = useMemo(() => (mayTrack ? (rows: readonly ActedRecord[]) => setAsked({ act: 'track', rows }) : null), [mayTrack]);
  const mayName = kind === processKind.resample && can(resampleNew.permission);
  const acts = useMemo((): readonly RowAct<ActedRecord>[] => {
    const refusalOf = (row: ActedRecord) => openRecordRefusal({ ...row, state: row.recordState });
    return [
      ...(mayName
        ? [
            {
              key: 'newTube',
              label: ['新样本', 'New sample'] as const,
              icon: TestTube,
              mayAct: (row: ActedRecord) => allowedBy(resampleNew, refusalOf(row)),
              onAct: (row: ActedRecord) => setAsked({ act: 'newTube', rows: [row] }),
            },
          ]
        : []),
      ...(mayTrack
        ? [
            {
              key: 'track',
              label: ['跟进', 'Follow up'] as const,
              icon: MessageSquare,
              mayAct: (row: ActedRecord) => allowedBy(trackRecords, refusalOf(row)),
              onAct: (row: ActedRecord) => setAsked({ act: 'track', rows: [row] }),
            },
            {
              key: 'update',
              label: ['修改', 'Change'] as const,
              icon: Pencil,
              mayAct: (row: ActedRecord) => allowedBy(updateRecord, refusalOf(row)),
              onAct: (row: ActedRecord) => setAsked({ act: 'update', rows: [row] }),
            },
          ]
        : []),
    ];
  }, [mayName, mayTrack]);

  const close = (): void => setAsked(null);
  const [first] = asked?.rows ?? [];
  const names = new Map(asked?.rows.map(({ recordId, sampleCode }) => [recordId, sampleCode]));
  const shared = { nameOf: ({ recordId }: { readonly recordId: string }) => names.get(recordId) ?? recordId, onDone: renew, onClose: close };
  const { promisedTime, reason } = updateRecord.asks;
  const shown =
    !asked || !first ? null : asked.act === 'open' ? (
      <RecordDrawer recordId={first.recordId} onClose={close} />
    ) : asked.act === 'track' ? (
      <ActDrawer command={trackRecords} rows={asked.rows.map(({ recordId }) => ({ recordId }))} {...shared} />
    ) : asked.act === 'newTube' ? (
      <ActDrawer command={resampleNew} rows={[{ recordId: first.recordId }]} settings={{ newSampleCode: { takesScan: true } }} {...shared} />
    ) : (
      <ActDrawer
        command={updateRecord}
        rows={[{ recordId: first.recordId, version: first.version }]}
        asks={first.kind === processKind.delay ? { promisedTime, reason } : { reason }}
        values={{ reason: first.reason, ...(first.kind === processKind.delay ? { promisedTime: first.promisedTime } : {}) }}
        {...shared}
      />
    );
  return { acts, open, track, renew, shown };
}
export const isOpenRecord = (row: ProcessRow): boolean => row.recordState === recordState.inForce;
