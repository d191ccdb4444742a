import { randomInt } from 'node:crypto';
import { nowMs } from './clock.ts';

/** 2025-01-01T00:00:00Z: 41 bits of milliseconds from here last until 2094. */
const epochMs = 1_735_689_600_000;
const tailBits = 22n;
const tailSize = 2 ** 22;

let lastMs = 0;
let tail = 0;

/**
 * A new id: 63 bits, positive, rising in time, as decimal text. 41 bits are milliseconds, 22 bits a random start
 * that counts on within one millisecond, so that several nodes need no numbers of their own.
 */
export function newId(): string {
  const now = nowMs();
  if (now > lastMs) {
    lastMs = now;
    tail = randomInt(tailSize / 2);
  } else {
    // Same millisecond, or the clock stepped back: ids of one process never fall.
    tail += 1;
    if (tail >= tailSize) {
      lastMs += 1;
      tail = 0;
    }
  }
  return ((BigInt(lastMs - epochMs) << tailBits) | BigInt(tail)).toString();
}

/** The first of so many ids in a row that are nobody else's: whoever makes rows by counting on from one takes them all at once. */
export function reserveIds(count: number): string {
  const first = newId();
  const end = tail + count;
  // Into the milliseconds that come where one has no room for them.
  lastMs += Math.floor(end / tailSize);
  tail = end % tailSize;
  return first;
}

/** The lowest id that can be given at a moment (ms since 1970): rows are read by when they were made without an index of their own. */
export const idAt = (ms: number): string => (BigInt(Math.max(0, ms - epochMs)) << tailBits).toString();
