import { chakra } from '@chakra-ui/react';
import type { HistoryEntry } from '#domain/kernel/history.ts';
import { changedField } from '#domain/session/actionLabel.ts';
import { useText } from '#src/console/useText.ts';
import { changesOf } from '#domain/session/auditChanges.ts';
import { ChangesFrame } from '#src/resource/ChangesFrame.tsx';

interface ChangesTableProps {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  /** What the ids in the values are called: field, then id. */
  readonly names?: HistoryEntry['names'];
}

/** Each value an act changed, before and after, in words. */
export function ChangesTable({ action, before, after, names }: ChangesTableProps) {
  const { label, language } = useText();
  const changes = changesOf((name) => changedField(action, name), before, after, language, names);
  if (changes.length === 0)
    return (
      <chakra.p textStyle="dense" color="fg.muted">
        {label(['此操作没有记录字段变更', 'This act changed no recorded value'])}
      </chakra.p>
    );
  return (
    <ChangesFrame>
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
            <th scope="row" data-field>
              {change.title}
            </th>
            <td>{change.before === null ? '—' : <del>{change.before}</del>}</td>
            <td>{change.after === null ? '—' : <ins>{change.after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </ChangesFrame>
  );
}
