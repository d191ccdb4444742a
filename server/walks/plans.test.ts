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
  readonly 'Join Type'?: string;
  readonly 'Parent Relationship'?: string;
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
/**
 * Lists of what nearly all rows of the demo are, as there are ever so few of many: statistics over all that falls into their span, and queues of
 * what waits, which much of the demo does. They are planned without reading tables whole.
 */
const counting: readonly string[] = [
  'sampleCount',
  'clientSampleCount',
  'countedSample',
  'rejectReason',
  'receiveStatistic',
  'receivedToday',
  'resultAuditQueue',
  'resultAuditGroup',
  'incompleteReport',
  'waitingRequisition',
];
/** What lists are told that answer nothing else: whom they list of, which needs not be there to be planned; of a mailed statement it does. */
const told: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reportSearch: { sampleCode: 'S1' },
  billEmailLine: { billEmailId: '1' },
  packedLine: { taskId: '1' },
  leftLine: { taskId: '1' },
  customerStatement: { billCustomerId: '1' },
  personRequisition: { personName: '张三', telephone: '13800138000' },
  notReceived: { kind: '1' },
};

let house: House;
/** Which table an index is of. */
const tables = new Map<string, string>();
/** Of an index or a table of a part, that of the whole. */
const wholeOf = new Map<string, string>();
/** Gives every table a page to plan over: of one without pages nothing can be foretold. The row itself is gone again. */
async function touchEmptyTables(): Promise<void> {
  const { pool } = house.database;
  const { rows } = await pool.query<{ name: string; columns: string; values: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
        string_agg(case when t.typcategory = 'A' then '''{}''' when t.typname = 'jsonb' then '''{}''' when t.typcategory = 'N' then '0' when t.typcategory = 'D' then 'now()'
          when t.typcategory = 'B' then 'false' when t.typname = 'bytea' then '''''' when t.typname = 'uuid' then 'gen_random_uuid()' else '''''' end || '::' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) as values
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = '' join pg_type t on t.oid = a.atttypid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.reltuples <= 0 and pg_relation_size(c.oid) = 0 group by c.relname order by 1`,
  );
  // A row of nothing keeps no rule.
  const { rows: rules } = await pool.query<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint where contype in ('c', 'f') and conrelid > 0 and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  for (const { drop } of rules) await pool.query(drop);
  for (const { name, columns, values } of rows) {
    await pool.query(`insert into ${name} (${columns}) values (${values})`);
    // Lines of a statement are planned by what it says of itself.
    await pool.query(name === 'bill_email' ? `update bill_email set id = 1, tenant_id = '000000', type = 1` : `delete from ${name}`);
  }
}
beforeAll(async () => {
  house = await openHouse();
  const { pool } = house.database;
  await pool.query('analyze');
  await touchEmptyTables();
  // The planner reckons with rows a page: what the demo has few of is planned as if there were many.
  await pool.query(`update pg_class set relpages = 1, reltuples = ${many} where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  const { rows } = await pool.query<{ index: string; table: string; whole: string }>(
    `select i.indexname as index, i.tablename as table, coalesce(p.inhparent::regclass::text, i.indexname) as whole from pg_indexes i
      left join pg_inherits p on p.inhrelid = to_regclass(quote_ident(i.indexname)) where i.schemaname = 'public'`,
  );
  for (const { index, table, whole } of rows) {
    tables.set(index, table);
    wholeOf.set(index, whole);
  }
  const { rows: parts } = await pool.query<{ part: string; whole: string }>(
    'select inhrelid::regclass::text as part, inhparent::regclass::text as whole from pg_inherits',
  );
  for (const { part, whole } of parts) wholeOf.set(part, whole);
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

/** Asked for nothing, because what it cannot do without was not said. One part of several, or what is joined where it is there, is no such thing. */
const isNothing = (plan: Plan): boolean => {
  if (plan['One-Time Filter'] === 'false') return true;
  const parts = (plan.Plans ?? []).filter((part) => /^(Outer|Inner|Member)$/.test(part['Parent Relationship'] ?? ''));
  if (plan['Node Type'].endsWith('Append')) return parts.every(isNothing);
  return parts.some((part) => (part['Parent Relationship'] === 'Outer' || plan['Join Type'] === 'Inner') && isNothing(part));
};

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
  const { rows: laboratories } = await house.database.pool.query<{ id: string }>(
    "select id::text as id from laboratory where tenant_id = '000000' order by id limit 1",
  );
  for (const { name, indexes, few, calls } of listings) {
    if (indexes.length === 0) {
      if (few === null) wrong.push(`${name} names no index, and does not say how few rows it has`);
      continue;
    }
    const page = calls.find(({ method, path }) => method === 'GET' && !path.endsWith('/export'));
    if (!page) continue;
    const asked: Asked[] = [];
    noting = asked;
    const query = { laboratoryId: laboratories[0]!.id, ...told[name] };
    const answer = await house.call('admin', 'GET', callPath(page.service, page.path, product), { query }).finally(() => (noting = null));
    // A page stands at a statement's end, or before what is told beside it of the same rows.
    const statement = asked.findLast(({ text }) => /\blimit \$\d+ offset \$\d+(?:\s*$|\)\s*select page\.)/.test(text));
    if (!statement) {
      wrong.push(`${name}: no page was read: ${answer.status} ${answer.body.msg}`);
      continue;
    }
    const plan = await planOf(statement, counting.includes(name));
    if (isNothing(plan)) {
      wrong.push(`${name}: it was asked for nothing`);
      continue;
    }
    const used = new Set(indexesOf(plan).map((one) => wholeOf.get(one) ?? one));
    const tablesRead = readWhole(plan).map((table) => wholeOf.get(table) ?? table);
    const isNamed = indexes.some((one) => used.has(one));
    if (!isNamed || (few === null && tablesRead.length > 0))
      wrong.push(`${name} names ${indexes.join(', ')}; is read by ${[...used].join(', ')}; whole: ${tablesRead.join(', ')}`);
  }
  expect(wrong).toEqual([]);
});
