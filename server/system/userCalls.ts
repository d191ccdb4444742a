import { sql } from 'drizzle-orm';
import { platformTenantId } from '#domain/system/platform.ts';
import { userAccount, userStatus } from '#domain/user/userAccount.ts';
import { ownInfo, userContracts } from '#domain/user/userCalls.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { removeRows, saveRow, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, CallContext, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls, type Once } from '#server/kernel/verbs/serveCalls.ts';
import { accountOf } from '#server/session/accounts.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { changeOwnPassword, openPassword, setPassword } from '#server/session/changePassword.ts';
import { hashNewPassword, tracesInPassword, tracesInRecord } from '#server/session/newPassword.ts';
import { unlockAccounts } from '#server/session/lockOut.ts';
import { hashPassword, oneTimePassword } from '#server/session/passwordHash.ts';
import { endIfStopped } from '#server/session/endIfStopped.ts';
import { readRow } from '#server/storage/readRows.ts';
import { limitNewAccount, refuseBeyond, refuseForAdministrators, refuseWiderSight } from './accountReach.ts';
import { idsIn, idsOf } from '#server/kernel/core/idList.ts';
import { scalarText } from './scalarText.ts';
import { refuseBeyondQuota } from '#server/session/tenantQuota.ts';
import { nowText } from '#server/storage/clock.ts';

async function accountsOf({ db, user }: CallContext<unknown>, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => accountOf(db, user.tenantId, id)));
  return found.map((account) => {
    if (!account) throw new UserError(404, ['未找到用户', 'User not found']);
    return account;
  });
}

const audit = (tx: Tx, writing: Writing, action: string, subject: string): Promise<void> =>
  writeAudit(tx, { ...writing, action: `userAccount.${action}`, subject, before: null, after: null, now: nowText() });

type Sent = Readonly<Record<string, unknown>>;
type Writes<Body = unknown> = CallContext<unknown, Body> & { readonly once: Once };

/** Saves an account. A new one gets the password sent with it, else one for a single use, which the answer tells once. */
export async function saveAccount(context: Writes<Sent>) {
  const { db, user } = context;
  const acting = await authenticate(context.request);
  const { password, ...record } = context.body;
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
  const saved = await context.once(work);
  // The ledger of acts keeps answers: none may hold a password.
  return isMade && made !== null ? { ...saved, oneTimePassword: made } : saved;
}

/** Gives accounts these roles instead of those they have. */
async function grant(context: Writes) {
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
  return context.once(async (tx, writing) => {
    for (const id of ids) {
      await saveRow(tx, userAccount, { id, roleId: roleIds.join(',') }, writing);
      await refuseWiderSight(tx, context.user, id);
    }
    return true as const;
  });
}

async function remove(context: Writes) {
  const { db } = context;
  const acting = await authenticate(context.request);
  const ids = idsOf(context, 'ids');
  if (ids.includes(context.user.id)) throw new UserError(400, ['不能删除本人账号', 'You cannot remove your own account']);
  for (const account of await accountsOf(context, ids)) await refuseForAdministrators(db, acting, account.roleIds);
  return context.once(async (tx, writing) => {
    const isDone = await removeRows(tx, userAccount, ids, writing);
    for (const id of ids) await endIfStopped(tx, context.user.tenantId, id);
    return isDone;
  });
}

/**
 * What the public flavour resets to (docs/wire.md#passwords): its screens show no answer, so the platform agrees on a password in a
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
export async function resetPasswords(context: CallContext<unknown>) {
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
  return shared === null ? made.map(({ account, password }) => ({ account, password })) : (true as const);
}

async function unlock(context: Writes) {
  const accounts = await accountsOf(context, idsOf(context, 'userIds'));
  return context.once(async (tx, writing) => {
    await unlockAccounts(
      tx,
      context.user.tenantId,
      accounts.map(({ account }) => account),
    );
    for (const { id } of accounts) await audit(tx, writing, 'unlock', id);
    return true as const;
  });
}

/** The signed-in user's own row. */
export async function infoOf({ db, request }: CallContext<unknown>) {
  const acting = await authenticate(request);
  const row = await readRow(
    db,
    sql`select id, tenant_id, account, real_name, name, coalesce(phone, '') as phone, coalesce(email, '') as email, sex, coalesce(avatar, '') as avatar,
    array_to_string(role_ids, ',') as role_id, array_to_string(dept_ids, ',') as dept_id,
    coalesce((select string_agg(r.role_name, '、' order by r.sort, r.id) from role r where r.tenant_id = u.tenant_id and r.is_deleted = 0 and r.id = any(u.role_ids)), '') as role_name,
    coalesce((select string_agg(d.dept_name, '、' order by d.sort, d.id) from department d where d.tenant_id = u.tenant_id and d.is_deleted = 0 and d.id = any(u.dept_ids)), '') as dept_name,
    coalesce((select string_agg(p.post_name, '、' order by p.sort, p.id) from post p where p.tenant_id = u.tenant_id and p.is_deleted = 0 and p.id = any(u.post_ids)), '') as post_name,
    array_to_string(post_ids, ',') as post_id,
    case when exists (select 1 from login_phone l where l.tenant_id = u.tenant_id and l.user_id = u.id and l.phone = u.phone) then 1 else 0 end as is_phone_proven from user_account u where tenant_id = ${acting.tenantId} and id = ${acting.id}`,
    ownInfo,
  );
  if (!row) throw new UserError(404, ['未找到用户', 'User not found']);
  return row;
}

type Passwords = Readonly<Partial<Record<'oldPassword' | 'newPassword' | 'newPassword1', string | undefined>>>;
/** Arguments in the query string, as the contract has it, or in the body, where they leave no trace in logs. */
export async function updatePassword({ database, request, query, body }: CallContext<Passwords, Passwords>): Promise<true> {
  const { oldPassword = '', newPassword = '', newPassword1 = '' } = { ...query, ...body };
  await changeOwnPassword(database, await authenticate(request), { oldPassword, newPassword, newPassword1 });
  return true;
}

export const userCalls: readonly Call[] = serveCalls(userContracts, {
  'POST system/user/submit': { handle: saveAccount },
  'POST system/user/update': { handle: saveAccount },
  'POST system/user/grant': { handle: grant },
  'POST system/user/remove': { handle: remove },
  'POST system/user/reset-password': { handle: resetPasswords },
  'POST system/user/unlock': { handle: unlock },
});
/** A sheet's accounts are saved by it, one by one. */
export const submitUser: Call = userCalls.find(({ path }) => path === 'user/submit')!;
