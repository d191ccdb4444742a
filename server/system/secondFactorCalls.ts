import { formatDateTime } from '#domain/kernel/dates.ts';
import { secondFactorContracts } from '#domain/session/secondFactorCalls.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import { policyValues } from '#server/kernel/core/policies.ts';
import type { Writing } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, CallContext, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { accountOf, isAdministrator, rolesOf, type Account } from '#server/session/accounts.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { openPassword } from '#server/session/changePassword.ts';
import { clearFailures, countFailure, inTurnOf, lockedBy, secondStepSubject } from '#server/session/lockOut.ts';
import { isPasswordOf } from '#server/session/passwordHash.ts';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, secondFactorOf, takeSecondCode } from '#server/session/secondFactor.ts';
import { revokeUserSessions } from '#server/session/sessionRows.ts';
import { nowMs, nowText } from '#server/storage/clock.ts';
import { refuseBeyond, refuseForAdministrators } from './accountReach.ts';
import { scalarText } from './scalarText.ts';

type Context = CallContext<unknown>;
const audit = (tx: Tx, writing: Writing, action: string, subject: string): Promise<void> =>
  writeAudit(tx, { ...writing, action: `userAccount.${action}`, subject, before: null, after: null, now: nowText() });

async function ownAccount({ db, user }: Context): Promise<Account> {
  const account = await accountOf(db, user.tenantId, user.id);
  if (!account) throw new UserError(404, ['未找到用户', 'User not found']);
  return account;
}
const given = ({ body }: Context, name: string): string => scalarText((body as Record<string, unknown> | null)?.[name]);

async function isRequired({ db }: Context, account: Account): Promise<boolean> {
  return (await policyValues(db)).isSecondFactorAsked && isAdministrator(await rolesOf(db, account.tenantId, account.roleIds));
}

/** One try at a secret of one's own; wrong ones count, sent at once or not. Throws UserError 400. */
async function tried({ db }: Context, account: Account, subject: string, attempt: () => Promise<boolean>, wrong: UserError): Promise<void> {
  const counted = { tenantId: account.tenantId, account: subject, address: null };
  await inTurnOf(counted, async () => {
    if ((await lockedBy(db, counted, nowMs())) !== null) throw new UserError(400, ['用户登录失败次数过多', 'Too many failed logins']);
    if (await attempt()) return clearFailures(db, counted);
    await countFailure(db, counted, nowMs());
    throw wrong;
  });
}
const provePassword = async (context: Context, account: Account): Promise<void> => {
  const password = await openPassword(context.db, given(context, 'password'));
  const wrong = new UserError(400, ['密码不正确', 'The password is wrong'], { refusal: 'secondFactor.password' });
  await tried(context, account, account.account, () => isPasswordOf(account.passwordHash, password), wrong);
};
const proveCode = async (context: Context, account: Account): Promise<void> => {
  const wrong = new UserError(400, ['动态验证码错误', 'The code is wrong'], { refusal: 'secondFactor.code' });
  const take = async (): Promise<boolean> => (await takeSecondCode(context.db, account, given(context, 'code'), nowMs())) !== null;
  await tried(context, account, secondStepSubject(account.account), take, wrong);
};
const notOn = (): UserError => new UserError(400, ['未开启双重验证', 'There is no second factor']);

export const secondFactorCalls: readonly Call[] = serveCalls(secondFactorContracts, {
  'GET system/user/second-factor': {
    async handle(context) {
      const account = await ownAccount(context);
      const factor = await secondFactorOf(context.db, account);
      const since = factor?.since ?? null;
      return {
        since: since === null ? null : formatDateTime(since),
        recoveryLeft: since === null ? 0 : (factor?.recoveryLeft ?? 0),
        isRequired: await isRequired(context, account),
      };
    },
  },
  'POST system/user/second-factor-begin': {
    async handle(context) {
      const account = await ownAccount(context);
      await provePassword(context, account);
      const setup = await beginSecondFactor(context.db, account, nowMs());
      if (!setup) throw new UserError(400, ['双重验证已开启', 'There is a second factor already']);
      return setup;
    },
  },
  // Other sign-ins end: whoever has the password alone is out.
  'POST system/user/second-factor-confirm': {
    async handle(context) {
      const account = await ownAccount(context);
      const factor = await secondFactorOf(context.db, account);
      if (!factor || factor.since !== null) throw notOn();
      await proveCode(context, account);
      const { sessionId } = await authenticate(context.request);
      await context.db.transaction(async (tx) => {
        await confirmSecondFactor(tx, account, nowMs());
        await revokeUserSessions(tx, account, 'password', nowMs(), sessionId);
        await audit(tx, { user: context.user, deviceId: null, opId: null }, 'secondFactorOn', account.id);
      });
      return true;
    },
  },
  'POST system/user/second-factor-remove': {
    async handle(context) {
      const account = await ownAccount(context);
      if (await isRequired(context, account)) throw new UserError(400, ['管理员必须使用双重验证', 'Administrators must have a second factor']);
      if ((await secondFactorOf(context.db, account))?.since == null) throw notOn();
      await provePassword(context, account);
      await proveCode(context, account);
      await context.db.transaction(async (tx) => {
        await removeSecondFactor(tx, account);
        await audit(tx, { user: context.user, deviceId: null, opId: null }, 'secondFactorOff', account.id);
      });
      return true;
    },
  },
  'POST system/user/reset-second-factor': {
    async handle(context) {
      const accounts = await Promise.all(idsOf(context, 'userIds').map((id) => accountOf(context.db, context.user.tenantId, id)));
      if (accounts.some((account) => account === null)) throw new UserError(404, ['未找到用户', 'User not found']);
      const acting = await authenticate(context.request);
      for (const account of accounts) {
        await refuseForAdministrators(context.db, acting, account?.roleIds ?? []);
        await refuseBeyond(context.db, acting, account?.roleIds ?? []);
      }
      return context.once(async (tx, writing) => {
        for (const account of accounts)
          if (account && (await removeSecondFactor(tx, account))) await audit(tx, writing, 'resetSecondFactor', account.id);
        return true as const;
      });
    },
  },
});
