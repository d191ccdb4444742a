import { eq, inArray, sql } from 'drizzle-orm';
import { problemOf } from '#domain/kernel/check.ts';
import { authClient, ownClientIds } from '#domain/system/authClient.ts';
import { problemsError, UserError } from '#server/kernel/answers.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { movedSecrets } from '#server/kernel/movedSecrets.ts';
import { notFound } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { fingerprint } from '#server/session/tokens.ts';
import { authClientTable } from '#server/storage/sessionTables.ts';
import { checkedRecord, ownRow, ownTableReads, requirePlatform, textIdsOf, type OwnTable } from './ownTable.ts';
import { scalarText } from './scalarText.ts';
import { writeOnce } from './writing.ts';

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

const submit = defineCall({
  method: 'POST',
  service: 'system',
  path: 'client/submit',
  title: ['保存应用', 'Save a client'],
  permission: 'authClient_save',
  handle: async (context) => {
    requirePlatform(context.user);
    const { db, now } = context;
    const sent = (context.body ?? {}) as Record<string, unknown>;
    const id = scalarText(sent['id']);
    const known = id === '' ? undefined : await ownRow(db, clients, id);
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
    return writeOnce(
      context,
      'authClient.save',
      async (tx, by) => {
        const rows = known
          ? await tx
              .update(authClientTable)
              .set({ ...columns, version: sql`version + 1`, updateTime: new Date() })
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
      },
      ['clientSecret'],
    );
  },
});

function act(path: 'enable' | 'disable' | 'remove', title: Call['title']): Call {
  return defineCall({
    method: 'POST',
    service: 'system',
    path: `client/${path}`,
    title,
    permission: `authClient_${path}`,
    handle: (context) => {
      requirePlatform(context.user);
      return writeOnce(context, `authClient.${path}`, async (tx, by) => {
        const ids = textIdsOf(context, 'clientId');
        if (path !== 'enable' && ids.some((id) => ownClientIds.has(id)))
          throw new UserError(400, ['本系统自身的应用不能停用或删除', 'The product’s own client can be neither stopped nor removed']);
        const rows =
          path === 'remove'
            ? await tx.delete(authClientTable).where(inArray(authClientTable.clientId, ids)).returning({ id: authClientTable.clientId })
            : await tx
                .update(authClientTable)
                .set({ isDisable: path === 'disable' ? 1 : 0, version: sql`version + 1`, updateTime: new Date() })
                .where(inArray(authClientTable.clientId, ids))
                .returning({ id: authClientTable.clientId });
        if (rows.length < ids.length) throw notFound(authClient);
        for (const { id } of rows)
          await writeAudit(tx, { ...by, action: `authClient.${path}`, subject: id, before: null, after: null, now: context.now });
        return true;
      });
    },
  });
}

export const clientCalls: readonly Call[] = [
  ...ownTableReads(clients),
  submit,
  act('enable', ['启用应用', 'Enable clients']),
  act('disable', ['停用应用', 'Disable clients']),
  act('remove', ['删除应用', 'Remove clients']),
];
