import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/storage/database.ts';
import { authClientTable } from '#server/storage/sessionTables.ts';
import { OAuthError } from './oauthError.ts';
import { fingerprint } from './tokens.ts';

export interface AuthClient {
  readonly clientId: string;
  readonly grantTypes: readonly string[];
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
  /** It asked in the words of the family's public flavour (docs/wire.md#two-flavours) and is answered so. */
  readonly isPublicFlavour?: boolean;
}

/** The programme named by the Basic authorization. Throws OAuthError 3000, 3001 or 3002. */
export async function clientOf({ orm }: Database, authorization: string | undefined): Promise<AuthClient> {
  const [scheme = '', encoded = ''] = (authorization ?? '').split(' ');
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(encoded, 'base64').toString('utf8') : '';
  const colon = pair.indexOf(':');
  if (colon < 1) throw new OAuthError('clientRefused');
  const [client] = await orm
    .select()
    .from(authClientTable)
    .where(eq(authClientTable.clientId, pair.slice(0, colon)));
  if (!client) throw new OAuthError('clientUnknown');
  const given = Buffer.from(fingerprint(pair.slice(colon + 1)), 'hex');
  if (!timingSafeEqual(given, Buffer.from(client.secretHash, 'hex'))) throw new OAuthError('clientRefused');
  if (client.isDisable === 1) throw new OAuthError('clientStopped');
  return {
    clientId: client.clientId,
    grantTypes: client.grantTypes.split(','),
    accessSeconds: client.accessSeconds,
    refreshSeconds: client.refreshSeconds,
  };
}
