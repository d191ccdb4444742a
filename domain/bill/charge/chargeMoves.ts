/** How a line is charged: 0 self, 1 purchased from outside, 2 a gift. */
export type ChargeType = 0 | 1 | 2;
const self = 0;
const purchased = 1;
const gift = 2;

/** What an act on charge types reads of a line and writes to it. Prices in fen; null: none was found. */
export interface Charged {
  readonly chargeType: ChargeType;
  /** What a gift was before it became one; null: it is none, or was one from the beginning. */
  readonly chargeTypeBefore: ChargeType | null;
  readonly price: number | null;
  readonly priceBefore: number | null;
}

/**
 * What each act makes of a line; null: it leaves it. A gift keeps below it what it was, so that purchasing and giving can be
 * done and undone in any order and the line is in the end what it was. The server's statements are held to these (a property test).
 */
export const chargeMoves = {
  /** It costs nothing; price and charge type are kept. */
  giving: (line: Charged): Charged | null =>
    line.chargeType === gift ? null : { chargeType: gift, chargeTypeBefore: line.chargeType, price: 0, priceBefore: line.price },
  /** Exactly back; what was a gift from the beginning has nothing to go back to. */
  givingRestore: (line: Charged): Charged | null =>
    line.chargeType !== gift || line.chargeTypeBefore === null
      ? null
      : { chargeType: line.chargeTypeBefore, chargeTypeBefore: null, price: line.priceBefore, priceBefore: null },
  commodityBuy: (line: Charged): Charged | null => underneath(line, self, purchased),
  commodityRestore: (line: Charged): Charged | null => underneath(line, purchased, self),
} as const satisfies Readonly<Record<string, (line: Charged) => Charged | null>>;
export type ChargeMove = keyof typeof chargeMoves;

/** Another charge type, of a gift below it. */
function underneath(line: Charged, from: ChargeType, to: ChargeType): Charged | null {
  if (line.chargeType === from) return { ...line, chargeType: to };
  return line.chargeType === gift && line.chargeTypeBefore === from ? { ...line, chargeTypeBefore: to } : null;
}
