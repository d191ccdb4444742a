import { resourceByName } from '#domain/resources.ts';
import type { MasterRow } from './cacheDb.ts';

type Row = MasterRow['row'];
type Where = Readonly<Record<string, string | number>>;

export interface SearchIndex {
  readonly search: (query: string, limit: number, where: Where) => readonly Row[];
  /** The rows of these ids, in their order, that meet `where`. */
  readonly only: (ids: readonly string[], where: Where) => readonly Row[];
  readonly all: () => readonly Row[];
}

interface Entry {
  readonly row: Row;
  readonly code: string;
  /** pinyin, initials, name. */
  readonly words: readonly string[];
}

/** Wire values that are searched or filtered by are texts and numbers; nothing else is equal to anything. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
/** As the server normalises its search keys: half-width, lower case. */
const normalised = (value: string): string => value.normalize('NFKC').trim().toLowerCase();

/** Ranks are few: rows of one rank keep their order (pinyin). Infinity: no match. */
function rankOf({ code, words }: Entry, word: string): number {
  if (code === word) return 0;
  if (code.startsWith(word)) return 1;
  const [full = '', initials = '', name = ''] = words;
  if (name.startsWith(word)) return 2;
  if (initials.startsWith(word)) return 3;
  if (full.startsWith(word)) return 4;
  if (name.includes(word) || code.includes(word)) return 5;
  return initials.includes(word) || full.includes(word) ? 6 : Infinity;
}

/** A search over one resource in memory: a scan of a few short strings a row, some milliseconds for 20,000 rows. */
export function searchIndex(resourceName: string, rows: readonly MasterRow[]): SearchIndex {
  const { display, fields } = resourceByName(resourceName);
  const wire = (field: string | undefined): string => (field === undefined ? '' : (fields[field]?.wire ?? field));
  const codeKey = wire(display.code);
  const nameKey = wire(display.name);
  const entries = rows
    .map(({ row }): Entry => {
      const [full = '', initials = ''] = textOf(row['searchKey']).split('\u0001');
      return { row, code: normalised(textOf(row[codeKey])), words: [full, initials, normalised(textOf(row[nameKey]))] };
    })
    .sort((a, b) => (a.words[0]! < b.words[0]! ? -1 : a.words[0]! > b.words[0]! ? 1 : 0));
  const byId = new Map(rows.map(({ id, row }) => [id, row]));
  const meets = (row: Row, where: Where): boolean => {
    if (where['isDisable'] === undefined && Number(row['isDisable'] ?? 0) === 1) return false;
    return Object.entries(where).every(([key, value]) => textOf(row[key]) === String(value));
  };
  return {
    search: (query, limit, where) => {
      const terms = normalised(query).split(/\s+/).filter(Boolean);
      const ranked: { readonly row: Row; readonly rank: number }[] = [];
      for (const entry of entries) {
        const rank = terms.reduce((worst, term) => Math.max(worst, rankOf(entry, term)), 0);
        if (rank === Infinity || !meets(entry.row, where)) continue;
        ranked.push({ row: entry.row, rank });
        if (terms.length === 0 && ranked.length >= limit) break;
      }
      return ranked
        .sort((a, b) => a.rank - b.rank)
        .slice(0, limit)
        .map(({ row }) => row);
    },
    only: (ids, where) => ids.map((id) => byId.get(id)).filter((row) => row !== undefined && meets(row, where)) as readonly Row[],
    all: () => rows.map(({ row }) => row),
  };
}
