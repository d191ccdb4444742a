import type { LinePrice } from '../lines/lineFacts.ts';

/** What an act on charge types writes of a line: fen, null where no price was found. */
export type Charged = Pick<LinePrice, 'businessType' | 'chargeType' | 'chargeTypeBefore' | 'price' | 'priceBefore'>;
/** The same with what it only reads. */
export interface ChargedLine extends Charged {
  /** Another house tests it, whatever its commodity is. */
  readonly isOuter: boolean;
}

const [normal, given] = [1, 2] as const;
const [self, purchased, gift] = [0, 1, 2] as const;

const written = ({ businessType, chargeType, chargeTypeBefore, price, priceBefore }: Charged): Charged => ({
  businessType,
  chargeType,
  chargeTypeBefore,
  price,
  priceBefore,
});

/** Another charge type; of a gift, below it. */
function underneath(line: Charged, from: 0 | 1, to: 0 | 1): Charged | null {
  if (line.chargeType === from) return { ...written(line), chargeType: to };
  return line.chargeType === gift && line.chargeTypeBefore === from ? { ...written(line), chargeTypeBefore: to } : null;
}

/**
 * What each act makes of a line (docs/bill.md#charge-types); null: it leaves it. A gift keeps below it what it was, so that purchasing and
 * giving can be done and undone in any order, and in the end the line is what it was.
 */
export const chargeMoves = {
  /** It costs nothing; price and charge type are kept. */
  giving: (line: ChargedLine): Charged | null =>
    line.chargeType === gift
      ? null
      : {
          businessType: line.businessType === normal ? given : line.businessType,
          chargeType: gift,
          chargeTypeBefore: line.chargeType,
          price: 0,
          priceBefore: line.price,
        },
  /** Exactly back; what is free by its requisition was never anything else. */
  givingRestore: (line: ChargedLine): Charged | null =>
    line.chargeType !== gift || line.chargeTypeBefore === null
      ? null
      : {
          businessType: line.businessType === given ? normal : line.businessType,
          chargeType: line.chargeTypeBefore,
          chargeTypeBefore: null,
          price: line.priceBefore,
          priceBefore: null,
        },
  commodityBuy: (line: ChargedLine): Charged | null => underneath(line, self, purchased),
  /** What another house tests is purchased anyway. */
  commodityRestore: (line: ChargedLine): Charged | null => (line.isOuter ? null : underneath(line, purchased, self)),
} as const satisfies Readonly<Record<string, (line: ChargedLine) => Charged | null>>;
export type ChargeMove = keyof typeof chargeMoves;
