/**
 * The keys of the person who works here now. In memory only: never in any storage, gone with lock, logout and the last tab.
 * Null while nobody is signed in, while the desk is locked, and on plain-http pages, which have no WebCrypto.
 */
export interface DeskKeys {
  readonly userId: string;
  readonly tenantId: string;
  /** Names `signKey` towards the server. */
  readonly keyId: string;
  /** ECDSA P-256, not extractable, `sign`: the author's on this device. */
  readonly signKey: CryptoKey;
  /** The server's sealing key (`SealedPayload.kid`). */
  readonly serverKeyId: string;
  /** AES-256-GCM, derived from this page load's ephemeral pair and the server's key (domain/kernel/sealing.ts). */
  readonly sealKey: CryptoKey;
  /** The ephemeral public key, raw point, base64url (`SealedPayload.epk`). */
  readonly epk: string;
  /** `sealKey` under `dataKey`, so that its author can read the act again later: see `wrapOwn`. */
  readonly own: string;
  /** AES-256-GCM: this person's on this device, the same at every login; seals what is for their eyes (`sealValue`). */
  readonly dataKey: CryptoKey;
}
/** A data key on its way between the pages of this desk, or through its worker: memory to memory, in no storage. */
export interface HeldKey {
  readonly userId: string;
  readonly dataKey: CryptoKey;
}
export type KeysListener = (keys: DeskKeys | null) => void;

let held: DeskKeys | null = null;
const listeners = new Set<KeysListener>();

/** The keys of who works here now. */
export const deskKeys = (): DeskKeys | null => held;

/** Hears of every change (unlock, lock, another person); answers the function that stops it. */
export function onKeysChange(listener: KeysListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The keys, as soon as there are some: while the desk is locked whoever reads waits. */
export function nextKeys(): Promise<DeskKeys> {
  if (held) return Promise.resolve(held);
  return new Promise((resolve) => {
    const stop = onKeysChange((keys) => {
      if (!keys) return;
      stop();
      resolve(keys);
    });
  });
}

/** Takes keys into memory; null drops them. Called by the key keeper and by tests alone. */
export function setDeskKeys(keys: DeskKeys | null): void {
  if (keys === held) return;
  held = keys;
  for (const listener of listeners) listener(keys);
}

/** True where this page can seal at all: plain http has no WebCrypto, and keeps and sends acts open. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined;
