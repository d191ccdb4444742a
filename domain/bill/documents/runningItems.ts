/** A line as far as a document goes. Price in fen. */
export interface DocumentLine {
  readonly lineId: string;
  readonly commodityId: string;
  readonly commodityCode: string | null;
  readonly commodityErpCode: string | null;
  readonly supplementaryed: number;
  readonly salesmanId: string | null;
  readonly price: number;
}
/** One item as it is stored: numbered, with running sums. */
export interface RunningItem extends Omit<DocumentLine, 'lineId'> {
  readonly itemNo: number;
  readonly itemCount: number;
  readonly prevNo: number | null;
  readonly qty: number;
  readonly amount: number;
  readonly qtyBefore: number;
  readonly qtyAfter: number;
  readonly sumBefore: number;
  readonly sumAfter: number;
}
/** A line's place below an item. */
export interface LinePlace {
  readonly lineId: string;
  readonly itemNo: number;
  readonly itemQty: number;
  readonly price: number;
  readonly lineNo: number;
  readonly prevNo: number | null;
}
export interface RunningItems {
  readonly items: readonly RunningItem[];
  readonly places: readonly LinePlace[];
  readonly totalQty: number;
  /** Fen. */
  readonly totalAmount: number;
}

const previous = (no: number): number | null => (no === 1 ? null : no - 1);
const runKey = ({ commodityId, price, supplementaryed, salesmanId }: DocumentLine): string =>
  [commodityId, String(price).padStart(15, '0'), supplementaryed, salesmanId ?? ''].join('|');

/**
 * A document's lines as items of one commodity, price, kind and salesperson (docs/bill.md#totals): the same lines make the same items in any
 * order. `sign` −1 makes quantities and amounts negative. Throws for no lines: there is no empty document.
 */
export function runningItems(lines: readonly DocumentLine[], sign: 1 | -1): RunningItems {
  if (lines.length === 0) throw new Error('a document has lines');
  const byKey = new Map<string, DocumentLine[]>();
  for (const line of lines) {
    const run = byKey.get(runKey(line));
    if (run) run.push(line);
    else byKey.set(runKey(line), [line]);
  }
  const runs = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, run]) => run);
  const items: RunningItem[] = [];
  const places: LinePlace[] = [];
  for (const [at, run] of runs.entries()) {
    const { commodityId, commodityCode, commodityErpCode, supplementaryed, salesmanId, price } = run[0]!;
    const what = { commodityId, commodityCode, commodityErpCode, supplementaryed, salesmanId, price };
    const [itemNo, qty] = [at + 1, sign * run.length];
    const [qtyBefore, sumBefore] = [items[at - 1]?.qtyAfter ?? 0, items[at - 1]?.sumAfter ?? 0];
    const amount = qty * what.price;
    items.push({
      ...what,
      itemNo,
      itemCount: runs.length,
      prevNo: previous(itemNo),
      qty,
      amount,
      qtyBefore,
      qtyAfter: qtyBefore + qty,
      sumBefore,
      sumAfter: sumBefore + amount,
    });
    const ids = run.map(({ lineId }) => lineId).toSorted();
    for (const [place, lineId] of ids.entries())
      places.push({ lineId, itemNo, itemQty: qty, price: what.price, lineNo: place + 1, prevNo: previous(place + 1) });
  }
  const last = items.at(-1)!;
  return { items, places, totalQty: last.qtyAfter, totalAmount: last.sumAfter };
}
