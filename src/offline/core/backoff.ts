const firstMs = 1000;
/** Something waits and the server may be back: an attempt within 20 s whatever happened before, with room for the timer that makes it. */
const capMs = 15_000;
/** No act waits longer than this by itself. */
const longestMs = 20_000;
/** A server may ask for at most so much. */
const retryAfterCapMs = 10 * 60_000;

/** How often an act on which the server keeps failing is tried (docs/offline.md#states-of-an-act). */
export const quarantineMs = 60 * 60_000;

/**
 * Waiting time after `failures` failures in a row, ms: full jitter applied after the cap, so that desks
 * that failed together do not come back together (docs/offline.md#sending). `random` is in [0, 1).
 */
export function backoffMs(failures: number, random: number): number {
  const ceiling = Math.min(capMs, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 20));
  return Math.floor(random * ceiling);
}

/** The same for one act that stays behind while others go: at least a second, so that it does not spin. */
export const actBackoffMs = (failures: number, random: number): number => Math.min(capMs, firstMs + backoffMs(failures, random));

/** 0-5 s after the link came back. */
export function onlineDelayMs(random: number): number {
  return Math.floor(random * 5000);
}

/** `Retry-After` in ms: seconds or an HTTP date; null where absent or unreadable. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), retryAfterCapMs);
}

/**
 * True when `at` has come, and when it lies further ahead than anybody waits here: then the desk's clock was set back.
 * `askedMs`: a longer wait that was meant, such as `Retry-After`.
 */
export function isDue(at: number, now: number, askedMs = 0): boolean {
  return at <= now || at - now > longestMs + askedMs;
}
