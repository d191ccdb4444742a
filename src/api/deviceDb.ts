import Dexie, { type Table } from 'dexie';

/**
 * `accession-device`: what this desk knows about itself, readable by pages and by the service worker.
 * Never in here: refresh tokens, queued acts. Losing it costs a login, nothing else.
 */

/** The signed-in user of this desk; one row at most. */
export interface SessionRow {
  readonly id: 'current';
  readonly userId: string;
  readonly tenantId: string;
  readonly account: string;
  readonly realName: string;
  readonly roleNames: readonly string[];
  /** Codes the menus and buttons gave: what the screens may offer, also without network. The server decides. */
  readonly permissions: readonly string[];
  readonly deptId?: string;
  readonly roleId?: string;
  readonly accessToken: string;
  /** Desk clock, ms since 1970. */
  readonly expiresAt: number;
  /** Desk clock of the last login or refresh, ms: a sender held for want of a session goes on when it grows. */
  readonly savedAt: number;
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
  /** Lowest queue generation the server takes. */
  minEpoch: number;
  /** `navigator.storage.persist()` as last answered. */
  isPersisted: boolean;
}
interface FactRow {
  readonly key: keyof DeviceFacts;
  readonly value: string | number | boolean;
}

class DeviceDb extends Dexie {
  declare session: Table<SessionRow, string>;
  declare facts: Table<FactRow, string>;
  constructor() {
    super('accession-device');
    this.version(1).stores({ session: 'id', facts: 'key' });
  }
}

export const deviceDb = new DeviceDb();

/** The signed-in user as stored, also when the access token has expired; undefined when signed out. */
export async function readSession(): Promise<SessionRow | undefined> {
  return deviceDb.session.get('current');
}
export async function saveSession(session: Omit<SessionRow, 'id' | 'savedAt'>): Promise<void> {
  await deviceDb.session.put({ ...session, id: 'current', savedAt: Date.now() });
}
export async function dropSession(): Promise<void> {
  await deviceDb.session.delete('current');
}

export async function readFact<K extends keyof DeviceFacts>(key: K): Promise<DeviceFacts[K] | undefined> {
  return (await deviceDb.facts.get(key))?.value as DeviceFacts[K] | undefined;
}
export async function saveFact<K extends keyof DeviceFacts>(key: K, value: DeviceFacts[K]): Promise<void> {
  await deviceDb.facts.put({ key, value });
}
