import Dexie, { type Table } from 'dexie';

/**
 * `accession-device`: what this desk knows about itself, readable by pages and by the service worker.
 * Never in here: refresh tokens, queued acts, patient data. Losing it costs a login, nothing else.
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
}
interface FactRow {
  readonly key: keyof DeviceFacts;
  readonly value: string | number | boolean;
}

/** What the shell of one user needs to open without network; emptied with the session. */
export interface ProfileRow {
  readonly userId: string;
  readonly profile: unknown;
}

class DeviceDb extends Dexie {
  declare session: Table<SessionRow, string>;
  declare facts: Table<FactRow, string>;
  declare profiles: Table<ProfileRow, string>;
  constructor() {
    super('accession-device');
    this.version(1).stores({ session: 'id', facts: 'key', profiles: 'userId' });
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
