import { isDateTime, toMs } from './dates.ts';

/** What two good clocks may differ by. */
export const clockToleranceMs = 5 * 60_000;

/** Where a row has the server's time of an act, beside the act's own. */
export const serverTimeOf = (name: string): string => name.replace(/Time$/, 'ServerTime');

/** True where an act reached the server at another moment than its own time says: done without network, or by another clock. */
export function isReceivedApart(at: string, serverTime: string | null | undefined): serverTime is string {
  if (!serverTime || !isDateTime(at) || !isDateTime(serverTime)) return false;
  return Math.abs(toMs(serverTime) - toMs(at)) > clockToleranceMs;
}
