/** Where an entry lives: this machine, or this tab alone. */
export type Place = 'local' | 'session';

/** An entry as the family's clients store it: what it is, and since when (ms). */
interface Entry {
  readonly dataType: string;
  readonly content: unknown;
  /** Says that it lives as long as the tab. */
  readonly type?: 'session';
  readonly datetime: number;
}

const storageOf = (place: Place): Storage => (place === 'session' ? window.sessionStorage : window.localStorage);

/**
 * Reads what is kept under a name; undefined where nothing is, or the storage is forbidden. What an earlier version wrote
 * bare is read as it stands, and written as an entry from then on.
 */
export function readKept(name: string, place: Place = 'local'): unknown {
  try {
    const text = storageOf(place).getItem(name);
    if (text === null) return undefined;
    const found = parsed(text);
    if (isEntry(found)) return found.content;
    if (found !== undefined) keep(name, found, place);
    return found;
  } catch {
    return undefined;
  }
}

/** Keeps a value under a name; a full or forbidden storage loses it, never the work. Answers whether it is kept. */
export function keep(name: string, content: unknown, place: Place = 'local'): boolean {
  const entry: Entry = { dataType: typeof content, content, ...(place === 'session' ? { type: place } : {}), datetime: Date.now() };
  try {
    storageOf(place).setItem(name, JSON.stringify(entry));
    return true;
  } catch {
    return false;
  }
}

export function dropKept(name: string, place: Place = 'local'): void {
  try {
    storageOf(place).removeItem(name);
  } catch {
    // Forbidden storage holds nothing.
  }
}

/** Drops every entry of this machine whose name begins so. */
export function dropAllKept(prefix: string): void {
  try {
    for (const name of Object.keys(window.localStorage)) if (name.startsWith(prefix)) dropKept(name);
  } catch {
    // Forbidden storage holds nothing.
  }
}

/** The same as a library asks for it that keeps texts of its own. Throws where there is no room: then it keeps less. */
export const textStorage = {
  getItem(name: string): string | null {
    const found = readKept(name);
    return found === undefined ? null : typeof found === 'string' ? found : JSON.stringify(found);
  },
  setItem(name: string, text: string): void {
    if (!keep(name, text)) throw new DOMException('no room', 'QuotaExceededError');
  },
  removeItem: (name: string): void => dropKept(name),
};

/** Earlier versions wrote texts bare, and everything else as JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Half of something is nothing.
    return /^[[{"]/.test(text) ? undefined : text;
  }
}

const isEntry = (found: unknown): found is Entry =>
  typeof found === 'object' && found !== null && 'dataType' in found && 'content' in found && typeof (found as Entry).datetime === 'number';
