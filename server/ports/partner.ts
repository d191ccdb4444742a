import { createHash, createHmac } from 'node:crypto';
import { nowIso } from '#server/storage/clock.ts';
import { isUnanswered, type Outgoing } from './outgoing.ts';
import { faultText, leaveLine, shownAnswer } from './sent.ts';

/** A third party's interface, its secret opened. */
export interface PartnerAccount {
  readonly url: string;
  readonly isJson: boolean;
  readonly authKind: 'none' | 'header' | 'basic' | 'hmac' | 'md5';
  readonly appKey: string | null;
  readonly appSecret: string | null;
  readonly timeoutSeconds: number;
}
/** One call. */
export interface PartnerMessage {
  /** The same for every try of the same thing. */
  readonly key: string;
  readonly operation: string;
  /** JSON; a form is made of it where they want one. */
  readonly body: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly nonce: string;
}
export interface PartnerAnswer {
  /** Of HTTP; null where nobody answered. */
  readonly status: number | null;
  /** Their words as they came, our secrets struck out; where nobody answered, why. */
  readonly text: string;
  /** The call had left, and nobody said what became of it. */
  readonly isUnknown: boolean;
  readonly milliseconds: number;
}
/** Calls a third party and says what it answered. Never throws for what happens outside. */
export interface PartnerPort {
  readonly send: (account: PartnerAccount, message: PartnerMessage) => Promise<PartnerAnswer>;
}

/** What proves a call (docs/interfaces.md#signature): hex HMAC-SHA256 over method, path, time, nonce and the hash of the body, a line each. */
export const partnerSignature = (secret: string, method: string, path: string, timestamp: string, nonce: string, body: Buffer | string): string =>
  createHmac('sha256', secret)
    .update([method, path, timestamp, nonce, createHash('sha256').update(body).digest('hex')].join('\n'))
    .digest('hex');

/** What proves whose a call is, as the third party wants it (docs/interfaces.md#calling-out). */
function proof({ authKind, appKey, appSecret, url }: PartnerAccount, message: PartnerMessage, body: string): Readonly<Record<string, string>> {
  const [key, secret] = [appKey ?? '', appSecret ?? ''];
  const timestamp = String(message.timestamp);
  switch (authKind) {
    case 'none':
      return {};
    case 'header':
      return { [key || 'x-api-key']: secret };
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` };
    case 'hmac': {
      const signature = partnerSignature(secret, 'POST', new URL(url).pathname, timestamp, message.nonce, body);
      return { 'x-app-key': key, 'x-timestamp': timestamp, 'x-nonce': message.nonce, 'x-signature': signature };
    }
    case 'md5': {
      const sign = createHash('md5').update(`${key}${timestamp}${body}${secret}`).digest('hex').toUpperCase();
      return { 'x-app-key': key, 'x-timestamp': timestamp, 'x-sign': sign };
    }
  }
}

/** Fields of a JSON object as a form: what is deeper stays JSON. */
function asForm(body: string): string {
  const fields = Object.entries(JSON.parse(body) as Readonly<Record<string, unknown>>);
  return new URLSearchParams(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]),
  ).toString();
}

async function timed(account: PartnerAccount, work: () => Promise<{ readonly status: number; readonly text: string }>): Promise<PartnerAnswer> {
  const started = performance.now();
  const took = (): number => Math.round(performance.now() - started);
  const secrets = [account.appSecret];
  try {
    const { status, text } = await work();
    // Their words are read by programmes: they are kept whole, but for our secret.
    return { status, text: account.appSecret ? text.replaceAll(account.appSecret, '•••') : text, isUnknown: false, milliseconds: took() };
  } catch (error) {
    return { status: null, text: shownAnswer(faultText(error), secrets), isUnknown: isUnanswered(error) || isLate(error), milliseconds: took() };
  }
}
const isLate = (error: unknown): boolean => (error as { code?: unknown }).code === 'EPARTNERTIME';

/** Lets a call take so long; what comes later is not heard. */
async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let stop: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    stop = setTimeout(() => failed(Object.assign(new Error(`no answer within ${seconds} s`), { code: 'EPARTNERTIME' })), seconds * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(stop);
  }
}

/** One POST; a redirect is an answer and is not followed, addresses are judged as everywhere (`Outgoing`). */
export const httpPartner = ({ ask }: Pick<Outgoing, 'ask'>): PartnerPort => ({
  send: (account, message) =>
    timed(account, () => {
      const body = account.isJson ? message.body : asForm(message.body);
      const headers = {
        'content-type': account.isJson ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded; charset=utf-8',
        'idempotency-key': message.key,
        ...proof(account, message, body),
      };
      return within(account.timeoutSeconds, ask(account.url, { method: 'POST', headers, body }));
    }),
});

/** Writes the call to `<dir>/partner.jsonl` in a third party's place. */
export const localPartner = (dir: string): PartnerPort => ({
  send: (account, { key, operation, body }) =>
    timed(account, async () => {
      await leaveLine(dir, 'partner', { time: nowIso(), key, operation, body });
      return { status: 200, text: '{"msg":"kept in partner.jsonl"}' };
    }),
});
