/** Codes a text may name: runs of letters, digits and dashes with a digit, each once, as codes are written. */
export function codesIn(text: string, most = 2_000): readonly string[] {
  const found = new Set<string>();
  for (const [run] of text.matchAll(/[A-Za-z0-9][A-Za-z0-9-]{4,31}/g)) {
    if (found.size >= most) break;
    const code = run.replace(/-+$/, '').toUpperCase();
    if (/\d/.test(code)) found.add(code);
  }
  return [...found];
}

/** The same of a file's name, where also parts of a run between dashes may be a code. */
export function codesInName(fileName: string): readonly string[] {
  const name = fileName.replace(/\.pdf$/i, '');
  const whole = codesIn(name);
  return [...new Set([...whole, ...whole.flatMap((run) => run.split('-').filter((part) => part.length >= 5 && /\d/.test(part)))])];
}

const plain = (text: string): string => text.replaceAll(/\s+/g, '');
/** Whether a text says something, however it is spaced: a PDF's text often is. */
export const says = (text: string, what: string | null): boolean => what !== null && what.trim() !== '' && plain(text).includes(plain(what));

const day = /(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})/;
const dated = (found: RegExpExecArray | RegExpMatchArray | null): string | null => {
  const [, year, month = '', date = ''] = found ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12 || Number(date) < 1 || Number(date) > 31) return null;
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
};
/** The day a report says it was made on: where it is called so, else the last day it names. yyyy-MM-dd. */
export function reportDateIn(text: string): string | null {
  // A run of spaces is one: parts that may each take some of it would try every way to share a long one.
  const flat = text.replaceAll(/\s+/g, ' ');
  const named = new RegExp(
    `(?:报\\s*告\\s*(?:日\\s*期|时\\s*间)|签\\s*发\\s*日\\s*期|Report(?:ed)?\\s*(?:date|on)?)\\s*[:：]?\\s*${day.source}`,
    'i',
  ).exec(flat);
  const days = [...flat.matchAll(new RegExp(day.source, 'g'))].flatMap((found) => dated(found) ?? []);
  return dated(named) ?? days.toSorted().at(-1) ?? null;
}
