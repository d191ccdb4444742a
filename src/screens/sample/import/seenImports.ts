import { readRemembered, writeRemembered } from '#src/ui/remembered.ts';

/** A file this person has imported on this computer; told by its bytes. Its name is not kept: files are called after patients too. */
export interface SeenImport {
  readonly hash: string;
  /** Desk clock, ms. */
  readonly at: number;
  readonly rows: number;
}
const key = 'imported-files';
const kept = 100;

export function seenImport(userId: string, hash: string): SeenImport | null {
  return readRemembered<readonly SeenImport[]>(userId, key, []).find((seen) => seen.hash === hash) ?? null;
}
export function rememberImport(userId: string, seen: SeenImport): void {
  const others = readRemembered<readonly SeenImport[]>(userId, key, []).filter(({ hash }) => hash !== seen.hash);
  writeRemembered(userId, key, [seen, ...others].slice(0, kept));
}
