import { webcrypto } from 'node:crypto';
import { expect, it } from 'vitest';
import { blobPartBytes } from '#domain/kernel/sealing.ts';
import { SealingParty } from '../testing/sealingParty.ts';
import { openImage, openThumb, sealImage, sha256Of } from './sealedParts.ts';

const made = (size: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) webcrypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  return bytes;
};
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('latin1');

it.each([1, blobPartBytes - 1, blobPartBytes, blobPartBytes + 1, 2 * blobPartBytes + 5])('cuts, seals and puts together %i bytes', async (size) => {
  const keys = await new SealingParty().keysOf('7');
  const bytes = made(size);
  const { sent, rows } = await sealImage({ bytes, thumb: null, mime: 'image/jpeg' }, 'op-1', keys);
  expect(sent).toEqual({ sha256: await sha256Of(bytes), size, mime: 'image/jpeg' });
  expect(rows.map(({ part }) => part)).toEqual(Array.from({ length: Math.ceil(size / blobPartBytes) }, (_none, part) => part));
  // iv and tag beside the open bytes, nothing of which can be read.
  expect(rows.reduce((sum, row) => sum + (row.bytes?.length ?? 0), 0)).toBe(size + rows.length * 28);
  expect(text(await openImage(sent, rows.toReversed(), keys))).toBe(text(bytes));
});

it('is opened by its author after a reload, and by nobody else at the desk', async () => {
  const party = new SealingParty();
  const open = new TextEncoder().encode('受检者姓名的照片,不是真的图片');
  const { sent, rows } = await sealImage({ bytes: open, thumb: open, mime: 'image/jpeg' }, 'op-1', await party.keysOf('7'));
  const later = await party.keysOf('7');
  expect(text(await openImage(sent, rows, later))).toBe(text(open));
  await expect(openImage(sent, rows, await party.keysOf('8'))).rejects.toThrow();
  const thumb = rows.find((row) => row.thumb !== undefined)!;
  expect(await openThumb(thumb, later)).toBe(`data:image/jpeg;base64,${Buffer.from(open).toString('base64')}`);
  await expect(openThumb(thumb, await party.keysOf('8'))).rejects.toThrow();
  const onDisk = rows.map((row) => text(row.bytes) + (row.thumb ?? '')).join('');
  expect(onDisk).not.toContain(text(open));
  expect(onDisk).not.toContain(Buffer.from(open).toString('base64'));
});

it('lets no part stand in the place of another', async () => {
  const keys = await new SealingParty().keysOf('7');
  const bytes = made(2 * blobPartBytes);
  const { sent, rows } = await sealImage({ bytes, thumb: null, mime: 'image/jpeg' }, 'op-1', keys);
  const swapped = rows.map((row) => ({ ...row, part: 1 - (row.part ?? 0) }));
  await expect(openImage(sent, swapped, keys)).rejects.toThrow();
  await expect(openImage(sent, rows.slice(1), keys)).rejects.toThrow('part 0 is not here');
});
