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

interface Placed {
  readonly chargeType: number;
  readonly businessType: number;
  readonly price: number | null;
}
/**
 * Which lines of an order stay in it once their charges moved: those of the charge and business type that most of them have, as far as they have a
 * price; of two that are as many the first one's.
 */
export function staysIn<Line extends Placed>(lines: readonly Line[]): { readonly stay: readonly Line[]; readonly leave: readonly Line[] } {
  const groups = new Map<string, Line[]>();
  const keyOf = ({ chargeType, businessType }: Placed): string => `${chargeType} ${businessType}`;
  for (const line of lines) if (line.price !== null) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line]);
  const stay = [...groups.values()].reduce<readonly Line[]>((most, group) => (group.length > most.length ? group : most), []);
  return { stay, leave: lines.filter((line) => !stay.includes(line)) };
}
