import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { blobDiffersCode, blobNoImageCode, partCount, partLength, type BlobState } from '#domain/kernel/blobParts.ts';
import { imageMimeOf, paperMimeOf } from '#domain/kernel/imageKind.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { SentBlob } from '#domain/kernel/offlineWire.ts';
import { blobFiles, type BlobFiles } from '#server/storage/blobFiles.ts';
import type { BlobOwner } from '#server/storage/blobTables.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { UserError } from './answers.ts';
import type { Tx } from '#server/storage/tx.ts';
import { nowSql } from '#server/storage/clock.ts';

const looseDays = 30;
/** Below this the disk is the database's alone: pictures wait on their desks. */
const leastFreeBytes = 512 * 1024 * 1024;
const unfinishedMs = 24 * 3_600_000;

export interface StoredBlob {
  readonly size: number;
  readonly mime: string;
}

/** Pictures, content-addressed per tenant: bytes in files, facts in the table `blob`. */
export interface BlobStore {
  /** What of it has come; whole is what its name says: a file that was damaged since is to come again. */
  readonly state: (tenantId: string, sha256: string) => Promise<BlobState>;
  /**
   * Takes one part, in any order and as often as it is sent. With the last one the whole is checked: UserError 422
   * `blob.differs` or `blob.noImage`, and the parts are gone.
   */
  readonly putPart: (tenantId: string, blob: SentBlob, part: number, bytes: Uint8Array) => Promise<BlobState>;
  /** Takes a whole picture at once, as paper also a PDF, also in place of one that was damaged since; answers its name and kind. UserError 422 where it is none. */
  readonly putWhole: (tenantId: string, bytes: Uint8Array, as?: { readonly isPaper?: boolean }) => Promise<SentBlob>;
  /** The path of a file to be written aside, for `putFile`; dropped after a day. */
  readonly draft: () => Promise<string>;
  /** Takes a file that was written to `draft`, bound to its owner at once, where it is not bound to another: nobody but `drop` removes it. */
  readonly putFile: (tenantId: string, draft: string, blob: SentBlob, owner: BlobOwner) => Promise<void>;
  /** Removes a file of this owner's. */
  readonly drop: (tenantId: string, sha256: string, owner: BlobOwner) => Promise<void>;
  /** Bytes `from` to `to`, both included; null where the file is not there. */
  readonly read: (tenantId: string, sha256: string, range?: { readonly from: number; readonly to: number }) => Promise<Readable | null>;
  /** Which of these have not arrived whole, or are gone; their bytes are not read. */
  readonly missing: (tenantId: string, sha256s: readonly string[]) => Promise<readonly string[]>;
  /** Drops what nothing has referred to for 30 days; answers how many. `now`: ms since 1970. */
  readonly sweep: (now: number) => Promise<number>;
}

/** Opens the store; a folder is made with the first picture. Several servers may have the same one. */
export function openBlobStore(database: Database, place: string | BlobFiles): BlobStore {
  const files = typeof place === 'string' ? blobFiles(place) : place;
  /** One after another for each picture: the last two parts may come at once. */
  const turns = new Map<string, Promise<unknown>>();
  function inTurn<T>(tenantId: string, sha256: string, work: () => Promise<T>): Promise<T> {
    const name = `${tenantId} ${sha256}`;
    const mine = (turns.get(name) ?? Promise.resolve()).then(work, work);
    turns.set(name, mine);
    const leave = (): void => {
      if (turns.get(name) === mine) turns.delete(name);
    };
    mine.then(leave, leave);
    return mine;
  }
  async function wholeOf(tenantId: string, sha256: string): Promise<StoredBlob | null> {
    const row = await readRow<StoredBlob>(
      database.orm,
      sql`select size, mime from blob where tenant_id = ${tenantId} and sha256 = ${sha256} and state = 1`,
    );
    const size = await files.sizeOf(tenantId, sha256);
    // A database or a directory put back from a copy may know more than the other: only both together are a picture.
    if (row) return row.size === size ? row : null;
    return size === null ? null : adopt(tenantId, sha256);
  }
  /** What is whole and has the bytes its name says: a damaged file may have the size it had. */
  async function soundOf(tenantId: string, sha256: string): Promise<StoredBlob | null> {
    const known = await wholeOf(tenantId, sha256);
    if (!known) return null;
    const hash = createHash('sha256');
    await pipeline(await files.stream(tenantId, sha256), hash);
    return hash.digest('hex') === sha256 ? known : null;
  }
  /** A database put back from an older copy learns again of a file that is what its name says. */
  async function adopt(tenantId: string, sha256: string): Promise<StoredBlob | null> {
    const bytes = await files.read(tenantId, sha256);
    const mime = paperMimeOf(bytes);
    if (mime === null || createHash('sha256').update(bytes).digest('hex') !== sha256) return null;
    await note(tenantId, { sha256, size: bytes.length, mime }, 1);
    return { size: bytes.length, mime };
  }
  async function note(tenantId: string, { sha256, size, mime }: SentBlob, state: 0 | 1): Promise<void> {
    await database.orm.execute(sql`insert into blob (tenant_id, sha256, size, mime, state, create_time, update_time)
      values (${tenantId}, ${sha256}, ${size}, ${mime}, ${state}, ${nowSql}, ${nowSql})
      on conflict (tenant_id, sha256) do update set size = excluded.size, mime = excluded.mime, state = excluded.state, update_time = excluded.update_time`);
  }
  async function checkSpace(): Promise<void> {
    const free = await files.freeBytes();
    if (free !== null && free < leastFreeBytes)
      throw new UserError(503, ['服务器存储空间不足,图片暂不接收', 'The server is short of storage; pictures have to wait'], {
        headers: { 'retry-after': '300' },
      });
  }

  async function assemble(tenantId: string, blob: SentBlob): Promise<BlobState> {
    const { sha256, size } = blob;
    const count = partCount(size);
    const pieces: Buffer[] = [];
    try {
      for (let part = 0; part < count; part++) pieces.push(await files.readPart(tenantId, sha256, part));
    } catch (error) {
      // Of two servers with a last part each, the other was first.
      if (await soundOf(tenantId, sha256)) return whole(size);
      throw error;
    }
    const bytes = Buffer.concat(pieces);
    const mime = paperMimeOf(bytes);
    const isSame = createHash('sha256').update(bytes).digest('hex') === sha256;
    if (!isSame || mime !== blob.mime) {
      await files.removeParts(tenantId, sha256);
      throw isSame ? noPaper() : differs();
    }
    await files.write(tenantId, sha256, bytes);
    await note(tenantId, { sha256, size, mime }, 1);
    await files.removeParts(tenantId, sha256);
    return whole(size);
  }

  return {
    async state(tenantId, sha256) {
      const known = await soundOf(tenantId, sha256);
      return known ? whole(known.size) : { parts: await files.parts(tenantId, sha256), isWhole: false };
    },
    putPart: (tenantId, blob, part, bytes) =>
      inTurn(tenantId, blob.sha256, async () => {
        const { sha256, size } = blob;
        const known = await soundOf(tenantId, sha256);
        if (known) return whole(known.size);
        if (bytes.length !== partLength(size, part)) throw differs();
        await checkSpace();
        // The row first: what lies on the disk is known to the sweep.
        await note(tenantId, blob, 0);
        await files.writePart(tenantId, sha256, part, bytes);
        const parts = await files.parts(tenantId, sha256);
        if (parts.length === partCount(size) && parts.at(-1) === parts.length - 1) return assemble(tenantId, blob);
        // Another server may have had the last part, put the whole together and taken the parts away.
        return (await soundOf(tenantId, sha256)) ? whole(size) : { parts, isWhole: false };
      }),
    async putWhole(tenantId, bytes, { isPaper = false } = {}) {
      const mime = isPaper ? paperMimeOf(bytes) : imageMimeOf(bytes);
      if (mime === null) throw isPaper ? noPaper() : noImage();
      const blob: SentBlob = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, mime };
      return inTurn(tenantId, blob.sha256, async () => {
        if (await soundOf(tenantId, blob.sha256)) return blob;
        await checkSpace();
        await files.write(tenantId, blob.sha256, bytes);
        await note(tenantId, blob, 1);
        return blob;
      });
    },
    draft: files.draft,
    putFile: (tenantId, draft, blob, owner) =>
      inTurn(tenantId, blob.sha256, async () => {
        // The same bytes may be another's already, as a file of one report is that report: then they stay theirs, and are not dropped with this.
        const others = await readRow(
          database.orm,
          sql`select 1 as found from blob where tenant_id = ${tenantId} and sha256 = ${blob.sha256} and bound_time is not null and owner <> ${owner}`,
        );
        if (others && (await soundOf(tenantId, blob.sha256))) return rm(draft, { force: true });
        await checkSpace();
        // The row first: what lies on the disk is known.
        await note(tenantId, blob, 1);
        await bindBlob(database.orm, tenantId, blob.sha256, owner);
        await files.moveIn(tenantId, blob.sha256, draft);
      }),
    drop: (tenantId, sha256, owner) =>
      inTurn(tenantId, sha256, async () => {
        const { rows } = await database.orm.execute(
          sql`delete from blob where tenant_id = ${tenantId} and sha256 = ${sha256} and owner = ${owner} returning 1`,
        );
        if (rows.length > 0) await files.remove(tenantId, sha256);
      }),
    async read(tenantId, sha256, range) {
      if ((await files.sizeOf(tenantId, sha256)) === null) return null;
      return files.stream(tenantId, sha256, range);
    },
    async missing(tenantId, sha256s) {
      const states = await Promise.all(sha256s.map(async (sha256) => ((await wholeOf(tenantId, sha256)) ? null : sha256)));
      return states.filter((sha256) => sha256 !== null);
    },
    async sweep(now) {
      const before = formatDateTime(now - looseDays * 24 * 3_600_000);
      const loose = await readRows<{ tenantId: string; sha256: string }>(
        database.orm,
        sql`select tenant_id, sha256 from blob where bound_time is null and update_time < ${before} limit 10000`,
      );
      let count = 0;
      for (const { tenantId, sha256 } of loose)
        await inTurn(tenantId, sha256, async () => {
          // Bound meanwhile: then it stays. The row goes first; a file without one is written over when it comes again.
          const { rows } = await database.orm.execute(
            sql`delete from blob where tenant_id = ${tenantId} and sha256 = ${sha256} and bound_time is null and update_time < ${before} returning 1`,
          );
          if (rows.length === 0) return;
          await files.remove(tenantId, sha256);
          await files.removeParts(tenantId, sha256);
          count += 1;
        });
      await files.dropUnfinished(now - unfinishedMs);
      return count;
    },
  };
}

const allParts = (size: number): readonly number[] => Array.from({ length: partCount(size) }, (_none, part) => part);
const whole = (size: number): BlobState => ({ parts: allParts(size), isWhole: true });
const differs = (): UserError =>
  new UserError(422, ['图片内容与其校验值不符,请重新上传', 'The picture does not match its checksum; send it again'], { refusal: blobDiffersCode });
const noImage = (): UserError =>
  new UserError(422, ['只接收 JPEG、PNG、WebP 图片', 'Only JPEG, PNG and WebP pictures are taken'], { refusal: blobNoImageCode });

const noPaper = (): UserError =>
  new UserError(422, ['只接收 JPEG、PNG、WebP 图片和 PDF', 'Only JPEG, PNG and WebP pictures and PDF are taken'], { refusal: blobNoImageCode });

/** What has arrived whole under that hash, locked against the sweep; null where it has not. For a step that will bind it. */
export async function lockBlob(tx: Tx, tenantId: string, sha256: string): Promise<StoredBlob | null> {
  const row = await readRow<StoredBlob>(
    tx,
    sql`select size, mime from blob where tenant_id = ${tenantId} and sha256 = ${sha256} and state = 1 for update`,
  );
  return row ?? null;
}

/**
 * Something of this owner's refers to it now. In the transaction of the act, which holds it by `lockBlob`. UserError 409
 * where it is already another's whose pictures count for more: the same bytes are not shown by two kinds of addresses.
 */
export async function bindBlob(tx: Reader, tenantId: string, sha256: string, owner: BlobOwner): Promise<void> {
  const { rows } = await tx.execute(
    sql`update blob set bound_time = coalesce(bound_time, ${nowSql}), owner = ${owner}, update_time = ${nowSql}
      where tenant_id = ${tenantId} and sha256 = ${sha256} and coalesce(owner, 0) <= ${owner} returning 1`,
  );
  if (rows.length === 0)
    throw new UserError(409, ['此图片已用于其他资料, 请换一张', 'This picture is in use as something else; choose another'], {
      refusal: 'blob.otherOwner',
    });
}

/** Nothing refers to it any more. */
export async function looseBlob(tx: Reader, tenantId: string, sha256: string): Promise<void> {
  await tx.execute(sql`update blob set bound_time = null, update_time = ${nowSql} where tenant_id = ${tenantId} and sha256 = ${sha256}`);
}
