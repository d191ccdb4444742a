export interface TickRangeOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly mayTick: (row: Row) => boolean;
  readonly ticked: ReadonlySet<string>;
  readonly from: number;
  readonly to: number;
}

/** One row toggles; a range takes the state the row at its start has now (ticked, where that row may not be). Rows that may not be ticked stay as they are. */
export function tickRange<Row>({ rows, rowKey, mayTick, ticked, from, to }: TickRangeOptions<Row>): ReadonlySet<string> {
  const next = new Set(ticked);
  const anchor = rows[from];
  if (anchor === undefined) return ticked;
  const isTicked = ticked.has(rowKey(anchor));
  const isOn = from === to ? !isTicked : isTicked || !mayTick(anchor);
  for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (!mayTick(row)) continue;
    if (isOn) next.add(rowKey(row));
    else next.delete(rowKey(row));
  }
  return next;
}
