import Dexie, { type Table } from 'dexie';
import { onSessionChange } from '#src/api/sessionStore.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import { openBytes, openValue, sealBytes, sealValue } from '#src/offline/keys/sealValue.ts';

interface KeptImage {
  readonly userId: string;
  /** The picture's hash, or `list:<requisition code>`. */
  readonly name: string;
  /** Under its user's data key. */
  readonly sealed: string;
}
/** What is known of a copy without reading it. */
interface Mark {
  readonly userId: string;
  readonly name: string;
  /** Characters of `sealed`. */
  readonly size: number;
  /** Desk clock, ms: when it was last looked at. */
  readonly usedAt: number;
}

/** `accession-images`: sealed copies of pictures for entering without network. May be dropped any time; emptied at logout. */
class ImageDb extends Dexie {
  declare images: Table<KeptImage, [userId: string, name: string]>;
  declare marks: Table<Mark, [userId: string, name: string]>;
  constructor() {
    super('accession-images');
    this.version(1).stores({ images: '[userId+name]', marks: '[userId+name], usedAt' });
  }
}
const imageDb = new ImageDb();
const { images, marks } = imageDb;

/** Larger ones are fetched when they are looked at, bytes. */
export const smallImage = 1_500_000;
/** All copies together, characters: some 150 pages. */
const mostKept = 120_000_000;

const imageBoundTo = (sha256: string): string => `image|${sha256}`;
const listBoundTo = (code: string): string => `image-list|${code}`;

async function kept(name: string): Promise<string | null> {
  const keys = deskKeys();
  const row = keys && (await images.get([keys.userId, name]));
  if (!row) return null;
  void marks.update([row.userId, name], { usedAt: Date.now() }).catch(() => undefined);
  return row.sealed;
}

/** From a logout until somebody signs in: the keys go a little later, when what was typed is kept. */
let hasLeft = false;

/** Keeps a copy; the least recently seen go for it. */
async function keep(name: string, userId: string, sealed: string): Promise<void> {
  await imageDb.transaction('rw', images, marks, async () => {
    // Sealing takes a while: who asked may have left meanwhile, and what they had here is already given up.
    if (hasLeft || deskKeys()?.userId !== userId) return;
    await images.put({ userId, name, sealed });
    await marks.put({ userId, name, size: sealed.length, usedAt: Date.now() });
    let total = 0;
    const over = (await marks.orderBy('usedAt').reverse().toArray()).filter(({ size }) => (total += size) > mostKept);
    const keys = over.map((mark): [string, string] => [mark.userId, mark.name]);
    await Promise.all([images.bulkDelete(keys), marks.bulkDelete(keys)]);
  });
}

/** A picture kept for who works here now; null: none, or the desk is locked. Never throws. */
export async function keptImage(sha256: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const sealed = await kept(sha256);
    const keys = deskKeys();
    return sealed && keys ? new Uint8Array(await openBytes(keys.dataKey, sealed, imageBoundTo(sha256))) : null;
  } catch {
    return null;
  }
}
/** Keeps a small picture for who works here now; a copy that cannot be kept is none. */
export async function keepImage(sha256: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const keys = deskKeys();
  if (!keys || bytes.length > smallImage) return;
  await keep(sha256, keys.userId, await sealBytes(keys.dataKey, bytes, imageBoundTo(sha256))).catch(() => undefined);
}
export const isImageKept = async (sha256: string): Promise<boolean> => {
  const keys = deskKeys();
  return keys !== null && (await marks.get([keys.userId, sha256])) !== undefined;
};

/** Which pictures a requisition has, as the server last said; null: never asked. */
export async function keptList<T>(code: string): Promise<T | null> {
  try {
    const sealed = await kept(`list:${code}`);
    const keys = deskKeys();
    return sealed && keys ? ((await openValue(keys.dataKey, sealed, listBoundTo(code))) as T) : null;
  } catch {
    return null;
  }
}
export async function keepList(code: string, list: unknown): Promise<void> {
  const keys = deskKeys();
  if (keys) await keep(`list:${code}`, keys.userId, await sealValue(keys.dataKey, list, listBoundTo(code))).catch(() => undefined);
}

/** Gives the copies up: at logout, and when the disk is full. */
export const dropKeptImages = async (): Promise<void> => {
  await imageDb.transaction('rw', images, marks, () => Promise.all([images.clear(), marks.clear()]));
};
/** Answers the function that stops it. */
export const dropImagesAtLogout = (): (() => void) =>
  onSessionChange((session, change) => {
    hasLeft = session === null && change === 'logout';
    if (change === 'logout') void dropKeptImages().catch(() => undefined);
  });
