import type { FastifyBaseLogger } from 'fastify';
import type { CryptoOptions } from '#domain/session/loginOptions.ts';
import type { Ports } from '#server/ports/ports.ts';
import type { Database } from '#server/storage/database.ts';
import type { PolicyBoard } from '#server/kernel/core/policies.ts';
import type { ActingCache } from './actingCache.ts';
import type { ServerSecrets } from './serverSecrets.ts';

/** What every part of the session works with; made once per application. */
export interface SessionCore {
  readonly database: Database;
  readonly secrets: ServerSecrets;
  readonly cache: ActingCache;
  readonly product: string;
  readonly isCaptchaOn: boolean;
  /** The password of the demo accounts, shown on the login page; null outside demo mode. */
  readonly demoPassword: string | null;
  /** The login page asks for the tenant. */
  readonly isTenantMode: boolean;
  /** Policies (domain/system/policies.ts), as they stand now or as the environment has them. */
  readonly policies: PolicyBoard;
  /** A token this old is renewed by clients, s. */
  readonly tokenSeconds: number;
  /** A password this old must be changed, days; 0: never. */
  readonly passwordDays: number;
  /** The address people know this installation by, without a slash at its end; null: that of the request. */
  readonly publicUrl: string | null;
  /** What clients may seal (docs/wire.md#sealing); null: nothing. */
  readonly crypto: CryptoOptions | null;
  /** `id:secret` of the programme in our page. */
  readonly client: string;
  readonly ports: Pick<Ports, 'sms' | 'outgoing'>;
  readonly log: FastifyBaseLogger;
  /** Work that nobody waits for; closing does. */
  readonly inBackground: (work: Promise<unknown>) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
