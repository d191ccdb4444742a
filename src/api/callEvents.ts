/** What the shell must hear about calls, without src/api knowing the shell. */
export type CallEvent =
  /** To be shown as an error toast. */
  | { readonly type: 'failed'; readonly message: string; readonly requestId: string; readonly code: number }
  /** Too much was asked for at once: the call waits so many seconds and goes on by itself. */
  | { readonly type: 'waiting'; readonly message: string; readonly seconds: number }
  /** The session cannot be renewed: to the login page; the outbox keeps what it holds. */
  | { readonly type: 'expired'; readonly message: string }
  /** 423: the password must be changed first; the server says why. */
  | { readonly type: 'passwordChange'; readonly message: string }
  /** The number of calls under way has changed (progress bar). */
  | { readonly type: 'busy'; readonly count: number };

type Listener = (event: CallEvent) => void;
const listeners = new Set<Listener>();

/** Listens to call events of this page or worker; answers the function that stops it. */
export function onCallEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export function tellCallEvent(event: CallEvent): void {
  for (const listener of listeners) listener(event);
}
