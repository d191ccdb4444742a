/** Something beside the server does not answer now; what was asked may be asked again. */
export class AwayError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AwayError';
  }
}

/** Of the machine's network, and PostgreSQL's own: it goes down, it comes up, it takes nobody more. */
const network = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];
const codes: ReadonlySet<unknown> = new Set([...network, '57P01', '57P02', '57P03', '53300']);

/** Whether an error says that a database could not be reached at a start, also one that the query layer wrapped. */
export function isAway(error: unknown): boolean {
  for (let at = error as { code?: unknown; message?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at)
    if (codes.has(at.code) || /^(timeout expired|Connection terminated)/.test(String(at.message))) return true;
  return false;
}
