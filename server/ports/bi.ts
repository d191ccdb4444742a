import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Outgoing } from './outgoing.ts';
import { shownAnswer } from './sent.ts';

/** An account at Tencent Cloud BI, its key opened. */
export interface BiAccount {
  readonly apiUrl: string;
  readonly secretId: string;
  readonly secretKey: string;
}
export interface BiPageOf {
  readonly projectId: string;
  /** '0': the whole panel. */
  readonly pageId: string;
}
/** What a token shows: a page parameter held to some values. */
export interface BiLimit {
  readonly parameter: string;
  readonly values: readonly string[];
}
export interface BiAsked {
  readonly account: BiAccount;
  readonly page: BiPageOf;
  /** Minutes, at most 240. */
  readonly minutes: number;
  readonly limit: BiLimit | null;
  /** Seconds since 1970. */
  readonly timestamp: number;
}
/** Tokens for pages in a frame. Throws BiFault where none is given. */
export interface BiPort {
  readonly createToken: (asked: BiAsked) => Promise<string>;
  readonly renewToken: (asked: Omit<BiAsked, 'limit' | 'minutes'> & { readonly token: string }) => Promise<void>;
}
/** The board gave no token; its words, without our secrets. */
export class BiFault extends Error {}

const [service, version, contentType, signedHeaders] = ['bi', '2022-01-05', 'application/json; charset=utf-8', 'content-type;host;x-tc-action'];
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const keyed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The `authorization` of a call by Tencent Cloud's TC3-HMAC-SHA256 (cloud.tencent.com, API 3.0, signature v3). `timestamp`: seconds. */
export function tc3Authorization(
  { secretId, secretKey }: Pick<BiAccount, 'secretId' | 'secretKey'>,
  { host, service: of, action, body, timestamp }: { host: string; service: string; action: string; body: string; timestamp: number },
): string {
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const headers = `content-type:${contentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const canonical = ['POST', '/', '', headers, signedHeaders, hash(body)].join('\n');
  const scope = `${day}/${of}/tc3_request`;
  const toSign = ['TC3-HMAC-SHA256', String(timestamp), scope, hash(canonical)].join('\n');
  const key = keyed(keyed(keyed(`TC3${secretKey}`, day), of), 'tc3_request');
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${keyed(key, toSign).toString('hex')}`;
}

interface TencentAnswer {
  readonly Response?: {
    readonly Error?: { readonly Code?: string; readonly Message?: string };
    readonly ErrorInfo?: { readonly ErrorMsg?: string } | null;
    readonly Data?: { readonly BIToken?: string } | null;
  };
}

/** CreateEmbedToken and ApplyEmbedInterval of Tencent Cloud BI (cloud.tencent.com 590/73724, 590/73725). */
export function tencentBi({ ask }: Pick<Outgoing, 'ask'>): BiPort {
  async function call(account: BiAccount, timestamp: number, action: string, input: object): Promise<NonNullable<TencentAnswer['Response']>> {
    const body = JSON.stringify(input);
    const host = new URL(account.apiUrl).host;
    const reply = await ask(account.apiUrl, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        'x-tc-action': action,
        'x-tc-version': version,
        'x-tc-timestamp': String(timestamp),
        authorization: tc3Authorization(account, { host, service, action, body, timestamp }),
      },
      body,
    });
    const { Response: answer } = readAnswer(reply.text);
    const fault = answer?.Error?.Message ?? answer?.ErrorInfo?.ErrorMsg;
    if (!answer || fault) throw new BiFault(shownAnswer(fault ?? `HTTP ${reply.status}`, [account.secretKey, account.secretId]));
    return answer;
  }
  // A page's id goes with its scope; that of a whole panel is 0.
  const placed = ({ projectId, pageId }: BiPageOf) => ({
    ProjectId: Number(projectId),
    PageId: Number(pageId),
    Scope: pageId === '0' ? 'panel' : 'page',
  });
  return {
    async createToken({ account, page, minutes, limit, timestamp }) {
      const { Data } = await call(account, timestamp, 'CreateEmbedToken', {
        ...placed(page),
        Intention: 'embed',
        ExpireTime: String(minutes),
        ...(limit
          ? { GlobalParam: JSON.stringify([{ ParamKey: limit.parameter, JoinType: 'AND', WhereList: [{ Operator: '-is', Value: limit.values }] }]) }
          : {}),
      });
      if (!Data?.BIToken) throw new BiFault('an answer without a token');
      return Data.BIToken;
    },
    async renewToken({ account, page, token, timestamp }) {
      await call(account, timestamp, 'ApplyEmbedInterval', { ...placed(page), Intention: 'embed', BIToken: token });
    },
  };
}

function readAnswer(text: string): TencentAnswer {
  try {
    return (JSON.parse(text) ?? {}) as TencentAnswer;
  } catch {
    return {};
  }
}

/** Gives tokens of its own in the board's place; nobody is asked. */
export const localBi: BiPort = {
  createToken: () => Promise.resolve(`local-${randomUUID()}`),
  renewToken: ({ token }) => (token.startsWith('local-') ? Promise.resolve() : Promise.reject(new BiFault('no such token'))),
};
