import Dexie, { type Table } from 'dexie';

/**
 * `accession-device`: what this desk knows about itself, readable by pages and by the service worker.
 * Never in here: refresh tokens, queued acts, patient data, an open data key. Losing it costs a login, nothing else.
 */

/** The signed-in user of this desk. */
export interface Session {
  readonly userId: string;
  readonly tenantId: string;
  readonly account: string;
  readonly realName: string;
  /** Role aliases, e.g. `administrator`. */
  readonly roleNames: readonly string[];
  /** Codes the menus and buttons gave: what the screens may offer, also without network. The server decides. */
  readonly permissions: readonly string[];
  readonly deptId: string;
  readonly roleId: string;
  /** Where the person works; '' where nobody chose. Absent in sessions that an earlier version began. */
  readonly laboratoryId?: string;
  readonly laboratoryName?: string;
  /** '' after a login without network: online calls then ask for a new login. */
  readonly accessToken: string;
  /** Desk clock, ms since 1970. */
  readonly expiresAt: number;
  /** Desk clock of the last login or refresh, ms: a sender held for want of a session goes on when it grows. */
  readonly savedAt: number;
}
/** One row at most. */
export interface SessionRow extends Session {
  readonly id: 'current';
}

/** Single facts by name. */
export interface DeviceFacts {
  /** Copy of the outbox's device id, for headers and screens; the outbox holds the true one. */
  deviceId: string;
  /** `{product}` of the service paths: a service worker has no page to read it from. */
  product: string;
  /** `id:secret` of this programme, left by the page likewise. */
  client: string;
  /** Last known server time minus desk time, ms. */
  clockOffsetMs: number;
  /** Last answer of our server, desk clock, ms. */
  lastContactAt: number;
  /** Last time our server did not answer, desk clock, ms, and how often in a row. */
  lastFailureAt: number;
  failureCount: number;
  /** Lowest queue generation the server takes. */
  minEpoch: number;
  /** `navigator.storage.persist()` as last answered. */
  isPersisted: boolean;
  /** The server's key for passwords, SPKI in base64: a second person can sign a handover without network. */
  publicKey: string;
  /** A logout done without network: the server has to hear of it, so that the refresh cookie dies. */
  isLogoutOwed: boolean;
  /** Who was offered by the login page last. */
  lastAccount: string;
  /** The tenant it was offered for, where people choose one. */
  lastTenant: string;
  /** A token this old is renewed, s. */
  tokenSeconds: number;
  /** What this server wants sealed: CryptoOptions as JSON. */
  sealing: string;
  /** Lets acts travel without anybody's session (header `x-device-credential`). */
  deviceCredential: string;
  /** The same of each tenant whose people work here, JSON by tenant id. */
  credentialByTenant: string;
  /** The mark of the server's database when what it holds was last compared with what this desk was told. */
  serverCopy: string;
  /** Whose desk is locked: their session stands, their keys are gone until they unlock. */
  lockedFor: string;
}
interface FactRow {
  readonly key: keyof DeviceFacts;
  readonly value: string | number | boolean;
}

/** A data key under a password: AES-256-GCM with a key of PBKDF2-SHA256. */
export interface PasswordWrap {
  /** 16 bytes, base64url. */
  readonly salt: string;
  readonly rounds: number;
  /** iv and ciphertext, base64url. */
  readonly sealed: string;
}

/** A person this desk knows: all that lets them sign and, within their grant, come back in without network. */
export interface PersonRow {
  readonly userId: string;
  readonly tenantId: string;
  readonly account: string;
  readonly realName: string;
  readonly roleNames: readonly string[];
  readonly permissions: readonly string[];
  readonly deptId: string;
  readonly roleId: string;
  readonly keyId: string;
  /** SPKI, base64. */
  readonly publicKey: string;
  /** Not extractable. */
  readonly signKey: CryptoKey;
  /** The server's sealing key as last heard; '' before the first welcome. */
  readonly serverKeyId: string;
  readonly serverPublicKey: string;
  /** ISO 8601 by the server's clock; '' before the first welcome. */
  readonly grantUntil: string;
  /** Desk clock, ms: the last welcome. */
  readonly welcomedAt: number;
  /** Tells data keys apart without giving anything away: a wrap of another one is worthless. */
  readonly dataKeyMark: string;
  /** Under the account's password as last typed here. */
  readonly wrap: PasswordWrap | null;
  /** Under the lock password; ends with the session. */
  readonly lockWrap: PasswordWrap | null;
  /** Wrong passwords in a row, and until when the next one waits (desk clock, ms). */
  readonly wrongCount: number;
  readonly waitUntil: number;
  /** Minutes without a key or a touch until the desk locks itself; 0: never. */
  readonly lockMinutes: number;
}

/** What the shell of one user needs to open without network; of people within their grant. */
export interface ProfileRow {
  readonly userId: string;
  readonly profile: unknown;
}

class DeviceDb extends Dexie {
  declare session: Table<SessionRow, string>;
  declare facts: Table<FactRow, string>;
  declare profiles: Table<ProfileRow, string>;
  declare people: Table<PersonRow, string>;
  constructor() {
    super('accession-device');
    this.version(1).stores({ session: 'id', facts: 'key', profiles: 'userId' });
    this.version(2).stores({ people: 'userId' });
  }
}

export const deviceDb = new DeviceDb();

/** The signed-in user as stored, also when the access token has expired; undefined when signed out. */
export async function readSession(): Promise<SessionRow | undefined> {
  return deviceDb.session.get('current');
}

export async function readFact<K extends keyof DeviceFacts>(key: K): Promise<DeviceFacts[K] | undefined> {
  return (await deviceDb.facts.get(key))?.value as DeviceFacts[K] | undefined;
}
export async function saveFact<K extends keyof DeviceFacts>(key: K, value: DeviceFacts[K]): Promise<void> {
  await deviceDb.facts.put({ key, value });
}
export async function dropFact(key: keyof DeviceFacts): Promise<void> {
  await deviceDb.facts.delete(key);
}
