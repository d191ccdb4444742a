import type { FastifyRequest } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Database } from '#server/storage/database.ts';
import type { Reader } from '#server/storage/readRows.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { DeviceSecrets } from '#server/kernel/seal/deviceSecrets.ts';
import type { SealKeys } from '#server/kernel/seal/sealKeys.ts';
import type { ServedCommand } from '#server/kernel/http/serve.ts';

/** active: they may act. disabled, removed: their acts are kept for a supervisor. */
export interface Author {
  readonly standing: 'active' | 'disabled' | 'removed';
  /** With the permissions they have now, under the roles they signed as. */
  readonly user: ActingUser;
}

/** Finds an author in a tenant; null where there never was one. `roleIds`: comma list of what they worked as; '' for all they have. */
export type FindAuthor = (tenantId: string, userId: string, roleIds: string) => Promise<Author | null>;
/** When what acts follow from was done, by their lanes. */
export type LaneTimes = (reader: Reader, tenantId: string, lanes: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What the desks' calls work with; made once per application. */
export interface DeskContext {
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

const contexts = new WeakMap<object, DeskContext>();

/** Says what the desks' calls of a server work with. */
export function bindDeskContext(server: object, context: DeskContext): void {
  contexts.set(server, context);
}

/** The same for a request. */
export function deskContextOf(request: FastifyRequest): DeskContext {
  const context = contexts.get(request.server.server);
  if (!context) throw new Error('registerOfflineRoutes was not called on this application');
  return context;
}
