import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A real PNG: noise over part of each line, lines of grey elsewhere, like a page that is written on. `noise`: share of each line, 0 to 1. */
export function madePng(width: number, height: number, noise: number): Buffer {
  const rows: Buffer[] = [];
  const noisy = Math.floor(width * noise);
  for (let y = 0; y < height; y++) {
    const row = Buffer.alloc(1 + width * 3, y % 40 < 6 ? 60 : 235);
    row[0] = 0;
    randomBytes(noisy * 3).copy(row, 1);
    rows.push(row);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG as a camera held upright writes it: lying, with the note that it is to be turned by a quarter, and where it was taken. */
export function turnedJpeg(jpeg: Buffer, place: string): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4 + place.length + 1);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  // ImageDescription, ASCII; then Orientation 6: turn it right.
  tiff.writeUInt16BE(0x010e, 10);
  tiff.writeUInt16BE(2, 12);
  tiff.writeUInt32BE(place.length + 1, 14);
  tiff.writeUInt32BE(38, 18);
  tiff.writeUInt16BE(0x0112, 22);
  tiff.writeUInt16BE(3, 24);
  tiff.writeUInt32BE(1, 26);
  tiff.writeUInt16BE(6, 30);
  tiff.write(place, 38, 'latin1');
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const marker = Buffer.alloc(4);
  marker.writeUInt16BE(0xffe1, 0);
  marker.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, body, jpeg.subarray(2)]);
}

const folders = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * A file on the disk until this process ends, to be chosen by its path, as a person does. Bytes that are sent to Chromium in a
 * message are copied again with each piece that arrives: two pictures of 12 MB took three minutes of the processor.
 */
export function onDisk(name: string, bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'accession-chosen-'));
  folders.add(folder);
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Pieces of a picture that no other has: not the tables every JPEG begins with, nor the sameness of an empty area. */
function piecesOf(bytes: Buffer): readonly Buffer[] {
  const pieces = Array.from({ length: 48 }, (_none, at) => {
    const start = 700 + Math.floor(Math.max(0, bytes.length - 800) * ((at + 0.5) / 48));
    return bytes.subarray(start, start + 48);
  });
  return pieces.filter((piece) => new Set(piece).size > 30);
}

/** Which pieces of `bytes`, taken all over it, lie in which files of a browser's profile; and how many were looked for. */
export function piecesInProfile(profile: string, bytes: Buffer): { readonly asked: number; readonly found: readonly string[] } {
  const pieces = piecesOf(bytes);
  const found = filesOf(profile).flatMap(([path, content]) => piecesIn(content, pieces).map((at) => `piece ${at} in ${path.slice(profile.length)}`));
  return { asked: pieces.length, found };
}

/** Which of the pieces stand in `content`, in one pass: a profile is large, and each pass for one piece took a second. */
function piecesIn(content: Buffer, pieces: readonly Buffer[]): readonly number[] {
  const starting = new Map<number, number[]>();
  for (const [at, piece] of pieces.entries()) {
    const start = piece.readUInt16BE(0);
    starting.set(start, [...(starting.get(start) ?? []), at]);
  }
  const isStart = new Uint8Array(65_536);
  for (const start of starting.keys()) isStart[start] = 1;
  const found = new Set<number>();
  for (let offset = 1; offset < content.length; offset++) {
    const start = (content[offset - 1]! << 8) | content[offset]!;
    if (isStart[start] === 0) continue;
    for (const at of starting.get(start) ?? []) {
      const piece = pieces[at]!;
      if (content.compare(piece, 0, piece.length, offset - 1, Math.min(content.length, offset - 1 + piece.length)) === 0) found.add(at);
    }
  }
  return [...found];
}

function filesOf(folder: string): (readonly [path: string, content: Buffer])[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    try {
      return entry.isDirectory() ? filesOf(path) : entry.isFile() ? [[path, readFileSync(path)] as const] : [];
    } catch {
      // A browser that runs replaces files meanwhile.
      return [];
    }
  });
}
