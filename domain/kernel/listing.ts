import { z } from 'zod';
import { fileAnswer, pageShape, paging, parameters, type Contract, type RowOf } from './contract.ts';
import type { Field, FieldKind, Fields } from './fields.ts';
import type { Label } from './label.ts';
import type { Resource, Screen } from './resource.ts';
import type { Service } from './services.ts';
import { refNameOf, wireName } from './wireNames.ts';

type Place = `${Service}/${string}`;
type Asked<Search> = (typeof paging)[number] | (keyof Search & string) | `${keyof Search & string}${'Begin' | 'End'}`;
type QueryShape<Names extends string> = ReturnType<typeof parameters<Names>>;

/** One figure of a chart. */
export interface ChartFigure {
  /** Which colour of the theme. */
  readonly tone: 'accent' | 'muted' | 'success' | 'warning' | 'danger';
  readonly kind: 'bar' | 'line';
}
/** How a statistic is drawn: a point for each value of `by`, worked out anew from the base, never from the rows of a page. */
export interface ChartOf {
  readonly by: string;
  readonly figures: Readonly<Record<string, ChartFigure>>;
  /** Keys of the row that a point tells beside its figures: what opens its rows asks by them. */
  readonly also?: readonly string[];
  readonly isLying?: boolean;
  readonly isStacked?: boolean;
}
/** The list whose rows a figure counts, one for each, and what it is asked with beside the filters that both know. */
export interface CountedIn {
  readonly list: Listed;
  /** Its parameters, by the statistic's keys that say them; of a point those alone that it tells. */
  readonly by?: Readonly<Record<string, string>>;
  /** Its parameters, by those of the statistic under another name. */
  readonly asked?: Readonly<Record<string, string>>;
  /** Its parameters that say which figure it is. */
  readonly fixed?: Readonly<Record<string, string | number>>;
  /** Its parameter that a part's id stands under, by the asked way of parting. */
  readonly part?: { readonly parameter: string; readonly id: string; readonly as: Readonly<Record<string, string>> };
  /** The key that says how many there are, where the figure is none itself. */
  readonly count?: string;
}

/** What a listing states; its calls, its columns, its search form, its file and its screen follow. */
export interface ListingDescription<At extends Place, Row extends z.ZodObject, Search extends Fields, More extends string> {
  /** Names it in files and views; camelCase. */
  readonly name: string;
  readonly title: Label;
  /** Where it is asked for; its file stands below. */
  readonly at: At;
  /** null: every signed-in user may. */
  readonly permission: string | null;
  /** Why everybody may ask for it, where no permission is needed. */
  readonly everybody?: string;
  /** What one row answers. */
  readonly row: Row;
  /** Which of its keys tells rows apart. */
  readonly id: keyof z.output<Row> & string;
  /** Columns of table and file, in this order; a reference shows the name beside it. */
  readonly columns: Fields;
  /** What it is searched by. */
  readonly search?: Search;
  /** What it answers nothing without: stands first in its search form. */
  readonly needed?: readonly (keyof Search & string)[];
  /** Parameters that no field of it names. */
  readonly parameters?: readonly More[];
  /** Keys that a person may order it by. */
  readonly sortable?: readonly (keyof z.output<Row> & string)[];
  readonly chart?: ChartOf;
  /** What a figure of a statistic counts: its number and its bar open that (docs/decisions/011-listings.md). */
  readonly opens?: { readonly [Key in keyof z.output<Row> & string]?: CountedIn };
  /** Keys of which the whole filtered list's total is answered beside the page. */
  readonly totals?: readonly (keyof z.output<Row> & string)[];
  /** Why it cannot be had as a file; absent: it can. */
  readonly noFile?: string;
  readonly screens?: readonly Screen[];
}

/** A described listing: what draws, exports and remembers a described resource takes it as one. */
export interface Listed extends Resource {
  readonly row: z.ZodObject;
  readonly permission: string | null;
  readonly noFile?: string;
  readonly sortable: readonly string[];
  readonly chart?: ChartOf;
  readonly opens?: Readonly<Record<string, CountedIn | undefined>>;
  readonly totals: readonly string[];
  /** Its page and its file, as declared calls. */
  readonly contracts: Readonly<Record<`GET ${Place}`, Contract>>;
}
/** The same with what the compiler knows of it. */
export interface ListedAt<At extends Place, Row extends z.ZodObject, Names extends string> extends Listed {
  readonly row: Row;
  readonly contracts: { readonly [Name in `GET ${At}`]: PageContract<Row, Names> } & {
    readonly [Name in `GET ${At}/export`]: FileContract<Names>;
  };
}
type PageContract<Row extends z.ZodObject, Names extends string> = Contract & {
  readonly query: QueryShape<Names>;
  readonly answer: ReturnType<typeof pageShape<Row>>;
};
type FileContract<Names extends string> = Contract & { readonly query: QueryShape<Names | 'columns'>; readonly answer: typeof fileAnswer };
/** The row of a described listing. */
export type ListedRow<One extends Listed> = RowOf<One['row']>;

/** Kinds that are searched for by a range: `<name>Begin` and `<name>End`. */
export const rangedKinds: ReadonlySet<FieldKind> = new Set(['date', 'dateTime', 'money']);

/** Describes a list over several tables (docs/decisions/011-listings.md). */
export function describeListing<
  const At extends Place,
  Row extends z.ZodObject,
  const Search extends Fields = Record<never, never>,
  const More extends string = never,
>(described: ListingDescription<At, Row, Search, More>): ListedAt<At, Row, Asked<Search> | More> {
  const { name, title, at, permission, row, id, columns, sortable = [], needed = [], chart, opens, totals = [], noFile, screens = [] } = described;
  const search: Fields = described.search ?? {};
  const [service, path, page] = placeOf(at);
  const odd = Object.entries<Field>(columns).filter(([key, field]) => !(shownKey(key, field) in row.shape));
  if (odd.length > 0) throw new Error(`${name}: no row of it has ${odd.map(([key]) => key).join(', ')}`);
  const unknown = Object.entries<CountedIn | undefined>(opens ?? {}).flatMap(([figure, one]) =>
    one ? unknownTo(one).map((key) => `${figure}: ${key}`) : [],
  );
  if (unknown.length > 0) throw new Error(`${name}: the list it opens is not asked by ${unknown.join(', ')}`);
  const names = Object.entries<Field>(search).flatMap(([key, field]) => {
    const wire = wireName(key, field);
    return rangedKinds.has(field.kind) ? [`${wire}Begin`, `${wire}End`] : [wire];
  });
  const asked = [...new Set([...paging, ...names, ...(described.parameters ?? [])])];
  const answer = pageShape(row).extend({
    ...(chart ? { chart: z.array(row.pick(picked(pointKeys(chart)))) } : {}),
    ...(totals.length > 0 ? { totals: row.pick(picked(totals)) } : {}),
    // What was asked for where the query left it open: what a total opens is asked with it.
    ...(totals.length > 0 && opens ? { usual: z.record(z.string(), z.string()) } : {}),
  });
  const open = permission !== null || described.everybody === undefined ? {} : { everybody: described.everybody };
  const contracts: Readonly<Record<string, Contract>> = {
    [`GET ${at}`]: { ...open, title, permission, query: parameters(...asked), answer },
    ...(noFile === undefined
      ? {
          [`GET ${at}/export`]: {
            ...open,
            title: [`导出${title[0]}`, `Export: ${title[1]}`],
            permission,
            query: parameters(...asked, 'columns'),
            answer: fileAnswer,
          },
        }
      : {}),
  };
  const fields = Object.fromEntries([
    ...Object.entries(columns).map(([key, field]) => [key, { ...field, column: true, search: false }] as const),
    ...Object.entries(search).map(([key, field]) => [key, { ...field, column: key in columns, search: true }] as const),
  ]);
  return {
    name,
    title,
    service,
    path,
    verbs: { page },
    id,
    fields,
    view: true,
    display: { name: Object.keys(columns)[0] ?? id },
    screens,
    row,
    permission,
    sortable,
    needed,
    totals,
    ...(chart ? { chart } : {}),
    ...(opens ? { opens } : {}),
    ...(noFile === undefined ? {} : { noFile }),
    contracts: contracts as ListedAt<At, Row, Asked<Search> | More>['contracts'],
  };
}

/** True for a described listing: its rows have no record of their own to open or to save. */
export const isListed = (resource: Resource): resource is Listed => 'contracts' in resource;

/** The key of a row under which a field is shown: of a reference, its name. */
export const shownKey = (key: string, field: Field): string => (field.ref ? refNameOf(wireName(key, field)) : wireName(key, field));

/** What a point of a chart tells. */
export const pointKeys = ({ by, figures, also = [] }: ChartOf): readonly string[] => [...new Set([by, ...Object.keys(figures), ...also])];

/** What stands for those that have none, where a list is asked by an id. */
export const withoutId = 'none';

/** What a page of a list can be asked by. */
const askedBy = (list: Listed): Readonly<Record<string, unknown>> => Object.values(list.contracts)[0]?.query?.shape ?? {};
/** What a list would not hear: a number would open too many. */
const unknownTo = ({ list, by = {}, asked = {}, fixed = {}, part }: CountedIn): readonly string[] =>
  [...Object.keys(by), ...Object.keys(asked), ...Object.keys(fixed), ...Object.values(part?.as ?? {})].filter((key) => !(key in askedBy(list)));

/** Whether a figure of a row counts anything: else it opens nothing. */
export const countsAny = ({ count }: Pick<CountedIn, 'count'>, figure: string, row: Readonly<Record<string, unknown>>): boolean =>
  Number(row[count ?? figure] ?? 0) > 0;

/**
 * What the list of a figure is asked with, for a row or a point of a statistic that was asked so; null: it counts nothing.
 */
export function countedQuery(
  counted: CountedIn,
  figure: string,
  row: Readonly<Record<string, unknown>>,
  asked: Readonly<Record<string, unknown>>,
): Record<string, string> | null {
  if (!countsAny(counted, figure, row)) return null;
  const { list, by = {}, asked: renamed = {}, fixed = {}, part } = counted;
  const known = askedBy(list);
  const carried = Object.entries(asked).filter(([name]) => name in known && !(paging as readonly string[]).includes(name));
  const told = Object.entries(by).flatMap(([name, key]) => (key in row ? [[name, row[key] ?? withoutId] as const] : []));
  const parted = part?.as[String(asked[part.parameter] ?? '')];
  const entries = [
    ...carried,
    ...Object.entries(renamed).map(([name, from]) => [name, asked[from]] as const),
    ...told,
    ...(part && parted && part.id in row ? [[parted, row[part.id] ?? withoutId] as const] : []),
    ...Object.entries(fixed),
  ];
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])));
}

const picked = (keys: readonly string[]): Record<string, true> => Object.fromEntries(keys.map((key) => [key, true]));

function placeOf(at: Place): readonly [service: Service, path: string, page: string] {
  const [, service, path, page] = /^([a-z]+)\/(?:(.+)\/)?([^/]+)$/.exec(at) ?? [];
  return [service as Service, path ?? '', page ?? ''];
}

/** The same fields, to search by. */
export const searched = <const Some extends Fields>(fields: Some): Some =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, search: true }])) as unknown as Some;

/** Some words of a vocabulary, in this order. */
export function pick<const All extends Fields, const Key extends keyof All & string>(
  all: All,
  ...keys: readonly Key[]
): { readonly [K in Key]: All[K] } {
  return Object.fromEntries(keys.map((key) => [key, all[key]])) as { readonly [K in Key]: All[K] };
}
