import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { isJsonBytes } from './longAnswers.ts';

const compress = promisify(gzip);
/** Below this the saved bytes are not worth the work. */
const leastLength = 8_192;

/** Sends long JSON answers (lists, deltas) compressed to those who take it; files bring their compressed twins along. */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string' || isJsonBytes(reply, payload);
    if (!isText || payload.length < leastLength || reply.hasHeader('content-encoding')) return payload;
    reply.header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload;
    // In a thread of the runtime's own, so that others are answered meanwhile.
    const packed = await compress(payload, { level: constants.Z_BEST_SPEED });
    reply.header('content-encoding', 'gzip').header('content-length', packed.length);
    return packed;
  });
}
