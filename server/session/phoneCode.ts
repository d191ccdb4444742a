import { randomInt, randomUUID } from 'node:crypto';
import { and, count, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { platformStatus, smsFormat, smsPlatform } from '#domain/base/smsPlatform.ts';
import { resendSeconds } from '#domain/session/loginOptions.ts';
import { phoneFault } from '#domain/session/phone.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import { localAddress } from '#server/ports/ports.ts';
import type { SmsAccount } from '#server/ports/sms.ts';
import type { Database } from '#server/storage/database.ts';
import { smsCodeTable } from '#server/storage/sessionTables.ts';
import { tableOf } from '#server/storage/tables.ts';
import { accountOfPhone, tenantState } from './accounts.ts';
import { inTurn } from './lockOut.ts';
import { decryptPassword } from './loginKey.ts';
import type { SessionCore } from './sessionCore.ts';
import { fingerprint } from './tokens.ts';

const lifeMs = 5 * 60_000;
const allowedTries = 5;
/** Against the use of our sender for somebody's annoyance. */
const mostADay = 10;
const mostAnHourOfAddress = 30;
const hourMs = 3_600_000;
const platforms = tableOf(smsPlatform);

/** A phone number as it was sent: sealed with our key, or plain. */
export function openPhone(core: SessionCore, given: string): string {
  return (decryptPassword(core.secrets.loginKey, given) ?? given).trim();
}

/** The account at a provider that codes go out through: the tenant's first one in use; null where it has none. */
export async function codeSender({ orm }: Database, tenantId: string): Promise<SmsAccount | null> {
  const [found] = await orm
    .select()
    .from(platforms)
    .where(and(eq(platforms.tenantId, tenantId), eq(platforms.isDeleted, 0), eq(platforms.status, platformStatus.on)))
    .orderBy(platforms.createTime, platforms.id)
    .limit(1);
  if (!found) return null;
  const row = found as Record<string, any>;
  const secrets = await openSecrets(orm, smsPlatform, tenantId, row['id']);
  return {
    url: row['url'],
    isJson: row['format'] === smsFormat.json,
    userName: row['userName'],
    resourcesName: row['resourcesName'],
    signature: row['signature'],
    successText: row['successText'],
    password: secrets['password'] ?? null,
    appkey: secrets['appkey'] ?? null,
  };
}

/** Where a code counts: for a login, for the one account (its id) that proves its number by it, or for the one link that opens a report. */
type CodeUse = 'login' | { readonly userId: string } | { readonly linkId: string };
const markOf = (id: string, use: CodeUse, code: string): string =>
  fingerprint(use === 'login' ? `${id} ${code}` : 'userId' in use ? `${id} ${use.userId} ${code}` : `${id} link ${use.linkId} ${code}`);
const nameOf = (use: CodeUse): string => (use === 'login' ? '登录' : 'userId' in use ? '手机号' : '查看报告');

/**
 * Sends a code to a phone and answers the sending's id. For a login nothing is sent to a number that brings nobody in, and
 * nothing tells the difference: the message leaves after the answer. Throws UserError 400 for a number that is none, 429 when asked too often.
 */
export async function sendPhoneCode(
  core: SessionCore,
  asked: { tenantId: string; phone: string; address: string; use: CodeUse },
): Promise<{ id: string; seconds: number }> {
  const phone = openPhone(core, asked.phone);
  const fault = phoneFault(phone);
  if (fault) throw new UserError(400, fault);
  const { orm } = core.database;
  if ((await tenantState(orm, asked.tenantId, core.now())) !== 'valid') throw new UserError(400, ['用户租户不存在', 'No such tenant']);
  const sender = await codeSender(core.database, asked.tenantId);
  if (!sender) throw new UserError(400, ['未配置短信平台,不能发送验证码', 'No SMS platform is set up: codes cannot be sent']);
  const phoneHash = hashOf(asked.tenantId, phone);
  const [id, code] = [randomUUID(), String(randomInt(1_000_000)).padStart(6, '0')];
  const note = async (): Promise<void> => {
    await refuseTooOften(core, phoneHash, asked.address);
    await orm.insert(smsCodeTable).values({
      id,
      tenantId: asked.tenantId,
      phoneHash,
      codeHash: markOf(id, asked.use, code),
      remoteIp: asked.address,
      createTime: new Date(core.now()),
    });
  };
  // Asked for many times at once, the first is counted before the second is judged.
  await inTurn(`codes from ${asked.address}`, () => inTurn(`codes to ${phoneHash}`, note));
  if (asked.use !== 'login' || (await accountOfPhone(orm, asked.tenantId, phone)) !== null) {
    const content = `您的${nameOf(asked.use)}验证码为${code},${lifeMs / 60_000}分钟内有效,请勿告诉他人。`;
    core.inBackground(
      core.ports.sms.send(sender, { telephone: phone, content, secret: code }).then(({ isAccepted, text }) => {
        if (!isAccepted) core.log.warn({ answer: text }, 'a phone code was not taken by the provider');
        else if (core.demoPassword !== null && sender.url === localAddress) core.log.info(`demo: phone code ${code} for ${phone}`);
      }),
    );
  }
  return { id, seconds: resendSeconds };
}

const hashOf = (tenantId: string, phone: string): string => fingerprint(`${tenantId} ${phone}`);

async function refuseTooOften({ database: { orm }, now }: SessionCore, phoneHash: string, address: string): Promise<void> {
  const at = now();
  const since = (ms: number) => gt(smsCodeTable.createTime, new Date(at - ms));
  const [ofPhone] = await orm
    .select({ sent: count(), last: sql<string | null>`max(${smsCodeTable.createTime})` })
    .from(smsCodeTable)
    .where(and(eq(smsCodeTable.phoneHash, phoneHash), since(24 * hourMs)));
  const waited = ofPhone?.last ? at - new Date(ofPhone.last).getTime() : Infinity;
  if (waited < resendSeconds * 1000) {
    const seconds = Math.ceil((resendSeconds * 1000 - waited) / 1000);
    throw new UserError(429, [`请${seconds}秒后再发送`, `Wait ${seconds} s for another code`], { headers: { 'retry-after': String(seconds) } });
  }
  const [ofAddress] = await orm
    .select({ sent: count() })
    .from(smsCodeTable)
    .where(and(eq(smsCodeTable.remoteIp, address), since(hourMs)));
  if ((ofPhone?.sent ?? 0) >= mostADay || (ofAddress?.sent ?? 0) >= mostAnHourOfAddress)
    throw new UserError(429, ['验证码发送过于频繁,请稍后再试', 'Too many codes, try again later']);
}

/** True where these are the digits that were sent to this phone; they are used up. A wrong try is counted. */
export async function takePhoneCode(
  { database: { orm }, now }: Pick<SessionCore, 'database' | 'now'>,
  asked: { tenantId: string; phone: string; id: string; value: string; use: CodeUse },
): Promise<boolean> {
  const row = and(
    eq(smsCodeTable.id, asked.id),
    eq(smsCodeTable.phoneHash, hashOf(asked.tenantId, asked.phone)),
    isNull(smsCodeTable.usedTime),
    lt(smsCodeTable.tries, allowedTries),
    gt(smsCodeTable.createTime, new Date(now() - lifeMs)),
  );
  const taken = await orm
    .update(smsCodeTable)
    .set({ usedTime: new Date(now()) })
    .where(and(row, eq(smsCodeTable.codeHash, markOf(asked.id, asked.use, asked.value.trim()))))
    .returning({ id: smsCodeTable.id });
  if (taken.length === 1) return true;
  await orm
    .update(smsCodeTable)
    .set({ tries: sql`${smsCodeTable.tries} + 1` })
    .where(row);
  return false;
}

/** Drops codes of the day before yesterday: until then they count toward the limits. */
export async function sweepPhoneCodes({ orm }: Database, now: number): Promise<void> {
  await orm.delete(smsCodeTable).where(lt(smsCodeTable.createTime, new Date(now - 48 * hourMs)));
}
