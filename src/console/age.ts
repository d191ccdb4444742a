import type { TextKey } from './messages.ts';

/** How long ago a moment was, as a key and count of `time`. `from`, `now`: ms. */
export function ageOf(from: number, now: number): { readonly key: TextKey; readonly count: number } {
  const minutes = Math.floor(Math.max(0, now - from) / 60_000);
  if (minutes < 1) return { key: 'time.justNow', count: 0 };
  if (minutes < 60) return { key: 'time.minutes', count: minutes };
  if (minutes < 48 * 60) return { key: 'time.hours', count: Math.floor(minutes / 60) };
  return { key: 'time.days', count: Math.floor(minutes / 1440) };
}
