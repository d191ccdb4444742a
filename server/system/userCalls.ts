import { sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { platformTenantId } from '#domain/system/platform.ts';
import { userAccount, userStatus } from '#domain/user/userAccount.ts';
import { UserError } from '#server/kernel/answers.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { removeRows, saveRow, type Writing } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call, type CallContext, type Tx } from '#server/kernel/serve.ts';
import { accountOf } from '#server/session/accounts.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { changeOwnPassword, openPassword, setPassword } from '#server/session/changePassword.ts';
import { hashNewPassword, tracesInPassword, tracesInRecord } from '#server/session/newPassword.ts';
import { unlockAccounts } from '#server/session/lockOut.ts';
import { hashPassword, oneTimePassword } from '#server/session/passwordHash.ts';
import { endIfStopped } from '#server/session/endIfStopped.ts';
import { readRow } from '#server/storage/readRows.ts';
import { limitNewAccount, refuseBeyond, refuseForAdministrators, refuseWiderSight } from './accountReach.ts';
import { idsIn, idsOf } from '#server/kernel/idList.ts';
import { scalarText } from './scalarText.ts';
import { updateOwnInfo } from './ownInfo.ts';
import { refuseBeyondQuota } from '#server/session/tenantQuota.ts';
import { writeOnce } from './writing.ts';

async function accountsOf({ db, user }: CallContext<unknown>, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => accountOf(db, user.tenantId, id)));
  return found.map((account) => {
    if (!account) throw new UserError(404, ['未找到用户', 'User not found']);
    return account;
  });
}

const audit = (tx: Tx, writing: Writing, action: string, subject: string): Promise<void> =>
  writeAudit(tx, { ...writing, action: `userAccount.${action}`, subject, before: null, after: null, now: formatDateTime(Date.now()) });

/** Saves an account. A new one gets the password sent with it, else one for a single use, which the answer tells once. */
const saving = (path: string): Call =>
  defineCall({
    method: 'POST',
    service: 'system',
    path,
    title: ['保存用户', 'Save a user'],
    permission: 'userAccount_save',
    handle: async (context) => {
      const { db, body, user } = context;
      const acting = await authenticate(context.request);
      const { password, ...record } = (body ?? {}) as Record<string, unknown>;
      const id = scalarText(record['id']);
      if (id === user.id && Number(record['status'] ?? userStatus.active) !== userStatus.active)
        throw new UserError(400, ['不能停用本人账号', 'You cannot stop your own account']);
      const known = id ? (await accountsOf(context, [id]))[0] : undefined;
      const wanted = idsIn(record['roleId'] ?? record['roleIds']);
      const given = wanted.filter((roleId) => !known?.roleIds.includes(roleId));
      await refuseForAdministrators(db, acting, [...(known?.roleIds ?? []), ...wanted]);
      await refuseBeyond(db, acting, given);
      const sent = typeof password === 'string' && password !== '' ? await openPassword(db, password) : null;
      const isNew = known === undefined;
      if (known && sent !== null) await refuseBeyond(db, acting, known.roleIds);
      const made = isNew && sent === null ? oneTimePassword() : null;
      const hash =
        sent === null
          ? made === null
            ? null
            : await hashPassword(made)
          : await hashNewPassword(sent, [...(known ? tracesInPassword(known) : []), ...tracesInRecord(record)]);
      let isMade = false;
      const work = async (tx: Tx, writing: Writing): Promise<{ id: string }> => {
        const saved = await saveRow(tx, userAccount, record, writing);
        if (isNew) {
          await refuseBeyondQuota(tx, user.tenantId);
          await limitNewAccount(tx, user, saved.id);
        } else {
          if (given.length > 0 || sent !== null) await refuseWiderSight(tx, user, saved.id);
          await endIfStopped(tx, user.tenantId, saved.id);
        }
        if (hash !== null) {
          await setPassword(tx, { id: saved.id, tenantId: user.tenantId }, hash, { mustChange: made !== null || !isNew });
          await audit(tx, writing, 'setPassword', saved.id);
        }
        isMade = made !== null;
        return saved;
      };
      // The ledger of acts keeps answers and hashes of what was sent: neither may hold a password.
      const saved =
        sent === null
          ? await writeOnce(context, 'userAccount.save', work)
          : await db.transaction((tx) => work(tx, { user, deviceId: null, opId: null }));
      return isMade ? { ...saved, oneTimePassword: made } : saved;
    },
  });
const submit = saving('user/submit');

/** Gives accounts these roles instead of those they have. */
const grant = defineCall({
  method: 'POST',
  service: 'system',
  path: 'user/grant',
  title: ['用户授权', 'Give roles to users'],
  permission: 'userAccount_save',
  handle: async (context) => {
    const { db } = context;
    const acting = await authenticate(context.request);
    const ids = idsOf(context, 'userIds');
    const roleIds = idsOf(context, 'roleIds');
    for (const account of await accountsOf(context, ids)) {
      await refuseForAdministrators(db, acting, [...account.roleIds, ...roleIds]);
      await refuseBeyond(
        db,
        acting,
        roleIds.filter((id) => !account.roleIds.includes(id)),
      );
    }
    return writeOnce(context, 'userAccount.grant', async (tx, writing) => {
      for (const id of ids) {
        await saveRow(tx, userAccount, { id, roleId: roleIds.join(',') }, writing);
        await refuseWiderSight(tx, context.user, id);
      }
      return true;
    });
  },
});

const remove = defineCall({
  method: 'POST',
  service: 'system',
  path: 'user/remove',
  title: ['删除用户', 'Remove users'],
  permission: 'userAccount_remove',
  handle: async (context) => {
    const { db } = context;
    const acting = await authenticate(context.request);
    const ids = idsOf(context, 'ids');
    if (ids.includes(context.user.id)) throw new UserError(400, ['不能删除本人账号', 'You cannot remove your own account']);
    for (const account of await accountsOf(context, ids)) await refuseForAdministrators(db, acting, account.roleIds);
    return writeOnce(context, 'userAccount.remove', async (tx, writing) => {
      const isDone = await removeRows(tx, userAccount, ids, writing);
      for (const id of ids) await endIfStopped(tx, context.user.tenantId, id);
      return isDone;
    });
  },
});

/**
 * What the public flavour resets to (wire 1.7): its screens show no answer, so the platform agrees on a password in a
 * parameter. Throws UserError 400 where it has not.
 */
async function initialPassword({ db }: CallContext<unknown>): Promise<string> {
  const row = await readRow<{ value: string }>(
    db,
    sql`select param_value as value from param where tenant_id = ${platformTenantId} and lower(param_key) = 'account.initpassword' and is_deleted = 0`,
  );
  if (!row) throw new UserError(400, ['请先设置参数 account.initPassword', 'Set the parameter account.initPassword first']);
  return row.value;
}

/** Gives accounts a password for a single use each; the answer tells them once. */
const resetPassword = defineCall({
  method: 'POST',
  service: 'system',
  path: 'user/reset-password',
  title: ['重置密码', 'Reset passwords'],
  permission: 'userAccount_save',
  handle: async (context) => {
    const { db } = context;
    const acting = await authenticate(context.request);
    const accounts = await accountsOf(context, idsOf(context, 'userIds'));
    for (const account of accounts) {
      await refuseForAdministrators(db, acting, account.roleIds);
      await refuseBeyond(db, acting, account.roleIds);
    }
    const shared = acting.isPublicFlavour ? await initialPassword(context) : null;
    const made = await Promise.all(
      accounts.map(async (one) => {
        const { id, account } = one;
        const password = shared ?? oneTimePassword();
        const hash = shared === null ? hashPassword(password) : hashNewPassword(password, tracesInPassword(one));
        return { id, account, password, hash: await hash };
      }),
    );
    // Not once per key: the ledger of acts must not keep a password.
    await context.db.transaction(async (tx) => {
      for (const { id, hash } of made) {
        await refuseWiderSight(tx, context.user, id);
        await setPassword(tx, { id, tenantId: context.user.tenantId }, hash, { mustChange: true });
        await audit(tx, { user: context.user, deviceId: null, opId: null }, 'resetPassword', id);
      }
      await unlockAccounts(
        tx,
        context.user.tenantId,
        made.map(({ account }) => account),
      );
    });
    return shared === null ? made.map(({ account, password }) => ({ account, password })) : true;
  },
});

const unlock = defineCall({
  method: 'POST',
  service: 'system',
  path: 'user/unlock',
  title: ['解锁账号', 'Unlock accounts'],
  permission: 'userAccount_save',
  handle: async (context) => {
    const accounts = await accountsOf(context, idsOf(context, 'userIds'));
    return writeOnce(context, 'userAccount.unlock', async (tx, writing) => {
      await unlockAccounts(
        tx,
        context.user.tenantId,
        accounts.map(({ account }) => account),
      );
      for (const { id } of accounts) await audit(tx, writing, 'unlock', id);
      return true;
    });
  },
});

/** The signed-in user's own row. */
const info: Call['handle'] = async (context) => {
  const acting = await authenticate(context.request);
  return readRow(
    context.db,
    sql`select id, tenant_id, account, real_name, name, coalesce(phone, '') as phone, coalesce(email, '') as email, sex, coalesce(avatar, '') as avatar,
    array_to_string(role_ids, ',') as role_id, array_to_string(dept_ids, ',') as dept_id,
    coalesce((select string_agg(r.role_name, '、' order by r.sort, r.id) from role r where r.tenant_id = u.tenant_id and r.is_deleted = 0 and r.id = any(u.role_ids)), '') as role_name,
    coalesce((select string_agg(d.dept_name, '、' order by d.sort, d.id) from department d where d.tenant_id = u.tenant_id and d.is_deleted = 0 and d.id = any(u.dept_ids)), '') as dept_name,
    coalesce((select string_agg(p.post_name, '、' order by p.sort, p.id) from post p where p.tenant_id = u.tenant_id and p.is_deleted = 0 and p.id = any(u.post_ids)), '') as post_name,
    array_to_string(post_ids, ',') as post_id,
    case when exists (select 1 from login_phone l where l.tenant_id = u.tenant_id and l.user_id = u.id and l.phone = u.phone) then 1 else 0 end as is_phone_proven from user_account u where tenant_id = ${acting.tenantId} and id = ${acting.id}`,
  );
};

/** Arguments in the query string, as the contract has it, or in the body, where they leave no trace in logs. */
const updatePassword: Call['handle'] = async (context) => {
  const asked = { ...(context.query as Record<string, unknown>), ...((context.body ?? {}) as Record<string, unknown>) };
  const argument = (name: string): string => (typeof asked[name] === 'string' ? asked[name] : '');
  await changeOwnPassword(context.database, await authenticate(context.request), {
    oldPassword: argument('oldPassword'),
    newPassword: argument('newPassword'),
    newPassword1: argument('newPassword1'),
  });
  return true;
};

/** Both homes of the family's user calls (wire 0.1). */
const ownCalls = (['system', 'user'] as const).flatMap((service): Call[] => {
  const at = (path: string): string => (service === 'system' ? `user/${path}` : path);
  return [
    defineCall({ method: 'GET', service, path: at('info'), title: ['个人信息', 'Own profile'], permission: null, handle: info }),
    defineCall({
      method: 'POST',
      service,
      path: at('update-info'),
      title: ['修改个人信息', 'Change own profile'],
      permission: null,
      handle: updateOwnInfo,
    }),
    defineCall({
      method: 'POST',
      service,
      path: at('update-password'),
      title: ['修改密码', 'Change own password'],
      permission: null,
      handle: updatePassword,
    }),
  ];
});

/** For accounts under another name (userThirdCalls). */
export const [submitUser, resetPasswords] = [submit, resetPassword];

/** The public flavour saves a known account under a path of its own. */
const update = saving('user/update');

export const userCalls: readonly Call[] = [submit, update, grant, remove, resetPassword, unlock, ...ownCalls];
