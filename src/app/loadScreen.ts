import type { ComponentType } from 'react';

export type ScreenComponent = ComponentType<Record<string, never>>;
export type ScreenLoader = () => Promise<{ readonly Screen: ScreenComponent }>;
export type Loaded =
  | { readonly state: 'ready'; readonly Screen: ScreenComponent }
  | { readonly state: 'failed'; readonly isOffline: boolean; readonly error: unknown };

/** docs/contract.md#limits: chunk load time-out. */
export const chunkTimeoutMs = 120_000;
const loaded = new Map<ScreenLoader, ScreenComponent>();

/** A screen that has been loaded before, so that it shows without a blink. */
export function loadedScreen(load: ScreenLoader): ScreenComponent | undefined {
  return loaded.get(load);
}

/**
 * Loads a screen's chunk within the limit. Never rejects: react-router would render a blank page.
 */
export async function loadScreen(load: ScreenLoader, limitMs: number = chunkTimeoutMs): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`screen not loaded within ${limitMs} ms`)), limitMs);
  });
  try {
    const { Screen } = await Promise.race([load(), limit]);
    loaded.set(load, Screen);
    return { state: 'ready', Screen };
  } catch (error) {
    return { state: 'failed', isOffline: !(await canReachServer()), error };
  } finally {
    clearTimeout(timer);
  }
}

/** Asks the server itself: `navigator.onLine` is true with a dead server. */
export async function canReachServer(): Promise<boolean> {
  if (typeof navigator !== 'undefined' && navigator.onLine === false) return false;
  try {
    const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(4_000) });
    return answer.status < 500;
  } catch {
    return false;
  }
}
