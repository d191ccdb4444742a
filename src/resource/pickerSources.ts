import { disabled } from '#domain/kernel/choices.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import type { People } from '#domain/kernel/fields.ts';
import { pickerCall } from '#domain/pickerCalls.ts';
import { resources } from '#domain/resources.ts';
import { call, servicePath } from '#src/api/call.ts';
import { getMaster, hasMaster, rememberPick, searchMaster } from '#src/offline/master/masterData.ts';
import type { PickerItem, PickerSource, PickerSources } from '#src/ui/picker.ts';
import { rowCode, rowId, rowName, type WireRow } from './wireRow.ts';

/** The server is asked when the typing rests. */
const restMs = 120;

type PickerAnswer = readonly WireRow[] | { readonly records: readonly WireRow[] } | null;

/** A row as a picker shows it. */
export function pickerItem(resource: Resource, row: WireRow): PickerItem {
  const code = rowCode(resource, row);
  return {
    id: rowId(resource, row),
    name: rowName(resource, row),
    ...(code ? { code } : {}),
    isDisabled: Number(row.isDisable ?? 0) === disabled.yes,
  };
}

/** From the server: by code, name, pinyin and initials through `keyword`. */
function serverSource(resource: Resource, people?: People): Pick<PickerSource, 'search' | 'resolve'> {
  const { service, path } = pickerCall(resource, people);
  const ask = async (query: Readonly<Record<string, string | number>>, signal?: AbortSignal): Promise<readonly PickerItem[]> => {
    const answer = await call<PickerAnswer>('GET', servicePath(service, path), { query, quiet: true, signal });
    const rows = answer === null ? [] : 'records' in answer ? answer.records : answer;
    return rows.map((row) => pickerItem(resource, row));
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

/** For whoever may not see the rows: what is chosen stays as it is. */
const forbidden: Omit<PickerSource, 'key'> = { isForbidden: true, search: () => Promise.resolve([]), resolve: () => Promise.resolve([]) };

/** From the desk's own copy; until that is whole, from the server. */
function masterSource(resource: Resource): Omit<PickerSource, 'key'> {
  const server = serverSource(resource);
  return {
    isNear: true,
    // A lost memory of a pick costs nobody anything.
    remember: (id) => void rememberPick(resource.name, id).catch(() => undefined),
    search: async (query, options) => {
      // Asked before the search: copies that arrive while it looks were not looked at.
      const isWhole = await hasMaster(resource.name);
      const found = (await searchMaster(resource.name, query, options)).map((row) => pickerItem(resource, row));
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
      const rows = await Promise.all(ids.map((id) => getMaster(resource.name, id)));
      const known = rows.flatMap((row) => (row ? [pickerItem(resource, row)] : []));
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
    const people = part as People | undefined;
    const resource = resources.find((one) => one.name === name);
    if (!resource) return undefined;
    const { permission } = pickerCall(resource, people);
    const isOpen = permission === null || can(permission);
    const source: PickerSource = { key, ...(!isOpen ? forbidden : resource.offline ? masterSource(resource) : serverSource(resource, people)) };
    made.set(key, source);
    return source;
  };
}
