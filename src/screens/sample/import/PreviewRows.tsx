import { chakra } from '@chakra-ui/react';
import { ArrowLeft, Download, FilePlus2, Pencil } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { ImportField, RowState } from '#domain/sample/import/importVerdict.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { Pager, usePageSize } from '#src/ui/Pager.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import type { PreviewRow } from '#workers/importSession.ts';
import { ConfirmImport } from './ConfirmImport.tsx';
import { type SavedActs, useSavedActs } from './useSavedActs.ts';
import { downloadFile } from './downloadFile.ts';
import { FaultCell } from './FaultCell.tsx';
import { importDesk, type ImportState } from './importDesk.ts';
import { fieldLabels, stateWords } from './importTexts.ts';
import { RowEditor } from './RowEditor.tsx';

type Shown = 'all' | RowState;
const filters: readonly { readonly key: Shown; readonly states: readonly RowState[]; readonly label: Label }[] = [
  { key: 'all', states: ['ok', 'warn', 'error'], label: ['全部 {count}', 'All {count}'] },
  { key: 'error', states: ['error'], label: ['有错误 {count}', 'Errors {count}'] },
  { key: 'warn', states: ['warn'], label: ['有提示 {count}', 'Warnings {count}'] },
  { key: 'ok', states: ['ok'], label: ['无问题 {count}', 'Good {count}'] },
];
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

type PreviewState = Extract<ImportState, { stage: 'preview' }>;

/** The third stage: every row with its verdict; cells at fault are corrected in place and judged again at once. */
export function PreviewRows({ state }: { readonly state: PreviewState }) {
  const { label, language } = useText();
  const { tally, sheet, saved } = state;
  const [shown, setShown] = useState<Shown>(() => (tally.rows.error > 0 ? 'error' : 'all'));
  const [page, setPage] = useState(1);
  const [size, setSize] = usePageSize();
  const [edited, setEdited] = useState<PreviewRow | null>(null);
  const filter = filters.find(({ key }) => key === shown) ?? filters[0];
  const { rows, total, isStale } = usePage(filter?.states ?? [], page, size, state.version);
  const acts = useSavedActs(saved);
  const columns = useColumns(state, acts.stateOf);
  const count = (states: readonly RowState[]): number => states.reduce((sum, name) => sum + tally.rows[name], 0);

  const exportBad = async (format: 'xlsx' | 'csv'): Promise<void> => {
    const states: readonly RowState[] = tally.rows.error > 0 ? ['error'] : ['warn'];
    const name = state.fileName.replace(/\.[^.]*$/, '');
    downloadFile(await importDesk.remote.exportFile(states, format, language), `${name}-${label(['问题数据', 'faults'])}.${format}`);
  };
  const restart = async (): Promise<void> => {
    const open = tally.rows.ok + tally.rows.warn - saved.size;
    const isSure =
      open === 0 ||
      (await confirm({
        text: ['还有 {open} 行可导入但未导入,确定换文件?', '{open} good rows are not imported yet. Take another file?'],
        params: { open },
      }));
    if (isSure) importDesk.reset();
  };
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
            {label(title, { count: count(states).toLocaleString('en-US') })}
          </Filter>
        ))}
        <chakra.span flex={1} />
        <Button size="sm" icon={Download} disabled={tally.rows.error + tally.rows.warn === 0} onClick={() => void exportBad('xlsx')}>
          {label(['导出问题数据', 'Export faults'])}
        </Button>
        <Button size="sm" disabled={tally.rows.error + tally.rows.warn === 0} onClick={() => void exportBad('csv')}>
          CSV
        </Button>
        <Button size="sm" icon={ArrowLeft} onClick={() => importDesk.backToMap()}>
          {label(['表头对应', 'Columns'])}
        </Button>
        <Button size="sm" icon={FilePlus2} onClick={() => void restart()}>
          {label(['换一个文件', 'Another file'])}
        </Button>
      </chakra.div>
      <chakra.div flex={1} minH="200px" display="flex" flexDirection="column">
        <DataTable
          label={['导入预览', 'Import preview']}
          screen="sample-import"
          columns={columns}
          rows={rows}
          rowKey={(row) => String(row.line)}
          indexFrom={false}
          isStale={isStale}
          onOpen={setEdited}
          acts={[{ key: 'edit', label: ['修改', 'Edit'], icon: Pencil, onAct: setEdited, isShown: (row) => !saved.has(row.line) }]}
          emptyText={shown === 'error' ? ['没有错误', 'No errors'] : ['没有这样的行', 'No such rows']}
        />
      </chakra.div>
      <Pager page={page} size={size} total={total} onPage={setPage} onSize={setSize} />
      <ConfirmImport state={state} acts={acts} />
      {edited ? <RowEditor row={edited} columns={sheet.columns} onClose={() => setEdited(null)} /> : null}
    </>
  );
}

/** The rows of a page. A correction asks for the same rows again: a row that has become good stays where it is until the page is turned. */
function usePage(states: readonly RowState[], page: number, size: number, version: number) {
  const [known, setKnown] = useState<{ readonly key: string; readonly rows: readonly PreviewRow[]; readonly total: number } | null>(null);
  const key = `${states.join()} ${page} ${size}`;
  const lines = known?.key === key ? known.rows.map(({ line }) => line) : null;
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      if (lines) {
        const rows = await importDesk.remote.rowsAt(lines);
        if (!isGone) setKnown((before) => (before ? { ...before, rows } : before));
        return;
      }
      const { rows, total } = await importDesk.remote.page(states, (page - 1) * size, size);
      if (!isGone) setKnown({ key, rows, total });
    };
    read().catch(() => undefined);
    return () => {
      isGone = true;
    };
    // `lines` follows from the key: it must not ask by itself.
    // eslint-disable-next-line react/exhaustive-deps
  }, [key, version]);
  return { rows: known?.rows, total: known?.total ?? 0, isStale: known !== null && known.key !== key };
}

function useColumns({ sheet, saved, faultyFields }: PreviewState, stateOf: SavedActs['stateOf']): readonly TableColumn<PreviewRow>[] {
  const { label } = useText();
  return useMemo(() => {
    const mapped = sheet.columns.flatMap(({ field }) => (field === null ? [] : [field]));
    // What tells the row, then what has to be corrected, then the rest as it stands in the file.
    const first = ['requisitionCode' as const, ...faultyFields].filter((field) => mapped.includes(field));
    const fields = [...new Set([...first, ...mapped])];
    const faultText = (row: PreviewRow, index: 0 | 1): string => row.cells.map(({ header, text }) => `${header}: ${text[index]}`).join('; ');
    const state = (row: PreviewRow) => stateWords[stateOf(row.line) ?? row.verdict];
    return [
      { key: 'rowNumber', title: ['行', 'Row'], width: 64, align: 'end', pin: 'start' },
      {
        key: 'verdict',
        title: ['判断', 'Verdict'],
        width: 92,
        pin: 'start',
        text: (row, language) => state(row).word[language === 'zh' ? 0 : 1],
        cell: (row) => <StatusWord tone={state(row).tone}>{label(state(row).word)}</StatusWord>,
      },
      { key: 'faults', title: ['问题', 'What is wrong'], width: 260, text: (row, language) => faultText(row, language === 'zh' ? 0 : 1) },
      ...fields.map((field): TableColumn<PreviewRow> => ({
        key: field,
        title: fieldLabels[field],
        width: widths[field] ?? 110,
        isMono: monoFields.has(field),
        text: (row) => row.texts[field] ?? '',
        cell: (row) => <FaultCell row={row} field={field} isSaved={saved.has(row.line)} />,
      })),
    ];
  }, [sheet, saved, faultyFields, stateOf, label]);
}
const widths: Readonly<Partial<Record<ImportField, number>>> = {
  credentialNo: 180,
  samplingTime: 160,
  commodity: 180,
  sendSampleClient: 170,
  clinicalDiagnosis: 160,
  telephone: 124,
  sex: 72,
  age: 72,
  ageUnit: 84,
  sampleQuantity: 72,
  isUrgent: 72,
};
const monoFields: ReadonlySet<ImportField> = new Set([
  'requisitionCode',
  'sampleCode',
  'testTubeNumber',
  'hospitalCode',
  'credentialNo',
  'telephone',
  'courierNumber',
]);
