import { useSyncExternalStore } from 'react';

/**
 * The screen lock (wire 6.12): of this browser tab only, and only on the screen; the session goes on.
 * A salted hash is kept, never the password. It keeps a passer-by out, not somebody with the developer tools.
 */
const flagKey = 'accession-isLock';
const hashKey = 'accession-lockPasswd';
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());
const isLocked = (): boolean => sessionStorage.getItem(flagKey) === '1';
const saltBytes = 16;
const rounds = 100_000;

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

async function hashOf(password: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, key, 256);
  return toHex(new Uint8Array(bits));
}

/** The lock needs WebCrypto: a plain-http page has none and offers no lock. */
export function canLock(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** True where a lock password was set in this tab. */
export function hasLockPassword(): boolean {
  return sessionStorage.getItem(hashKey) !== null;
}

/** Locks the screen; a password sets the one that will open it. */
export async function lockScreen(password?: string): Promise<void> {
  if (password !== undefined) {
    const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
    sessionStorage.setItem(hashKey, `${toHex(salt)}:${await hashOf(password, salt)}`);
  }
  sessionStorage.setItem(flagKey, '1');
  tell();
}

/** Opens the lock; false where the password is another one. */
export async function unlockScreen(password: string): Promise<boolean> {
  const [salt = '', hash = ''] = (sessionStorage.getItem(hashKey) ?? '').split(':');
  if ((await hashOf(password, fromHex(salt))) !== hash) return false;
  sessionStorage.removeItem(flagKey);
  tell();
  return true;
}

/** A logout clears the lock and its password. */
export function dropLock(): void {
  sessionStorage.removeItem(flagKey);
  sessionStorage.removeItem(hashKey);
  tell();
}

export function useLock(): { readonly isLocked: boolean } {
  const locked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isLocked,
    isLocked,
  );
  return { isLocked: locked };
}
