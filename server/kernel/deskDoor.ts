import type { FastifyRequest } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Database } from '#server/storage/database.ts';
import type { Reader } from '#server/storage/readRows.ts';
import type { BlobStore } from './blobStore.ts';
import type { DeviceSecrets } from './deviceSecrets.ts';
import type { SealKeys } from './sealKeys.ts';
import type { ServedCommand } from './serve.ts';

/** active: he may act. disabled, removed: his acts are kept for a supervisor. */
export interface Author {
  readonly standing: 'active' | 'disabled' | 'removed';
  /** With the permissions he has now, under the roles he signed as. */
  readonly user: ActingUser;
}

/** Finds an author in a tenant; null where there never was one. `roleIds`: comma list of what he worked as; '' for all he has. */
export type FindAuthor = (tenantId: string, userId: string, roleIds: string) => Promise<Author | null>;
/** When what acts follow from was done, by their lanes. */
export type LaneTimes = (reader: Reader, tenantId: string, lanes: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What the desks' calls work with; made once per application. */
export interface DeskDoor {
  readonly database: Database;
  readonly product: string;
  readonly commands: ReadonlyMap<string, ServedCommand>;
  readonly sealKeys: SealKeys;
  readonly deviceSecrets: DeviceSecrets;
  readonly findAuthor: FindAuthor;
  readonly laneTimes: LaneTimes;
  readonly blobs: BlobStore;
  readonly authenticate: (request: FastifyRequest) => Promise<ActingUser>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const doors = new WeakMap<object, DeskDoor>();

/** Says what the desks' calls of a server work with. */
export function bindDeskDoor(server: object, door: DeskDoor): void {
  doors.set(server, door);
}

/** The same for a request. */
export function deskDoorOf(request: FastifyRequest): DeskDoor {
  const door = doors.get(request.server.server);
  if (!door) throw new Error('registerOfflineRoutes was not called on this application');
  return door;
}
