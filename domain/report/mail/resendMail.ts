import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { toMs } from '#domain/kernel/dates.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { mailScreen, mailState, type MailState } from './mailRows.ts';

const asksToResend = { reason: reasonField } as const;
const input = z.object({ mailId: idText, ...partsOfFields(asksToResend) });

/** A mail that is to be sent again. */
export interface MailAgain {
  readonly mailId: string;
  readonly reportNo: string;
  readonly state: MailState;
  readonly isHeld: number;
  readonly sendTime: string | null;
  /** Its version is the one that is out. */
  readonly isOut: boolean;
}
export interface ResendState {
  readonly mail: MailAgain | null;
  /** Who gets it as things are now; of a mail to nobody, whoever would. */
  readonly receivers: number;
}

/** So long the mail server may still be spoken to. */
const underWayMs = 5 * 60_000;

/** What speaks against sending it again, as far as its row tells; null: nothing. */
export function resendRefusal({ reportNo: name, state, isHeld, isOut, sendTime }: Omit<MailAgain, 'mailId'>, now: string): Refusal | null {
  if (state === mailState.unknown && sendTime !== null && toMs(now) - toMs(sendTime) < underWayMs) return conflict('mail.underWay', { name });
  if (state === mailState.waiting || state === mailState.withdrawn) return conflict('mail.state', { name, state: mailState.labelOf(state) });
  return !isOut || isHeld === 1 ? refuse('mail.notOut', { name }) : null;
}

/** 重新发送: a person has a mail sent once more, to the address its receiver has now. */
export const resendMail = defineCommand({
  name: 'reportMail.send',
  title: ['重新发送报告邮件', 'Send report mails again'],
  service: 'report',
  path: 'report-mail/execute-send',
  permission: 'reportMail_send',
  roles: ['audit2', 'ops', 'service'],
  screens: [mailScreen],
  input,
  asks: asksToResend,
  consequence: [
    '按接收人当前的邮箱再次发送; 结果未知的邮件可能已经送达',
    'Sent to the receiver’s present address; one whose outcome is unknown may have arrived',
  ],
  many: { of: 'mailIds', keys: ['mailId'] },
  answer: shape({ mailId: z.string(), state: oneOf(mailState) }),
  version: 1,
  offline: false,
  lanes: ({ mailId }) => [`mail:${mailId}`],
  subject: ({ mailId }) => mailId,
  refusals: {
    'mail.unknown': ['没有此邮件', 'No such mail'],
    'mail.state': ['{name} 的邮件当前为{state}', 'The mail of {name} is now: {state}'],
    'mail.underWay': ['{name} 的邮件正在发送, 请 5 分钟后再看', 'The mail of {name} is being sent: look again in five minutes'],
    'mail.notOut': ['{name} 正在更正或已更新、撤回, 不能发送', '{name} is being corrected, was replaced or withdrawn: it is not sent'],
    'mail.nobody': ['{name} 没有启用的邮件接收人, 请先维护报告接收人', '{name} has no receiver by mail: set one up first'],
  },
  decide({ mail, receivers }: ResendState, _input, { now }): Outcome<{ mailId: string; isToNobody: boolean }> {
    if (!mail) return refuse('mail.unknown');
    const refusal = resendRefusal(mail, now);
    if (refusal) return refusal;
    if (receivers === 0) return refuse('mail.nobody', { name: mail.reportNo });
    return accept({ mailId: mail.mailId, isToNobody: mail.state === mailState.nobody });
  },
});
