import { sql } from 'drizzle-orm';
import { clientAccountContracts } from '#domain/user/userCalls.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { isId } from '#domain/kernel/ids.ts';
import { clientAccount } from '#domain/user/clientAccount.ts';
import { buildType, userStatus, userType } from '#domain/user/userAccount.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { defineView } from '#server/kernel/resource/views.ts';
import { readRow } from '#server/storage/readRows.ts';
import { type Asked, externalAccounts } from './externalAccounts.ts';
import { scalarText } from './scalarText.ts';

export const clientAccountView = defineView({
  name: 'clientAccount',
  grams: { realName: 'grams' },
  select: `select u.id, u.tenant_id, u.account, u.real_name, u.grams, u.send_sample_client_id, u.dept_ids, u.role_ids, u.phone, u.email,
    coalesce(u.status, ${userStatus.active}) as status, coalesce(u.build_type, ${buildType.manual}) as build_type, u.create_time,
    (select string_agg(g.panel_group_name, '、' order by g.search_key, g.id) from user_scope s join panel_group g on g.tenant_id = s.tenant_id and g.id = any(s.target_ids)
      where s.tenant_id = u.tenant_id and s.user_id = u.id and s.kind = 'panelGroup') as group_names,
    case when exists (select 1 from number_segment n where n.tenant_id = u.tenant_id and n.send_sample_client_id = u.send_sample_client_id and n.is_deleted = 0 and n.is_disable = 0) then 1 else 0 end as self_number_segment,
    (select x.real_name from user_account x where x.tenant_id = u.tenant_id and x.id = u.create_user) as creator
  from user_account u where u.is_deleted = 0 and u.user_type = ${userType.third} and u.send_sample_client_id is not null`,
});

interface ClientFacts extends Record<string, unknown> {
  readonly clientCode: string;
  readonly clientName: string;
  /** The account that was opened for it by the system. */
  readonly account: string | null;
}

/** Throws UserError 400 where the client is not named, or has an account of the system already. */
async function record({ db, user }: Asked, given: Readonly<Record<string, unknown>>, id: string): Promise<Record<string, unknown>> {
  const { buildType: asked, name, sendSampleClientId, ...body } = given;
  const realName = body['realName'] ?? name;
  const clientId = scalarText(sendSampleClientId);
  const own = { ...body, ...(realName === undefined ? {} : { realName }) };
  if (id !== '' && sendSampleClientId === undefined) return own;
  if (clientId === '') throw problemsError([problemOf('sendSampleClientId', clientAccount.fields.sendSampleClientId, 'required')]);
  if (id !== '') return { ...own, sendSampleClientId: clientId };
  const made = { ...own, sendSampleClientId: clientId, buildType: Number(asked) === buildType.system ? buildType.system : buildType.manual };
  if (made.buildType === buildType.manual || !isId(clientId)) return made;
  const client = await readRow<ClientFacts>(
    db,
    sql`select c.client_code, c.client_name, (select u.account from user_account u where u.tenant_id = c.tenant_id and u.send_sample_client_id = c.id and u.build_type = ${buildType.system} and u.is_deleted = 0 limit 1) as account
      from send_sample_client c where c.tenant_id = ${user.tenantId} and c.id = ${clientId} and c.is_deleted = 0`,
  );
  if (client?.account)
    throw new UserError(400, [`该单位已有系统账号: ${client.account}`, `The client has an account of the system: ${client.account}`]);
  // One of many: it is called as its client is.
  return { account: client?.clientCode, realName: client?.clientName.slice(0, 40), ...made };
}

/** A client's accounts: opened one by one, or for many clients alike (`buildType` 1: named as the client is). */
const accounts = externalAccounts({
  resource: clientAccount,
  isListed: sql`user_type = ${userType.third} and send_sample_client_id is not null`,
  record,
});
export const clientAccountCalls: readonly Call[] = serveCalls(clientAccountContracts, {
  'POST base/client-account/submit': accounts.save,
  'POST base/client-account/enable': accounts.enable,
  'POST base/client-account/disable': accounts.disable,
  'POST base/client-account/reset-password': accounts.reset,
});
