/** While anything waits, nobody lets more time pass between two looks, ms. */
const longestMs = 20_000;
/** Not at once: the worker, told at enqueue, is given the first go. */
const shortestMs = 1000;
/** A timer may fire a little early. */
const lateMs = 50;

/** How long a page sleeps before it looks again at what is due at `dueAt` (desk clock, ms). */
export function wakeDelayMs(dueAt: number, now: number): number {
  return Math.min(longestMs, Math.max(shortestMs, dueAt - now + lateMs));
}
