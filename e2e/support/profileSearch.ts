import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Looks for texts in everything a browser has written: every file of its profile, raw, and what LevelDB and IndexedDB
 * have packed (tables in blocks, records over several blocks, values by themselves), in each way a text may be written.
 */
export function findInProfile(profile: string, words: readonly string[]): string[] {
  const needles = words.flatMap((word) => waysToWrite(word).map(([way, bytes]) => ({ word, way, bytes })));
  const found = new Set<string>();
  for (const file of filesOf(profile)) {
    const raw = readIfThere(file);
    if (!raw) continue;
    for (const layer of layersOf(file, raw)) {
      for (const { word, way, bytes } of needles) if (layer.includes(bytes)) found.add(`${word} (${way}) in ${file.slice(profile.length + 1)}`);
    }
  }
  return [...found];
}

function waysToWrite(word: string): (readonly [string, Buffer])[] {
  const escaped = [...word].map((sign) => (sign > '~' ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign)).join('');
  const ways: Record<string, Buffer> = {
    'utf-8': Buffer.from(word, 'utf8'),
    'utf-16': Buffer.from(word, 'utf16le'),
    'in an address': Buffer.from(encodeURIComponent(word)),
    'in JSON': Buffer.from(escaped),
  };
  const known = new Set<string>();
  return Object.entries(ways).filter(([, bytes]) => !known.has(bytes.toString('hex')) && known.add(bytes.toString('hex')));
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesOf(path) : entry.isFile() ? [path] : [];
    });
  } catch {
    return [];
  }
}

/** A browser that runs replaces files meanwhile. */
function readIfThere(file: string): Buffer | null {
  try {
    return statSync(file).size === 0 ? null : readFileSync(file);
  } catch {
    return null;
  }
}

/** The file as it lies there, and whatever can be unpacked from it. */
function layersOf(file: string, raw: Buffer): Buffer[] {
  const layers = [raw];
  if (file.endsWith('.log')) layers.push(joinLog(raw));
  layers.push(...tableBlocks(raw));
  return layers.flatMap((layer) => [layer, ...packedValues(layer)]);
}

/** LevelDB's log: blocks of 32 KiB, records in pieces with 7 bytes before each. */
function joinLog(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let block = 0; block < raw.length; block += 32_768) {
    const end = Math.min(block + 32_768, raw.length);
    for (let at = block; at + 7 <= end;) {
      const length = raw.readUInt16LE(at + 4);
      if (length === 0 || at + 7 + length > end) break;
      pieces.push(raw.subarray(at + 7, at + 7 + length));
      at += 7 + length;
    }
  }
  return Buffer.concat(pieces);
}

const tableMagic = Buffer.from('57fb808b247547db', 'hex');

/** Blocks of a LevelDB table: found through its index, unpacked where they are packed. */
function tableBlocks(raw: Buffer): Buffer[] {
  if (raw.length < 48 || !raw.subarray(raw.length - 8).equals(tableMagic)) return [];
  try {
    const footer = raw.subarray(raw.length - 48);
    const [, afterMeta] = handleAt(footer, 0);
    const [index] = handleAt(footer, afterMeta);
    const block = blockAt(raw, index);
    const blocks: Buffer[] = [];
    const end = block.length - 4 - 4 * block.readUInt32LE(block.length - 4);
    for (let at = 0; at < end;) {
      const [, a] = varint(block, at);
      const [unshared, b] = varint(block, a);
      const [, c] = varint(block, b);
      const [handle, next] = handleAt(block, c + unshared);
      blocks.push(blockAt(raw, handle));
      at = next;
    }
    return blocks;
  } catch {
    return [];
  }
}

interface Handle {
  readonly offset: number;
  readonly size: number;
}
function handleAt(bytes: Buffer, at: number): readonly [Handle, number] {
  const [offset, next] = varint(bytes, at);
  const [size, end] = varint(bytes, next);
  return [{ offset, size }, end];
}
function blockAt(raw: Buffer, { offset, size }: Handle): Buffer {
  const body = raw.subarray(offset, offset + size);
  return raw[offset + size] === 1 ? (unsnap(body) ?? body) : body;
}
function varint(bytes: Buffer, at: number): readonly [number, number] {
  let value = 0;
  for (let shift = 0, next = at; ; shift += 7) {
    const byte = bytes.readUInt8(next++);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, next];
  }
}

const packedMark = Buffer.from([0xff, 0x11, 0x02]);

/** Values of IndexedDB that Chromium packs one by one. */
function packedValues(layer: Buffer): Buffer[] {
  const values: Buffer[] = [];
  for (let at = layer.indexOf(packedMark); at >= 0; at = layer.indexOf(packedMark, at + 1)) {
    const value = unsnap(layer.subarray(at + 3));
    if (value) values.push(value);
  }
  return values;
}

/** Snappy, as far as it goes: what was unpacked before a fault is searched too. */
function unsnap(bytes: Buffer): Buffer | null {
  try {
    const [length, start] = varint(bytes, 0);
    if (length > 64 * 1024 * 1024) return null;
    const out = Buffer.alloc(length);
    let to = 0;
    for (let at = start; at < bytes.length && to < length;) {
      const tag = bytes[at++] ?? 0;
      if ((tag & 3) === 0) {
        let size = tag >> 2;
        if (size >= 60) {
          const extra = size - 59;
          size = bytes.readUIntLE(at, extra);
          at += extra;
        }
        to += bytes.copy(out, to, at, Math.min(at + size + 1, bytes.length));
        at += size + 1;
        continue;
      }
      const kind = tag & 3;
      const size = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
      const width = kind === 1 ? 1 : kind === 2 ? 2 : 4;
      const back = kind === 1 ? ((tag >> 5) << 8) | bytes.readUInt8(at) : bytes.readUIntLE(at, width);
      at += width;
      if (back === 0 || back > to) return out.subarray(0, to);
      for (let index = 0; index < size && to < length; index++, to++) out[to] = out[to - back] ?? 0;
    }
    return out.subarray(0, to);
  } catch {
    return null;
  }
}
