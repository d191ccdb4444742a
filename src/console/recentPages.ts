import { readRemembered, writeRemembered } from '#src/ui/remembered.ts';

/** Pages of one user on this machine by how often they open them: recent visits weigh more. */
type Weights = Readonly<Record<string, number>>;
const key = 'pages';
/** Each visit to any page fades the others a little: after some hundred visits a page no longer used is gone. */
const fade = 0.98;
const least = 0.05;

export function notePage(userId: string, path: string): void {
  const weights = readRemembered<Weights>(userId, key, {});
  const faded = Object.entries(weights)
    .map(([page, weight]) => [page, weight * fade] as const)
    .filter(([, weight]) => weight > least);
  writeRemembered(userId, key, { ...Object.fromEntries(faded), [path]: (weights[path] ?? 0) * fade + 1 });
}

/** The paths this user opens most, most often first. */
export function favouritePages(userId: string): string[] {
  const weights = readRemembered<Weights>(userId, key, {});
  return Object.entries(weights)
    .sort(([, a], [, b]) => b - a)
    .map(([path]) => path);
}
