import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { retentions, type Retention } from '#domain/system/running/retention.ts';
import type { RetentionRow } from '#domain/system/running/operations.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { DataTable } from '#src/ui/DataTable.tsx';
import { useLanguage } from '#src/ui/language.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import { timeWidths, type TableColumn } from '#src/ui/table/column.ts';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';

type Row = RetentionRow & Retention;
const byTable = new Map(retentions.map((one) => [one.table, one]));

const isTooShort = ({ days, leastDays }: Row): boolean => days !== null && leastDays !== undefined && days < leastDays;
function keptText(row: Row, language: Language): string {
  const { days, keeps, leastDays } = row;
  if (keeps && 'perRow' in keeps) return inLanguage(keeps.perRow, language);
  const text = inLanguage(days === null ? ['永久', 'For ever'] : [`${days} 天`, `${days} days`], language);
  return isTooShort(row) ? `${text} ${inLanguage([`(法定至少 ${leastDays} 天)`, `(the law: ${leastDays} at least)`], language)}` : text;
}
function KeptCell({ row }: { readonly row: Row }) {
  const text = keptText(row, useLanguage());
  return isTooShort(row) ? <StatusWord tone="danger">{text}</StatusWord> : <>{text}</>;
}

const columns: readonly TableColumn<Row>[] = [
  { key: 'title', title: ['数据', 'Data'], width: 150, text: ({ title }, language) => inLanguage(title, language) },
  { key: 'days', title: ['保留期限', 'Kept for'], width: 220, text: keptText, cell: (row) => <KeptCell row={row} /> },
  { key: 'rows', title: ['行数(约)', 'Rows (about)'], width: 110, align: 'end', text: ({ rows }) => rows.toLocaleString('en-US') },
  { key: 'oldest', title: ['最早', 'Oldest'], ...timeWidths, text: ({ oldest }) => oldest ?? '' },
  { key: 'why', title: ['依据', 'Basis'], width: 430, text: ({ why }, language) => inLanguage(why, language) },
  { key: 'table', title: ['数据表', 'Table'], width: 150, isMono: true, isHidden: true },
];

/** How long each kind of data is kept, and why. */
export function RetentionList() {
  const view = useTableView('/system/operations/retention', columns);
  const list = useAsked('GET system/operations/retention', {});
  const rows = list.data?.flatMap((row): Row[] => {
    const said = byTable.get(row.table);
    return said ? [{ ...said, ...row }] : [];
  });
  return (
    <>
      <Toolbar view={view} columns={columns} onRefresh={list.retry} isRefreshing={list.isStale} />
      <DataTable
        label={['数据保留', 'Retention']}
        screen="/system/operations/retention"
        view={view}
        columns={columns}
        extent="whole"
        rows={rows}
        rowKey={({ table }) => table}
        isStale={list.isStale}
        failure={list.failure}
        onRetry={list.retry}
        emptyText={['没有数据', 'Nothing is kept']}
      />
    </>
  );
}
