/**
 * One record: mark (4 bytes), length of the text (4 bytes), CRC-32 of the text (4 bytes), the text: JSON in UTF-8.
 * The mark holds bytes that no UTF-8 text holds, so that after a damaged stretch the next record is found.
 */
const mark = [0xf8, 0x4a, 0xf9, 0x31] as const;
const headBytes = 12;
/** A length beyond this is damage, not a record. */
const maxTextBytes = 16 * 1024 * 1024;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) sum = table[(sum ^ bytes[at]!) & 0xff]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** The bytes of one record. Throws RangeError where the text is beyond 16 MB. */
export function encodeRecord(value: unknown): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(value));
  if (text.length > maxTextBytes) throw new RangeError('a record of the journal is at most 16 MB');
  const bytes = new Uint8Array(headBytes + text.length);
  bytes.set(mark, 0);
  const head = new DataView(bytes.buffer);
  head.setUint32(4, text.length);
  head.setUint32(8, crc32(text));
  bytes.set(text, headBytes);
  return bytes;
}

/** Where a record stands, bytes from the start of what was read. */
export interface RecordPlace {
  readonly at: number;
  readonly length: number;
}
export interface ReadRecord extends RecordPlace {
  readonly value: unknown;
}
export interface ReadRecords {
  readonly records: readonly ReadRecord[];
  /** Damaged stretches that were passed over because readable records follow them. */
  readonly faults: number;
  /** Behind the last whole record: what follows is the torn end of a write that was cut. */
  readonly end: number;
}

const isMark = (bytes: Uint8Array, at: number): boolean => mark.every((byte, index) => bytes[at + index] === byte);

function recordAt(bytes: Uint8Array, at: number): ReadRecord | null {
  if (at + headBytes > bytes.length || !isMark(bytes, at)) return null;
  const head = new DataView(bytes.buffer, bytes.byteOffset + at, headBytes);
  const size = head.getUint32(4);
  if (size > maxTextBytes || at + headBytes + size > bytes.length) return null;
  const text = bytes.subarray(at + headBytes, at + headBytes + size);
  if (crc32(text) !== head.getUint32(8)) return null;
  try {
    return { at, length: headBytes + size, value: JSON.parse(new TextDecoder().decode(text)) as unknown };
  } catch {
    return null;
  }
}

/** Every record that can be read, whatever lies between them; never throws. */
export function readRecords(bytes: Uint8Array): ReadRecords {
  const records: ReadRecord[] = [];
  let faults = 0;
  let end = 0;
  let at = 0;
  let isLost = false;
  while (at < bytes.length) {
    const found = recordAt(bytes, at);
    if (found) {
      if (isLost) faults += 1;
      isLost = false;
      records.push(found);
      at += found.length;
      end = at;
      continue;
    }
    isLost = true;
    // The first byte of a mark stands in no text: nothing before its next one can begin a record.
    const next = bytes.indexOf(mark[0], at + 1);
    if (next < 0) break;
    at = next;
  }
  return { records, faults, end };
}
