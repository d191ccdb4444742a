import { SheetFault, inMegabytes } from './sheetFault.ts';
import type { SheetTools } from './sheetTypes.ts';

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}
const damaged = (where: string): SheetFault => new SheetFault('damaged', { where });
const maxEntries = 20_000;

/** The directory at the end of a zip archive; sizes are those it claims, and `entryPieces` holds it to them. */
export function readZipDirectory(bytes: Uint8Array, limit: number): ReadonlyMap<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  let count = view.getUint16(end + 10, true);
  let offset = view.getUint32(end + 16, true);
  if (offset === 0xffff_ffff || count === 0xffff) [count, offset] = wideEnd(view, end);
  if (count > maxEntries) throw damaged(`zip ${count}`);
  const entries = new Map<string, ZipEntry>();
  let sum = 0;
  for (let index = 0, at = offset; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x0201_4b50) throw damaged('zip');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = asciiText(bytes.subarray(at + 46, at + 46 + nameLength));
    const entry = wideSizes(view, at, nameLength, extraLength, {
      name,
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    sum += entry.size;
    entries.set(name, entry);
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  if (sum > limit) throw new SheetFault('bomb', { size: inMegabytes(sum), limit: inMegabytes(limit) });
  return entries;
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at -= 1) {
    if (view.getUint32(at, true) === 0x0605_4b50) return at;
  }
  throw damaged('zip');
}
/** Part names of a workbook are ASCII; anything else only must not collide. */
const asciiText = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 512));

const wide = (view: DataView, at: number): number => {
  if (at + 8 > view.byteLength) throw damaged('zip64');
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 0x1_0000_0000;
};
function wideEnd(view: DataView, end: number): [count: number, offset: number] {
  if (end < 20 || view.getUint32(end - 20, true) !== 0x0706_4b50) throw damaged('zip64');
  const at = wide(view, end - 12);
  return [wide(view, at + 32), wide(view, at + 48)];
}
/** Zip64: sizes that do not fit stand in extra field 1, in this order. */
function wideSizes(view: DataView, at: number, nameLength: number, extraLength: number, entry: ZipEntry): ZipEntry {
  if (entry.size !== 0xffff_ffff && entry.packedSize !== 0xffff_ffff && entry.offset !== 0xffff_ffff) return entry;
  const extraEnd = at + 46 + nameLength + extraLength;
  for (let place = at + 46 + nameLength; place + 4 <= extraEnd; place += 4 + view.getUint16(place + 2, true)) {
    if (view.getUint16(place, true) !== 1) continue;
    let next = place + 4;
    const take = (value: number): number => {
      if (value !== 0xffff_ffff) return value;
      next += 8;
      return wide(view, next - 8);
    };
    const size = take(entry.size);
    const packedSize = take(entry.packedSize);
    return { ...entry, size, packedSize, offset: take(entry.offset) };
  }
  throw damaged('zip64');
}

/** The unpacked bytes of an entry, piece by piece; more or fewer than the directory claims is a fault. */
export async function* entryPieces(bytes: Uint8Array, entry: ZipEntry, { inflate }: Pick<SheetTools, 'inflate'>): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted) throw new SheetFault('encrypted');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== 0x0403_4b50) throw damaged(entry.name);
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const packed = bytes.subarray(start, start + entry.packedSize);
  if (packed.length < entry.packedSize || (entry.method !== 0 && entry.method !== 8)) throw damaged(entry.name);
  let sum = 0;
  try {
    for await (const piece of entry.method === 0 ? stored(packed) : inflate(packed)) {
      sum += piece.length;
      if (sum > entry.size) throw damaged(entry.name);
      yield piece;
    }
  } catch (error) {
    throw error instanceof SheetFault ? error : damaged(entry.name);
  }
  if (sum !== entry.size) throw damaged(entry.name);
}
async function* stored(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const step = 65_536;
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}

/** The largest of a workbook's small parts: its directory, links and styles. */
const largestText = 8 * 1_048_576;

/** An entry as text (UTF-8). */
export async function entryText(bytes: Uint8Array, entry: ZipEntry, tools: SheetTools): Promise<string> {
  if (entry.size > largestText) throw new SheetFault('bomb', { size: inMegabytes(entry.size), limit: inMegabytes(largestText) });
  const decode = tools.decoder('utf-8');
  let text = '';
  try {
    for await (const piece of entryPieces(bytes, entry, tools)) text += decode(piece, false);
    return text + decode(new Uint8Array(), true);
  } catch (error) {
    throw error instanceof SheetFault ? error : damaged(entry.name);
  }
}
