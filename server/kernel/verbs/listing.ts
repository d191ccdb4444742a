import { sql, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { fileAnswer, partsOf, type CallName, type Contract } from '#domain/kernel/contract.ts';
import { directRows } from '#domain/kernel/listExport.ts';
import type { Language } from '#domain/kernel/label.ts';
import { pointKeys, type ChartOf, type Listed, type ListedRow } from '#domain/kernel/listing.ts';
import { wireName } from '#domain/kernel/wireNames.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { nowText } from '#server/storage/clock.ts';
import { readRow, readRows, type Reader, type RowShape } from '#server/storage/readRows.ts';
import { allOf, anyId, anyText } from '#server/storage/sqlParts.ts';
import { languageOf, malformed } from '#server/kernel/core/answers.ts';
import { takingFile, type PatientColumn, type PatientKey, type PatientViewer } from '#server/kernel/core/patients.ts';
import { sendExport, tooManyAtOnce } from '#server/kernel/export/exportRows.ts';
import type { ListSource } from '#server/kernel/export/listSources.ts';
import { codeFilter, holdsFilter, idFilter, moneyFilter, pageRows, parameter, rangeFilter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import type { WireRow } from '#server/kernel/resource/resourceRead.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { listOf, readInOnePass, type ListingPage } from './onePass.ts';
import { withinLimit } from './withinLimit.ts';

/** Who asks for which part of a list. */
export interface AskedListing {
  readonly db: Reader;
  readonly user: ActingUser;
  readonly query: Query;
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly now: string;
  /** Absent where a file is made behind the screen. */
  readonly request?: FastifyRequest;
  /** Of a file; absent: as the request says. */
  readonly language?: Language;
}
type Condition = SQL | undefined | false;
type Conditions = readonly Condition[];
type Column = SQL | ((asked: AskedListing) => SQL);

/**
 * How a described listing is read. Its columns are the keys of its row, so that the compiler misses none; the user and
 * the parameters reach the SQL. One such description gives the page, its search, its order, its totals, its chart and its file.
 */
export interface Listing<Row extends object> {
  /** One expression for each key of a row; what tells who a patient is comes from `patientShown`. */
  readonly columns: { readonly [Key in keyof Row & string]-?: Key extends PatientKey ? PatientColumn : Column };
  /** Tables the conditions speak of. */
  readonly from: Column;
  /** Further tables that the columns alone need: counting does without them. */
  readonly joins?: Column;
  /** Conditions, the tenant's and the laboratories' first. What is searched for by described fields is added to them. */
  readonly where: (asked: AskedListing) => Conditions | Promise<Conditions>;
  /** What a described search is searched in, where that is not the column of the same name; or the whole condition. */
  readonly searchedIn?: Readonly<Record<string, SQL | ((asked: AskedListing) => Condition)>>;
  /**
   * Makes rows of groups, by these columns: a statistic. Counts and totals then speak of the groups. Of a large table it says what the
   * columns follow from: then page, count, totals and points are read in one pass, and names are looked up for the page alone.
   */
  readonly groupBy?: readonly (keyof Row & string)[] | readonly GroupedBy<keyof Row & string>[];
  /**
   * Of a statistic over very many rows: how they are counted together before they are grouped. Its columns and groups then speak of what
   * this tells, under alias x; the conditions still speak of the rows.
   */
  readonly tally?: (asked: AskedListing) => Tally;
  /** The usual order; ties must be broken in it. */
  readonly order: Column;
  /** What is asked for where a query leaves it open: a condition as any other, which a file's second sheet names, too. */
  readonly usual?: (query: Query, now: string) => Query;
  /** Another file of the same list, where the query asks for one: its columns, and its rows made of the list's. */
  readonly file?: (asked: AskedListing, list: ListSource) => Promise<ListSource>;
  /** Aggregates of the described `totals`, where the column of that name is none. */
  readonly totals?: Readonly<Record<string, SQL>>;
  /** Its ids are texts, not numbers. */
  readonly isIdText?: true;
  /** Indexes it lives by: a walk looks whether its page is read by one of them (`server/walks/plans.test.ts`). */
  readonly indexes: readonly string[];
  /** Why something of it may be read whole: how few rows there are of that. */
  readonly few?: string;
}

/** What makes a group, and the columns that follow from it. */
export interface GroupedBy<Key extends string = string> {
  /** Without parameters, for the database knows it again in the columns by its words; undefined: it makes no groups just now. */
  readonly by: SQL | ((asked: AskedListing) => SQL | undefined);
  readonly gives: readonly Key[];
  /** Columns that are looked up for a group: they speak of its row, alias g. */
  readonly names?: readonly Key[];
}

/** Rows counted together: by what, and how many of each kind, each under the name it is read by. */
export interface Tally {
  readonly by: Readonly<Record<string, SQL>>;
  readonly counts: Readonly<Record<string, SQL>>;
  /** They become few groups, however many there are: processes share the rows. */
  readonly isShared?: true;
  /** A list among `by` of which each is counted for itself, under the name `as`: taken apart after the counting, once. `where`: which of them, alias c. */
  readonly each?: { readonly of: string; readonly as: string; readonly where: SQL | undefined };
}

/** A listing as calls, as a source of files, and what walks want to know of it. */
export interface ServedListing {
  readonly name: string;
  readonly indexes: readonly string[];
  readonly few: string | null;
  readonly calls: readonly Call[];
  readonly source: (asked: Omit<AskedListing, 'now'>) => Promise<ListSource>;
}
/** Serves a described listing. */
export function defineListing<One extends Listed>(
  listed: One,
  listing: Listing<ListedRow<One>>,
  /** What must be there before a page is read. */
  before?: (context: CallContext<unknown>) => Promise<void>,
): ServedListing {
  const reader = listingReader(listed, listing);
  const calls = Object.entries<Contract>(listed.contracts).map(([name, contract]): Call => {
    const call = { ...partsOf(name as CallName), ...contract };
    if (contract.answer !== fileAnswer)
      return {
        ...call,
        async handle(context) {
          await before?.(context);
          return reader.page(context as AskedListing);
        },
      };
    return {
      ...call,
      cost: 'export',
      async handle(context) {
        const asked = { ...context, user: takingFile(context.user), language: languageOf(context.request) };
        const source = await reader.source(asked as unknown as AskedListing);
        return sendExport({ ...asked, query: source.query ?? context.query }, source, source.all(directRows, tooManyAtOnce));
      },
    };
  });
  return {
    name: listed.name,
    indexes: listing.indexes,
    few: listing.few ?? null,
    calls,
    source: (asked) => reader.source({ ...asked, now: nowText() }),
  };
}

/** One page of a listing, for a call that adds to it what no column can say. */
export const pageOfListing = <One extends Listed>(
  listed: One,
  listing: Listing<ListedRow<One>>,
  asked: AskedListing,
): Promise<ListingPage<ListedRow<One>>> => listingReader(listed, listing).page(asked);

/** How many rows the filtered list has, however many that is. */
export const countOfListing = async <One extends Listed>(listed: One, listing: Listing<ListedRow<One>>, asked: AskedListing): Promise<number> =>
  (await listingReader(listed, listing).source(asked)).count(Number.MAX_SAFE_INTEGER - 1);

/** A listing's whole condition, for a statement of one's own over the same tables: what stands beside a list counts what it lists. */
export const conditionOfListing = <One extends Listed>(listed: One, listing: Listing<ListedRow<One>>, asked: AskedListing): Promise<SQL> =>
  listingReader(listed, listing).condition(asked);

/** The whole list as a file takes it, for the file of another. */
export const sourceOfListing = <One extends Listed>(listed: One, listing: Listing<ListedRow<One>>, asked: AskedListing): Promise<ListSource> =>
  listingReader(listed, listing).source(asked);

/** Columns that hang on nobody, but for what is masked. */
export type PlainColumns<Row extends object> = { readonly [Key in keyof Row & string]-?: Key extends PatientKey ? PatientColumn : SQL };

/** Columns for a SELECT of one's own, under the names a row is read by. */
export function selected(columns: Readonly<Record<string, SQL>>): SQL;
export function selected(columns: Readonly<Record<string, SQL | PatientColumn>>, viewer: PatientViewer): SQL;
export function selected(columns: Readonly<Record<string, SQL | PatientColumn>>, viewer?: PatientViewer): SQL {
  return sql.join(
    Object.entries(columns).map(
      ([key, column]) => sql`${typeof column === 'function' ? column(viewer!) : column} as ${sql.identifier(snakeCase(key))}`,
    ),
    sql`, `,
  );
}

/** Rows of one statement of a file. */
const portionRows = 1_000;

function listingReader<One extends Listed>(listed: One, listing: Listing<ListedRow<One>>) {
  type Row = ListedRow<One>;
  const follows = (listing.groupBy ?? []).filter((group): group is GroupedBy => typeof group !== 'string');
  const groupBy = listing.groupBy?.flatMap((group: string | GroupedBy): readonly string[] => (typeof group === 'string' ? [group] : group.gives));
  const named = follows.flatMap(({ names = [] }) => names);
  const joinsOf = (asked: AskedListing): SQL => (typeof listing.joins === 'function' ? listing.joins(asked) : (listing.joins ?? sql``));
  const fromOf = (asked: AskedListing): SQL => (typeof listing.from === 'function' ? listing.from(asked) : listing.from);
  const of = listing.columns as Readonly<Record<string, Column>>;
  const columnOf = (key: string, asked: AskedListing): SQL => {
    const column = of[key];
    if (!column) throw new Error(`${listed.name} has no column ${key}`);
    return typeof column === 'function' ? column(asked) : column;
  };
  const select = (keys: readonly string[], asked: AskedListing): SQL => selected(Object.fromEntries(keys.map((key) => [key, columnOf(key, asked)])));
  /** What makes a point: those of its keys that make a group. */
  const pointGroups = ({ by, also = [] }: ChartOf): readonly string[] => [by, ...also.filter((key) => groupBy?.includes(key))];
  // The columns that make a group stand first: they are named by their places, for two parameters of one value are two expressions.
  const keys = [...new Set([...(groupBy ?? []), ...Object.keys(of)])].filter((key) => !named.includes(key));
  /** Columns that speak of a row's group, behind its own. */
  const looked = (asked: AskedListing): SQL => (named.length > 0 ? sql`, ${select(named, asked)}` : sql``);
  const madeBy = (groups: readonly GroupedBy[], asked: AskedListing): readonly SQL[] =>
    groups.flatMap(({ by }) => (typeof by === 'function' ? by(asked) : by) ?? []);
  const grouped = (asked: AskedListing): SQL =>
    follows.length > 0 ? sql` group by ${listOf(madeBy(follows, asked))}` : groupBy ? sql` group by ${places(groupBy.length)}` : sql``;
  /** Its rows: tables and condition; of a statistic with a tally they are counted together once, for every set of groups reads them again. */
  const rowsOf = (asked: AskedListing, condition: SQL): SQL => {
    const rows = sql`${fromOf(asked)} ${joinsOf(asked)} where ${condition}`;
    const tally = listing.tally?.(asked);
    if (!tally) return rows;
    const told = sql`(select ${selected({ ...tally.by, ...tally.counts })} from ${rows} group by ${places(Object.keys(tally.by).length)})`;
    if (!tally.each) return sql`${told} x`;
    const { of: list, as, where: which } = tally.each;
    return sql`(select l.*, c.id as ${sql.identifier(snakeCase(as))} from ${told} l cross join lateral unnest(l.${sql.identifier(snakeCase(list))}) as c(id)
      where ${which ?? sql`true`}) x`;
  };
  const row = listed.row as unknown as RowShape<Row>;
  // By a part of a column, or of its mask, whoever is masked would be found out letter by letter.
  for (const [key, field] of Object.entries<Field>(listed.fields))
    if (field.search && field.patient && typeof listing.searchedIn?.[key] !== 'function')
      throw new Error(`${listed.name} does not say how patients are found by ${key}`);

  async function where(asked: AskedListing): Promise<SQL> {
    const searched = Object.entries<Field>(listed.fields).flatMap(([key, field]) => (field.search ? [searchCondition(key, field, asked)] : []));
    return allOf([...(await listing.where(asked)), ...searched]);
  }
  function searchCondition(key: string, field: Field, asked: AskedListing): Condition {
    const given = listing.searchedIn?.[key] ?? of[key];
    if (!given) throw new Error(`${listed.name} does not say what ${key} is searched in`);
    if (typeof given === 'function' && listing.searchedIn?.[key]) return given(asked);
    const column = typeof given === 'function' ? columnOf(key, asked) : given;
    return conditionByKind(asked.query, wireName(key, field), field, column);
  }
  function order(asked: AskedListing): SQL {
    const wanted = (direction: 'ascs' | 'descs'): SQL[] =>
      parameter(asked.query, direction)
        .split(',')
        .flatMap((key) => {
          if (!listed.sortable.includes(key)) return [];
          const column = groupBy ? sql`${sql.identifier(snakeCase(key))}` : columnOf(key, asked);
          if (direction === 'ascs') return [column];
          // An index read backwards has empty ones first: they are told apart only where there may be any.
          return [listed.row.shape[key]?.safeParse(null).success ? sql`${column} desc nulls last` : sql`${column} desc`];
        });
    const usual = typeof listing.order === 'function' ? listing.order(asked) : listing.order;
    return sql.join([...wanted('ascs'), ...wanted('descs'), usual], sql`, `);
  }

  const whole = (asked: AskedListing): AskedListing => (listing.usual ? { ...asked, query: listing.usual(asked.query, asked.now) } : asked);

  const pageInOnePass = (db: Reader, asked: AskedListing, condition: SQL): Promise<ListingPage<Row>> => {
    const points = listed.chart ? pointGroups(listed.chart) : [];
    return readInOnePass<Row>(db, asked.query, {
      listed,
      groups: follows.flatMap((group) => madeBy([group], asked).map((by) => ({ by, isOfPoint: group.gives.some((key) => points.includes(key)) }))),
      keys,
      named,
      columns: select(keys, asked),
      looked: looked(asked),
      rows: rowsOf(asked, condition),
      order: order(asked),
    });
  };

  async function pageFrom(db: Reader, asked: AskedListing, condition: SQL): Promise<ListingPage<Row>> {
    const found = await pageRows<Row>(db, asked.query, {
      row,
      columns: select(keys, asked),
      from: fromOf(asked),
      joins: joinsOf(asked),
      where: [condition],
      ...(groupBy ? { groups: { columns: select(groupBy, asked), by: places(groupBy.length) } } : {}),
      order: order(asked),
    });
    const { chart, totals } = listed;
    const summed = totals.map((key) => [key, listing.totals?.[key] ?? columnOf(key, asked)] as const);
    return {
      ...found,
      ...(totals.length > 0
        ? {
            totals:
              (await readRow(db, sql`select ${selected(Object.fromEntries(summed))} from ${fromOf(asked)} ${joinsOf(asked)} where ${condition}`)) ??
              {},
          }
        : {}),
      ...(chart
        ? {
            chart: await readRows<Partial<Row>>(
              db,
              sql`select ${select([...pointGroups(chart), ...pointKeys(chart)], asked)} from ${fromOf(asked)} ${joinsOf(asked)} where ${condition} group by ${places(pointGroups(chart).length)} order by 1`,
            ),
          }
        : {}),
    };
  }

  return {
    condition: (given: AskedListing): Promise<SQL> => where(whole(given)),
    async page(given: AskedListing): Promise<ListingPage<Row>> {
      const asked = whole(given);
      const condition = await where(asked);
      const found = await (groupBy
        ? withinLimit(asked.db, (db) => (follows.length > 0 ? pageInOnePass : pageFrom)(db, asked, condition), listing.tally?.(asked).isShared)
        : pageFrom(asked.db, asked, condition));
      return listed.opens && listed.totals.length > 0 ? { ...found, usual: addedTo(given.query, asked.query) } : found;
    },
    /** The whole list as a file takes it. */
    async source(given: AskedListing): Promise<ListSource> {
      const asked = whole(given);
      const condition = await where(asked);
      const [from, joins] = [fromOf(asked), joinsOf(asked)];
      const id = columnOf(listed.id, asked);
      const rows = (more: SQL): Promise<WireRow[]> =>
        readRows<WireRow>(
          asked.db,
          follows.length > 0
            ? sql`select g.*${looked(asked)} from (select ${select(keys, asked)} from ${rowsOf(asked, more)}${grouped(asked)}) g order by ${order(asked)}`
            : sql`select ${select(keys, asked)} from ${from} ${joins} where ${more}${grouped(asked)} order by ${order(asked)}`,
        );
      const list: ListSource = {
        resource: listed,
        query: asked.query,
        async count(most) {
          const counted = await readRow<{ total: number }>(
            asked.db,
            groupBy
              ? sql`select count(*)::int as total from (select ${follows.length > 0 ? sql`1` : select(groupBy, asked)} from ${rowsOf(asked, condition)}${grouped(asked)} limit ${most + 1}) counted`
              : sql`select count(*)::int as total from (select 1 from ${from} where ${condition} limit ${most + 1}) counted`,
          );
          return counted?.total ?? 0;
        },
        async *all(most, tooMany) {
          if (groupBy) {
            const all = await rows(condition);
            if (all.length > most) throw tooMany();
            yield all;
            return;
          }
          // The order first, as ids alone: going on by offset would read every row again for each portion.
          const found = await readRows<{ id: string }>(
            asked.db,
            sql`select ${id} as id from ${from} ${joins} where ${condition} order by ${order(asked)} limit ${most + 1}`,
          );
          if (found.length > most) throw tooMany();
          for (let at = 0; at < found.length; at += portionRows) {
            const ids = found.slice(at, at + portionRows).map((one) => one.id);
            yield await rows(sql`${condition} and ${id} = ${listing.isIdText ? anyText(ids) : anyId(ids)}`);
          }
        },
      };
      return listing.file ? listing.file(asked, list) : list;
    },
  };
}

/** What a list was asked for beside what its query says. */
const addedTo = (given: Query, asked: Query): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(asked)
      .filter((name) => parameter(asked, name) !== parameter(given, name))
      .map((name) => [name, parameter(asked, name)]),
  );

const places = (count: number): SQL => sql.raw(Array.from({ length: count }, (_none, at) => at + 1).join(', '));

/** How a described field is searched: codes and texts by their beginning, moments and amounts by a range, the rest by what was chosen. */
export function conditionByKind(query: Query, name: string, field: Field, column: SQL): Condition {
  switch (field.kind) {
    case 'code':
      return codeFilter(query, name, column);
    case 'text':
    case 'longText': {
      const typed = parameter(query, name);
      return typed !== '' && sql`${column} like ${`${typed.replace(/[\\%_]/g, '\\$&')}%`}`;
    }
    case 'date':
    case 'dateTime':
      return rangeFilter(query, name, column);
    case 'money':
      return moneyFilter(query, name, column);
    case 'choice':
    case 'yesNo': {
      const chosen = parameter(query, name);
      if (chosen === '') return undefined;
      if (field.choices && !field.choices.labelOf(chosen)) throw malformed(name);
      return sql`${column} = ${chosen}`;
    }
    case 'refList':
      return holdsFilter(query, name, column);
    default:
      return idFilter(query, name, column);
  }
}
