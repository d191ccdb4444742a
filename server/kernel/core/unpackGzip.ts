import { createGunzip } from 'node:zlib';
import type { preParsingAsyncHookHandler } from 'fastify';

/**
 * Lets a route take bodies packed with gzip. The route's `bodyLimit` holds for what comes out as well, so that a small
 * parcel cannot unfold into a large one; a damaged one is a 400 of the JSON parser.
 */
export const unpackGzip: preParsingAsyncHookHandler = async (request, _reply, payload) => {
  if (request.headers['content-encoding'] !== 'gzip') return payload;
  const unpacked = createGunzip();
  const counted = Object.assign(unpacked, { receivedEncodedLength: 0 });
  payload.on('data', (part: Buffer) => (counted.receivedEncodedLength += part.length));
  payload.on('error', (error: Error) => unpacked.destroy(error));
  return payload.pipe(counted);
};
