/** A decimal as digits and how many of them stand behind the point. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}
const plain = /^-?\d+(?:\.\d+)?$/;

function decimalOf(text: string): Decimal {
  if (!plain.test(text)) throw new RangeError(`not a decimal: ${text}`);
  const [whole = '', part = ''] = text.split('.');
  return { digits: BigInt(whole + part), scale: part.length };
}

function textOf({ digits, scale }: Decimal): string {
  const isNegative = digits < 0n;
  const all = (isNegative ? -digits : digits).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? all : `${all.slice(0, -scale)}.${all.slice(-scale)}`;
  return isNegative ? `-${text}` : text;
}

/**
 * A product of two decimals without a binary fraction between: a result must not change by how a machine counts. With `decimals` rounded
 * half up by amount (docs/report.md#conversion), else as short as it is exact. Throws RangeError for no decimal.
 */
export function multiplied(value: string, factor: string, decimals: number | null): string {
  const [one, other] = [decimalOf(value), decimalOf(factor)];
  const product = { digits: one.digits * other.digits, scale: one.scale + other.scale };
  if (decimals === null) {
    const text = textOf(product);
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  }
  if (product.scale <= decimals) return textOf({ digits: product.digits * 10n ** BigInt(decimals - product.scale), scale: decimals });
  const unit = 10n ** BigInt(product.scale - decimals);
  const amount = product.digits < 0n ? -product.digits : product.digits;
  const rounded = (amount + unit / 2n) / unit;
  return textOf({ digits: product.digits < 0n ? -rounded : rounded, scale: decimals });
}
