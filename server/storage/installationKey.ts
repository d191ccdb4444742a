import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** No start without the right key; says where it was looked for and what to do. */
export class InstallationKeyError extends Error {}

/** Where this process has the installation's key: never the database, which is sealed with it. */
export interface KeyPlace {
  /** As people know it: a path, or a variable's name. */
  readonly name: string;
  /** Null where there is none yet. Throws InstallationKeyError for what is no key. */
  readonly read: () => Buffer | null;
  /** Makes one and writes it for good, unless another process was first; answers what is there then. Null where it can only be given. */
  readonly make: () => Buffer | null;
}

const keyBytes = 32;
export const keyFileName = 'installation.key';

/** INSTALLATION_KEY or KEY_FILE where one is given, else a file of the data directory. */
export function keyPlaceOf(dataDir: string, { INSTALLATION_KEY: given, KEY_FILE: file }: NodeJS.ProcessEnv = {}): KeyPlace {
  if (given && file) throw new Error('INSTALLATION_KEY and KEY_FILE exclude each other: give one of them');
  if (!given) return fileAt(file || join(dataDir, keyFileName));
  const key = keyIn(given, 'INSTALLATION_KEY');
  return { name: 'INSTALLATION_KEY', read: () => key, make: () => null };
}

function fileAt(path: string): KeyPlace {
  const read = (): Buffer | null => {
    try {
      return keyIn(readFileSync(path, 'utf8'), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
  return {
    name: path,
    read: () => {
      const key = read();
      if (key) closeFile(path);
      return key;
    },
    make: () => {
      writeOnce(path, `${randomBytes(keyBytes).toString('base64')}\n`);
      return read();
    },
  };
}

function keyIn(text: string, name: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyBytes && /^[\w+/-]{43}=?$/.test(text.trim())) return key;
  throw new InstallationKeyError(
    `${name} 不是安装密钥（应为 32 字节的 base64）。 ${name} is no installation key: it must be 32 bytes in base64 (openssl rand -base64 32).`,
  );
}

/** A file that is handed to the process, on a medium that cannot be changed, is its owner's affair. */
function closeFile(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if (!['EPERM', 'EROFS', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Whole and on the disk, or not at all; what is there already stays. */
function writeOnce(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    writeFileSync(file, text);
    fsyncSync(file);
    closeSync(file);
    linkSync(draft, path);
    const directory = openSync(dirname(path), 'r');
    fsyncSync(directory);
    closeSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** What a database remembers of its key: enough to know it again, nothing to guess it from. */
export const markOf = (key: Buffer): string => createHmac('sha256', key).update('accession installation key').digest('base64');

export function isMarkOf(key: Buffer, mark: string): boolean {
  const [own, kept] = [Buffer.from(markOf(key)), Buffer.from(mark)];
  return own.length === kept.length && timingSafeEqual(own, kept);
}

/** The key of an opened database: its place, and the key itself once the database was found to be sealed with it. */
export interface KeyHolder {
  readonly place: KeyPlace;
  key: Buffer | null;
}
const holders = new WeakMap<object, KeyHolder>();

/** Says whose key a database's readers (its pool's drizzle, its transactions) work with. */
export function bindKey(reader: object, holder: KeyHolder): void {
  holders.set(reader, holder);
}

export function keyHolderOf(reader: object): KeyHolder {
  const holder = holders.get(reader);
  if (!holder) throw new Error('not a reader of an opened database');
  return holder;
}

/** The key that seals what the database behind this reader keeps secret; `claimKey` came first. */
export function installationKeyOf(reader: object): Buffer {
  const { key } = keyHolderOf(reader);
  if (!key) throw new Error('the installation key was not claimed');
  return key;
}
