/**
 * What a scanner or a typist sent, as a code: half-width (NFKC), without control characters, AIM symbology
 * identifier (`]C1`) and URL wrapper, trimmed, upper-case. The raw text is kept by the caller for the scan log (docs/scanning.md#clean-codes).
 */
export function cleanScan(raw: string): string {
  const plain = raw
    .normalize('NFKC')
    // eslint-disable-next-line no-control-regex -- scanners do send them
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\ufeff]/g, '')
    .trim();
  const withoutAim = plain.replace(/^\][A-Za-z][0-9A-Za-z]/, '');
  const wrapped = /^https?:\/\/\S*?[?&](?:code|id|barcode|ybbh)=([^&#\s]+)/i.exec(withoutAim) ?? /^ybbh=(.+)$/i.exec(withoutAim);
  return (wrapped?.[1] ?? withoutAim).trim().toUpperCase();
}

/** True for characters no code of ours has: an input method was on while scanning. */
export function looksLikeInputMethod(raw: string): boolean {
  return /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/.test(raw);
}
