import { chakra } from '@chakra-ui/react';
import { Download, Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { Button } from '../Button.tsx';
import { DataTable } from '../DataTable.tsx';
import { useSay } from '../language.ts';
import { usePageSize } from '../Pager.tsx';
import { StatusWord } from '../Tag.tsx';
import type { TableColumn } from '../table/column.ts';
import { FaultCell } from './FaultCell.tsx';
import { RowEditor } from './RowEditor.tsx';
import type { PreviewField, PreviewLine, PreviewSource, RowState, StateWord } from './sheetPreview.ts';

type Shown = 'all' | RowState;
const filters: readonly { readonly key: Shown; readonly states: readonly RowState[]; readonly label: Label }[] = [
  { key: 'all', states: ['ok', 'warn', 'error'], label: ['全部 {count}', 'All {count}'] },
  { key: 'error', states: ['error'], label: ['有错误 {count}', 'Errors {count}'] },
  { key: 'warn', states: ['warn'], label: ['有提示 {count}', 'Warnings {count}'] },
  { key: 'ok', states: ['ok'], label: ['无问题 {count}', 'Good {count}'] },
];
const words: Readonly<Record<RowState, StateWord>> = {
  ok: { tone: 'success', word: ['无问题', 'Good'] },
  warn: { tone: 'warning', word: ['有提示', 'Warning'] },
  error: { tone: 'danger', word: ['有错误', 'Error'] },
};
const Filter = chakra('button', {
  base: {
    px: 3,
    h: 'controlSm',
    borderRadius: 'md',
    border: '1px solid',
    borderColor: 'border',
    textStyle: 'dense',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
    '&[aria-pressed=true]': { bg: 'accent.subtle', color: 'accent.text', borderColor: 'accent.border', fontWeight: 'medium' },
  },
});

export interface SheetPreviewProps {
  /** Under this name the table's columns are remembered. */
  readonly screen: string;
  /** The columns, in their order. */
  readonly fields: readonly PreviewField[];
  /** Fields the file has no column for, at which a fault may stand all the same. */
  readonly others?: readonly PreviewField[];
  readonly tally: Readonly<Record<RowState, number>>;
  /** Grows with every new verdict. */
  readonly version: number;
  readonly source: PreviewSource;
  /** What has become of a row, or would; null: its verdict says it. */
  readonly wordOf: (row: PreviewLine) => StateWord | null;
  readonly isSettled: (line: number) => boolean;
  readonly onExportFaults: (format: 'xlsx' | 'csv') => void;
  /** More acts on the file, at the right. */
  readonly tools?: ReactNode;
}

/** Rows of a file before they are taken over: every row with its verdict; cells at fault are corrected in place and judged again at once. */
export function SheetPreview(props: SheetPreviewProps) {
  const { screen, fields, others = [], tally, version, source, wordOf, isSettled, onExportFaults, tools } = props;
  const say = useSay();
  const [shown, setShown] = useState<Shown>(() => (tally.error > 0 ? 'error' : 'all'));
  const [page, setPage] = useState(1);
  const [size, setSize] = usePageSize('previewPageSize', 50);
  const [edited, setEdited] = useState<PreviewLine | null>(null);
  const filter = filters.find(({ key }) => key === shown) ?? filters[0];
  const { rows, total, isStale } = usePage(source, filter?.states ?? [], page, size, version);
  const columns = usePreviewColumns(fields, wordOf, isSettled, source.correct);
  const count = (states: readonly RowState[]): number => states.reduce((sum, name) => sum + tally[name], 0);
  const isClean = tally.error + tally.warn === 0;
  return (
    <>
      <chakra.div display="flex" gap={2} alignItems="center" flexWrap="wrap" flexShrink={0}>
        {filters.map(({ key, states, label: title }) => (
          <Filter
            key={key}
            type="button"
            aria-pressed={shown === key}
            data-import-filter={key}
            onClick={() => {
              setShown(key);
              setPage(1);
            }}
          >
            {say(title, { count: count(states).toLocaleString('en-US') })}
          </Filter>
        ))}
        <chakra.span flex={1} />
        <Button size="sm" icon={Download} disabled={isClean} onClick={() => onExportFaults('xlsx')}>
          {say(['导出问题数据', 'Export faults'])}
        </Button>
        <Button size="sm" disabled={isClean} onClick={() => onExportFaults('csv')}>
          CSV
        </Button>
        {tools}
      </chakra.div>
      <chakra.div flex={1} minH="200px" display="flex" flexDirection="column">
        <DataTable
          label={['导入预览', 'Import preview']}
          screen={screen}
          columns={columns}
          extent={{ page, size, total, onPage: setPage, onSize: setSize }}
          rows={rows}
          rowKey={(row) => String(row.line)}
          indexFrom={false}
          isStale={isStale}
          onOpen={setEdited}
          acts={[{ key: 'edit', label: ['修改', 'Edit'], icon: Pencil, onAct: setEdited, isShown: (row) => !isSettled(row.line) }]}
          emptyText={shown === 'error' ? ['没有错误', 'No errors'] : ['没有这样的行', 'No such rows']}
        />
      </chakra.div>
      {edited ? (
        <RowEditor
          row={edited}
          fields={[
            ...fields,
            ...others.filter(({ field }) => edited.cells.some((cell) => cell.field === field) && !fields.some((one) => one.field === field)),
          ]}
          onCorrect={source.correct}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}

/** The rows of a page. A correction asks for the same rows again: a row that has become good stays where it is until the page is turned. */
function usePage(source: PreviewSource, states: readonly RowState[], page: number, size: number, version: number) {
  const [known, setKnown] = useState<{ readonly key: string; readonly rows: readonly PreviewLine[]; readonly total: number } | null>(null);
  const key = `${states.join()} ${page} ${size}`;
  const lines = known?.key === key ? known.rows.map(({ line }) => line) : null;
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      if (lines) {
        const rows = await source.rowsAt(lines);
        if (!isGone) setKnown((before) => (before ? { ...before, rows } : before));
        return;
      }
      const { rows, total } = await source.page(states, (page - 1) * size, size);
      if (!isGone) setKnown({ key, rows, total });
    };
    read().catch(() => undefined);
    return () => {
      isGone = true;
    };
    // `lines` follows from the key: it must not ask by itself.
    // eslint-disable-next-line react/exhaustive-deps
  }, [key, version, source]);
  return { rows: known?.rows, total: known?.total ?? 0, isStale: known !== null && known.key !== key };
}

function usePreviewColumns(
  fields: readonly PreviewField[],
  wordOf: SheetPreviewProps['wordOf'],
  isSettled: SheetPreviewProps['isSettled'],
  onCorrect: PreviewSource['correct'],
): readonly TableColumn<PreviewLine>[] {
  const say = useSay();
  return useMemo(() => {
    const faultText = (row: PreviewLine, index: 0 | 1): string =>
      row.cells.map(({ header, text }) => (header === '' ? text[index] : `${header}: ${text[index]}`)).join('; ');
    const state = (row: PreviewLine): StateWord => wordOf(row) ?? words[row.verdict];
    return [
      { key: 'rowNumber', title: ['行', 'Row'], width: 64, align: 'end', pin: 'start' },
      {
        key: 'verdict',
        title: ['判断', 'Verdict'],
        width: 92,
        pin: 'start',
        text: (row, language) => state(row).word[language === 'zh' ? 0 : 1],
        cell: (row) => <StatusWord tone={state(row).tone}>{say(state(row).word)}</StatusWord>,
      },
      { key: 'faults', title: ['问题', 'What is wrong'], width: 260, text: (row, language) => faultText(row, language === 'zh' ? 0 : 1) },
      ...fields.map((field): TableColumn<PreviewLine> => ({
        key: field.field,
        title: field.title,
        width: field.width ?? 110,
        isMono: field.isMono ?? false,
        text: (row) => row.texts[field.field] ?? '',
        cell: (row) => <FaultCell row={row} field={field} isSettled={isSettled(row.line)} onCorrect={onCorrect} />,
      })),
    ];
  }, [fields, wordOf, isSettled, onCorrect, say]);
}
