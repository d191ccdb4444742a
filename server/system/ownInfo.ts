import { sql } from 'drizzle-orm';
import { problemOf } from '#domain/kernel/check.ts';
import { phoneFault } from '#domain/session/phone.ts';
import { guardedOwnFields, ownProof } from '#domain/user/ownInfo.ts';
import { userAccount } from '#domain/user/userAccount.ts';
import { problemsError } from '#server/kernel/core/answers.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import type { CallContext, Tx } from '#server/kernel/http/serve.ts';
import type { Once } from '#server/kernel/verbs/serveCalls.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { isOwnPassword, openPassword } from '#server/session/changePassword.ts';
import { takePhoneCode } from '#server/session/phoneCode.ts';
import type { SessionUser } from '#server/session/sessionUser.ts';
import { readRow } from '#server/storage/readRows.ts';
import { nowMs, nowSql } from '#server/storage/clock.ts';
import { scalarText } from './scalarText.ts';

type Sent = Readonly<Record<string, unknown>>;

/** Throws UserError 400 at the field where the own password is missing or wrong. */
async function requireOwnPassword({ db }: CallContext<unknown>, user: SessionUser, given: string): Promise<void> {
  if (given === '') throw problemsError([problemOf('password', ownProof.password, 'required')]);
  if (await isOwnPassword(db, user, await openPassword(db, given))) return;
  throw problemsError([problemOf('password', ownProof.password, 'rule', { text: ['当前密码不正确', 'The current password is wrong'] })]);
}

/** Throws UserError 400 at the field where the number is none, or the code is not the one that was sent to it for this account. */
async function requirePhoneCode({ database }: CallContext<unknown>, user: SessionUser, phone: string, sent: Sent): Promise<void> {
  const fault = phoneFault(phone);
  if (fault) throw problemsError([problemOf('phone', userAccount.fields.phone, 'rule', { text: fault })]);
  const { tenantId, id: userId } = user;
  const asked = { tenantId, phone, id: scalarText(sent['codeId']), value: scalarText(sent['codeValue']), use: { userId } };
  if (await takePhoneCode({ database, now: nowMs }, asked)) return;
  throw problemsError([problemOf('codeValue', ownProof.codeValue, 'rule', { text: ['验证码错误或已过期', 'The code is wrong or has expired'] })]);
}

/** From now on this number, and no other, brings the account in. Throws UserError 400 where it brings in another one. */
async function keepLoginPhone(tx: Tx, { tenantId, id }: SessionUser, phone: string): Promise<void> {
  // A number that its account gave up, or whose account is gone, is free.
  await tx.execute(sql`delete from login_phone l where tenant_id = ${tenantId} and (user_id = ${id} or (phone = ${phone} and not exists (
    select 1 from user_account u where u.tenant_id = l.tenant_id and u.id = l.user_id and u.is_deleted = 0 and u.phone = l.phone)))`);
  const { rows } = await tx.execute(sql`insert into login_phone (tenant_id, phone, user_id, proven_time)
    values (${tenantId}, ${phone}, ${id}, ${nowSql}) on conflict do nothing returning 1`);
  if (rows.length === 0)
    throw problemsError([
      problemOf('phone', userAccount.fields.phone, 'rule', {
        text: ['该手机号已用于另一个账号的登录', 'This number is the login of another account'],
      }),
    ]);
}

/**
 * What a user may change of oneself. Name, number and mail tell who one is and where codes go: they take the password,
 * so that a session left open gives nobody the account. A number becomes a way in by a code sent to it.
 */
export async function updateOwnInfo(context: CallContext<unknown, Sent> & { readonly once: Once }): Promise<{ id: string }> {
  const sent = context.body;
  const { realName, name, phone, email, sex } = sent;
  const own = Object.fromEntries(Object.entries({ realName, name, phone, email, sex }).filter(([, value]) => value !== undefined));
  const user = await authenticate(context.request);
  const known = await readRow<Record<string, unknown>>(
    context.db,
    sql`select real_name, name, phone, email from user_account where tenant_id = ${user.tenantId} and id = ${user.id}`,
  );
  const isChanged = guardedOwnFields.some((field) => own[field] !== undefined && scalarText(own[field]) !== scalarText(known?.[field]));
  const isProving = scalarText(sent['codeValue']) !== '';
  if (isChanged || isProving) await requireOwnPassword(context, user, scalarText(sent['password']));
  const number = scalarText(phone ?? known?.['phone']);
  if (isProving) await requirePhoneCode(context, user, number, sent);
  return context.once(async (tx, writing) => {
    const saved = await saveRow(tx, userAccount, { ...own, ...(isProving ? { phone: number } : {}), id: user.id }, writing);
    if (isProving) await keepLoginPhone(tx, user, number);
    return saved;
  });
}
