/** C0 and C1 controls but newline, zero-width and direction marks, byte order mark. */
// eslint-disable-next-line no-control-regex -- scanners and pasted text bring them
const invisible = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g;

const plain = /^[!-~\u4E00-\u9FFF]*$/;
const chinese = /^[\u4E00-\u9FFF]*$/;
const blanks = /\s/g;

/** free text as it is stored: NFKC, without control characters, trimmed. `无` stays `无`. */
export function cleanText(typed: string): string {
  // Nearly all there is to read: printable ASCII and common Chinese, with nothing to clean.
  if (plain.test(typed)) return typed;
  return typed.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(invisible, '').normalize('NFKC').trim();
}

/** A code as it is stored: clean, without blanks, upper-case (docs/scanning.md#clean-codes). */
export function cleanCode(typed: string): string {
  return cleanText(typed).replace(blanks, '').toUpperCase();
}

/** A person's name: clean, one blank at most between parts, every kind of middle dot as `·`. */
export function cleanName(typed: string): string {
  if (chinese.test(typed)) return typed;
  return cleanText(typed)
    .replace(/\s+/g, ' ')
    .replace(/[\u2022\u2027\u22C5\u30FB\u2024]/g, '·')
    .replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, '$1');
}

/** True for Chinese characters, letters, `·`, and what Latin names need (blank, hyphen, apostrophe, full stop). */
export function isNameLike(name: string): boolean {
  return /^[\p{L}\p{M}· .'’-]+$/u.test(name);
}

/** True where two names mean the same person after cleaning, whatever the case. */
export function isSameName(one: string, other: string): boolean {
  return cleanName(one).toLowerCase() === cleanName(other).toLowerCase();
}
