import { createDecipheriv, createECDH, createHash, hkdfSync, type ECDH } from 'node:crypto';
import { like } from 'drizzle-orm';
import { sealInfo } from '#domain/kernel/sealing.ts';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { claimKey } from './claimKey.ts';
import { openFromSetting, sealForSetting } from './secrets.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { nowIso, nowMs } from '#server/storage/clock.ts';

/** One key pair to which desks seal: its private scalar (sealed where it is kept) and when it was made. Each stands in a setting of its own. */
interface KeptSealKey {
  readonly privateKey: string;
  readonly createdAt: string;
}
const settingPrefix = 'offline.sealKey.';
const curve = 'prime256v1';
const pointBytes = 65;
const tagBytes = 16;
const mostDerived = 2_000;
const freshMs = 60_000;

/** What was sealed to one of this server's keys. Bytes as they are. */
export interface Sealed {
  readonly kid: string;
  /** Raw point, 65 bytes. */
  readonly epk: Buffer;
  readonly iv: Buffer;
  /** With its tag. */
  readonly ct: Buffer;
}
export type Unsealed = { readonly state: 'open'; readonly bytes: Buffer } | { readonly state: 'keyUnknown' | 'unreadable' };

/** The installation's sealing keys: the newest is offered to desks, all open what was sealed to them. */
export interface SealKeys {
  /** The one desks are to seal to: its id and raw point, base64url. A key made elsewhere is noticed within a minute. */
  readonly offered: () => Promise<{ readonly kid: string; readonly publicKey: string }>;
  /** Opens what a desk sealed with `boundTo` as additional data (domain/kernel/sealing.ts). Never throws for what it is given. */
  readonly open: (sealed: Sealed, boundTo: string) => Promise<Unsealed>;
  /** The content key (32 bytes) of the server's key `kid` and a desk's raw point; null where it knows no such key, or the point is none. */
  readonly contentKey: (kid: string, epk: Buffer) => Promise<Buffer | null>;
  /** Every key there is, the newest first: none is ever dropped, or what was sealed to it could not be read any more. */
  readonly known: () => Promise<readonly { readonly kid: string; readonly createdAt: string }[]>;
  /** Makes a new key in the caller's transaction and answers its id; `refresh` when that is committed. */
  readonly rotate: (tx: Tx) => Promise<string>;
  /** Reads the keys anew. */
  readonly refresh: () => Promise<void>;
}

interface SealKey {
  readonly kid: string;
  readonly createdAt: string;
  readonly ecdh: ECDH;
}

/** Reads the keys, making the first one at the first start. */
export async function loadSealKeys(database: Database): Promise<SealKeys> {
  await claimKey(database);
  const { orm } = database;
  let keys = new Map<string, SealKey>();
  /** kid and ephemeral key -> the derived key: a desk has one pair a page load, and its acts share it. */
  const derived = new Map<string, Buffer>();
  let reading: Promise<void> | null = null;
  let readAt = 0;

  /** Also for a batch full of unknown ids the settings are asked once. */
  function refresh(): Promise<void> {
    return (reading ??= read().finally(() => (reading = null)));
  }
  async function read(): Promise<void> {
    const rows = await orm
      .select()
      .from(setting)
      .where(like(setting.key, `${settingPrefix}%`));
    keys = new Map(rows.map(({ key, value }) => sealKeyOf(orm, key.slice(settingPrefix.length), value as KeptSealKey)).map((key) => [key.kid, key]));
    readAt = nowMs();
  }
  async function keyOf(kid: string): Promise<SealKey | undefined> {
    // Another node may have made it since.
    if (!keys.has(kid)) await refresh();
    return keys.get(kid);
  }
  const newestFirst = (): SealKey[] => [...keys.values()].toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  function derive(key: SealKey, epk: Buffer): Buffer | null {
    if (epk.length !== pointBytes) return null;
    const name = `${key.kid} ${epk.toString('base64')}`;
    const known = derived.get(name);
    if (known) return known;
    let shared: Buffer;
    try {
      shared = key.ecdh.computeSecret(epk);
    } catch {
      return null;
    }
    const made = Buffer.from(hkdfSync('sha256', shared, epk, sealInfo, 32));
    if (derived.size >= mostDerived) derived.clear();
    derived.set(name, made);
    return made;
  }

  await refresh();
  // Two nodes that start at once make two keys: both open, one is offered.
  if (keys.size === 0) {
    await makeKey(orm, orm);
    await refresh();
  }
  return {
    async offered() {
      if (nowMs() - readAt > freshMs) await refresh();
      const [newest] = newestFirst();
      if (!newest) throw new Error('no sealing key');
      return { kid: newest.kid, publicKey: newest.ecdh.getPublicKey('base64url') };
    },
    async open({ kid, epk, iv, ct }, boundTo) {
      const key = await keyOf(kid);
      if (!key) return { state: 'keyUnknown' };
      const contentKey = derive(key, epk);
      if (!contentKey || iv.length !== 12 || ct.length < tagBytes) return { state: 'unreadable' };
      try {
        const decipher = createDecipheriv('aes-256-gcm', contentKey, iv);
        decipher.setAAD(Buffer.from(boundTo));
        decipher.setAuthTag(ct.subarray(-tagBytes));
        return { state: 'open', bytes: Buffer.concat([decipher.update(ct.subarray(0, -tagBytes)), decipher.final()]) };
      } catch {
        return { state: 'unreadable' };
      }
    },
    async contentKey(kid, epk) {
      const key = await keyOf(kid);
      return key ? derive(key, epk) : null;
    },
    async known() {
      await refresh();
      return newestFirst().map(({ kid, createdAt }) => ({ kid, createdAt }));
    },
    rotate: (tx) => makeKey(tx, orm),
    refresh,
  };
}

/** Writes a new key; `house` is the database whose installation key seals it, which a transaction does not know. */
async function makeKey(into: Pick<Database['orm'], 'insert'>, house: Database['orm']): Promise<string> {
  const ecdh = createECDH(curve);
  const kid = createHash('sha256').update(ecdh.generateKeys()).digest('base64url').slice(0, 16);
  await into.insert(setting).values(settingOf(house, kid, { privateKey: ecdh.getPrivateKey('base64'), createdAt: nowIso() }));
  return kid;
}

/** A key pair as its setting keeps it. */
export function settingOf(
  reader: object,
  kid: string,
  { privateKey, createdAt }: KeptSealKey,
): { readonly key: string; readonly value: KeptSealKey } {
  const key = settingPrefix + kid;
  return { key, value: { privateKey: sealForSetting(reader, key, privateKey), createdAt } };
}

function sealKeyOf(reader: object, kid: string, { privateKey, createdAt }: KeptSealKey): SealKey {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(openFromSetting(reader, settingPrefix + kid, privateKey), 'base64');
  return { kid, createdAt, ecdh };
}
