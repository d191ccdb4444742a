import type { BlobState } from '#domain/kernel/blobParts.ts';
import { partCount } from '#domain/kernel/blobParts.ts';
import { deviceCredentialHeader, offlinePaths, type SentBlob } from '#domain/kernel/offlineWire.ts';
import { fillProduct, servicePath } from '#src/api/product.ts';
import { callSettings, newRequestId } from '#src/api/request.ts';
import { retryAfterMs } from '../core/backoff.ts';
import type { Courier } from '../core/ports.ts';
import type { BlobRow } from '#src/offline/store/outboxDb.ts';

/** A part of 1 MB over a line of 100 kbit/s takes 84 s. */
const putMs = 150_000;
const askMs = 20_000;

/** What our server said of a picture; everything that is not our own answer is `lost`. */
export type BlobAnswer =
  | { readonly kind: 'state'; readonly state: BlobState }
  | { readonly kind: 'auth' }
  /** 422: the server will say the same again. */
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'lost'; readonly isLinkFault: boolean; readonly retryAfterMs: number | null }
  | { readonly kind: 'stopped' };

export interface BlobNet {
  readonly state: (blob: SentBlob, courier: Courier) => Promise<BlobAnswer>;
  readonly put: (blob: SentBlob, row: BlobRow, courier: Courier, signal: AbortSignal) => Promise<BlobAnswer>;
}

async function exchange(method: 'GET' | 'PUT', tail: string, courier: Courier, init: Partial<RequestInit>, timeoutMs: number): Promise<BlobAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(callSettings.base + (await fillProduct(servicePath('sample', `${offlinePaths.blobs}/${tail}`))), {
      ...init,
      method,
      headers: {
        Accept: 'application/json',
        ...(courier.userId === null ? { [deviceCredentialHeader]: courier.credential } : { 'Blade-Auth': `bearer ${courier.accessToken}` }),
        'Blade-Requested-With': 'BladeHttpRequest',
        'X-Request-Id': newRequestId(),
        ...init.headers,
      },
      signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
      credentials: 'same-origin',
      cache: 'no-store',
    });
    return judged(response.status, await response.json().catch(() => null), response.headers.get('Retry-After'));
  } catch {
    return init.signal?.aborted ? { kind: 'stopped' } : { kind: 'lost', isLinkFault: true, retryAfterMs: null };
  }
}

function judged(status: number, body: unknown, retryAfter: string | null): BlobAnswer {
  const { code, data, refusal } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const isOurs = typeof code === 'number';
  if (isOurs && code === 200 && isState(data)) return { kind: 'state', state: data };
  if (isOurs && code === 401) return { kind: 'auth' };
  if (isOurs && status === 422 && typeof refusal === 'string') return { kind: 'refused', code: refusal };
  return { kind: 'lost', isLinkFault: !isOurs, retryAfterMs: retryAfterMs(retryAfter, Date.now()) };
}

function isState(data: unknown): data is BlobState {
  const { parts, isWhole } = (data ?? {}) as Partial<BlobState>;
  return Array.isArray(parts) && typeof isWhole === 'boolean';
}

/** The pictures' calls of our server. Never throws. */
export const blobNet: BlobNet = {
  state: ({ sha256 }, courier) => exchange('GET', sha256, courier, {}, askMs),
  put: ({ sha256, size, mime }, { part = 0, bytes, kid = '', epk = '' }, courier, signal) => {
    const query = new URLSearchParams({ size: String(size), parts: String(partCount(size)), mime });
    const headers = { 'Content-Type': 'application/octet-stream', 'x-seal-key': kid, 'x-seal-epk': epk };
    return exchange('PUT', `${sha256}/${part}?${query.toString()}`, courier, { body: bytes ?? null, headers, signal }, putMs);
  },
};
