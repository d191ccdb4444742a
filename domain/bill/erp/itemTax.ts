/** Whole numbers alone, rounded half away from zero. `below` is positive. */
function divided(above: bigint, below: bigint): bigint {
  const size = above < 0n ? -above : above;
  const whole = (2n * size + below) / (2n * below);
  return above < 0n ? -whole : whole;
}

/**
 * What of an amount is left without the tax in it, in fen (docs/bill.md#erp). `rate` is in percent with at most two digits (6, 9, 13, 1.5).
 */
export function netOf(amount: number, rate: number): number {
  const basisPoints = BigInt(Math.round(rate * 100));
  return Number(divided(BigInt(amount) * 10_000n, 10_000n + basisPoints));
}

/** Net and tax of a document: the sum of its items' own, never worked out of its total. All in fen. */
export function taxOf(amounts: readonly number[], rate: number): { readonly net: number; readonly tax: number } {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const net = amounts.reduce((sum, amount) => sum + netOf(amount, rate), 0);
  return { net, tax: total - net };
}
