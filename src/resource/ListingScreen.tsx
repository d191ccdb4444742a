import { useMemo } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { Listed, ListedRow } from '#domain/kernel/listing.ts';
import type { Screen } from '#domain/kernel/resource.ts';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { ListScreen, type ListScreenProps, type ListTools } from './ListScreen.tsx';
import { listingColumns, type Cells } from './listingColumns.ts';

export interface ListingScreenProps<One extends Listed> {
  readonly list: One;
  /** Its own first one, unless this is another. */
  readonly screen?: Screen;
  /** Columns that show more than their described value. Keep it stable, as all objects and functions here. */
  readonly cells?: Cells<ListedRow<One>>;
  readonly acts?: readonly RowAct<ListedRow<One>>[];
  readonly onOpen?: (row: ListedRow<One>) => void;
  /** Hears of the rows that are shown. */
  readonly onRows?: (rows: readonly ListedRow<One>[]) => void;
  readonly mayTick?: (row: ListedRow<One>) => boolean;
  readonly tools?: (tools: Omit<ListTools, 'ticked'> & { readonly ticked: readonly ListedRow<One>[] }) => React.ReactNode;
  /** Between toolbar and table: a notice, a chart over the same filters. */
  readonly above?: (tools: Pick<ListTools, 'query'>) => React.ReactNode;
  /** Puts columns that hang on the rows that are shown among the described ones. Keep it stable. */
  readonly arrange?: (described: readonly TableColumn<ListedRow<One>>[], rows: readonly ListedRow<One>[]) => readonly TableColumn<ListedRow<One>>[];
  /** More to search by than its calls' own lists offer. */
  readonly search?: ListScreenProps['search'];
  readonly without?: readonly string[];
  readonly missing?: ListScreenProps['missing'];
  readonly emptyText?: Label;
}

/** Any described listing as a screen: search, columns, saved views, file, pages, links, selection and acts (docs/decisions/011-listings.md). */
export function ListingScreen<One extends Listed>({ list, screen, cells, arrange, ...slots }: ListingScreenProps<One>) {
  const columns = useMemo(() => {
    if (!arrange) return cells ? columnsFor(list, cells) : undefined;
    const own = listingColumns(list, cells);
    return (_described: unknown, rows: readonly ListedRow<One>[]) => arrange(own, rows);
  }, [list, cells, arrange]);
  const shown = screen ?? list.screens?.[0];
  if (!shown) throw new Error(`${list.name} has no screen`);
  // The row is what the description says it is: the only place where that is taken on trust.
  const props = { ...slots, ...(columns ? { columns } : {}) } as unknown as Omit<ListScreenProps, 'resource' | 'screen'>;
  return <ListScreen resource={list} screen={shown} {...props} />;
}

const made = new WeakMap<object, () => readonly TableColumn<never>[]>();
/** One function for one set of cells, so that the table is not arranged anew with each drawing. */
function columnsFor<One extends Listed>(list: One, cells: Cells<ListedRow<One>>): () => readonly TableColumn<never>[] {
  let known = made.get(cells);
  if (!known) {
    const columns = listingColumns(list, cells) as readonly TableColumn<never>[];
    made.set(cells, (known = () => columns));
  }
  return known;
}
