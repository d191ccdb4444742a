import Dexie, { type EntityTable } from 'dexie';

/** Who is signed in on this terminal: one row, `id: 'current'`; read by every tab and by the service worker. */
export interface Session {
  readonly userId: string;
  readonly tenantId: string;
  readonly account: string;
  readonly realName: string;
  /** Role aliases, e.g. `administrator`. */
  readonly roleNames: readonly string[];
  readonly deptId: string;
  readonly roleId: string;
  readonly accessToken: string;
  /** Desk clock, ms since 1970. */
  readonly issuedAt: number;
  /** Desk clock, ms since 1970. */
  readonly expiresAt: number;
}
export interface SessionRow extends Session {
  readonly id: 'current';
}
export interface KeyedRow {
  readonly key: string;
  readonly value: unknown;
}

/**
 * `accession-device`: what belongs to this terminal rather than to a user's work (offline.md 3.2).
 * session: the current login. config: product, public key, cached profile and other named values.
 * device: the device's identity. clock: the server clock's offset. No queue, no master data, no patient data.
 */
export type DeviceDb = Dexie & {
  session: EntityTable<SessionRow, 'id'>;
  config: EntityTable<KeyedRow, 'key'>;
  device: EntityTable<KeyedRow, 'key'>;
  clock: EntityTable<KeyedRow, 'key'>;
};

export const deviceDb = new Dexie('accession-device') as DeviceDb;
deviceDb.version(1).stores({ session: 'id', config: 'key', device: 'key', clock: 'key' });

/** A named value of this terminal; undefined where none was kept. */
export async function readConfig<T>(key: string): Promise<T | undefined> {
  return (await deviceDb.config.get(key))?.value as T | undefined;
}
export async function writeConfig(key: string, value: unknown): Promise<void> {
  await deviceDb.config.put({ key, value });
}
export async function dropConfig(key: string): Promise<void> {
  await deviceDb.config.delete(key);
}
