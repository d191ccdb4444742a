import type { Listed, ListedRow } from '#domain/kernel/listing.ts';
import type { TableColumn } from '#src/ui/table/column.ts';
import { resourceColumns } from './resourceColumns.tsx';

/** What differs of described columns, by their keys. */
export type Cells<Row> = Readonly<Record<string, Partial<Omit<TableColumn<Row>, 'key'>>>>;

/** The columns of a listing, with what its screen shows of some of them in its own way; `keys` chooses and orders them. */
export function listingColumns<One extends Listed>(
  list: One,
  cells: Cells<ListedRow<One>> = {},
  keys?: readonly string[],
): readonly TableColumn<ListedRow<One>>[] {
  const described = resourceColumns(list) as unknown as readonly TableColumn<ListedRow<One>>[];
  const chosen = keys ? keys.flatMap((key) => described.find((column) => column.key === key) ?? []) : described;
  return chosen.map((column) => ({ ...column, ...cells[column.key] }));
}
