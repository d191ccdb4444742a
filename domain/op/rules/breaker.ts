/** Whether calls leave (docs/interfaces.md#breaker). */
export const breakerState = { closed: 0, open: 1, halfOpen: 2 } as const;

/** What is kept of an interface that calls out. Times are milliseconds since 1970. */
export interface Breaker {
  readonly state: 0 | 1 | 2;
  /** Failures one after the other. */
  readonly failures: number;
  /** What the last minute's calls came to: when it began, how many there were and how many failed. */
  readonly windowStart: number;
  readonly windowCalls: number;
  readonly windowFailures: number;
  /** How long it pauses next. */
  readonly pauseMs: number;
  /** Until when it is open; of a half-open one, until when its trial is waited for. */
  readonly untilTime: number;
}
export const shortestPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;
const windowMs = 60_000;
const failuresInARow = 5;
const fewestCalls = 20;
/** So long a trial may take before another may try: longer than any call. */
const trialMs = 60_000;

export const closedBreaker: Breaker = {
  state: breakerState.closed,
  failures: 0,
  windowStart: 0,
  windowCalls: 0,
  windowFailures: 0,
  pauseMs: shortestPauseMs,
  untilTime: 0,
};

/** Whether a call may leave now, and what is kept then. Of an open one whose pause is over one call alone: the trial. */
export function askBreaker(breaker: Breaker, now: number): { readonly mayCall: boolean; readonly isTrial: boolean; readonly next: Breaker } {
  if (breaker.state === breakerState.closed) return { mayCall: true, isTrial: false, next: breaker };
  // A trial whose node died is over after a while.
  if (now < breaker.untilTime) return { mayCall: false, isTrial: false, next: breaker };
  return { mayCall: true, isTrial: true, next: { ...breaker, state: breakerState.halfOpen, untilTime: now + trialMs } };
}

/** True of what speaks of the other side's health: nothing came back, it broke, or it had enough. */
export const isBreakerFailure = (status: number | null): boolean => status === null || status >= 500 || status === 429;

/** What is kept after a call: five failures in a row, or half of at least twenty within a minute, open it; a trial decides alone. */
export function settleBreaker(
  breaker: Breaker,
  { isFailure, isTrial }: { readonly isFailure: boolean; readonly isTrial: boolean },
  now: number,
): Breaker {
  if (isTrial) {
    if (!isFailure) return closedBreaker;
    const pauseMs = Math.min(breaker.pauseMs * 2, longestPauseMs);
    return { ...breaker, state: breakerState.open, pauseMs, untilTime: now + pauseMs };
  }
  // One that had left before it opened says nothing new.
  if (breaker.state !== breakerState.closed) return breaker;
  const isSameWindow = now - breaker.windowStart < windowMs;
  const failures = isFailure ? breaker.failures + 1 : 0;
  const windowCalls = (isSameWindow ? breaker.windowCalls : 0) + 1;
  const windowFailures = (isSameWindow ? breaker.windowFailures : 0) + Number(isFailure);
  const next = { ...breaker, failures, windowCalls, windowFailures, windowStart: isSameWindow ? breaker.windowStart : now };
  const isTooMuch = failures >= failuresInARow || (windowCalls >= fewestCalls && windowFailures * 2 >= windowCalls);
  return isFailure && isTooMuch ? { ...next, state: breakerState.open, pauseMs: shortestPauseMs, untilTime: now + shortestPauseMs } : next;
}
