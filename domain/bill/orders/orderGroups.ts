import { isRecheckKind, selectable, type PoolLine } from './selectable.ts';

/** So many lines an order has at most. */
export const mostLines = 2000;

/** What all lines of an order have in common (docs/bill.md#orders). */
export interface OrderHead {
  readonly contractLaboratoryId: string;
  readonly billCustomerId: string;
  readonly sendSampleClientId: string;
  readonly agentCustomerId: string | null;
  readonly salesmanId: string | null;
  readonly erpCode: string | null;
  readonly chargeType: number;
  readonly businessType: number;
  readonly isRecheck: 0 | 1;
  readonly sign: 1 | -1;
}
export type PricedLine = PoolLine & { readonly price: number };
export interface OrderGroup {
  readonly head: OrderHead;
  readonly forced: 0 | 1;
  readonly lines: readonly PricedLine[];
}

/** Null where a line cannot stand in any order. */
export function headOf(line: PoolLine): OrderHead | null {
  const { contractLaboratoryId, billCustomerId, sendSampleClientId, agentCustomerId, salesmanId, erpCode, chargeType, businessType, sign } = line;
  if (contractLaboratoryId === null || billCustomerId === null || sendSampleClientId === null) return null;
  const isRecheck = isRecheckKind(businessType) ? 1 : 0;
  return {
    contractLaboratoryId,
    billCustomerId,
    sendSampleClientId,
    agentCustomerId,
    salesmanId,
    erpCode,
    chargeType,
    businessType,
    isRecheck,
    sign,
  };
}
export const headKey = (head: OrderHead): string => JSON.stringify(Object.entries(head).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Lines as the orders they become. What had to be forced stands in orders of its own; a group of more than 2,000 becomes several. */
export function orderGroups(lines: readonly PoolLine[]): OrderGroup[] {
  const groups = new Map<string, { readonly head: OrderHead; readonly forced: 0 | 1; readonly lines: PricedLine[] }>();
  for (const line of lines.toSorted((a, b) => (BigInt(a.lineId) < BigInt(b.lineId) ? -1 : 1))) {
    const head = headOf(line);
    const { price } = line;
    if (head === null || price === null) continue;
    const forced = selectable(line).length > 0 ? 1 : 0;
    const key = `${forced}${headKey(head)}`;
    const known = groups.get(key);
    if (known) known.lines.push({ ...line, price });
    else groups.set(key, { head, forced, lines: [{ ...line, price }] });
  }
  return [...groups.values()].flatMap(({ lines: all, ...group }) =>
    Array.from({ length: Math.ceil(all.length / mostLines) }, (_none, at) => ({ ...group, lines: all.slice(at * mostLines, (at + 1) * mostLines) })),
  );
}

/** Codes as they were pasted: parted at commas, semicolons, blanks and lines, in half width and capitals, each once. */
export const pastedCodes = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKC')
      .toUpperCase()
      .split(/[,、;\s]+/u)
      .filter((code) => code !== ''),
  ),
];
