import { disabled } from '#domain/kernel/choices.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { resourceByName, resources } from '#domain/resources.ts';
import { getMaster, hasMaster, rememberPick, searchMaster } from '#src/offline/masterData.ts';
import type { PickerItem, PickerSource, PickerSources } from '#src/ui/picker.ts';
import { resourceApi } from './resourceApi.ts';
import { rowCode, rowId, rowName, type WireRow } from './wireRow.ts';

/** The server is asked when the typing rests. */
const restMs = 120;

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
function serverSource(resource: Resource): Pick<PickerSource, 'search' | 'resolve'> {
  const api = resourceApi(resource);
  return {
    search: async (query, { limit, signal }) =>
      (await api.list({ ...(query ? { keyword: query } : {}), size: limit }, signal)).slice(0, limit).map((row) => pickerItem(resource, row)),
    resolve: async (ids) => (await api.list({ ids: ids.join(','), size: ids.length })).map((row) => pickerItem(resource, row)),
  };
}

/** From the desk's own copy; where that has never been filled, from the server. */
function masterSource(resource: Resource): Omit<PickerSource, 'key'> {
  const server = serverSource(resource);
  return {
    isNear: true,
    // A lost memory of a pick costs nobody anything.
    remember: (id) => void rememberPick(resource.name, id).catch(() => undefined),
    search: async (query, options) => {
      const found = await searchMaster(resource.name, query, options);
      if (found.length > 0) return found.map((row) => pickerItem(resource, row));
      // Nothing found: either nothing matches, or this desk has no copy yet.
      if (options.signal.aborted || (await hasMaster(resource.name))) return [];
      if (query) await new Promise((resolve) => setTimeout(resolve, restMs));
      return options.signal.aborted ? [] : server.search(query, options);
    },
    resolve: async (ids) => {
      const rows = await Promise.all(ids.map((id) => getMaster(resource.name, id)));
      const known = rows.flatMap((row) => (row ? [pickerItem(resource, row)] : []));
      const missing = ids.filter((id) => !known.some((item) => item.id === id));
      return missing.length === 0 ? known : [...known, ...(await server.resolve(missing).catch(() => []))];
    },
  };
}

const made = new Map<string, PickerSource>();

/** The picker source of a described resource: the desk's copy for what is kept offline, else the server. */
export const pickerSources: PickerSources = (name) => {
  const known = made.get(name);
  if (known) return known;
  if (!resources.some((resource) => resource.name === name)) return undefined;
  const resource = resourceByName(name);
  const source: PickerSource = { key: name, ...(resource.offline ? masterSource(resource) : serverSource(resource)) };
  made.set(name, source);
  return source;
};
