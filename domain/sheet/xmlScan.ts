import { SheetFault } from './sheetFault.ts';

/** What a scan tells; names come without their namespace prefix. Attributes are read only where they are wanted. */
export interface XmlListener {
  open(name: string, source: string, from: number, to: number): void;
  close(name: string): void;
  /** Called while `isListening` is true. */
  text(raw: string): void;
  isListening: boolean;
}
/** The longest tag or comment of a workbook's part: what has not ended by then is none. */
const longestTag = 1_048_576;
/** The longest way to write one character, `&#x10FFFF;`. */
const longestEntity = 10;
const slash = 47;
const colon = 58;

/** Reads XML as it arrives: enough for the parts of a workbook, refusing DOCTYPE (and with it every entity trick). */
export class XmlScan {
  private rest = '';
  private readonly listener: XmlListener;
  constructor(listener: XmlListener) {
    this.listener = listener;
  }

  push(piece: string): void {
    const source = this.rest === '' ? piece : this.rest + piece;
    this.rest = source.slice(this.read(source));
  }

  /** Reads whole tags and the text before them; answers where the rest begins. */
  private read(source: string): number {
    const { listener } = this;
    let at = 0;
    for (;;) {
      const lt = source.indexOf('<', at);
      if (lt < 0) return this.tellText(source, at);
      // A tag that never ends would be looked through again with every piece that arrives.
      if (source.length - lt > longestTag && source.indexOf('>', lt) < 0) throw new SheetFault('damaged', { where: 'XML' });
      const first = source.charCodeAt(lt + 1);
      let gt: number;
      if (first === 33 || first === 63) {
        const isData = source.startsWith('<![CDATA[', lt);
        gt = this.endOfSpecial(source, lt, isData);
        if (gt < 0) return at;
        if (listener.isListening) {
          if (lt > at) listener.text(decodeEntities(source.slice(at, lt)));
          if (isData) listener.text(source.slice(lt + 9, gt - 2));
        }
        at = gt + 1;
        continue;
      }
      gt = endOfTag(source, lt);
      if (gt < 0) return at;
      if (listener.isListening && lt > at) listener.text(decodeEntities(source.slice(at, lt)));
      at = gt + 1;
      if (first === slash) {
        listener.close(localName(source, lt + 2, gt));
        continue;
      }
      const isEmpty = source.charCodeAt(gt - 1) === slash;
      const to = isEmpty ? gt - 1 : gt;
      const nameEnd = endOfName(source, lt + 1, to);
      const name = localName(source, lt + 1, nameEnd);
      listener.open(name, source, nameEnd, to);
      if (isEmpty) listener.close(name);
    }
  }

  /** Tells what has arrived of a long text at once, but for a character that may be half here. Answers where the rest begins. */
  private tellText(source: string, at: number): number {
    const mark = source.lastIndexOf('&');
    const to = mark >= at && source.length - mark < longestEntity ? mark : source.length;
    if (this.listener.isListening && to > at) this.listener.text(decodeEntities(source.slice(at, to)));
    return to;
  }

  /** Index of the closing `>` of a comment, CDATA or instruction; -1 where it has not arrived yet. */
  private endOfSpecial(source: string, lt: number, isData: boolean): number {
    if (source.startsWith('<!DOCTYPE', lt)) throw new SheetFault('damaged', { where: 'DOCTYPE' });
    const mark = isData ? ']]>' : source.startsWith('<!--', lt) ? '-->' : '>';
    // Too little has arrived to know what it is.
    if (source.length - lt < 9) return -1;
    const end = source.indexOf(mark, lt + 2);
    return end < 0 ? -1 : end + mark.length - 1;
  }
}

/** Index of the `>` that ends a tag, past any inside a quoted value; -1 where it has not arrived. */
function endOfTag(source: string, lt: number): number {
  const gt = source.indexOf('>', lt + 1);
  // Tags of one letter (c, v, t, f, r) are nearly all there are, and none of their attributes can hold a `>`.
  if (gt < 0 || source.charCodeAt(lt + 2) <= 62) return gt;
  let quote = 0;
  for (let at = lt + 1; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at;
  }
  return -1;
}
function endOfName(source: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (source.charCodeAt(at) <= 32) return at;
  return to;
}
function localName(source: string, from: number, to: number): string {
  for (let at = from; at < to; at += 1) if (source.charCodeAt(at) === colon) return source.slice(at + 1, to).trimEnd();
  return source.slice(from, to).trimEnd();
}

/** Reads the attributes between two places of a tag; names as written. */
export function eachAttribute(source: string, from: number, to: number, take: (name: string, value: string) => void): void {
  let at = from;
  while (at < to) {
    const equals = source.indexOf('=', at);
    if (equals < 0 || equals >= to) return;
    const quote =
      source.charAt(equals + 1) === ' '
        ? source
            .slice(equals + 1, to)
            .trimStart()
            .charAt(0)
        : source.charAt(equals + 1);
    const open = source.indexOf(quote, equals + 1);
    const close = source.indexOf(quote, open + 1);
    if ((quote !== '"' && quote !== "'") || close < 0 || close > to) return;
    take(source.slice(at, equals).trim(), source.slice(open + 1, close));
    at = close + 1;
  }
}

/** All attributes of a tag, decoded. */
export function attributes(source: string, from: number, to: number): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  eachAttribute(source, from, to, (name, value) => {
    found[name] = decodeEntities(value);
  });
  return found;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** The five entities of XML and numbered characters; an unknown entity stays as it stands. */
export function decodeEntities(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (all, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return named[name] ?? all;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
    },
  );
}
/** `_x000D_`: how a workbook writes characters XML does not have. */
export function decodeEscapes(text: string): string {
  return text.includes('_x') ? text.replace(/_x([0-9a-f]{4})_/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
}
