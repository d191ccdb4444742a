import { formatDateTime } from '#domain/kernel/dates.ts';
import { call, servicePath } from '#src/api/call.ts';
import { keep as keepOnMachine, readKept } from '#src/ui/browserStorage.ts';

/** A fault of this console, as the contract carries it (docs/wire.md#token, docs/wire.md#error-log). */
export interface LoggedError {
  /** Of this list only. */
  readonly id: number;
  readonly type: 'error';
  /** The page's path, without its query, which may name persons. */
  readonly url: string;
  /** `yyyy-MM-dd HH:mm:ss` of this computer. */
  readonly time: string;
  readonly message: string;
  readonly stack: string;
  /** Where it was caught. */
  readonly info: string;
  /** How often in a row. */
  readonly count: number;
}

const key = 'accession-logsList';
/** The server takes a hundred at a time; older ones go first. */
const mostKept = 100;
const longest = { message: 500, stack: 4000 } as const;
/** No faults: a browser's remark about its own layout, and calls that were given up on purpose. */
const isNoise = (message: string): boolean => /^ResizeObserver loop|^(The )?(user )?(operation|request)?\s*(was )?aborted/i.test(message);

let list: readonly LoggedError[] | null = null;
const listeners = new Set<() => void>();

function read(): readonly LoggedError[] {
  const stored = readKept(key);
  return Array.isArray(stored) ? (stored.filter((one) => typeof one?.message === 'string' && typeof one?.id === 'number') as LoggedError[]) : [];
}
function keep(next: readonly LoggedError[]): void {
  list = next;
  // A full storage keeps them for as long as the page lives.
  keepOnMachine(key, next);
  for (const listener of listeners) listener();
}

/** The faults collected on this desk, the latest first. */
export function loggedErrors(): readonly LoggedError[] {
  return (list ??= read());
}
export function onLoggedErrors(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes a fault; one that repeats in a row counts up instead of flooding the list. */
export function logError(fault: unknown, info: string): void {
  const isError = fault instanceof Error;
  const message = (isError ? `${fault.name}: ${fault.message}` : describe(fault)).slice(0, longest.message);
  if (isNoise(isError ? fault.message : message) || (isError && fault.name === 'AbortError')) return;
  const before = loggedErrors();
  const [last] = before;
  const time = formatDateTime(new Date());
  const url = typeof location === 'undefined' ? '' : location.pathname;
  if (last && last.message === message && last.info === info && last.url === url) {
    keep([{ ...last, time, count: last.count + 1 }, ...before.slice(1)]);
    return;
  }
  const stack = (isError ? (fault.stack ?? '') : '').slice(0, longest.stack);
  const made: LoggedError = { id: (last?.id ?? 0) + 1, type: 'error', url, time, message, stack, info, count: 1 };
  keep([made, ...before].slice(0, mostKept));
}

function describe(fault: unknown): string {
  if (typeof fault === 'string') return fault;
  try {
    return JSON.stringify(fault) ?? String(fault);
  } catch {
    return String(fault);
  }
}

export function clearErrors(): void {
  keep([]);
}

/** Sends the list to the server and empties it of what was sent. Throws CallError; then everything stays. */
export async function uploadErrors(): Promise<void> {
  const sent = loggedErrors();
  const body = sent.map(({ id: _id, count, info, ...rest }) => ({ ...rest, info: count > 1 ? `${info} x${count}` : info }));
  await call('POST', servicePath('auth', 'oauth/send-logs'), { body, quiet: true, timeoutMs: 30_000 });
  const isSent = new Set(sent.map(({ id, count }) => `${id}:${count}`));
  keep(loggedErrors().filter(({ id, count }) => !isSent.has(`${id}:${count}`)));
}

/** Collects what nobody caught, from now on; answers the function that stops it. */
export function collectErrors(target: Window = window): () => void {
  const onError = (event: ErrorEvent): void => logError(event.error ?? event.message, 'window');
  const onRejection = (event: PromiseRejectionEvent): void => logError(event.reason, 'promise');
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}
