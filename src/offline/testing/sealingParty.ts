import { webcrypto } from 'node:crypto';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { SentOperation } from '#domain/kernel/offlineWire.ts';
import { sealedTo, sealInfo, signedText } from '#domain/kernel/sealing.ts';
import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from '../keys/bytes.ts';
import type { DeskKeys } from '../keys/deskKeys.ts';
import { importDataKey, makeDeskKeys, makeSignPair } from '../keys/makeKeys.ts';
import { sha256Hex } from '#src/offline/platform/sha256.ts';

const { subtle } = webcrypto;
const curve = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** The server's half of sealing and signing, in memory: makes people's keys and opens what they sealed. */
export class SealingParty {
  private readonly pair = subtle.generateKey(curve, false, ['deriveBits']) as Promise<webcrypto.CryptoKeyPair>;
  private readonly signers = new Map<string, webcrypto.CryptoKey>();
  private readonly dataKeys = new Map<string, Uint8Array<ArrayBuffer>>();

  /** A person's keys in one page: their data key stays the same, all others are made anew. */
  async keysOf(userId: string, tenantId = '000000'): Promise<DeskKeys> {
    const { signKey, publicKey } = await makeSignPair();
    const keyId = `key-${userId}-${this.signers.size}`;
    this.signers.set(keyId, await subtle.importKey('spki', fromBase64Url(publicKey), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']));
    const raw = this.dataKeys.get(userId) ?? crypto.getRandomValues(new Uint8Array(32));
    this.dataKeys.set(userId, raw);
    const serverPublicKey = toBase64Url(await subtle.exportKey('raw', (await this.pair).publicKey));
    return makeDeskKeys({ userId, tenantId, keyId, signKey, serverKeyId: 'server-1', serverPublicKey, dataKey: await importDataKey(raw) });
  }

  /** What an act says, as the server reads it. Throws where it is sealed to somebody else or belongs to another act. */
  async unseal({ opId, authorId, sealed, payload }: SentOperation): Promise<unknown> {
    if (!sealed) return payload;
    const epk = fromBase64Url(sealed.epk);
    const point = await subtle.importKey('raw', epk, curve, false, []);
    const secret = await subtle.deriveBits({ name: 'ECDH', public: point }, (await this.pair).privateKey, 256);
    const root = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
    const derivation = { name: 'HKDF', hash: 'SHA-256', salt: epk, info: utf8(sealInfo) };
    const key = await subtle.deriveKey(derivation, root, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
    const bound = { name: 'AES-GCM', iv: fromBase64Url(sealed.iv), additionalData: utf8(sealedTo(opId, authorId)) };
    return JSON.parse(fromUtf8(await subtle.decrypt(bound, key, fromBase64Url(sealed.ct)))) as unknown;
  }

  /** True where the act's signature is that of a key handed out here, over all it says. */
  async isSigned(op: SentOperation, deviceId: string): Promise<boolean> {
    const key = this.signers.get(op.keyId ?? '');
    if (!key || !op.sig) return false;
    const payloadHash = sha256Hex(canonicalJson(await this.unseal(op)));
    const text = utf8(signedText(op, { deviceId, payloadHash }));
    return subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, fromBase64Url(op.sig), text);
  }
}
