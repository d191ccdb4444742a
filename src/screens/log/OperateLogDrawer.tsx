import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { actionLabel, changedField } from '#domain/session/actionLabel.ts';
import { operateLog } from '#domain/session/operateLog.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { changesOf } from '#src/resource/auditChanges.ts';
import { failureOf } from '#src/resource/failure.ts';
import { resourceApi } from '#src/resource/resourceApi.ts';
import { rowId, type WireRow } from '#src/resource/wireRow.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';

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
const Table = chakra('table', {
  base: {
    w: 'full',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    textStyle: 'dense',
    '& th, & td': { border: 'hairline', px: 2, py: 1, textAlign: 'left', verticalAlign: 'top', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
    '& thead th': { bg: 'bg.muted', fontWeight: 'semibold' },
    '& tbody th': { fontWeight: 'normal', color: 'fg.muted' },
    '& del': { color: 'danger.text' },
    '& ins': { color: 'success.text', textDecoration: 'none' },
  },
});
const facts: readonly (readonly [keyof typeof operateLog.fields, Label])[] = [
  ['createTime', operateLog.fields.createTime.label],
  ['userName', operateLog.fields.userName.label],
  ['subject', operateLog.fields.subject.label],
  ['reason', operateLog.fields.reason.label],
  ['deviceId', operateLog.fields.deviceId.label],
  ['occurredAt', operateLog.fields.occurredAt.label],
  ['opId', operateLog.fields.opId.label],
];

/** One entry of the audit trail: its facts, and each changed value before and after. */
export function OperateLogDrawer({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) {
  const { label, language } = useText();
  const id = rowId(operateLog, row);
  const { data, error, refetch } = useQuery({ queryKey: ['operate-log', id], queryFn: ({ signal }) => resourceApi(operateLog).detail(id, signal) });
  const action = String(row.action);
  const changes = data ? changesOf((name) => changedField(action, name), data.before, data.after, language) : [];
  return (
    <SideDrawer title={label(actionLabel(action))} onClose={onClose}>
      <Facts>
        {facts.map(([name, title]) =>
          row[name] ? (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{label(title)}</dt>
              <dd>{String(row[name])}</dd>
            </div>
          ) : null,
        )}
      </Facts>
      {error ? (
        <StateView state="failed" failure={failureOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <StateView state="loading" />
      ) : changes.length === 0 ? (
        <chakra.p textStyle="dense" color="fg.muted">
          {label(['此操作没有记录字段变更', 'This act changed no recorded value'])}
        </chakra.p>
      ) : (
        <Table>
          <thead>
            <tr>
              <th style={{ width: '28%' }}>{label(['字段', 'Field'])}</th>
              <th>{label(['变更前', 'Before'])}</th>
              <th>{label(['变更后', 'After'])}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, title, before, after }) => (
              <tr key={name}>
                <th scope="row">{title}</th>
                <td>{before === null ? '—' : <del>{before}</del>}</td>
                <td>{after === null ? '—' : <ins>{after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </SideDrawer>
  );
}
