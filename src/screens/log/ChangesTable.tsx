import { chakra } from '@chakra-ui/react';
import { changedField } from '#domain/session/actionLabel.ts';
import { useText } from '#src/console/useText.ts';
import { changesOf } from '#src/resource/auditChanges.ts';

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

/** Each value an act changed, before and after, in words. */
export function ChangesTable({ action, before, after }: { readonly action: string; readonly before: unknown; readonly after: unknown }) {
  const { label, language } = useText();
  const changes = changesOf((name) => changedField(action, name), before, after, language);
  if (changes.length === 0)
    return (
      <chakra.p textStyle="dense" color="fg.muted">
        {label(['此操作没有记录字段变更', 'This act changed no recorded value'])}
      </chakra.p>
    );
  return (
    <Table>
      <thead>
        <tr>
          <th style={{ width: '28%' }}>{label(['字段', 'Field'])}</th>
          <th>{label(['变更前', 'Before'])}</th>
          <th>{label(['变更后', 'After'])}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.name}>
            <th scope="row">{change.title}</th>
            <td>{change.before === null ? '—' : <del>{change.before}</del>}</td>
            <td>{change.after === null ? '—' : <ins>{change.after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
