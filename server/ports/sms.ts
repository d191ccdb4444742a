import { isUnanswered, type Outgoing } from './outgoing.ts';
import { answered, leaveLine, ownMessage } from './sent.ts';
import type { ProviderAnswer } from '#domain/base/senderContracts.ts';
import { nowIso } from '#server/storage/clock.ts';

/** An account at a provider of text messages, with its secrets opened. */
export interface SmsAccount {
  /** Where messages are posted. */
  readonly url: string;
  readonly isJson: boolean;
  readonly userName: string | null;
  readonly password: string | null;
  readonly appkey: string | null;
  /** The provider's name of the resource or channel. */
  readonly resourcesName: string | null;
  /** Stands before the text, in the provider's brackets. */
  readonly signature: string | null;
  /** What the answer contains when the provider took it; null: any 2xx. */
  readonly successText: string | null;
}
export interface SmsMessage {
  /** Our own id of it, by which a receipt names it. */
  readonly id?: string;
  readonly telephone: string;
  readonly content: string;
  /** The part of it that lets somebody in: it stands in no record and no answer. */
  readonly secret?: string;
}
export interface SmsAnswer extends ProviderAnswer {
  /** The message had left, and nobody said what became of it. */
  readonly isUnknown: boolean;
}
/** Sends one message and says what the provider answered. Never throws for what happens outside. */
export interface SmsPort {
  readonly send: (account: SmsAccount, message: SmsMessage) => Promise<SmsAnswer>;
}

const signed = ({ signature }: SmsAccount, content: string): string => (signature ? `【${signature}】${content}` : content);

/** One POST by the platform's fields, as a form or as JSON. */
export const httpSms = ({ ask }: Outgoing): SmsPort => ({
  async send(account, message) {
    let isUnknown = false;
    const answer = await answered([account.password, account.appkey, message.secret ?? null], async () => {
      const { userName, password, appkey, resourcesName, signature } = account;
      const { telephone, id: messageId = null } = message;
      const given = { userName, password, appkey, resourcesName, signature, telephone, content: signed(account, message.content), messageId };
      const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== '')) as Record<string, string>;
      const { status, text } = await ask(account.url, {
        method: 'POST',
        headers: { 'content-type': account.isJson ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded; charset=utf-8' },
        body: account.isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
      }).catch((error: unknown) => {
        isUnknown = isUnanswered(error);
        throw error;
      });
      const isAccepted = status >= 200 && status < 300 && (!account.successText || text.includes(account.successText));
      return { isAccepted, status, text: ownMessage(text) };
    });
    return { ...answer, isUnknown };
  },
});

/** Writes the message to `<dir>/sms.jsonl` in a provider's place. */
export const localSms = (dir: string): SmsPort => ({
  async send(account, { id, telephone, content, secret }) {
    const answer = await answered([account.password, account.appkey], async () => {
      const kept = secret ? content.replaceAll(secret, '•••') : content;
      await leaveLine(dir, 'sms', { time: nowIso(), ...(id ? { messageId: id } : {}), telephone, content: signed(account, kept) });
      return { isAccepted: true, status: 200, text: 'kept in sms.jsonl' };
    });
    return { ...answer, isUnknown: false };
  },
});
