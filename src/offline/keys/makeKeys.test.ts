import { afterEach, expect, it } from 'vitest';
import { sealInfo } from '#domain/kernel/sealing.ts';
import { fromBase64Url, toBase64Url, utf8 } from './bytes.ts';
import { deskKeys, onKeysChange, setDeskKeys } from './deskKeys.ts';
import { importDataKey, makeDeskKeys, makeSignPair } from './makeKeys.ts';
import { openValue, sealValue, unwrapOwn } from './sealValue.ts';

const newDataKey = () => importDataKey(crypto.getRandomValues(new Uint8Array(32)));

/** Keys of an invented person and the server's half. */
async function parties() {
  const server = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  const { signKey, publicKey } = await makeSignPair();
  const keys = await makeDeskKeys({
    userId: '7',
    tenantId: '000000',
    keyId: 'k1',
    signKey,
    serverKeyId: 's1',
    serverPublicKey: toBase64Url(await crypto.subtle.exportKey('raw', server.publicKey)),
    dataKey: await newDataKey(),
  });
  return { server, publicKey, keys };
}
afterEach(() => setDeskKeys(null));

it('makes a sealing key that the server derives from its half and the ephemeral point', async () => {
  const { server, keys } = await parties();
  const epk = fromBase64Url(keys.epk);
  const point = await crypto.subtle.importKey('raw', epk, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: point }, server.privateKey, 256);
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const derived = await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: epk, info: utf8(sealInfo) }, root, 256);
  expect(toBase64Url(derived)).toBe(toBase64Url(await crypto.subtle.exportKey('raw', keys.sealKey)));
});

it('lets the author open what they sealed, and nobody else', async () => {
  const { keys } = await parties();
  const iv = new Uint8Array(12);
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, keys.sealKey, utf8('张三'));
  const mine = await unwrapOwn(keys.dataKey, keys.own, keys.epk);
  expect(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, mine, ciphertext))).toBe('张三');
  await expect(unwrapOwn(await newDataKey(), keys.own, keys.epk)).rejects.toThrow();
  // Not in another act's place either.
  await expect(unwrapOwn(keys.dataKey, keys.own, `${keys.epk}x`)).rejects.toThrow();
});

it('signs with a key that cannot be taken out', async () => {
  const { keys, publicKey } = await parties();
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.signKey, utf8('text'));
  const spki = await crypto.subtle.importKey('spki', fromBase64Url(publicKey), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
  expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, spki, signature, utf8('text'))).toBe(true);
  expect(keys.signKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('pkcs8', keys.signKey)).rejects.toThrow();
});

it('seals a value to its key and its place', async () => {
  const key = await newDataKey();
  const rows = Array.from({ length: 2000 }, (_, at) => ({ name: `患者${at}` }));
  const sealed = await sealValue(key, rows, 'worklist|entry1');
  expect(sealed).not.toContain('患者');
  expect(await openValue(key, sealed, 'worklist|entry1')).toEqual(rows);
  await expect(openValue(key, sealed, 'worklist|entry2')).rejects.toThrow();
  await expect(openValue(await newDataKey(), sealed, 'worklist|entry1')).rejects.toThrow();
});

it('holds the keys of one person in memory and tells of every change', async () => {
  const { keys } = await parties();
  const heard: (string | null)[] = [];
  const stop = onKeysChange((next) => heard.push(next?.userId ?? null));
  expect(deskKeys()).toBeNull();
  setDeskKeys(keys);
  setDeskKeys(keys);
  expect(deskKeys()).toBe(keys);
  setDeskKeys(null);
  stop();
  setDeskKeys(keys);
  expect(heard).toEqual(['7', null]);
});
