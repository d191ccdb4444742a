import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Receipt, SentOperation } from '#domain/kernel/offlineWire.ts';
import { payloadHashOf } from '#server/kernel/act/openAct.ts';
import { backoffMs, retryAfterMs } from '#src/offline/core/backoff.ts';
import { fullBatch } from '#src/offline/core/selectBatch.ts';
import type { Api } from '../e2e/support/api.ts';

/** How a desk meets its server's pace (src/offline/core/applyReceipts.ts), ms. */
const quickMs = 1500;
const slowMs = 4000;
const patienceMs = 30_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A piece of work for a desk. */
export interface DeskAct {
  readonly type: string;
  readonly payload: unknown;
  readonly lanes: readonly string[];
}

/**
 * A desk's queue without its browser, for crowds of them: acts go out in batches of the size the real queue chooses, and stay with their
 * keys until the server has answered each. `login` is asked again where the session ended.
 */
export class QueueDesk {
  readonly deviceId = randomUUID();
  /** Keys of acts the server said it had done. */
  readonly done: string[] = [];
  /** Acts it said no to, with what it said. */
  readonly refused: string[] = [];
  /** Times of answers since `begin`, ms of this machine's clock, and how many acts each was for. */
  readonly answers: { readonly at: number; readonly count: number }[] = [];
  /** Requests that had no answer, or one that says: later. */
  failures = 0;
  readonly #login: () => Promise<{ readonly api: Api; readonly userId: string }>;
  readonly #waiting: SentOperation[] = [];
  /** As a desk keeps them for a week after it was told. */
  readonly #told: SentOperation[] = [];
  #seq = 0;
  #session: { readonly api: Api; readonly userId: string } | null = null;

  constructor(login: () => Promise<{ readonly api: Api; readonly userId: string }>) {
    this.#login = login;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Notes acts down: from now on they are owed. */
  async note(acts: readonly DeskAct[]): Promise<void> {
    this.#session ??= await this.#login();
    for (const { type, payload, lanes } of acts) {
      this.#seq += 1;
      this.#waiting.push({
        opId: randomUUID(),
        seq: this.#seq,
        authorId: this.#session.userId,
        type,
        typeVersion: 1,
        payload,
        payloadHash: payloadHashOf(payload),
        lanes,
        dependsOn: [],
        occurredAt: new Date().toISOString(),
        clockOffsetMs: 0,
        appVersion: 'load',
      });
    }
  }

  /** Sends until nothing waits; whatever the server does, it goes on. Throws where that takes longer than `withinMs`. */
  async drain(withinMs: number): Promise<void> {
    const until = Date.now() + withinMs;
    let [limit, failures] = [50, 0];
    while (this.#waiting.length > 0) {
      if (Date.now() > until) throw new Error(`${this.#waiting.length} acts are still not answered after ${withinMs / 1000} s`);
      const sent = this.#waiting.slice(0, limit);
      const begun = performance.now();
      const answer = await this.#send(sent);
      if (answer.results === null) {
        failures += 1;
        this.failures += 1;
        await pause(answer.askedMs === null ? backoffMs(failures, Math.random()) : answer.askedMs + Math.random() * 1000);
        continue;
      }
      failures = 0;
      const told = this.#take(answer.results);
      // What the server left unanswered had a fault of its own: it goes again, not at once.
      if (told < sent.length) await pause(1000);
      const tookMs = performance.now() - begun;
      if (tookMs > slowMs) limit = Math.min(limit, Math.max(50, Math.ceil(sent.length / 2)));
      else if (tookMs <= quickMs) limit = Math.min(fullBatch.maxOps, limit * 2);
    }
  }

  /** Everything it was told is done goes once more, as to a server that was put back to an earlier moment. */
  oweAgain(): void {
    this.#waiting.push(...this.#told.splice(0));
    this.done.length = 0;
  }

  forgetSession(): void {
    this.#session = null;
  }

  #take(results: readonly Receipt[]): number {
    const told = new Set<string>();
    for (const { opId, status, ...said } of results) {
      if (status === 'applied' || status === 'repeat') this.done.push(opId);
      else this.refused.push(`${status} ${JSON.stringify(said).slice(0, 300)}`);
      told.add(opId);
    }
    this.#told.push(...this.#waiting.filter(({ opId }) => told.has(opId)));
    this.#waiting.splice(0, this.#waiting.length, ...this.#waiting.filter(({ opId }) => !told.has(opId)));
    this.answers.push({ at: Date.now(), count: told.size });
    return told.size;
  }

  async #send(ops: readonly SentOperation[]): Promise<{ readonly results: readonly Receipt[] | null; readonly askedMs: number | null }> {
    const later = { results: null, askedMs: null } as const;
    try {
      this.#session ??= await this.#login();
      const body = { deviceId: this.deviceId, maxSeq: this.#seq, epoch: 1, ops };
      const answer = await this.#session.api.postRaw('accession-lims-sample/offline/ops', body, randomUUID(), AbortSignal.timeout(patienceMs));
      if (answer.ok) return { results: ((await answer.json()) as { data: { results: Receipt[] } }).data.results, askedMs: null };
      await answer.arrayBuffer();
      if (answer.status === 401) this.#session = null;
      else if (answer.status < 500 && answer.status !== 429) throw new Unexpected(`a batch was answered ${answer.status}`);
      return { results: null, askedMs: retryAfterMs(answer.headers.get('retry-after'), Date.now()) };
    } catch (error) {
      if (error instanceof Unexpected) throw error;
      return later;
    }
  }
}
class Unexpected extends Error {}

/** The longest time a desk had no answer between `from` and its last one, ms. */
export function longestSilence({ answers }: QueueDesk, from: number): number {
  let [longest, last] = [0, from];
  for (const { at } of answers) {
    if (at < from) continue;
    longest = Math.max(longest, at - last);
    last = at;
  }
  return longest;
}

/**
 * What a database has of acts that desks were told are done. Each act's entry in the audit trail is written in its transaction: one without
 * it is lost, one with two was done twice.
 */
export async function judgeActs(database: pg.Pool, opIds: readonly string[]): Promise<{ readonly lost: number; readonly doubled: number }> {
  const missing = new Set(opIds);
  const { rows } = await database.query<{ opId: string; n: number }>(
    `select op_id as "opId", count(*)::int as n from audit_entry where op_id = any($1::text[]) group by op_id`,
    [opIds],
  );
  for (const { opId } of rows) missing.delete(opId);
  return { lost: missing.size, doubled: rows.filter(({ n }) => Number(n) > 1).length };
}
