import { sql } from 'drizzle-orm';
import { userAccount, userStatus, userType } from '#domain/user/userAccount.ts';
import { userThird } from '#domain/user/userThird.ts';
import { notFound, saveRow } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call, type CallContext } from '#server/kernel/serve.ts';
import { defineView } from '#server/kernel/views.ts';
import { revokeUserSessions } from '#server/session/sessionRows.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { idsOf } from './idList.ts';
import { scalarText } from './scalarText.ts';
import { resetPasswords, submitUser } from './userCalls.ts';
import { writeOnce } from './writing.ts';

export const userThirdView = defineView({
  name: 'userThird',
  select: `select u.id, u.tenant_id, u.account, u.real_name, u.send_sample_client_id, u.role_ids, u.dept_ids, u.phone, u.email, coalesce(u.status, ${userStatus.active}) as status, u.create_time
  from user_account u where u.is_deleted = 0 and (u.user_type = ${userType.third} or u.status = ${userStatus.awaiting})`,
});

type Asked = CallContext<Record<string, unknown>>;

/** Throws UserError 404 where one of them is no third party's account: this door leads to no others. */
async function refuseOthers(reader: Reader, tenantId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await reader.execute(sql`select 1 from user_account where tenant_id = ${tenantId} and id = ${anyId(ids)} and is_deleted = 0
    and (user_type = ${userType.third} or status = ${userStatus.awaiting})`);
  if (rows.length < ids.length) throw notFound(userThird);
}
/** `ids`, `userIds` or `id`, in the query or the body. */
function thirdIds({ query, body }: Asked): string[] {
  const given: Record<string, unknown> = { ...query, ...(body as Record<string, unknown> | null) };
  return idsOf({ query: { ids: given['ids'] ?? given['userIds'] ?? given['id'] }, body: null }, 'ids');
}

/** Saves an account of a third party under the rules of every account; roles given to one that awaits let it in. */
const save = (verb: 'submit' | 'update'): Call =>
  defineCall<Record<string, unknown>>({
    method: 'POST',
    service: 'user',
    path: `user-third/${verb}`,
    title: ['保存第三方用户', 'Save: third-party user'],
    permission: 'userThird_save',
    async handle(context) {
      const body = (context.body ?? {}) as Record<string, unknown>;
      const id = scalarText(body['id']);
      if (id !== '') await refuseOthers(context.db, context.user.tenantId, [id]);
      return submitUser.handle({ ...context, body: { status: userStatus.active, ...body, userType: userType.third } });
    },
  });

/** Lets accounts in or keeps them out; whoever is signed in with one that is kept out is so no longer. */
const change = (path: string, title: readonly [string, string], permission: string, status: 1 | 2): Call =>
  defineCall<Record<string, unknown>>({
    method: 'POST',
    service: 'user',
    path: `user-third/${path}`,
    title,
    permission,
    handle: (context) =>
      writeOnce(context, `userThird.${path}`, async (tx, writing) => {
        const { tenantId } = context.user;
        const ids = thirdIds(context);
        await refuseOthers(tx, tenantId, ids);
        for (const id of ids) {
          await saveRow(tx, userAccount, { id, status, userType: userType.third }, writing);
          if (status === userStatus.stopped) await revokeUserSessions(tx, { id, tenantId }, 'user', Date.now());
        }
        return true;
      }),
  });

const reset = defineCall<Record<string, unknown>>({
  method: 'POST',
  service: 'user',
  path: 'user-third/reset-password',
  title: ['重置第三方用户密码', 'Reset passwords: third-party users'],
  permission: 'userThird_save',
  async handle(context) {
    const ids = thirdIds(context);
    await refuseOthers(context.db, context.user.tenantId, ids);
    return resetPasswords.handle({ ...context, query: { userIds: ids.join() }, body: null });
  },
});

export const userThirdCalls: readonly Call[] = [
  save('submit'),
  save('update'),
  change('ableUser', ['启用第三方用户', 'Enable: third-party user'], 'userThird_enable', userStatus.active),
  change('disableUser', ['停用第三方用户', 'Disable: third-party user'], 'userThird_disable', userStatus.stopped),
  reset,
];
