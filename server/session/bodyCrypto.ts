import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CryptoOptions } from '#domain/session/loginOptions.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { isJsonBytes } from '#server/kernel/http/longAnswers.ts';

/** Said by our clients: the answer is wanted sealed, too, where the call has neither arguments nor a body. */
export const sealedHeader = 'x-crypto-data';
/** Largest sealed body; base64 makes a third more of it. */
const largest = 3 * 1024 * 1024;

const cipherOf = (key: string) => {
  const bytes = Buffer.from(key, 'utf8');
  // The family's rule: the key is its own IV (docs/wire.md#sealing).
  return [`aes-${bytes.length * 8}-cbc`, bytes, bytes.subarray(0, 16)] as const;
};
/** AES-CBC, PKCS#7, base64. */
export function sealText(text: string, key: string): string {
  const cipher = createCipheriv(...cipherOf(key));
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}
/** Null where it was sealed under another key, or not at all. */
export function openText(sealed: string, key: string): string | null {
  try {
    const decipher = createDecipheriv(...cipherOf(key));
    // Base64 put into an address unescaped loses its plus signs to form decoding.
    return Buffer.concat([decipher.update(Buffer.from(sealed.replaceAll(' ', '+'), 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

const unreadable = (): UserError => new UserError(400, ['请求内容无法解密', 'The request cannot be decrypted'], { refusal: 'session.unreadable' });

function opened(sealed: string, key: string): string {
  const text = openText(sealed, key);
  if (text === null) throw unreadable();
  return text;
}

/** Arguments as an address has them: texts, and lists of texts; null says nothing, as where it is left out. */
const argument = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const sealedArguments = z.record(z.string(), z.union([z.null().transform(() => undefined), argument, z.array(argument)]));

/** Throws UserError 400 for what is sealed and yet no arguments. */
function argumentsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return sealedArguments.parse(JSON.parse(text));
  } catch {
    throw unreadable();
  }
}

const isText = (request: FastifyRequest): boolean => (request.headers['content-type'] ?? '').startsWith('text/plain');

/**
 * Opens sealed arguments and bodies before anybody reads them, and seals the answers to those calls: the optional body
 * encryption of docs/wire.md#sealing. Calls that come in the open are answered so: sealing is the client's choice. Call it before
 * whatever else changes answers (compression).
 */
export function registerBodyCrypto(app: FastifyInstance, crypto: CryptoOptions | null): void {
  if (!crypto?.isBodySealed) return;
  const { key } = crypto;
  const sealed = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', async (request) => {
    const { data, ...rest } = (request.query ?? {}) as Record<string, unknown>;
    const isArgument = typeof data === 'string' && (request.headers[sealedHeader] === '1' || Object.keys(rest).length === 0);
    if (isArgument) request.query = { ...rest, ...argumentsIn(opened(data, key)) };
    if (isArgument || isText(request) || request.headers[sealedHeader] === '1') sealed.add(request);
  });
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!sealed.has(request) || !isText(request)) return payload;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of payload) {
      size += (chunk as Buffer).length;
      if (size > largest) throw new UserError(413, ['请求内容过大', 'The request is too large']);
      chunks.push(chunk as Buffer);
    }
    const text = Buffer.concat(chunks).toString('utf8').trim();
    const plain = text === '' ? '' : opened(text, key);
    request.headers['content-type'] = 'application/json';
    request.headers['content-length'] = String(Buffer.byteLength(plain));
    return Object.assign(Readable.from([Buffer.from(plain)]), { receivedEncodedLength: Buffer.byteLength(plain) });
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const text = isJsonBytes(reply, payload) ? payload.toString() : payload;
    if (!sealed.has(request) || typeof text !== 'string' || text === '') return payload;
    void reply.header('content-type', 'text/plain; charset=utf-8').removeHeader('content-length');
    return sealText(text, key);
  });
}
