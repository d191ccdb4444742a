import { z } from 'zod';
import { declareCalls, inQueryOrBody, isDone, shape, type RowOf } from '#domain/kernel/contract.ts';

const typed = z.union([z.string(), z.number()]).nullish();

const setup = shape({
  /** As it is typed by hand. */
  secret: z.string(),
  /** `otpauth://`: what a QR code says. */
  address: z.string(),
  /** Each good for one login without the phone. */
  recoveryCodes: z.array(z.string()),
});
/** What a person sets an authenticator up with; told once. */
export type SecondFactorSetup = RowOf<typeof setup>;

const state = shape({
  /** `yyyy-MM-dd HH:mm:ss`; null where a login asks for the password alone. */
  since: z.string().nullable(),
  recoveryLeft: z.int(),
  /** This account may not be without it. */
  isRequired: z.boolean(),
});
/** How it stands with one's own account. */
export type SecondFactorState = RowOf<typeof state>;

/** Everybody's own second step of signing in. */
export const secondFactorContracts = declareCalls({
  'GET system/user/second-factor': {
    title: ['双重验证状态', 'Own second factor'],
    permission: null,
    everybody: 'oneself',
    answer: state,
  },
  'POST system/user/second-factor-begin': {
    title: ['设置双重验证', 'Begin a second factor'],
    permission: null,
    everybody: 'oneself',
    body: z.object({ password: typed }),
    repeats: [
      '应答含密钥, 操作账本不得保存; 重新设置即替换',
      'the answer is a secret, and the ledger of acts must keep none; what is begun again replaces it',
    ],
    answer: setup,
  },
  'POST system/user/second-factor-confirm': {
    title: ['开启双重验证', 'Turn on a second factor'],
    permission: null,
    everybody: 'oneself',
    body: z.object({ code: typed }),
    repeats: ['验证码只能使用一次, 重复时告知已开启', 'a code is good once; a repeat is told that it is on'],
    answer: isDone,
  },
  'POST system/user/second-factor-remove': {
    title: ['关闭双重验证', 'Turn off the own second factor'],
    permission: null,
    everybody: 'oneself',
    body: z.object({ password: typed, code: typed }),
    repeats: ['验证码只能使用一次, 重复时告知未开启', 'a code is good once; a repeat is told that there is none'],
    answer: isDone,
  },
  // For somebody who has lost their phone and the recovery codes with it.
  'POST system/user/reset-second-factor': {
    title: ['重置双重验证', 'Reset second factors'],
    permission: 'userAccount_save',
    ...inQueryOrBody('userIds'),
    answer: isDone,
  },
});
