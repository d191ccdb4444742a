import { deviceCredentialHeader, offlinePaths, type DeviceState, type OperationBatch, type StateQuery } from '#domain/kernel/offlineWire.ts';
import { call } from '#src/api/call.ts';
import { fillProduct, servicePath } from '#src/api/product.ts';
import { callSettings, newRequestId } from '#src/api/request.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import type { NetAnswer } from '#src/offline/core/classify.ts';
import type { Courier } from '#src/offline/core/ports.ts';
import { deskHeaders } from '#src/offline/platform/deskHeaders.ts';

/**
 * The contract's time-out of 30 minutes must not apply here: a black hole would hold the queue (docs/offline.md#sending), and a server
 * that is back must be tried within 20 s. What takes longer is done by the server all the same, and answered at the next try.
 */
const sendMs = 12_000;
/** Smaller bodies are one packet anyway. */
const worthBytes = 1400;
const probeMs = 4000;
const livePath = '/api/health/live';

/** Sends a batch once and answers whatever came back, judged by nobody; never throws. */
export async function sendBatch(batch: OperationBatch, courier: Courier): Promise<NetAnswer> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), sendMs);
  try {
    const { body, ...encoding } = await packed(JSON.stringify(batch));
    const response = await fetch(callSettings.base + (await fillProduct(servicePath('sample', offlinePaths.ops))), {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json;charset=UTF-8',
        ...encoding,
        // Attached here and written down nowhere (docs/offline.md#signed-and-sealed).
        ...(courier.userId === null
          ? { [deviceCredentialHeader]: courier.credential }
          : { ...(await deskHeaders()), 'Blade-Auth': `bearer ${courier.accessToken}` }),
        'Blade-Requested-With': 'BladeHttpRequest',
        'X-Request-Id': newRequestId(),
      },
      body,
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

/** What acts have in common goes over the wire once, and ciphertext in eight bits a byte instead of six. */
async function packed(text: string): Promise<{ readonly body: BodyInit; readonly 'Content-Encoding'?: string }> {
  if (text.length < worthBytes || typeof CompressionStream === 'undefined') return { body: text };
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return { body: await new Response(stream).arrayBuffer(), 'Content-Encoding': 'gzip' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Asks our own server whether it is alive: null where it does not say so within 4 s, else the mark of the copy of the database it works on
 * ('' from one that says none). `navigator.onLine` is true with a dead server and is not asked. Never throws.
 */
export async function probe(): Promise<string | null> {
  try {
    const response = await fetch(callSettings.base + livePath, {
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(probeMs),
      headers: { Accept: 'application/json' },
    });
    // A captive portal answers everything with 200 and a page.
    const said = parsed(await response.text());
    if (!response.ok || typeof said !== 'object') return null;
    return String((said as { readonly data?: { readonly copy?: string } } | null)?.data?.copy ?? '');
  } catch {
    return null;
  }
}

/** Tells the server how this desk stands and asks what it holds of its numbers; without a session where nobody is signed in. Throws CallError. */
export async function fetchDeviceState(query: StateQuery): Promise<DeviceState> {
  const session = await currentSession();
  const headers = await deskHeaders();
  const anonymous = !session?.accessToken && Object.keys(headers).length > 0;
  return call<DeviceState>('GET', servicePath('sample', offlinePaths.state), {
    query: { ...query },
    quiet: true,
    timeoutMs: sendMs,
    anonymous,
    headers,
  });
}
