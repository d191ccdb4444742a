import { authorUnprovenCode, type BatchAnswer, type OperationBatch, type Receipt, type SentOperation } from '#domain/kernel/offlineWire.ts';
import type { NetAnswer } from '../core/classify.ts';
import type { LedgerRow } from './checker.ts';

/** How the way to the server behaves for one request. slow: the desk has given up when the server comes to it. */
export type Weather =
  | 'fine'
  | 'refused'
  | 'blackHole'
  | 'slow'
  | 'cutAfterApply'
  | 'cutMidBody'
  | 'error500'
  | 'busy503'
  | 'tooMany429'
  | 'portal'
  | 'portal401'
  | 'notFound'
  | 'unauthorised'
  | 'outdated'
  | 'tooLarge';
/** What the rule says of an act; `faulty`: the server fails on it and rolls back. */
export type Ruling = 'applied' | 'repeat' | 'refused' | 'conflict' | 'faulty' | 'unknown';

export const envelope = (status: number, data: unknown, msg = ''): NetAnswer => ({
  kind: 'http',
  status,
  body: { code: status, success: status === 200, data, msg },
  retryAfter: null,
});
const page = (status: number): NetAnswer => ({ kind: 'http', status, body: undefined, retryAfter: null });

/** What stands for a signature here. */
export const signatureOf = (authorId: string): string => `signed by ${authorId}`;

/** The other party, in memory: one transaction an act, each key once, lanes in order, refusals kept (docs/offline.md#repeats). */
export class FakeServer {
  readonly ledger = new Map<string, { receipt: Receipt; op: SentOperation; deviceId: string; courierId: string | null }>();
  /** Every answer that was ever kept, in the order of commits; a key that was taken twice stands here twice. */
  readonly answers: LedgerRow[] = [];
  /** opIds whose effect stands, in the order of their commit. */
  readonly applied: string[] = [];
  readonly seen: string[][] = [];
  /** Whose token a token is. */
  readonly tokens = new Map<string, string>();
  /** Credentials of devices. */
  readonly credentials = new Set<string>();
  /** Whose acts are kept for a supervisor. */
  readonly disabled = new Set<string>();
  /** Whether a signature is its author's. */
  isSigned: (op: SentOperation) => boolean = ({ sig, authorId }) => sig === signatureOf(authorId);
  rule: (op: SentOperation) => Ruling = () => 'applied';
  minEpoch = 1;
  maxOps = 1000;

  send(batch: OperationBatch, token: string, weather: Weather = 'fine'): NetAnswer {
    const sending = this.sending(batch, token, weather);
    for (;;) {
      const step = sending.next();
      if (step.done) return step.value;
    }
  }

  /** The same in steps: between two of them other requests may be served. */
  *sending(batch: OperationBatch, token: string, weather: Weather): Generator<void, NetAnswer> {
    this.seen.push(batch.ops.map(({ opId }) => opId));
    switch (weather) {
      case 'refused':
        return { kind: 'none', reason: 'network' };
      case 'blackHole':
        return { kind: 'none', reason: 'timeout' };
      case 'error500':
        return envelope(500, null, '系统错误');
      case 'busy503':
        return { kind: 'http', status: 503, body: { code: 503, success: false, data: null, msg: '' }, retryAfter: '2' };
      case 'tooMany429':
        return { kind: 'http', status: 429, body: { code: 429, success: false, data: null, msg: '' }, retryAfter: '3' };
      case 'portal':
        return page(200);
      case 'portal401':
        return page(401);
      case 'notFound':
        return page(404);
      case 'unauthorised':
        return envelope(401, null, '请求未授权');
      case 'outdated':
        return envelope(426, null, '请升级');
      case 'tooLarge':
        return envelope(413, null, '过大');
      case 'slow':
        yield* this.answering(batch, token);
        return { kind: 'none', reason: 'timeout' };
      case 'cutAfterApply':
        yield* this.answering(batch, token);
        return { kind: 'none', reason: 'network' };
      case 'cutMidBody':
        yield* this.answering(batch, token);
        return page(200);
      case 'fine':
        return yield* this.answering(batch, token);
    }
  }

  private *answering(batch: OperationBatch, token: string): Generator<void, NetAnswer> {
    const userId = this.tokens.get(token) ?? (this.credentials.has(token) ? null : undefined);
    if (userId === undefined) return envelope(401, null, '请求未授权');
    if (batch.ops.length > this.maxOps) return envelope(413, null, '过大');
    const results: Receipt[] = [];
    const refusedAt = new Set<string>();
    const unansweredAt = new Set<string>();
    // As the real one: in the order in which the desk wrote them down, whatever order they come in.
    for (const op of batch.ops.toSorted((a, b) => a.seq - b.seq)) {
      const keys = [...op.lanes, ...op.dependsOn];
      const receipt = keys.some((key) => unansweredAt.has(key))
        ? null
        : keys.some((key) => refusedAt.has(key))
          ? this.unstored(op, 'blocked', 'command.blocked')
          : yield* this.running(op, userId, batch.deviceId);
      if (receipt) results.push(receipt);
      if (receipt?.status === 'applied' || receipt?.status === 'repeat') continue;
      for (const key of [...op.lanes, op.opId]) (receipt ? refusedAt : unansweredAt).add(key);
    }
    return envelope(200, { results, serverTime: '2026-05-20T01:00:00.000Z', minEpoch: this.minEpoch } satisfies BatchAnswer);
  }

  /** One transaction, when its turn has come: the key is looked up and taken without a step in between. */
  protected *running(op: SentOperation, courierId: string | null, deviceId: string): Generator<void, Receipt | null> {
    yield;
    return this.unproven(op, courierId) ?? this.known(op) ?? this.decide(op, courierId, deviceId);
  }

  /** Refused and not kept: neither the courier nor the signature proves the author. */
  protected unproven(op: SentOperation, courierId: string | null): Receipt | null {
    return op.authorId === courierId || this.isSigned(op) ? null : this.unstored(op, 'refused', authorUnprovenCode);
  }

  /** The kept answer of a key. */
  protected known(op: SentOperation): Receipt | null {
    const kept = this.ledger.get(op.opId);
    if (!kept) return null;
    if (kept.op.payloadHash !== op.payloadHash || kept.op.sealed?.ct !== op.sealed?.ct)
      return { ...kept.receipt, status: 'refused', code: 'command.keyReused', duplicate: true };
    return { ...kept.receipt, duplicate: true };
  }

  /** Decides an act and keeps the answer with its effect. */
  protected decide(op: SentOperation, courierId: string | null, deviceId: string): Receipt | null {
    const ruling = this.disabled.has(op.authorId) ? 'kept' : this.rule(op);
    if (ruling === 'faulty') return null;
    if (ruling === 'unknown') return this.unstored(op, 'refused', 'command.unknown');
    const receipt: Receipt = {
      ...this.unstored(op, ruling, undefined),
      serverSeq: String(this.answers.length + 1),
      ...(ruling === 'refused' || ruling === 'conflict' ? { code: `test.${ruling}`, params: {} } : ruling === 'kept' ? {} : { result: true }),
    };
    this.ledger.set(op.opId, { receipt, op, deviceId, courierId });
    this.answers.push({ opId: op.opId, deviceId, seq: op.seq, authorId: op.authorId, status: ruling, order: this.answers.length });
    if (ruling === 'applied') this.applied.push(op.opId);
    return receipt;
  }

  private unstored(op: SentOperation, status: Receipt['status'], code: string | undefined): Receipt {
    return { opId: op.opId, status, duplicate: false, serverSeq: '0', serverTime: '2026-05-20 09:00:00', ...(code ? { code, params: {} } : {}) };
  }
}
