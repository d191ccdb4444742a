import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { listings } from '#server/steps.ts';
import { openHouse, product, type House } from './house.ts';

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}
interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'One-Time Filter'?: string;
  readonly Plans?: readonly Plan[];
}
/** Where statements are noted just now; null: nowhere. */
let noting: Asked[] | null = null;
// A connection keeps the function it was made with: this must stand before the first is made, and it sees the pool's and transactions' alike.
const connections = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
const ask = connections.query;
connections.query = function noted(this: unknown, ...given: unknown[]) {
  const [first, second] = given as [string | { text: string; values?: readonly unknown[] }, unknown];
  if (typeof first === 'object' && first !== null && 'text' in first)
    noting?.push({ text: first.text, values: Array.isArray(second) ? second : (first.values ?? []) });
  return ask.apply(this, given);
};

/** So many rows a table is taken to have that has any. */
const many = 2_000_000;
/** Lists that answer nothing unless they are told a code. */
const unasked: readonly string[] = ['reportSearch'];
/** Statistics that count all that falls into their span, which of the demo is nearly all there is: they are planned without reading tables whole. */
const counting: readonly string[] = ['sampleCount', 'clientSampleCount', 'countedSample', 'rejectReason'];

let house: House;
/** Which table an index is of, and whether it has rows to plan over. */
const tables = new Map<string, { readonly table: string; readonly isFilled: boolean }>();
beforeAll(async () => {
  house = await openHouse();
  const { pool } = house.database;
  await pool.query('analyze');
  // The planner reckons with rows a page: what the demo has few of is planned as if there were many.
  await pool.query(
    `update pg_class set relpages = 1, reltuples = ${many} where relkind = 'r' and reltuples > 0 and relnamespace = 'public'::regnamespace`,
  );
  const { rows } = await pool.query<{ index: string; table: string; isFilled: boolean }>(
    `select i.indexname as index, i.tablename as table, c.reltuples > 0 as "isFilled" from pg_indexes i
      join pg_class c on c.relname = i.tablename and c.relnamespace = 'public'::regnamespace where i.schemaname = 'public'`,
  );
  for (const { index, ...of } of rows) tables.set(index, of);
});
afterAll(async () => {
  connections.query = ask;
  await house.close();
});

const indexesOf = (plan: Plan): string[] => [...(plan['Index Name'] ? [plan['Index Name']] : []), ...(plan.Plans ?? []).flatMap(indexesOf)];
const readWhole = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(readWhole),
];

/** Asked for nothing, because what it cannot do without was not said. */
const isNothing = (plan: Plan): boolean => plan['One-Time Filter'] === 'false' || (plan.Plans ?? []).some(isNothing);

/** The plan of a statement over many rows. */
async function planOf({ text, values }: Asked, isCounting: boolean): Promise<Plan> {
  const connection = await house.database.pool.connect();
  try {
    await connection.query('begin');
    if (isCounting) await connection.query('set local enable_seqscan = off');
    const { rows } = await connection.query<Record<string, unknown>>(`explain (format json) ${text}`, [...values]);
    const told = rows[0]?.['QUERY PLAN'];
    const [{ Plan: plan }] = (typeof told === 'string' ? JSON.parse(told) : told) as [{ Plan: Plan }];
    return plan;
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

it('reads the first page of every list by an index it names, as soon as there is much', async () => {
  const wrong: string[] = [];
  const planned: string[] = [];
  const { rows: laboratories } = await house.database.pool.query<{ id: string }>(
    "select id::text as id from laboratory where tenant_id = '000000' order by id limit 1",
  );
  for (const { name, indexes, calls } of listings) {
    if (indexes.length === 0 || unasked.includes(name)) continue;
    const page = calls.find(({ method, path }) => method === 'GET' && !path.endsWith('/export'));
    if (!page) continue;
    const asked: Asked[] = [];
    noting = asked;
    const query = { laboratoryId: laboratories[0]!.id };
    const answer = await house.call('admin', 'GET', callPath(page.service, page.path, product), { query }).finally(() => (noting = null));
    const statement = asked.findLast(({ text }) => /\blimit \$\d+ offset \$\d+\s*$/.test(text));
    if (!statement) {
      wrong.push(`${name}: no page was read: ${answer.status} ${answer.body.msg}`);
      continue;
    }
    const plan = await planOf(statement, counting.includes(name));
    if (isNothing(plan)) continue;
    const used = new Set(indexesOf(plan));
    const own = new Set(indexes.map((one) => tables.get(one)?.table));
    const whole = readWhole(plan).filter((table) => own.has(table));
    const filled = whole.filter((table) => [...tables.values()].some((one) => one.table === table && one.isFilled));
    const isNamed = indexes.some((one) => used.has(one));
    // Of tables without a row nothing can be planned: a list that begins with one says nothing here.
    if (!isNamed && whole.length > filled.length) continue;
    planned.push(name);
    if (!isNamed || filled.length > 0)
      wrong.push(`${name} names ${indexes.join(', ')}; is read by ${[...used].join(', ')}; whole: ${filled.join(', ')}`);
  }
  expect(wrong).toEqual([]);
  // The demo has rows for a quarter of them.
  expect(planned.length).toBeGreaterThan(listings.length / 5);
});
