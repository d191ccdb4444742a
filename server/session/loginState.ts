import { createHash, randomBytes } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/storage/database.ts';
import { secureMark } from './authenticate.ts';
import { loginStateTable } from '#server/storage/sessionTables.ts';
import { fingerprint } from './tokens.ts';

/** So long somebody may take at the provider. */
const lifeMs = 10 * 60_000;
const cookieName = 'accession-login-state';
const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Ties a login to the browser that began it: nobody can be led into finishing another's. */
export function browserKeyOf(request: FastifyRequest): string {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '';
}

export interface LoginState {
  readonly tenantId: string;
  readonly source: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** Begins a login at a provider: what the address to go to carries. */
export async function beginLogin(
  { orm }: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Omit<LoginState, 'verifier'> & { readonly mark: string },
  now: number,
): Promise<{ readonly state: string; readonly challenge: string }> {
  const [state, verifier, known] = [`${asked.mark}.${random(24)}`, random(48), browserKeyOf(request)];
  // Two logins begun in two tabs are one browser's.
  const browserKey = /^[\w-]{32}$/.test(known) ? known : random(24);
  const { tenantId, source, redirectUri } = asked;
  await orm.insert(loginStateTable).values({
    tenantId,
    source,
    redirectUri,
    verifier,
    stateHash: fingerprint(state),
    browserHash: fingerprint(browserKey),
    expireTime: new Date(now + lifeMs),
  });
  void reply.header(
    'set-cookie',
    `${cookieName}=${browserKey}; Path=/api/blade-auth; Max-Age=${lifeMs / 1000}; HttpOnly; SameSite=Lax${secureMark(request)}`,
  );
  return { state, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** What was begun with this state in this browser; null where nothing was, or too long ago. Either way it is used up. */
export async function takeLogin({ orm }: Database, state: string, browserKey: string, now: number): Promise<LoginState | null> {
  if (state === '') return null;
  const [taken] = await orm
    .delete(loginStateTable)
    .where(eq(loginStateTable.stateHash, fingerprint(state)))
    .returning();
  return taken && taken.expireTime.getTime() > now && taken.browserHash === fingerprint(browserKey) ? taken : null;
}

/** Drops logins nobody came back from. */
export async function sweepLogins({ orm }: Database, now: number): Promise<void> {
  await orm.delete(loginStateTable).where(lt(loginStateTable.expireTime, new Date(now)));
}
