import { randomUUID, webcrypto } from 'node:crypto';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { sealAlgorithm, type DeviceWelcome, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { sealedTo, sealInfo, signedText } from '#domain/kernel/sealing.ts';

/** A person's signing pair on a desk of the tests. */
export interface Signer {
  readonly keyId: string;
  /** SPKI, base64. */
  readonly publicKey: string;
  readonly sign: (text: string) => Promise<string>;
}
/** What one page load seals with. */
export interface PageSeal {
  readonly kid: string;
  readonly epk: string;
  readonly key: webcrypto.CryptoKey;
}

const { subtle } = webcrypto;
const base64url = (bytes: ArrayBuffer | Uint8Array): string => Buffer.from(bytes as Uint8Array).toString('base64url');

/** Made as a browser makes it: WebCrypto, the private part not extractable. */
export async function newSigner(): Promise<Signer> {
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  return {
    keyId: randomUUID(),
    publicKey: Buffer.from(await subtle.exportKey('spki', pair.publicKey)).toString('base64'),
    sign: async (text) => base64url(await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, Buffer.from(text))),
  };
}

/** The content key of a page load, to the key the server offered. */
export async function newPageSeal({ serverKeyId, serverPublicKey }: Pick<DeviceWelcome, 'serverKeyId' | 'serverPublicKey'>): Promise<PageSeal> {
  const exchange = { name: 'ECDH', namedCurve: 'P-256' } as const;
  const pair = await subtle.generateKey(exchange, false, ['deriveBits']);
  const server = await subtle.importKey('raw', Buffer.from(serverPublicKey, 'base64url'), exchange, false, []);
  const shared = await subtle.importKey('raw', await subtle.deriveBits({ name: 'ECDH', public: server }, pair.privateKey, 256), 'HKDF', false, [
    'deriveKey',
  ]);
  const epk = await subtle.exportKey('raw', pair.publicKey);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: epk, info: Buffer.from(sealInfo) };
  const key = await subtle.deriveKey(derivation, shared, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  return { kid: serverKeyId, epk: base64url(epk), key };
}

/** An open act as its desk sends it: sealed to the server, signed by its author, nothing of the payload outside. */
export async function sealAndSign(
  open: SentOperation,
  deviceId: string,
  { signer, seal }: { signer: Signer; seal: PageSeal },
): Promise<SentOperation> {
  const { payload, payloadHash, ...bare } = open;
  const iv = webcrypto.getRandomValues(new Uint8Array(12));
  const additionalData = Buffer.from(sealedTo(open.opId, open.authorId));
  const ct = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, seal.key, Buffer.from(canonicalJson(payload)));
  const sent = {
    ...bare,
    payloadHash: '',
    keyId: signer.keyId,
    sealed: { alg: sealAlgorithm, kid: seal.kid, epk: seal.epk, iv: base64url(iv), ct: base64url(ct) },
  } as const;
  return { ...sent, sig: await signer.sign(signedText(sent, { deviceId, payloadHash })) };
}
