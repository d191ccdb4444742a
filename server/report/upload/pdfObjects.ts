import { inflateRawSync, constants } from 'node:zlib';

/** What acts in a document by itself or carries something along: names, however they are written. */
const acting: ReadonlySet<string> = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
]);
/** The same as keys of a dictionary alone: names this short stand by chance in compressed bytes. */
const actingKeys: ReadonlySet<string> = new Set(['JS', 'EF', 'AF', 'XFA']);
/** One object stream, unpacked. */
const mostUnpacked = 64 * 1_048_576;
const deepest = 60;

export interface PdfObjects {
  readonly isEncrypted: boolean;
  /** What acts in it; null: nothing. */
  readonly what: string | null;
}
/** A document whose objects are hidden in a way no honest programme writes. */
export class OddPdf extends Error {}

/**
 * Looks at every object of a PDF, wherever it lies and whatever its tables of contents say: those in the file, those packed in streams of
 * objects. A reader follows tables; a hostile file has several. Throws OddPdf where objects cannot be looked at.
 */
export function lookAtObjects(bytes: Uint8Array): PdfObjects {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Found = { isEncrypted: false, what: namesIn(file) };
  for (const word of ['obj', 'trailer'])
    for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + word.length)) {
      if (word === 'obj' && file.subarray(Math.max(0, at - 3), at).toString('latin1') === 'end') continue;
      lookAt(file, at + word.length, found);
    }
  return found;
}
interface Found {
  isEncrypted: boolean;
  what: string | null;
}

function lookAt(file: Buffer, from: number, found: Found): void {
  const tokens = new Tokens(file, from);
  const value = valueOf(tokens, 0, found);
  if (!(value instanceof Map)) return;
  if (value.has('Encrypt')) found.isEncrypted = true;
  const start = tokens.streamStart();
  // A stream of objects says how many it holds and where the first begins; its type may be left out.
  if (start !== null && ((value.has('First') && value.has('N')) || value.get('Type') === '/ObjStm')) lookAtPacked(file, start, value, found);
}

function lookAtPacked(file: Buffer, start: number, dict: ReadonlyMap<string, unknown>, found: Found): void {
  // Once it is known to be sealed nothing more can be read, nor has to be.
  if (found.isEncrypted) return;
  const filters = [dict.get('Filter') ?? dict.get('F') ?? []].flat();
  const parms = dict.get('DecodeParms') ?? dict.get('DP');
  if (filters.length > 1 || (filters.length === 1 && filters[0] !== '/FlateDecode' && filters[0] !== '/Fl')) throw new OddPdf('packed objects');
  if (parms !== undefined && parms !== null && !(parms instanceof Map && (parms.get('Predictor') ?? 1) === 1)) throw new OddPdf('packed objects');
  const end = file.indexOf('endstream', start);
  const packed = file.subarray(start, end < 0 ? file.length : end);
  const plain = filters.length === 0 ? packed : unpacked(file.subarray(start));
  found.what ??= namesIn(plain);
  for (let at = 0; at < plain.length;) {
    const tokens = new Tokens(plain, at);
    valueOf(tokens, 0, found);
    at = tokens.at > at ? tokens.at : at + 1;
  }
}

/** Behind the two bytes of the head; what follows the end of the data is left alone. */
function unpacked(packed: Buffer): Buffer {
  try {
    return inflateRawSync(packed.subarray(2), { maxOutputLength: mostUnpacked, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (cause) {
    throw new OddPdf('packed objects', { cause });
  }
}

/** The first name anywhere in these bytes that acts. */
function namesIn(bytes: Buffer): string | null {
  for (let at = bytes.indexOf(slash); at >= 0; at = bytes.indexOf(slash, at + 1)) {
    const name = nameAt(bytes, at + 1).name;
    if (acting.has(name)) return name;
  }
  return null;
}

const slash = 0x2f;
const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13) || byte === 0;
const delimiters: ReadonlySet<number> = new Set(Buffer.from('()<>[]{}/%', 'latin1'));
const isRegular = (byte: number): boolean => !isSpace(byte) && !delimiters.has(byte);
const longestName = 40;

/** A name with its hex escapes resolved; one longer than any that matters is cut. */
function nameAt(bytes: Buffer, from: number): { readonly name: string; readonly end: number } {
  let [name, at] = ['', from];
  for (; at < bytes.length && isRegular(bytes[at]!); at++) {
    const hex = bytes[at] === 0x23 ? /^[0-9a-fA-F]{2}/.exec(bytes.toString('latin1', at + 1, at + 3))?.[0] : undefined;
    if (name.length < longestName) name += String.fromCharCode(hex ? Number.parseInt(hex, 16) : bytes[at]!);
    if (hex) at += 2;
  }
  return { name, end: at };
}

type Value = string | number | null | readonly Value[] | ReadonlyMap<string, Value>;

/** The value at hand: a dictionary, a list, a name (with its stroke), a number; anything else is of no account and is null. */
function valueOf(tokens: Tokens, depth: number, found: Found): Value {
  if (depth > deepest) throw new OddPdf('nested too deep');
  const token = tokens.next();
  if (token === '[') {
    const list: Value[] = [];
    while (!tokens.isAt(']') && !tokens.isOver()) list.push(valueOf(tokens, depth + 1, found));
    tokens.next();
    return list;
  }
  if (token !== '<<') return token !== null && /^[+-]?\d/.test(token) ? Number(token) : token?.startsWith('/') ? token : null;
  const dict = new Map<string, Value>();
  while (!tokens.isAt('>>') && !tokens.isOver()) {
    const key = tokens.next();
    // Of `5 0 R` the rest stands where a key should.
    if (!key?.startsWith('/')) continue;
    const name = key.slice(1);
    if (actingKeys.has(name) || acting.has(name)) found.what ??= name;
    dict.set(name, valueOf(tokens, depth + 1, found));
  }
  tokens.next();
  return dict;
}

class Tokens {
  readonly #bytes: Buffer;
  at: number;
  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }
  #skip(): void {
    for (; this.at < this.#bytes.length; this.at++) {
      const byte = this.#bytes[this.at]!;
      if (byte === 0x25) while (this.at < this.#bytes.length && this.#bytes[this.at] !== 10 && this.#bytes[this.at] !== 13) this.at++;
      else if (!isSpace(byte)) return;
    }
  }
  isOver(): boolean {
    this.#skip();
    return this.at >= this.#bytes.length || this.isAt('endobj') || this.isAt('stream');
  }
  isAt(text: string): boolean {
    this.#skip();
    return this.#bytes.toString('latin1', this.at, this.at + text.length) === text;
  }
  /** A delimiter, a name with its stroke, a word; null for a string and at the end. */
  next(): string | null {
    this.#skip();
    const { at } = this;
    const byte = this.#bytes[at];
    if (byte === undefined) return null;
    const two = this.#bytes.toString('latin1', at, at + 2);
    if (two === '<<' || two === '>>') {
      this.at += 2;
      return two;
    }
    if (byte === slash) {
      const { name, end } = nameAt(this.#bytes, at + 1);
      this.at = end;
      return `/${name}`;
    }
    if (byte === 0x28) return this.#text();
    if (byte === 0x3c) {
      const end = this.#bytes.indexOf('>', at);
      this.at = end < 0 ? this.#bytes.length : end + 1;
      return null;
    }
    if (delimiters.has(byte)) {
      this.at += 1;
      return String.fromCharCode(byte);
    }
    while (this.at < this.#bytes.length && isRegular(this.#bytes[this.at]!)) this.at++;
    return this.#bytes.toString('latin1', at, Math.min(this.at, at + longestName));
  }
  #text(): null {
    let depth = 0;
    for (; this.at < this.#bytes.length; this.at++) {
      const byte = this.#bytes[this.at];
      if (byte === 0x5c) this.at++;
      else if (byte === 0x28) depth++;
      else if (byte === 0x29 && --depth === 0) {
        this.at++;
        return null;
      }
    }
    return null;
  }
  /** Where the data of the stream begins that this object's dictionary stands before; null: it is none. */
  streamStart(): number | null {
    if (!this.isAt('stream')) return null;
    const at = this.at + 'stream'.length;
    if (this.#bytes[at] === 13) return this.#bytes[at + 1] === 10 ? at + 2 : at + 1;
    return this.#bytes[at] === 10 ? at + 1 : at;
  }
}
