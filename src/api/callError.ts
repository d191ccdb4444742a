import type { Problem } from '#domain/kernel/check.ts';

/**
 * answer: our server said no. network: nothing came back. timeout, aborted: we stopped waiting.
 * broken: something came back that is not ours (HTTP above 500, a proxy's page).
 */
export type CallErrorKind = 'answer' | 'network' | 'timeout' | 'aborted' | 'broken';

/** A call that did not succeed. `message` is in the user's language and may be shown as it is. */
export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** error_code, else code, else the HTTP status (docs/contract.md#errors); 0 where there was no answer. */
  readonly code: number;
  readonly problems: readonly Problem[] | undefined;
  /** To quote when asking for help. */
  readonly requestId: string;
  /** The whole answer, for codes with a meaning of their own. */
  readonly body: unknown;

  constructor(facts: {
    kind: CallErrorKind;
    status: number;
    code: number;
    message: string;
    requestId: string;
    problems?: readonly Problem[];
    body?: unknown;
  }) {
    super(facts.message);
    this.name = 'CallError';
    this.kind = facts.kind;
    this.status = facts.status;
    this.code = facts.code;
    this.problems = facts.problems;
    this.requestId = facts.requestId;
    this.body = facts.body;
  }

  /** True where the server may never have heard of the call: worth trying again, nothing was decided. */
  get isTransport(): boolean {
    return this.kind !== 'answer';
  }

  /** True where our server itself said why, if only that it cannot now (503): its sentence is worth more than one about the network. */
  get isSaid(): boolean {
    return this.body !== undefined;
  }
}

export function isTransportError(error: unknown): boolean {
  return error instanceof CallError && error.isTransport;
}
