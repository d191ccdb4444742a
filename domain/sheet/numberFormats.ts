import { XmlScan, attributes } from './xmlScan.ts';

/** Built-in formats that are dates or times, with those of Chinese Excel (27-36, 50-58: `yyyy年m月d日` is everyday). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58) || (id >= 71 && id <= 81);

/** True for a format code that shows a date or a time. */
export function isDateFormat(code: string): boolean {
  const [section = ''] = code.split(';');
  const bare = section
    .replace(/"[^"]*"/g, '')
    .replace(/\\./g, '')
    .replace(/_./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
}

/** For each cell style of a workbook whether it shows a date; the index is a cell's `s`. */
export function readDateStyles(stylesXml: string): readonly boolean[] {
  const custom = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isInCellXfs = false;
  const scan = new XmlScan({
    isListening: false,
    text: () => undefined,
    open(name, source, from, to) {
      if (name === 'cellXfs') isInCellXfs = true;
      if (name !== 'numFmt' && !(name === 'xf' && isInCellXfs)) return;
      const given = attributes(source, from, to);
      const id = Number(given['numFmtId'] ?? 0);
      if (name === 'numFmt') custom.set(id, isDateFormat(given['formatCode'] ?? ''));
      else styles.push(custom.get(id) ?? isBuiltInDate(id));
    },
    close(name) {
      if (name === 'cellXfs') isInCellXfs = false;
    },
  });
  scan.push(stylesXml);
  return styles;
}

const dayMs = 86_400_000;
/** A serial number as `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`: a wall clock without zone, rounded to the second. '' where it is no date. */
export function serialDate(serial: number, is1904: boolean): string {
  const shifted = is1904 ? serial + 1462 : serial;
  // Below 61 Lotus's 29 February 1900 shifts a day; below 1 there is a time only.
  if (!(shifted >= 1) || shifted > 2_958_466) return '';
  const days = shifted < 60 ? shifted + 1 : shifted;
  const seconds = Math.round(days * 86_400);
  const iso = new Date(Date.UTC(1899, 11, 30) + seconds * 1000).toISOString();
  return (seconds * 1000) % dayMs === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}
