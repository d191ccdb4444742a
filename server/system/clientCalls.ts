import { eq, inArray, sql } from 'drizzle-orm';
import { problemOf } from '#domain/kernel/check.ts';
import { authClient, ownClientIds } from '#domain/system/authClient.ts';
import { clientContracts, clientReads } from '#domain/system/clientCalls.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { movedSecrets } from '#server/kernel/resource/movedSecrets.ts';
import { notFound } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls, type Written } from '#server/kernel/verbs/serveCalls.ts';
import { fingerprint } from '#server/session/tokens.ts';
import { authClientTable } from '#server/storage/sessionTables.ts';
import { nowDate } from '#server/storage/clock.ts';
import { checkedRecord, ownRow, ownTableReads, requirePlatform, textIdsOf, type OwnTable } from './ownTable.ts';
import { scalarText } from './scalarText.ts';

/** Programmes that may ask for tokens. Of a secret only its fingerprint is kept; it is never answered. */
const clients: OwnTable = {
  resource: authClient,
  isForPlatform: true,
  select: sql`select client_id as id, client_id, 'kept' as client_secret, string_to_array(grant_types, ',') as authorized_grant_types, scope,
    access_seconds as access_token_validity, refresh_seconds as refresh_token_validity, redirect_uri as web_server_redirect_uri,
    remark as additional_information, is_disable, version, create_time::timestamp(0)::text as create_time, update_time::timestamp(0)::text as update_time
    from auth_client`,
  // The family writes grant types as a comma list.
  finish: (row) => ({ ...row, authorizedGrantTypes: (row['authorizedGrantTypes'] as string[]).join(',') }),
};

const secretField = authClient.fields.clientSecret;

async function saveClient(tx: Tx, { user, now, body: sent, writing: by }: Written<Readonly<Record<string, unknown>>>) {
  requirePlatform(user);
  const id = scalarText(sent['id']);
  const known = id === '' ? undefined : await ownRow(tx, clients, id);
  const values = checkedRecord(authClient, known, sent);
  const clientId = String(values['clientId']);
  const secret = typeof values['clientSecret'] === 'string' ? values['clientSecret'] : '';
  if (known && clientId !== id) throw new UserError(400, ['应用编号不可修改', 'A client keeps its id']);
  const moved = movedSecrets(
    authClient,
    () => known !== undefined,
    (name) => (name === 'clientSecret' ? secret !== '' : scalarText(values[name]) !== scalarText(known?.[name])),
  );
  if (moved.length > 0) throw problemsError(moved);
  if (!known && secret === '') throw problemsError([problemOf('clientSecret', secretField, 'required')]);
  if (secret !== '' && secret.length < 8) throw problemsError([problemOf('clientSecret', { ...secretField, min: 8 }, 'tooShort')]);
  if (ownClientIds.has(clientId) && !(values['authorizedGrantTypes'] as string[]).includes('refresh_token'))
    throw new UserError(400, ['本系统自身的应用须保留刷新令牌', 'The product’s own client needs its refresh tokens']);
  const columns = {
    grantTypes: (values['authorizedGrantTypes'] as string[]).join(','),
    scope: scalarText(values['scope']) || 'all',
    accessSeconds: Number(values['accessTokenValidity']),
    refreshSeconds: Number(values['refreshTokenValidity']),
    redirectUri: scalarText(values['webServerRedirectUri']) || null,
    remark: scalarText(values['additionalInformation']) || null,
    ...(secret === '' ? {} : { secretHash: fingerprint(secret) }),
  };
  const rows = known
    ? await tx
        .update(authClientTable)
        .set({ ...columns, version: sql`version + 1`, updateTime: nowDate() })
        .where(eq(authClientTable.clientId, id))
        .returning({ id: authClientTable.clientId })
    : await tx
        .insert(authClientTable)
        .values({ clientId, secretHash: fingerprint(secret), ...columns })
        .onConflictDoNothing()
        .returning({ id: authClientTable.clientId });
  if (rows.length === 0) throw problemsError([problemOf('clientId', authClient.fields.clientId, 'taken', { value: clientId })]);
  const { secretHash, ...shown } = columns as typeof columns & { secretHash?: string };
  await writeAudit(tx, {
    ...by,
    action: 'authClient.save',
    subject: clientId,
    before: known ?? null,
    after: { ...shown, hasNewSecret: secretHash !== undefined },
    now,
  });
  return { id: clientId };
}

/** Enables, disables or removes clients. */
async function change(tx: Tx, verb: 'enable' | 'disable' | 'remove', context: Written<unknown>): Promise<true> {
  requirePlatform(context.user);
  const ids = textIdsOf(context, 'clientId');
  if (verb !== 'enable' && ids.some((id) => ownClientIds.has(id)))
    throw new UserError(400, ['本系统自身的应用不能停用或删除', 'The product’s own client can be neither stopped nor removed']);
  const rows =
    verb === 'remove'
      ? await tx.delete(authClientTable).where(inArray(authClientTable.clientId, ids)).returning({ id: authClientTable.clientId })
      : await tx
          .update(authClientTable)
          .set({ isDisable: verb === 'disable' ? 1 : 0, version: sql`version + 1`, updateTime: nowDate() })
          .where(inArray(authClientTable.clientId, ids))
          .returning({ id: authClientTable.clientId });
  if (rows.length < ids.length) throw notFound(authClient);
  for (const { id } of rows)
    await writeAudit(tx, { ...context.writing, action: `authClient.${verb}`, subject: id, before: null, after: null, now: context.now });
  return true;
}

export const clientCalls: readonly Call[] = [
  ...ownTableReads(clients, clientReads),
  ...serveCalls(clientContracts, {
    'POST system/client/submit': { write: saveClient },
    'POST system/client/enable': { write: (tx, context) => change(tx, 'enable', context) },
    'POST system/client/disable': { write: (tx, context) => change(tx, 'disable', context) },
    'POST system/client/remove': { write: (tx, context) => change(tx, 'remove', context) },
  }),
];
