import type { Database } from '#server/storage/database.ts';
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
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
