import { disabled } from '#domain/kernel/choices.ts';
import type { People } from '#domain/kernel/fields.ts';
import { type Pickable, pickables } from '#domain/consoleTable.ts';
import type { PickerCall } from '#domain/pickerCalls.ts';
import { call, servicePath } from '#src/api/call.ts';
import { getMaster, hasMaster, rememberPick, searchMaster } from '#src/offline/master/masterData.ts';
import type { PickerItem, PickerSource, PickerSources } from '#src/ui/picker.ts';
import { codeIn, nameIn, rowId, type WireRow } from './wireRow.ts';

/** The server is asked when the typing rests. */
const restMs = 120;

type PickerAnswer = readonly WireRow[] | { readonly records: readonly WireRow[] } | null;

/** A row as a picker shows it. */
export function pickerItem(of: Pickable, row: WireRow): PickerItem {
  const code = codeIn(of, row);
  return {
    id: rowId(of, row),
    name: nameIn(of, row),
    ...(code ? { code } : {}),
    isDisabled: Number(row.isDisable ?? 0) === disabled.yes,
  };
}

/** From the server: by code, name, pinyin and initials through `keyword`. */
function serverSource(of: Pickable, { service, path }: PickerCall): Pick<PickerSource, 'search' | 'resolve'> {
  const ask = async (query: Readonly<Record<string, string | number>>, signal?: AbortSignal): Promise<readonly PickerItem[]> => {
    const answer = await call<PickerAnswer>('GET', servicePath(service, path), { query, quiet: true, signal });
    const rows = answer === null ? [] : 'records' in answer ? answer.records : answer;
    return rows.map((row) => pickerItem(of, row));
  };
  return {
    search: async (query, { limit, signal }) => (await ask({ ...(query ? { keyword: query } : {}), size: limit }, signal)).slice(0, limit),
    resolve: (ids) => ask({ ids: ids.join(','), size: ids.length }),
  };
}

/** The words of a business dictionary: open to everybody who is signed in; the word itself is what is chosen. */
function wordSource(code: string): Pick<PickerSource, 'search' | 'resolve'> {
  const words = async (signal?: AbortSignal): Promise<readonly string[]> =>
    (await call<readonly { dictValue: string }[]>('GET', servicePath('system', 'dict-biz/dictionary'), { query: { code }, quiet: true, signal })).map(
      ({ dictValue }) => dictValue,
    );
  return {
    search: async (query, { limit, signal }) =>
      (await words(signal))
        .filter((word) => word.includes(query.trim()))
        .slice(0, limit)
        .map((word) => ({ id: word, name: word })),
    resolve: (ids) => Promise.resolve(ids.map((word) => ({ id: word, name: word }))),
  };
}

/** A code as it is typed where the list has no such row: it says which list it is of. */
const codeLike = /^[a-z]{2,6}:\d+$/i;

/** The rows of a resource, each by its code: what a form keeps of them can be read without the list. */
function byCode({ search, resolve: _byId, ...source }: Omit<PickerSource, 'key'>): Omit<PickerSource, 'key'> {
  const found: PickerSource['search'] = async (query, options) => {
    const typed = query.trim().toUpperCase();
    const isCode = codeLike.test(typed);
    const rows = await search(query, options).catch((error: unknown) => {
      // A whole code says all it means, even where no list can be asked.
      if (isCode) return [];
      throw error;
    });
    const items = rows.flatMap((item) => (item.code ? [{ ...item, id: item.code }] : []));
    return isCode && !items.some(({ id }) => id === typed) ? [...items, { id: typed, name: typed }] : items;
  };
  return {
    // A pick is remembered by its id, which a code is not.
    ...(source.isNear ? { isNear: true } : {}),
    search: found,
    resolve: async (codes) => {
      const { signal } = new AbortController();
      const all = await Promise.all(codes.map((code) => found(code, { limit: 20, signal })));
      return codes.map((code, index) => all[index]?.find(({ id }) => id === code) ?? { id: code, name: code });
    },
  };
}

/** For whoever may not see the rows: what is chosen stays as it is. */
const forbidden: Omit<PickerSource, 'key'> = { isForbidden: true, search: () => Promise.resolve([]), resolve: () => Promise.resolve([]) };

/** From the desk's own copy; until that is whole, from the server. */
function masterSource(of: Pickable): Omit<PickerSource, 'key'> {
  const server = serverSource(of, of.call);
  return {
    isNear: true,
    // A lost memory of a pick costs nobody anything.
    remember: (id) => void rememberPick(of.name, id).catch(() => undefined),
    search: async (query, options) => {
      // Asked before the search: copies that arrive while it looks were not looked at.
      const isWhole = await hasMaster(of.name);
      const found = (await searchMaster(of.name, query, options)).map((row) => pickerItem(of, row));
      if (options.signal.aborted || isWhole) return found;
      if (query) await new Promise((resolve) => setTimeout(resolve, restMs));
      if (options.signal.aborted) return [];
      // Of a part of the copies, the first match may be another row than the one that is meant.
      return server.search(query, options).catch((error: unknown) => {
        if (found.length === 0) throw error;
        return found;
      });
    },
    resolve: async (ids) => {
      const rows = await Promise.all(ids.map((id) => getMaster(of.name, id)));
      const known = rows.flatMap((row) => (row ? [pickerItem(of, row)] : []));
      const missing = ids.filter((id) => !known.some((item) => item.id === id));
      return missing.length === 0 ? known : [...known, ...(await server.resolve(missing).catch(() => []))];
    },
  };
}

/** The picker sources of one person: the desk's copy for what is kept offline, else the server; `can` says what the person may see. */
export function pickerSourcesFor(can: (permission: string) => boolean): PickerSources {
  const made = new Map<string, PickerSource>();
  return (name, part) => {
    const key = part ? `${name}:${part}` : name;
    const known = made.get(key);
    if (known) return known;
    if (name === 'dictionary' && part) {
      const source: PickerSource = { key, ...wordSource(part) };
      made.set(key, source);
      return source;
    }
    const isByCode = name === 'code';
    const of = pickables[(isByCode ? part : name) ?? ''];
    if (!of) return undefined;
    const call = ((part as People | undefined) === 'salesperson' ? of.salespeople : undefined) ?? of.call;
    const isOpen = call.permission === null || can(call.permission);
    const rows = !isOpen ? forbidden : of.isKept ? masterSource(of) : serverSource(of, call);
    const source: PickerSource = { key, ...(isByCode && isOpen ? byCode(rows) : rows) };
    made.set(key, source);
    return source;
  };
}
