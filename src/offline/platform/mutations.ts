import Dexie, { type ObservabilitySet, RangeSet } from 'dexie';

/** Primary keys that were written; `all` where they cannot be told one by one. */
export type ChangedKeys = 'all' | ReadonlySet<string>;

interface RangeNode {
  readonly d?: number;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly l?: RangeNode | null;
  readonly r?: RangeNode | null;
}

/** Hears of every commit to this origin's databases, by this page, another tab or the service worker; answers the function that stops it. */
export function onCommit(listener: (changed: (database: string, table: string) => ChangedKeys) => void): () => void {
  const heard = (parts: ObservabilitySet): void => listener((database, table) => changedKeys(parts, `idb://${database}/${table}/`));
  Dexie.on.storagemutated.subscribe(heard);
  return () => Dexie.on.storagemutated.unsubscribe(heard);
}

function changedKeys(parts: ObservabilitySet, part: string): ChangedKeys {
  if ('all' in parts) return 'all';
  const keys = new Set<string>();
  // What another tab tells has lost its class on the way: the tree is walked as it is.
  const isSingle = (node: RangeNode | null | undefined): boolean => {
    if (!node || !('from' in node)) return true;
    if (typeof node.from !== 'string' || node.from !== node.to) return false;
    keys.add(node.from);
    return isSingle(node.l) && isSingle(node.r);
  };
  const ranges = parts as Readonly<Record<string, RangeNode | undefined>>;
  return isSingle(ranges[part]) && isSingle(ranges[`${part}:dels`]) ? keys : 'all';
}

let untold = new Map<string, Set<string>>();
let isTellingOwn = false;
/** True while `onCommit` tells of acts that this page has just saved by itself. */
export const isOwnNews = (): boolean => isTellingOwn;

/** A burst of acts is told of together. */
const tellMs = 10;

/** Tells everybody, also other tabs and the worker, of a commit made past the library, a moment later. */
export function tellCommit(database: string, written: Readonly<Record<string, readonly string[]>>): void {
  if (untold.size === 0) setTimeout(tellAll, tellMs);
  for (const [table, keys] of Object.entries(written)) {
    const part = `idb://${database}/${table}/`;
    const known = untold.get(part) ?? new Set();
    for (const key of keys) known.add(key);
    untold.set(part, known);
  }
}

function tellAll(): void {
  const parts = Object.fromEntries([...untold].map(([part, keys]) => [part, new RangeSet().addKeys([...keys])]));
  untold = new Map();
  isTellingOwn = true;
  try {
    Dexie.on.storagemutated.fire(parts as ObservabilitySet);
  } finally {
    isTellingOwn = false;
  }
}
