import { z } from 'zod';
import { sendResult } from '#domain/bill/billChoices.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { toMs } from '#domain/kernel/dates.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { statementMailScreen } from './statementMails.ts';

/** A statement's mail as its act finds it, locked. */
export interface KnownMail {
  readonly billEmailId: string;
  readonly batchNo: string;
  readonly send: number;
  readonly sendResult: CodeOf<typeof sendResult>;
  readonly sendTime: string | null;
}
export interface SendState {
  readonly mail: KnownMail | null;
}

/** So long the mail server may still be spoken to. */
const underWayMs = 5 * 60_000;

/** What speaks against sending it, as far as its row tells; null: nothing. */
export function statementSendRefusal(
  { batchNo: no, send, sendResult: result, sendTime }: Omit<KnownMail, 'billEmailId'>,
  now: string,
): Refusal | null {
  if (send === 0 || result !== sendResult.not) return null;
  if (sendTime === null) return conflict('billEmail.waiting', { no });
  return toMs(now) - toMs(sendTime) < underWayMs ? conflict('billEmail.underWay', { no }) : null;
}

const input = z.object({ billEmailId: idText });

/** 发送对账邮件: a statement goes out; one that went out already goes again, as the file that was sent. */
export const sendStatement = defineCommand({
  name: 'billEmail.send',
  title: ['发送对账邮件', 'Send statements'],
  service: 'bill',
  path: 'billEmail/send',
  permission: 'billEmail_send',
  roles: ['billing'],
  screens: [statementMailScreen],
  input,
  asks: {},
  consequence: [
    '发给对账邮箱, 抄送销售员及助理; 明细以首次发送时为准, 再次发送的是同一文件; 结果未知的邮件可能已送达',
    'To the statement e-mail, with copies to sales; what it says is settled when it is first sent, and sent again it is the same file. One whose outcome is unknown may have arrived',
  ],
  many: { of: 'ids', keys: ['billEmailId'] },
  answer: shape({ billEmailId: z.string(), batchNo: z.string() }),
  version: 1,
  offline: false,
  lanes: ({ billEmailId }) => [`billEmail:${billEmailId}`],
  subject: ({ billEmailId }) => billEmailId,
  refusals: {
    'billEmail.unknown': ['没有此对账邮件', 'No such statement'],
    'billEmail.waiting': ['{no}正在等待发送', '{no} is about to be sent'],
    'billEmail.underWay': ['{no}正在发送, 请5分钟后再看', '{no} is being sent: look again in five minutes'],
  },
  decide({ mail }: SendState, _input, { now }): Outcome<KnownMail> {
    if (!mail) return refuse('billEmail.unknown');
    return statementSendRefusal(mail, now) ?? accept(mail);
  },
});
