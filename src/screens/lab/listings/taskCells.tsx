import { resultStatus } from '#domain/search/vocabulary.ts';
import { useText } from '#src/console/useText.ts';
import type { TableColumn } from '#src/ui/table/column.ts';
import { Tag } from '#src/ui/Tag.tsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { ResultWord } from '../audit/auditCells.tsx';

interface Task {
  readonly detectionResult: number | null;
}
type Cell<Row> = Partial<Omit<TableColumn<Row>, 'key'>>;

/** What lists of tasks show of their columns in their own way. */
export const taskCells = {
  labCode: { width: 190, least: 150, isMono: true } satisfies Cell<object>,
  sampleCode: { width: 116, least: 104, isMono: true } satisfies Cell<object>,
  personName: { width: 90, least: 76 } satisfies Cell<object>,
  panelNames: { width: 150, least: 100 } satisfies Cell<object>,
  detectionResult: { width: 96, least: 84, cell: ({ detectionResult }: Task) => <ResultWord result={detectionResult} /> } satisfies Cell<Task>,
} as const;

/** A value off its range: tinted, with an arrow and, where there is room, the word. */
export function StatusTag({ status, value }: { readonly status: string | null; readonly value?: string }) {
  const { label } = useText();
  const word = resultStatus.labelOf(status);
  if (!word) return <>{value}</>;
  if (status === resultStatus.normal) return <>{value ?? label(word)}</>;
  const Arrow = status === resultStatus.high ? ArrowUp : ArrowDown;
  return (
    <Tag tone={status === resultStatus.high ? 'danger' : 'info'} title={label(word)}>
      <Arrow size={12} aria-label={label(word)} />
      {value ?? label(word)}
    </Tag>
  );
}
