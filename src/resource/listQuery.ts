import { isDate } from '#domain/kernel/dates.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import type { SearchValues } from '#src/ui/SearchForm.tsx';
import type { Sort } from '#src/ui/table/column.ts';
import { wireName } from '#domain/kernel/wireNames.ts';

/** What a list shows, as it stands in the URL: `?clientName=...&createTime.from=...&page=2&sort=-clientCode`. */
export interface ListState {
  readonly search: SearchValues;
  readonly page: number;
  readonly sort: Sort | null;
}
const ownKeys = new Set(['page', 'sort']);

/** What is searched for, parted: what may stand in an address, and what tells who a patient is. */
export function partSearch(search: SearchValues, searchable: Readonly<Record<string, Field>>): readonly [SearchValues, SearchValues] {
  const isPatient = (key: string): boolean => searchable[key.split('.')[0] ?? '']?.patient !== undefined;
  const part = (wanted: boolean): SearchValues => Object.fromEntries(Object.entries(search).filter(([key]) => isPatient(key) === wanted));
  return [part(false), part(true)];
}

/** Whether a parameter of an address is a list's own. */
export const isOfList = (key: string, searchable: Readonly<Record<string, Field>>): boolean =>
  ownKeys.has(key) || (key.split('.')[0] ?? '') in searchable;

/** Reads a list's state from the URL; what cannot be read is left out. */
export function readListState(params: URLSearchParams, searchable: Readonly<Record<string, Field>>): ListState {
  const search = Object.fromEntries(
    [...params].filter(([key, value]) => !ownKeys.has(key) && value !== '' && (key.split('.')[0] ?? '') in searchable),
  );
  const page = Number(params.get('page') ?? 1);
  const sort = params.get('sort') ?? '';
  return {
    search,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    sort: sort === '' || sort === '-' ? null : { key: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') },
  };
}

/** The URL of a list's state; the first page and no order leave no trace. */
export function writeListState({ search, page, sort }: ListState): URLSearchParams {
  const params = new URLSearchParams(search);
  if (page > 1) params.set('page', String(page));
  if (sort) params.set('sort', `${sort.isDescending ? '-' : ''}${sort.key}`);
  return params;
}

/** The contract's two parameters of a range; both ends belong to it. */
const rangeEnds: Readonly<Record<string, { readonly suffix: string; readonly time: string }>> = {
  from: { suffix: 'Begin', time: '00:00:00' },
  to: { suffix: 'End', time: '23:59:59' },
};

/** The query of a list call: fixed filters of the screen, what is searched for under the wire's names, order. */
export function listQuery(
  resource: Resource,
  state: Pick<ListState, 'search' | 'sort'>,
  fixed: Readonly<Record<string, string | number>> = {},
): Record<string, string | number> {
  const searched = Object.entries(state.search).flatMap(([key, value]) => {
    const [name = '', edge] = key.split('.');
    const field = resource.fields[name];
    const wire = field ? wireName(name, field) : name;
    const end = edge === undefined ? undefined : rangeEnds[edge];
    if (!end) return [[wire, value] as const];
    // A day is its first or its last second; a typed hour is that hour.
    return [[`${wire}${end.suffix}`, field?.kind === 'dateTime' && isDate(value) ? `${value} ${end.time}` : value] as const];
  });
  const order = state.sort ? { [state.sort.isDescending ? 'descs' : 'ascs']: state.sort.key } : {};
  return { ...Object.fromEntries(searched), ...order, ...fixed };
}

/** The fields a list is searched by: what it answers nothing without, those described so, and the state of what can be switched off. */
export function searchableFields(resource: Resource, more: Readonly<Record<string, Field>> = {}): Readonly<Record<string, Field>> {
  const own = Object.entries<Field>(resource.fields).filter(([, field]) => field.search);
  const isNeeded = ([name]: readonly [string, Field]): boolean => resource.needed?.includes(name) ?? false;
  return { ...Object.fromEntries([...own.filter(isNeeded), ...own.filter((one) => !isNeeded(one))]), ...more };
}
