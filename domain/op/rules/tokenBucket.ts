/** How many calls may be made at once now, and since when that is known (ms since 1970). */
export interface Bucket {
  /** Thousandths of a call: whole numbers stay exact. */
  readonly milli: number;
  readonly time: number;
}
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

/** Takes one call out of a bucket that fills by `perMinute` up to `burst` (docs/interfaces.md#rate). `waitMs`: how long until there is one. */
export function takeToken(bucket: Bucket | null, now: number, { perMinute, burst }: Rate): { readonly next: Bucket; readonly waitMs: number } {
  const full = burst * 1000;
  // A clock that went back gives nothing and takes nothing.
  const grown = bucket ? Math.min(full, bucket.milli + Math.floor((Math.max(0, now - bucket.time) * perMinute) / 60)) : full;
  if (grown >= 1000) return { next: { milli: grown - 1000, time: now }, waitMs: 0 };
  // What has grown stays uncounted until it is taken: many tries lose no part of it.
  return { next: bucket ?? { milli: grown, time: now }, waitMs: Math.ceil(((1000 - grown) * 60) / perMinute) };
}
