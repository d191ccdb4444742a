import { deviceCredentialHeader, offlinePaths, type DeviceState, type OperationBatch } from '#domain/kernel/offlineWire.ts';
import { call } from '#src/api/call.ts';
import { fillProduct, servicePath } from '#src/api/product.ts';
import { callSettings, newRequestId } from '#src/api/request.ts';
import type { NetAnswer } from './core/classify.ts';
import type { Courier } from './core/ports.ts';

/** The contract's time-out of 30 minutes must not apply here: a black hole would hold the queue (offline.md 3.6). */
const sendMs = 30_000;
const probeMs = 4000;
const livePath = '/api/health/live';

/** Sends a batch once and answers whatever came back, judged by nobody; never throws. */
export async function sendBatch(batch: OperationBatch, courier: Courier): Promise<NetAnswer> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), sendMs);
  try {
    const response = await fetch(callSettings.base + (await fillProduct(servicePath('sample', offlinePaths.ops))), {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json;charset=UTF-8',
        // Attached here and written down nowhere (offline.md 3.9).
        ...(courier.userId === null ? { [deviceCredentialHeader]: courier.credential } : { 'Blade-Auth': `bearer ${courier.accessToken}` }),
        'Blade-Requested-With': 'BladeHttpRequest',
        'X-Request-Id': newRequestId(),
      },
      body: JSON.stringify(batch),
      signal: timeout.signal,
      credentials: 'same-origin',
      cache: 'no-store',
    });
    // The time-out covers the body as well: a link can die in the middle of it.
    const text = await response.text();
    return { kind: 'http', status: response.status, body: parsed(text), retryAfter: response.headers.get('Retry-After') };
  } catch {
    return { kind: 'none', reason: timeout.signal.aborted ? 'timeout' : 'network' };
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** True when our own server says it is alive, within 4 s. `navigator.onLine` is true with a dead server and is not asked. */
export async function probe(): Promise<boolean> {
  try {
    const response = await fetch(callSettings.base + livePath, {
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(probeMs),
      headers: { Accept: 'application/json' },
    });
    // A captive portal answers everything with 200 and a page.
    return response.ok && typeof parsed(await response.text()) === 'object';
  } catch {
    return false;
  }
}

/** What the server holds of this device's numbers. Throws CallError. */
export function fetchDeviceState(device: string, maxSeq: number): Promise<DeviceState> {
  return call<DeviceState>('GET', servicePath('sample', offlinePaths.state), { query: { device, maxSeq }, quiet: true, timeoutMs: sendMs });
}
