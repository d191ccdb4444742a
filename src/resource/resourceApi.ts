import type { HistoryEntry } from '#domain/kernel/history.ts';
import { exportPath, historyPath, pathBelow, type Resource, type Verb, wireVerbs } from '#domain/kernel/resource.ts';
import { call, servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { saveBlob } from '#src/api/saveBlob.ts';
import { bodyOfFields, rowId, type WireRow } from './wireRow.ts';

export interface ResourcePage {
  readonly records: readonly WireRow[];
  readonly total: number;
  /** The count stopped there: there are more. */
  readonly isTotalCapped?: true;
  /** Of a statistic: the points of its chart. */
  readonly chart?: readonly WireRow[];
  /** Of the whole filtered list. */
  readonly totals?: WireRow;
  /** What was asked for where the query left it open. */
  readonly usual?: Readonly<Record<string, string>>;
}
type Query = Readonly<Record<string, string | number>>;

/** The calls of one described resource. All throw CallError and toast nothing: who calls shows the failure in place. */
export interface ResourceApi {
  readonly page: (query: Query, signal?: AbortSignal) => Promise<ResourcePage>;
  readonly detail: (id: string, signal?: AbortSignal) => Promise<WireRow>;
  /** Inserts, or updates the row of `id` as it was at `version`. `key` makes a repeated request harmless. */
  readonly save: (
    values: Readonly<Record<string, unknown>>,
    options: { readonly id?: string; readonly version?: unknown; readonly key: string },
  ) => Promise<void>;
  /** Who changed a row, when, from what to what; newest first. */
  readonly history: (
    id: string,
    page: { readonly current: number; readonly size: number },
    signal?: AbortSignal,
  ) => Promise<{ readonly records: readonly HistoryEntry[]; readonly total: number }>;
  readonly change: (verb: 'enable' | 'disable' | 'remove', ids: readonly string[]) => Promise<void>;
  /** The whole filtered list as .xlsx; saved by the browser. */
  readonly exportFile: (query: Query) => Promise<void>;
}

/** The path of a verb; throws where the resource has no such verb, which is a fault of ours. */
function pathOf(resource: Resource, verb: Verb): string {
  const segment = wireVerbs(resource, verb)[0];
  if (segment === undefined) throw new Error(`${resource.name} has no ${verb}`);
  return servicePath(resource.service, pathBelow(resource, segment));
}

export function resourceApi(resource: Resource): ResourceApi {
  const page: ResourceApi['page'] = async (query, signal) => {
    const answer = await call<Partial<ResourcePage> | null>('GET', pathOf(resource, 'page'), { query, quiet: true, signal });
    return { ...answer, records: answer?.records ?? [], total: Number(answer?.total ?? 0) };
  };
  return {
    page,
    detail: async (id, signal) => {
      if (wireVerbs(resource, 'detail').length > 0)
        return call<WireRow>('GET', pathOf(resource, 'detail'), { query: { [resource.id]: id }, quiet: true, signal });
      const { records } = await page({ ids: id, current: 1, size: 1 }, signal);
      const row = records.find((record) => rowId(resource, record) === id);
      if (!row) throw new Error(`${resource.name} ${id} is not there`);
      return row;
    },
    save: async (values, { id, version, key }) => {
      const identity = id ? { id, [resource.id]: id, version } : {};
      await call('POST', pathOf(resource, 'save'), {
        body: { ...bodyOfFields(resource, values), ...identity },
        headers: { 'Idempotency-Key': key },
        quiet: true,
      });
    },
    history: async (id, page, signal) => {
      const query = { [resource.id]: id, id, ...page };
      const answer = await call<{ records: HistoryEntry[]; total: number }>('GET', servicePath(resource.service, historyPath(resource)), {
        query,
        quiet: true,
        signal,
      });
      return { records: answer.records, total: Number(answer.total) };
    },
    change: async (verb, ids) => {
      await call('POST', pathOf(resource, verb), { query: { ids }, quiet: true });
    },
    exportFile: async (query) => {
      const { blob, name } = await download(servicePath(resource.service, exportPath(resource)), query, `${resource.name}.xlsx`);
      saveBlob(blob, name);
    },
  };
}
