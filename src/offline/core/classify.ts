import type { BatchAnswer, Receipt, ReceiptStatus } from '#domain/kernel/offlineWire.ts';
import { retryAfterMs } from './backoff.ts';

/** What came back from a send, before anybody judged it. */
export type NetAnswer =
  | { readonly kind: 'none'; readonly reason: 'network' | 'timeout' }
  /** `body` is undefined where it was not JSON. */
  | { readonly kind: 'http'; readonly status: number; readonly body: unknown; readonly retryAfter: string | null };

export type Verdict =
  | { readonly kind: 'answered'; readonly answer: BatchAnswer }
  | { readonly kind: 'auth' }
  | { readonly kind: 'update' }
  | { readonly kind: 'tooLarge' }
  | {
      readonly kind: 'transient';
      readonly cause: 'network' | 'timeout' | 'server';
      readonly http: number;
      readonly message: string;
      /** Our own server failed on this batch: a smaller one may pass. */
      readonly isFault: boolean;
      /** Nothing of our server's was heard: the link, a proxy, a captive portal. */
      readonly isLinkFault: boolean;
      readonly retryAfterMs: number | null;
      /** The server has been found alive since. */
      readonly isBack?: boolean;
    };

const statuses: ReadonlySet<string> = new Set<ReceiptStatus>(['applied', 'repeat', 'refused', 'conflict', 'blocked', 'kept']);

/**
 * Judges an answer (docs/offline.md#answers). Only our own schema resolves an act or speaks of sessions, sizes and versions;
 * everything else - pages of proxies, portals, edges, whatever its status - is transient and leaves every act where it is.
 */
export function classify(answer: NetAnswer, now: number): Verdict {
  if (answer.kind === 'none')
    return { kind: 'transient', cause: answer.reason, http: 0, message: answer.reason, isFault: false, isLinkFault: true, retryAfterMs: null };
  const envelope = readEnvelope(answer.body);
  // Old proxies answer 200 around our own envelope's code.
  const code = envelope ? (answer.status === 200 ? envelope.code : answer.status) : answer.status;
  if (envelope && code === 200) {
    const batch = readBatch(envelope.data);
    if (batch) return { kind: 'answered', answer: batch };
  }
  if (envelope && code === 401) return { kind: 'auth' };
  if (envelope && code === 426) return { kind: 'update' };
  // A proxy's own limit is met by smaller batches too.
  if (answer.status === 413 || code === 413) return { kind: 'tooLarge' };
  return {
    kind: 'transient',
    cause: 'server',
    http: answer.status,
    message: envelope?.msg ?? `HTTP ${answer.status}`,
    isFault: envelope !== null && (code === 500 || code === 400 || code === 403 || code === 422),
    isLinkFault: envelope === null,
    retryAfterMs: retryAfterMs(answer.retryAfter, now),
  };
}

function readEnvelope(body: unknown): { readonly code: number; readonly data: unknown; readonly msg: string } | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, success, data, msg } = body as Record<string, unknown>;
  if (typeof code !== 'number' || typeof success !== 'boolean') return null;
  return { code, data, msg: typeof msg === 'string' ? msg : '' };
}

function readBatch(data: unknown): BatchAnswer | null {
  if (typeof data !== 'object' || data === null) return null;
  const { results, serverTime, minEpoch } = data as Record<string, unknown>;
  if (!Array.isArray(results) || typeof serverTime !== 'string' || typeof minEpoch !== 'number') return null;
  return { results: results.filter(isReceipt), serverTime, minEpoch };
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null) return false;
  const { opId, status, serverSeq, serverTime } = value as Record<string, unknown>;
  return (
    typeof opId === 'string' && typeof status === 'string' && statuses.has(status) && typeof serverSeq === 'string' && typeof serverTime === 'string'
  );
}
