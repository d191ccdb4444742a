const largest = 2n ** 63n - 1n;

/** An id as it is written: decimal, within a bigint. With a leading zero it would be another text of the same row, and slip past whoever compares ids. */
export function isId(text: string): boolean {
  return /^(?:0|[1-9]\d{0,18})$/.test(text) && BigInt(text) <= largest;
}
