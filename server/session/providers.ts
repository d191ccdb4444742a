import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { OfferedProvider } from '#domain/session/loginOptions.ts';
import { loginProvider, providerKind, secretStyle } from '#domain/session/loginProvider.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import type { Asked, Reply } from '#server/ports/outgoing.ts';
import type { Database } from '#server/storage/database.ts';
import { tableOf } from '#server/storage/tables.ts';
import type { LoginState } from './loginState.ts';
import { OAuthError } from './oauthError.ts';
import type { SessionCore } from './sessionCore.ts';

const providers = tableOf(loginProvider);

export interface Provider {
  readonly id: string;
  readonly tenantId: string;
  readonly source: string;
  readonly name: string;
  readonly nameEn: string;
  readonly kind: 'social' | 'sso';
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly userUrl: string;
  readonly appId: string;
  readonly isBasic: boolean;
  readonly scope: string;
  readonly subjectField: string;
  readonly nameField: string;
  readonly accountField: string;
}

const isWeb = (address: string): boolean => /^https?:\/\/\S+$/i.test(address) && URL.canParse(address);

/** The providers of a tenant that are in use and whose addresses are some, in their order. */
export async function openProviders({ orm }: Database, tenantId: string): Promise<Provider[]> {
  const rows: Record<string, any>[] = await orm
    .select()
    .from(providers)
    .where(and(eq(providers.tenantId, tenantId), eq(providers.isDeleted, 0), eq(providers.isDisable, 0)))
    .orderBy(asc(providers.sort), asc(providers.id));
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return rows
    .filter((row) => [row['authorizeUrl'], row['tokenUrl'], row['userUrl']].every((address) => isWeb(text(address))))
    .map((row) => ({
      id: row['id'],
      tenantId,
      source: row['source'],
      name: row['providerName'],
      nameEn: text(row['providerNameEn']) || row['providerName'],
      kind: row['providerKind'] === providerKind.sso ? 'sso' : 'social',
      authorizeUrl: row['authorizeUrl'],
      tokenUrl: row['tokenUrl'],
      userUrl: row['userUrl'],
      appId: row['appId'],
      isBasic: row['secretStyle'] === secretStyle.basic,
      scope: text(row['scope']),
      subjectField: text(row['subjectField']),
      nameField: text(row['nameField']),
      accountField: text(row['accountField']),
    }));
}

/** The provider of this code; null where none is in use. */
export async function providerOf(database: Database, tenantId: string, source: string): Promise<Provider | null> {
  return (await openProviders(database, tenantId)).find((one) => one.source === source) ?? null;
}

export const offered = ({ source, kind, name, nameEn }: Provider): OfferedProvider => ({ source, kind, name: [name, nameEn] });

/** Where the browser goes to be asked. */
export function authorizeAddress({ authorizeUrl, appId, scope }: Provider, asked: { redirectUri: string; state: string; challenge: string }): string {
  const address = new URL(authorizeUrl);
  const parameters = {
    response_type: 'code',
    client_id: appId,
    redirect_uri: asked.redirectUri,
    state: asked.state,
    code_challenge: asked.challenge,
    code_challenge_method: 'S256',
    ...(scope ? { scope } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

/** Whom a provider vouches for. */
export interface Person {
  readonly subject: string;
  readonly name: string;
  readonly account: string;
}

/** Changes a code for a token, and the token for the person. Throws OAuthError 2007 for whatever goes wrong outside. */
export async function personOf(core: SessionCore, provider: Provider, code: string, login: LoginState): Promise<Person> {
  const secret = (await openSecrets(core.database.orm, loginProvider, provider.tenantId, provider.id))['appSecret'] ?? '';
  try {
    const { ask } = core.ports.outgoing;
    const token = await readAnswer(ask(provider.tokenUrl, tokenRequest(provider, secret, code, login)));
    const accessToken = z.object({ access_token: z.string().min(1) }).parse(token).access_token;
    const user = await readAnswer(ask(provider.userUrl, { headers: { authorization: `Bearer ${accessToken}` } }));
    const subject = provider.subjectField ? fieldOf(user, provider.subjectField) : fieldOf(user, 'sub') || fieldOf(user, 'id');
    if (subject === '') throw new TypeError(`the answer has no ${provider.subjectField || 'sub or id'}`);
    return {
      subject: subject.slice(0, 200),
      name: fieldOf(user, provider.nameField || 'name').slice(0, 40),
      account: provider.accountField ? fieldOf(user, provider.accountField) : '',
    };
  } catch (error) {
    core.log.warn({ provider: provider.source, fault: error instanceof Error ? error.message : String(error) }, 'a login provider did not vouch');
    throw new OAuthError('providerFailed', provider.tenantId);
  }
}

function tokenRequest({ appId, isBasic }: Provider, secret: string, code: string, { redirectUri, verifier }: LoginState): Asked {
  const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(isBasic ? { authorization: `Basic ${Buffer.from(`${encoded(appId)}:${encoded(secret)}`).toString('base64')}` } : {}),
    },
    body: new URLSearchParams(isBasic ? form : { ...form, client_id: appId, ...(secret ? { client_secret: secret } : {}) }).toString(),
  };
}

async function readAnswer(asking: Promise<Reply>): Promise<unknown> {
  const { status, text } = await asking;
  if (status < 200 || status > 299) throw new TypeError(`answered ${status}`);
  return JSON.parse(text);
}

/** A field of an answer as text; `data.id` looks inside. */
function fieldOf(answer: unknown, path: string): string {
  let at = answer;
  for (const name of path.split('.')) at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  return typeof at === 'string' || typeof at === 'number' ? String(at) : '';
}
