import { dropKept, keep, readKept } from '#src/ui/browserStorage.ts';

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state?: unknown;
}
/** Pages one only passes through on the way to another. */
const onTheWay = ['/login', '/lock', '/changepassword'];
const key = 'accession-wanted';

/** An address with everything that belongs to it. */
export const addressOf = ({ pathname, search, hash }: Place): string => pathname + search + hash;

/** Where somebody wants to go who was led elsewhere first: what the state of a page on the way says; only our own paths, else '/'. */
export function wantedIn(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) && !from.startsWith('/lock') ? from : '/';
}

/** Where somebody wants to go who is here: this page, or what it says where it is only on the way. */
export function wantedAt(place: Place): string {
  return onTheWay.includes(place.pathname) ? wantedIn(place.state) : addressOf(place);
}

/** Keeps the place while the browser is at a login provider. */
export function keepWanted(place: string): void {
  // Where it cannot be kept they come back to the first page.
  keep(key, place, 'session');
}

/** What was kept, once; '/' where nothing was. */
export function takeWanted(): string {
  const kept = readKept(key, 'session');
  dropKept(key, 'session');
  return wantedIn({ from: kept });
}
