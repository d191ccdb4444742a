import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { nowIso } from '#server/storage/clock.ts';

/** Query parameters whose values say nothing about a person. */
const shownParameters: ReadonlySet<string> = new Set(['id', 'ids', 'current', 'size', 'since', 'limit', 'resources', 'name']);

/** What opens a report to whoever has it. */
const isToken = (part: string): boolean => /^[\da-f]{32}$/i.test(part);

/** A path with the names of its parameters; only values of `shownParameters` that are numbers or plain words stand in the log. */
function shownUrl(url: string): string {
  const [asked = '', query] = url.split('?', 2);
  // Our own paths are plain words; what else somebody writes into one may be anything.
  const path = asked
    .split('/')
    .map((part) => (/^[\w.-]{0,64}$/.test(part) && !isToken(part) ? part : '…'))
    .join('/');
  if (!query) return path;
  const shown = [...new URLSearchParams(query)].map(([name, value]) =>
    shownParameters.has(name) && /^[\w.,-]{0,80}$/.test(value) ? `${name}=${value}` : `${name}=…`,
  );
  return `${path}?${shown.join('&')}`;
}

interface Failure {
  readonly name?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
  readonly cause?: unknown;
}

/**
 * An error without the values in it: the query layer puts a statement's parameters into its message, the database
 * puts values into its messages and details. What remains is where it happened and which rule it broke.
 */
export function shownError(error: unknown): Record<string, unknown> {
  const { name, message = '', stack = '', code, constraint, table, cause } = (error ?? {}) as Failure;
  const isQuery = message.startsWith('Failed query');
  const isDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  const text = isQuery ? 'Failed query' : isDatabase ? message.replace(/"[^"]*"/g, '"…"') : message;
  return {
    type: name ?? typeof error,
    message: text,
    stack: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .join('\n'),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(cause === undefined ? {} : { cause: shownError(cause) }),
  };
}

/** Structured logs without personal data: no bodies, no headers, no addresses. */
export function loggerOptions(level: string): FastifyServerOptions['logger'] {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${nowIso()}"`,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, url: shownUrl(request.url) }),
      res: ({ statusCode }: { statusCode?: number }) => ({ statusCode: statusCode ?? 0 }),
      err: shownError as (error: Error) => { type: string; message: string; stack: string },
    },
  };
}

/** One line for each finished call; files of the client are not worth one. */
export function logAnswer(log: FastifyBaseLogger, request: FastifyRequest, reply: FastifyReply): void {
  if (!request.url.startsWith('/api/') || request.url.startsWith('/api/health')) return;
  log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered');
}
