import { fillLabel, type Label, type Language } from '#domain/kernel/label.ts';
import type { Problem } from '#domain/kernel/check.ts';
import { CallError } from './callError.ts';
import { tellCallEvent } from './callEvents.ts';
import { clientPair, fillProduct } from './product.ts';
import { keepSealing, openText, sealingNow, sealText, tokenHeader } from './sealing.ts';
import type { CryptoOptions } from '#domain/session/loginOptions.ts';

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export interface RequestOptions {
  /** Empty values are left out; lists are joined by commas. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as multipart. */
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Milliseconds; the contract's 1,800,000 unless said. The outbox uses its own. */
  readonly timeoutMs?: number;
  readonly accessToken?: string | null;
  /** Never sealed (docs/wire.md#sealing). */
  readonly isOpen?: boolean;
}
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  /** error_code, else code, else the HTTP status. */
  readonly code: number;
  readonly message: string;
  readonly body: Record<string, unknown>;
  readonly requestId: string;
}

/** Set once by whoever starts the page, the worker or a test. */
export const callSettings = { base: '', language: 'zh' as Language };
/** docs/contract.md#limits. */
const defaultTimeoutMs = 1_800_000;

export const callTexts = {
  systemError: ['系统错误', 'System error'],
  network: ['网络不可用,请稍后再试', 'The network is not available, try again later'],
  timeout: ['服务器没有按时应答', 'The server did not answer in time'],
  aborted: ['请求已取消', 'The request was cancelled'],
  tooOften: ['请求过于频繁,{seconds} 秒后自动继续', 'Too many requests: this goes on by itself in {seconds} s'],
  broken: ['服务器暂不可用({status})', 'The server is not available ({status})'],
} as const satisfies Record<string, Label>;

export function callText(key: keyof typeof callTexts, params: Record<string, string | number> = {}): string {
  return fillLabel(callTexts[key], params, callSettings.language);
}

/** 128 random bits in hex; works without a secure context too. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function queryText(query: RequestOptions['query']): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    params.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

/** All arguments as one, sealed (docs/wire.md#sealing); values as text, as an address would carry them. */
async function sealedQuery(query: RequestOptions['query'], key: string): Promise<string> {
  const given = Object.fromEntries(new URLSearchParams(queryText(query)));
  return Object.keys(given).length === 0 ? '' : `?${new URLSearchParams({ data: await sealText(JSON.stringify(given), key) }).toString()}`;
}

/** The answer's JSON, opened where it came sealed. Throws SyntaxError where it is none of ours. */
async function readJson(response: Response, key: string | null): Promise<unknown> {
  if (key === null || !(response.headers.get('content-type') ?? '').startsWith('text/plain')) return response.json();
  const text = await response.text();
  return JSON.parse(
    await openText(text, key).catch(() => {
      throw new SyntaxError('not sealed by our server');
    }),
  );
}

let busyCount = 0;
function countBusy(step: 1 | -1): void {
  busyCount += step;
  tellCallEvent({ type: 'busy', count: busyCount });
}

/**
 * One HTTP exchange with our server: headers of the contract (docs/wire.md#headers), JSON envelope in, nothing thrown away.
 * Answers whatever our server said with HTTP 200 to 500; throws a transport CallError for everything else.
 */
export async function request(method: 'GET' | 'POST', path: string, options: RequestOptions = {}): Promise<Answer> {
  const sealing = options.isOpen ? null : await sealingNow();
  const answer = await exchange(method, path, options, sealing);
  if (!sealing || answer.body.refusal !== 'session.unreadable') return answer;
  // The server has another key than this desk: it takes what comes in the open, and the next login page asks anew.
  await keepSealing(null);
  return exchange(method, path, options, null);
}

async function exchange(method: 'GET' | 'POST', path: string, options: RequestOptions, sealing: CryptoOptions | null): Promise<Answer> {
  const isSealed = sealing?.isBodySealed === true && options.form === undefined;
  const requestId = newRequestId();
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': callSettings.language === 'zh' ? 'zh-CN' : 'en-US',
    Authorization: `Basic ${btoa(await clientPair())}`,
    'Blade-Requested-With': 'BladeHttpRequest',
    'X-Request-Id': requestId,
    ...(options.accessToken ? { 'Blade-Auth': await tokenHeader(options.accessToken, sealing) } : {}),
    ...(options.body === undefined ? {} : { 'Content-Type': isSealed ? 'text/plain;charset=UTF-8' : 'application/json;charset=UTF-8' }),
    ...(isSealed ? { 'X-Crypto-Data': '1' } : {}),
    ...options.headers,
  };
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const fail = (kind: 'network' | 'timeout' | 'aborted' | 'broken', status = 0): CallError =>
    new CallError({ kind, status, code: status, message: callText(kind, { status }), requestId });
  countBusy(1);
  try {
    const query = isSealed ? await sealedQuery(options.query, sealing.key) : queryText(options.query);
    const url = callSettings.base + (await fillProduct(path)) + query;
    const text = options.body === undefined ? null : JSON.stringify(options.body);
    const body = options.form ?? (text !== null && isSealed ? await sealText(text, sealing.key) : text);
    const init: RequestInit = { method, headers, body, signal, credentials: 'same-origin', cache: 'no-store' };
    const response = await fetch(url, init);
    const answer: unknown = await readJson(response, isSealed ? sealing.key : null).catch((error: unknown) => {
      if (error instanceof SyntaxError) return null;
      throw error;
    });
    if (response.status > 500 || typeof answer !== 'object' || answer === null) throw saidIn(answer, fail('broken', response.status));
    return readAnswer(response.status, answer as Record<string, unknown>, response.headers.get('x-request-id') ?? requestId);
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw fail(options.signal?.aborted ? 'aborted' : timeout.aborted ? 'timeout' : 'network');
  } finally {
    countBusy(-1);
  }
}

/** The same failure in our server's own words, where the answer is its envelope and no proxy's page. */
function saidIn(answer: unknown, failed: CallError): CallError {
  const { code, msg } = (answer ?? {}) as { readonly code?: unknown; readonly msg?: unknown };
  if (code !== failed.status || typeof msg !== 'string' || msg === '') return failed;
  const { kind, status, requestId } = failed;
  return new CallError({ kind, status, code: failed.code, message: msg, requestId, body: answer });
}

function readAnswer(status: number, body: Record<string, unknown>, requestId: string): Answer {
  // A code that is text is no code of ours ("200" !== 200 in every client of this family).
  const numeric = [body.error_code, body.code].find((value): value is number => typeof value === 'number' && value !== 0);
  const message = [body.msg, body.error_description].find((value): value is string => typeof value === 'string' && value !== '');
  return { status, code: numeric ?? status, message: message ?? callText('systemError'), body, requestId };
}

/** The error an answer stands for. */
export function answerError(answer: Answer): CallError {
  const problems = Array.isArray(answer.body.problems) ? (answer.body.problems as Problem[]) : undefined;
  return new CallError({
    kind: 'answer',
    status: answer.status,
    code: answer.code,
    message: answer.message,
    requestId: answer.requestId,
    body: answer.body,
    ...(problems ? { problems } : {}),
  });
}
