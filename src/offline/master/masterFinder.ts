import { cacheDb, type SegmentRow } from '#src/offline/store/cacheDb.ts';
import { fillSegments } from './masterSegments.ts';
import { wordEnd } from './masterSegment.ts';

/** What is asked of the packed rows of one resource. */
export interface Wanted {
  /** Normalised words; a row must have each of them. None: every row. */
  readonly words: readonly string[];
  /** Infinity: all there are. */
  readonly limit: number;
  readonly isDisabled: boolean;
  readonly signal?: AbortSignal | undefined;
}

interface Held {
  readonly epoch: string | undefined;
  readonly segments: SegmentRow[];
  /** Which segment speaks last of a row; -1: it is gone. */
  readonly newest: Map<string, number>;
  generation: string;
  lastSeq: number;
}
const held = new Map<string, Promise<Held>>();

/** The packed rows of a resource: read when first searched, afterwards only what came since. */
function heldOf(resource: string): Promise<Held> {
  const made = (held.get(resource) ?? Promise.resolve(null)).catch(() => null).then((known) => refreshed(resource, known));
  held.set(resource, made);
  return made;
}

async function refreshed(resource: string, known: Held | null): Promise<Held> {
  const sync = await cacheDb.sync.get('master');
  const generation = sync?.generation ?? '';
  if (known && known.generation === generation) return known;
  // Copies of an earlier version of the console were not packed.
  if (sync && sync.epoch === undefined) await fillSegments();
  return cacheDb.transaction('r', cacheDb.sync, cacheDb.segments, async () => {
    const now = await cacheDb.sync.get('master');
    const kept: Held =
      known && known.epoch === now?.epoch ? known : { epoch: now?.epoch, segments: [], newest: new Map(), generation: '', lastSeq: 0 };
    const keys = await cacheDb.segments
      .where('[resource+seq]')
      .between([resource, kept.lastSeq + 1], [resource, Infinity])
      .primaryKeys();
    // One by one: each is a task of its own, so that keys typed meanwhile are heard.
    for (const key of keys) {
      const segment = await cacheDb.segments.get(key);
      if (segment) take(kept, segment, key);
    }
    kept.generation = now?.generation ?? '';
    return kept;
  });
}

function take(into: Held, segment: SegmentRow, seq: number): void {
  const place = into.segments.push(segment) - 1;
  for (const id of segment.gone) into.newest.set(id, -1);
  for (const id of segment.ids) into.newest.set(id, place);
  into.lastSeq = seq;
}

interface Found {
  readonly id: string;
  readonly rank: number;
  /** Pinyin: the order within a rank. */
  readonly full: string;
}
const isBefore = (one: Found, other: Found): boolean => one.rank < other.rank || (one.rank === other.rank && one.full < other.full);

/** Longest time the page is kept from other work, ms. */
const turnMs = 8;
const rest = (): Promise<void> => {
  const { scheduler } = globalThis as { readonly scheduler?: { readonly yield?: () => Promise<void> } };
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
};

/** Ids of the rows that have the words, best first. Nothing once nobody waits for it any more. */
export async function findIds(resource: string, wanted: Wanted): Promise<readonly string[]> {
  const { segments, newest } = await heldOf(resource);
  const { limit, signal } = wanted;
  const words = wanted.words.toSorted((one, other) => other.length - one.length);
  const best: Found[] = [];
  const all = [...segments];
  let until = performance.now() + turnMs;
  for (const [place, segment] of all.entries()) {
    const { ids, text, disabled } = segment;
    let row = -1;
    for (let seen = 1; ; seen++) {
      row = nextRow(segment, row + 1, words[0]);
      if (row < 0) break;
      if (seen % 512 === 0 && performance.now() > until) {
        await rest();
        if (signal?.aborted) return [];
        until = performance.now() + turnMs;
      }
      if ((disabled[row] === 1) !== wanted.isDisabled) continue;
      const line = text.slice(segment.starts[row], (segment.starts[row + 1] ?? 0) - 1);
      const rank = worstRank(line, words);
      const id = ids[row];
      const last = best.length >= limit ? best.at(-1) : undefined;
      if (rank === Infinity || id === undefined || (last && rank > last.rank)) continue;
      const found: Found = { id, rank, full: line.slice(0, line.indexOf(wordEnd)) };
      if ((last && !isBefore(found, last)) || newest.get(id) !== place) continue;
      if (limit === Infinity) best.push(found);
      else put(best, found, limit);
    }
  }
  if (limit === Infinity) best.sort((one, other) => (isBefore(one, other) ? -1 : isBefore(other, one) ? 1 : 0));
  return best.map(({ id }) => id);
}

/** The next row, from `from` on, that has the word anywhere; -1 where none has. */
function nextRow({ text, starts, ids }: SegmentRow, from: number, word: string | undefined): number {
  if (from >= ids.length) return -1;
  if (word === undefined) return from;
  const at = text.indexOf(word, starts[from]);
  if (at < 0) return -1;
  let [low, high] = [from, ids.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Into the sorted list, at its place; the list stays as long as it may be. */
function put(best: Found[], found: Found, limit: number): void {
  let place = best.length;
  while (place > 0 && isBefore(found, best[place - 1]!)) place -= 1;
  best.splice(place, 0, found);
  if (best.length > limit) best.pop();
}

function worstRank(line: string, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const afterFull = line.indexOf(wordEnd);
  const afterInitials = line.indexOf(wordEnd, afterFull + 1);
  const afterName = line.indexOf(wordEnd, afterInitials + 1);
  return words.reduce((worst, word) => Math.max(worst, rankOf(line, word, afterFull, afterInitials, afterName)), 0);
}

/** Ranks are few: rows of one rank keep their order (pinyin). Infinity: no match. */
function rankOf(line: string, word: string, afterFull: number, afterInitials: number, afterName: number): number {
  const code = afterName + 1;
  if (line.startsWith(word, code)) return line.length === code + word.length ? 0 : 1;
  if (line.startsWith(word, afterInitials + 1)) return 2;
  if (line.startsWith(word, afterFull + 1)) return 3;
  if (line.startsWith(word)) return 4;
  // A word has no end of words in it, so it lies within one.
  if (line.includes(word, afterInitials + 1)) return 5;
  return line.includes(word) ? 6 : Infinity;
}
