import { toBase64Url } from '../keys/bytes.ts';
import type { DeskKeys } from '../keys/deskKeys.ts';
import { importDataKey, makeDeskKeys, makeSignPair } from '../keys/makeKeys.ts';

export interface TestKeys {
  readonly keys: DeskKeys;
  /** SPKI of the signing key, base64. */
  readonly publicKey: string;
  /** The server's half: opens what is sealed to it. */
  readonly serverKey: CryptoKey;
}

/** Keys of an invented person; take them into memory with `setDeskKeys(keys)`. */
export async function testKeys(userId: string, tenantId = '000000'): Promise<TestKeys> {
  const server = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const { signKey, publicKey } = await makeSignPair();
  const keys = await makeDeskKeys({
    userId,
    tenantId,
    keyId: `key-${userId}`,
    signKey,
    serverKeyId: 'server-1',
    serverPublicKey: toBase64Url(await crypto.subtle.exportKey('raw', server.publicKey)),
    dataKey: await importDataKey(crypto.getRandomValues(new Uint8Array(32))),
  });
  return { keys, publicKey, serverKey: server.privateKey };
}
