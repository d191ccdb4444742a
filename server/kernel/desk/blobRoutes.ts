import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { largestBlob, partCount } from '#domain/kernel/blobParts.ts';
import { paperMimes } from '#domain/kernel/imageKind.ts';
import { offlinePaths } from '#domain/kernel/offlineWire.ts';
import { blobPartBytes, blobSealedTo } from '#domain/kernel/sealing.ts';
import { callPath } from '#domain/kernel/services.ts';
import { ok, UserError, malformed } from '#server/kernel/core/answers.ts';
import { carriedRoute, courierOf } from '#server/kernel/act/courier.ts';
import type { DeskContext } from '#server/kernel/act/deskContext.ts';
import type { Unsealed } from '#server/kernel/seal/sealKeys.ts';

const ivBytes = 12;
const tagBytes = 16;
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const wholeParams = z.object({ sha256: hash });
const partParams = z.object({ sha256: hash, part: z.coerce.number().int().nonnegative() });
const partQuery = z.object({
  size: z.coerce.number().int().positive().max(largestBlob),
  parts: z.coerce.number().int().positive(),
  mime: z.enum(paperMimes as ['image/jpeg']),
});

/**
 * The pictures' calls (docs/offline.md#pictures): parts by content, each sealed to the server, in any order and as often as they
 * come. Open to whoever may carry acts: what is not bound by an act of somebody's is dropped after 30 days.
 */
export async function registerBlobRoutes(app: FastifyInstance, { product, blobs, sealKeys }: DeskContext): Promise<void> {
  const path = callPath('sample', offlinePaths.blobs, product);
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    scope.put(`${path}/:sha256/:part`, { ...carriedRoute, bodyLimit: blobPartBytes + ivBytes + tagBytes }, async (request) => {
      const { tenantId } = await courierOf(request);
      const { sha256, part } = read(partParams, request.params);
      const { size, parts, mime } = read(partQuery, request.query);
      if (parts !== partCount(size) || part >= parts) throw malformed('parts');
      const body = request.body;
      if (!Buffer.isBuffer(body) || body.length <= ivBytes + tagBytes) throw malformed('body');
      const kid = headerOf(request, 'x-seal-key');
      const epk = Buffer.from(headerOf(request, 'x-seal-epk'), 'base64url');
      const opened = await sealKeys.open({ kid, epk, iv: body.subarray(0, ivBytes), ct: body.subarray(ivBytes) }, blobSealedTo(sha256, part));
      if (opened.state !== 'open') throw unreadable(opened.state);
      return ok(await blobs.putPart(tenantId, { sha256, size, mime }, part, opened.bytes));
    });

    scope.get(`${path}/:sha256`, { ...carriedRoute }, async (request) => {
      const { tenantId } = await courierOf(request);
      const { sha256 } = read(wholeParams, request.params);
      return ok(await blobs.state(tenantId, sha256));
    });
  });
}

function unreadable(state: Exclude<Unsealed['state'], 'open'>): UserError {
  return state === 'keyUnknown'
    ? new UserError(422, ['服务器没有此密钥', 'The server knows no such key'], { refusal: 'blob.keyUnknown' })
    : new UserError(422, ['图片分片无法解密', 'A part of the picture cannot be opened'], { refusal: 'blob.unreadable' });
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  if (typeof value !== 'string' || value.length > 200) throw malformed(name);
  return value;
}

function read<T>(shape: z.ZodType<T>, given: unknown): T {
  const parsed = shape.safeParse(given);
  if (!parsed.success) throw malformed(String(parsed.error.issues[0]?.path[0] ?? ''));
  return parsed.data;
}
