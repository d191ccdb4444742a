import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { userOauthTable } from '#server/storage/sessionTables.ts';
import { accountNamed, accountOf, isAdministrator, rolesOf, type Account } from './accounts.ts';
import type { AuthClient } from './authClient.ts';
import { takeLogin } from './loginState.ts';
import { OAuthError } from './oauthError.ts';
import { openSession, requireTenant } from './openSession.ts';
import { personOf, providerOf, type Person, type Provider } from './providers.ts';
import type { SessionCore } from './sessionCore.ts';
import { guestAnswer, type TokenAnswer } from './tokenAnswer.ts';
import type { TokenRequest } from './tokenRequest.ts';

/**
 * Signs in whom a configured provider vouches for: grants `social` and `authorization_code` (docs/wire.md#token). The tenant is
 * that of the login begun here, whatever the call says; clients that know no `state` parameter send it as their tenant.
 * A third party's person without an account is answered as a guest, who may ask for one. Throws OAuthError.
 */
export async function providerGrant(core: SessionCore, client: AuthClient, asked: TokenRequest): Promise<TokenAnswer> {
  if (asked.code === '') throw new OAuthError('invalidRequest');
  const login = await takeLogin(core.database, asked.state || asked.tenantId, asked.browserKey, core.now());
  if (!login || (asked.source !== '' && asked.source !== login.source)) throw new OAuthError('badState');
  await requireTenant(core, login.tenantId);
  const provider = await providerOf(core.database, login.tenantId, login.source);
  if (!provider) throw new OAuthError('providerUnknown', login.tenantId);
  const person = await personOf(core, provider, asked.code, login);
  const account = (await boundAccount(core, provider, person)) ?? (await bindBySso(core, provider, person));
  if (account) return openSession(core, client, asked, account);
  if (provider.kind === 'sso') throw new OAuthError('unbound', provider.tenantId);
  return guestAnswer(provider.tenantId, await noteGuest(core, provider, person), person.name);
}

const rowOf = ({ tenantId, source }: Provider, { subject }: Person) =>
  and(eq(userOauthTable.tenantId, tenantId), eq(userOauthTable.source, source), eq(userOauthTable.subject, subject));

/** The account this person has used before; null where none is bound, or it is gone. */
async function boundAccount(core: SessionCore, provider: Provider, person: Person): Promise<Account | null> {
  const { orm } = core.database;
  const [bound] = await orm.select().from(userOauthTable).where(rowOf(provider, person));
  const account = bound?.userId ? await accountOf(orm, provider.tenantId, bound.userId) : null;
  if (account) await refuseAdministrator(core, provider, account);
  return account;
}

/**
 * What binds by itself never brings in an administrator, not even one bound before: who runs the other directory, or this
 * record of it, would be administrator here. Throws OAuthError 2008.
 */
async function refuseAdministrator({ database: { orm } }: SessionCore, { kind, tenantId }: Provider, account: Account): Promise<void> {
  if (kind === 'sso' && isAdministrator(await rolesOf(orm, tenantId, account.roleIds))) throw new OAuthError('administratorBound', tenantId);
}

/** The tenant's own directory names our account: it is bound at the first login. */
async function bindBySso(core: SessionCore, provider: Provider, person: Person): Promise<Account | null> {
  if (provider.kind !== 'sso' || person.account === '') return null;
  const account = await accountNamed(core.database.orm, provider.tenantId, person.account);
  if (!account) return null;
  await refuseAdministrator(core, provider, account);
  const now = core.now();
  await core.database.transaction(async (tx) => {
    await tx
      .insert(userOauthTable)
      .values({ ...keyOf(provider, person), id: randomUUID(), nickName: person.name, userId: account.id, seenTime: new Date(now) })
      .onConflictDoUpdate({ target: [userOauthTable.tenantId, userOauthTable.source, userOauthTable.subject], set: { userId: account.id } });
    await writeAudit(tx, {
      user: { id: account.id, account: account.account, name: account.realName, tenantId: account.tenantId, permissions: new Set() },
      deviceId: null,
      opId: null,
      action: 'userAccount.bind',
      subject: account.id,
      before: null,
      after: { source: provider.source },
      now: formatDateTime(now),
    });
  });
  return account;
}

const keyOf = ({ tenantId, source }: Provider, { subject }: Person) => ({ tenantId, source, subject });

/** Remembers somebody without an account under a new id that nobody can guess. */
async function noteGuest({ database: { orm }, now }: SessionCore, provider: Provider, person: Person): Promise<string> {
  const values = { id: randomUUID(), nickName: person.name, userId: null, seenTime: new Date(now()) };
  await orm
    .insert(userOauthTable)
    .values({ ...keyOf(provider, person), ...values })
    .onConflictDoUpdate({ target: [userOauthTable.tenantId, userOauthTable.source, userOauthTable.subject], set: values });
  return values.id;
}
