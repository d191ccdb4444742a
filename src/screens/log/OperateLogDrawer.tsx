import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { actionLabel } from '#domain/session/actionLabel.ts';
import { operateLog } from '#domain/session/operateLog.ts';
import type { HistoryEntry } from '#domain/kernel/history.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { resourceApi } from '#src/resource/resourceApi.ts';
import { rowId, type WireRow } from '#src/resource/wireRow.ts';
import { ActTime } from '#src/ui/ActTime.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { ChangesTable } from './ChangesTable.tsx';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: '100px 1fr',
    columnGap: 3,
    rowGap: 1,
    mb: 4,
    textStyle: 'dense',
    '& dt': { color: 'fg.muted' },
    '& dd': { minW: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  },
});
const facts: readonly (readonly [keyof typeof operateLog.fields, Label])[] = [
  ['createTime', operateLog.fields.createTime.label],
  ['userName', operateLog.fields.userName.label],
  ['subject', operateLog.fields.subject.label],
  ['reason', operateLog.fields.reason.label],
  ['deviceId', operateLog.fields.deviceId.label],
  ['opId', operateLog.fields.opId.label],
];

/** One entry of the audit trail: its facts, and each changed value before and after. */
export function OperateLogDrawer({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) {
  const { label } = useText();
  const id = rowId(operateLog, row);
  const { data, error, refetch } = useQuery({ queryKey: ['operate-log', id], queryFn: ({ signal }) => resourceApi(operateLog).detail(id, signal) });
  const action = String(row.action);
  return (
    <SideDrawer title={label(actionLabel(action))} onClose={onClose}>
      <Facts>
        {facts.map(([name, title]) =>
          row[name] ? (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{label(title)}</dt>
              <dd>
                {name === 'createTime' ? (
                  <ActTime at={String(row.occurredAt || row.createTime)} serverTime={String(row.createTime)} />
                ) : name === 'subject' && row.subjectName ? (
                  `${String(row.subjectName)} (${String(row.subject)})`
                ) : (
                  String(row[name])
                )}
              </dd>
            </div>
          ) : null,
        )}
      </Facts>
      {error ? (
        <StateView state="failed" failure={failureOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <StateView state="loading" />
      ) : (
        <ChangesTable action={action} before={data.before} after={data.after} names={data.names as HistoryEntry['names']} />
      )}
    </SideDrawer>
  );
}
