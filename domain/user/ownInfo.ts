import { code, secret } from '#domain/kernel/fields.ts';

/** What of oneself takes the password to change: who one is to others, and where codes and letters go. */
export const guardedOwnFields = ['realName', 'name', 'phone', 'email'] as const;

/** What is typed beside a change of one's own details; none of it is kept. */
export const ownProof = {
  password: secret('当前密码', 'Current password', {
    help: ['修改姓名、昵称、手机或邮箱时填写', 'Needed to change name, nickname, mobile or e-mail'],
  }),
  codeValue: code('短信验证码', 'Code from the phone', {
    max: 6,
    help: ['填写后可用此手机号登录', 'With it the number can be used to log in'],
  }),
} as const;
