import { crc32, deflateSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { signatureState } from '#domain/base/signature.ts';
import { signLevel } from '#domain/base/signUser.ts';
import { resourceByName } from '#domain/resources.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { insertRows, type InsertedBy } from '#server/storage/insertRows.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { Crew, Seals } from './labBench.ts';
import { sha256Of } from './labBench.ts';
import type { KeepFile } from './keepFile.ts';

const [width, height] = [240, 80];
const since = '2024-01-01';

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A scrawl that nobody has written, another for each seed: a grey PNG. */
export function scrawl(seed: number): Buffer {
  const pixels = Buffer.alloc((width + 1) * height, 0xff);
  for (let row = 0; row < height; row++) pixels[row * (width + 1)] = 0;
  for (let step = 0; step < 2_400; step++) {
    const at = step / 2_400;
    const x = 16 + at * 200 + 9 * Math.sin(at * 31 + seed);
    const y = 40 + 18 * Math.sin(at * (13 + (seed % 5)) + seed) + 8 * Math.cos(at * 47 + seed * 2);
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      pixels[Math.round(y + dy) * (width + 1) + 1 + Math.round(x + dx)] = 0x20;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Lets the demo's auditors sign in every laboratory of the house, each at their own level, the second also reports; by person and level. */
export async function addSeals(tx: Tx, by: InsertedBy, { first, second }: Crew, keep: KeepFile): Promise<ReadonlyMap<string, Seals>> {
  const laboratories = await readRows<{ id: string }>(
    tx,
    sql`select id from laboratory where tenant_id = ${by.tenantId} and is_deleted = 0 and execute_type = 1 order by laboratory_code`,
  );
  const levels = [
    [first, signLevel.first],
    [second, signLevel.second],
    [second, signLevel.release],
  ] as const;
  const authorities = levels.flatMap(([{ id: userId }, level]) =>
    laboratories.map(({ id: laboratoryId }) => ({ id: newId(), userId, laboratoryId, signLevel: level, validFrom: since })),
  );
  await insertRows(tx, resourceByName('signUser'), authorities, by);
  const signatures: {
    id: string;
    userId: string;
    versionNo: number;
    signatureState: number;
    validFrom: string;
    imageSha256: string;
    imageSize: number;
  }[] = [];
  for (const [index, { id: userId }] of [first, second].entries()) {
    const image = scrawl(index * 3 + 1);
    await keep(image, 'image/png', blobOwner.signature);
    signatures.push({
      id: newId(),
      userId,
      versionNo: 1,
      signatureState: signatureState.current,
      validFrom: since,
      imageSha256: sha256Of(image),
      imageSize: image.length,
    });
  }
  await insertRows(tx, resourceByName('signature'), signatures, by);
  return new Map(
    levels.map(([{ id }, level]) => [
      `${id} ${level}`,
      {
        signUserId: authorities.find((one) => one.userId === id && one.signLevel === level)?.id ?? '',
        signatureVersion: signatures.find(({ userId }) => userId === id)?.id ?? '',
      },
    ]),
  );
}
