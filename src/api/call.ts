import { fillLabel } from '#domain/kernel/label.ts';
import { CallError } from './callError.ts';
import { tellCallEvent } from './callEvents.ts';
import { expireSession, offlineLoginLabel, refreshSession } from './refreshSession.ts';
import { type Answer, answerError, callSettings, callText, request, type RequestOptions } from './request.ts';
import { currentSession } from './sessionStore.ts';

export interface CallOptions extends Omit<RequestOptions, 'accessToken'> {
  /** The caller shows the failure in place: no toast. 401 and 423 are told all the same. */
  readonly quiet?: boolean;
  /** Sends no token, e.g. captcha and login. */
  readonly anonymous?: boolean;
}

/** Codes with a meaning of their own for the caller: rejected with the raw answer, never toasted (docs/contract.md#errors). */
const whitelist: ReadonlySet<number> = new Set([40000, 40004001, 40006001]);

/** Decided here: without a token the server could only say 401, which would end the session and take the person's place from them. */
function withoutToken(): CallError {
  const isLinkUp = globalThis.navigator?.onLine !== false;
  const facts = { status: isLinkUp ? 401 : 0, code: isLinkUp ? 401 : 0, requestId: '' };
  if (!isLinkUp) return new CallError({ ...facts, kind: 'network', message: callText('network') });
  return new CallError({ ...facts, kind: 'answer', message: fillLabel(offlineLoginLabel, {}, callSettings.language) });
}

/** So often a call waits for its turn before it tells the person no. */
const mostWaits = 3;

/**
 * A request that waits where the server says that too much is asked for (429 of `request.tooOften`: nothing was done yet),
 * and then goes on by itself: what was typed stays, a list arrives a little later.
 */
async function requestInTurn(method: 'GET' | 'POST', path: string, options: RequestOptions): Promise<Answer> {
  for (let waits = 0; ; waits++) {
    const answer = await request(method, path, options);
    if (answer.code !== 429 || answer.body.refusal !== 'request.tooOften' || waits === mostWaits) return answer;
    const { seconds: asked } = (answer.body.params ?? {}) as { seconds?: unknown };
    const seconds = Math.min(Math.max(Number(asked) || 1, 1), 60);
    tellCallEvent({ type: 'waiting', message: callText('tooOften', { seconds }), seconds });
    await pause(seconds * 1000, options.signal);
    if (options.signal?.aborted) return answer;
  }
}

/** Ends early where nobody waits any more. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** One request with the present token; a first 401 renews the token once, for all who wait, and repeats the request once. */
async function exchange(method: 'GET' | 'POST', path: string, options: CallOptions): Promise<Answer> {
  const session = options.anonymous ? null : await currentSession();
  if (session?.accessToken === '') throw withoutToken();
  const first = await requestInTurn(method, path, { ...options, accessToken: session?.accessToken ?? null });
  if (first.code !== 401 || !session) return first;
  const renewed = await refreshSession({ staleToken: session.accessToken }).catch(async (error: unknown) => {
    // Nothing was decided about the session: the call failed for want of a server, not of a right.
    if (error instanceof CallError && (await currentSession())) throw error;
    return null;
  });
  if (!renewed) return first;
  const second = await requestInTurn(method, path, { ...options, accessToken: renewed.accessToken });
  if (second.code === 401) await expireSession(renewed.accessToken);
  return second;
}

/**
 * Calls our server and answers the envelope's `data` (or the whole body of an answer without envelope).
 * Throws CallError: with kind `answer` where the server said no (toasted unless `quiet`), else a transport error without a toast.
 * 401 and 423 follow the error catalogue of docs/contract.md#errors.
 */
export async function call<T>(method: 'GET' | 'POST', path: string, options: CallOptions = {}): Promise<T> {
  const answer = await exchange(method, path, options);
  if (answer.code === 200) return ('data' in answer.body ? answer.body.data : answer.body) as T;
  const error = answerError(answer);
  if (answer.code === 423) tellCallEvent({ type: 'passwordChange', message: error.message });
  // An ended session has been said once already, by the refresh.
  const isSaidElsewhere = options.quiet || whitelist.has(answer.code) || answer.code === 423 || (answer.code === 401 && !options.anonymous);
  if (!isSaidElsewhere) tellCallEvent({ type: 'failed', message: error.message, requestId: error.requestId, code: error.code });
  throw error;
}

export { CallError, isTransportError } from './callError.ts';
export { servicePath } from './product.ts';
