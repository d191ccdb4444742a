import type { FastifyReply, FastifyRequest } from 'fastify';
import { secureMark } from './authenticate.ts';

/** HttpOnly: no script reads it. Strict, and only sent to the session's own calls. */
const cookieName = 'accession-refresh';
const cookiePath = '/api/blade-auth';

export function refreshCookieOf(request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  return found ? found : null;
}

/** Keeps the refresh token in the browser for its lifetime; an empty one drops it. */
export function setRefreshCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  void reply.header(
    'set-cookie',
    `${cookieName}=${token}; Path=${cookiePath}; Max-Age=${token ? seconds : 0}; HttpOnly; SameSite=Strict${secureMark(request)}`,
  );
}
