import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { describeListing, type ListedRow } from '#domain/kernel/listing.ts';
import { integer, text } from '#domain/kernel/fields.ts';
import { listings } from '#server/steps.ts';
import { openHouse, product, type House } from '#server/walks/house.ts';
import { defineListing, pageOfListing, sourceOfListing, type Listing } from './listing.ts';

const roleCount = describeListing({
  name: 'roleCount',
  title: ['角色人数', 'Accounts by role'],
  at: 'system/role-count/page',
  permission: 'role_view',
  row: shape({ roleAlias: z.string(), roleName: z.string(), accounts: z.int() }),
  id: 'roleAlias',
  columns: { roleName: text('角色', 'Role'), accounts: integer('人数', 'Accounts') },
  search: { roleAlias: text('别名', 'Alias') },
  sortable: ['accounts'],
  totals: ['accounts'],
  chart: { by: 'roleName', figures: { accounts: { tone: 'accent', kind: 'bar' } } },
});
const counted: Listing<ListedRow<typeof roleCount>> = {
  columns: { roleAlias: sql`r.role_alias`, roleName: sql`r.role_name`, accounts: sql`count(u.id)::int` },
  from: sql`role r left join user_account u on u.tenant_id = r.tenant_id and r.id = any(u.role_ids)`,
  where: ({ user }) => [sql`r.tenant_id = ${user.tenantId}`],
  groupBy: ['roleAlias', 'roleName'],
  order: sql`role_name, role_alias`,
  indexes: [],
  few: 'of a test',
};
/** The same, said by what its columns follow from. */
const inOnePass: typeof counted = {
  ...counted,
  groupBy: [
    { by: sql`r.role_alias`, gives: ['roleAlias'] },
    { by: sql`r.role_name`, gives: ['roleName'] },
  ],
};
/** The same, of rows that are counted together first. */
const tallied: typeof counted = {
  ...counted,
  columns: { roleAlias: sql`x.role_alias`, roleName: sql`x.role_name`, accounts: sql`coalesce(sum(x.accounts), 0)::int` },
  searchedIn: { roleAlias: sql`r.role_alias` },
  tally: () => ({ by: { roleAlias: sql`r.role_alias`, roleName: sql`r.role_name` }, counts: { accounts: sql`count(u.id)` } }),
  groupBy: [
    { by: sql`x.role_alias`, gives: ['roleAlias'] },
    { by: sql`x.role_name`, gives: ['roleName'] },
  ],
};

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const asked = (query: Record<string, string>) => ({
  db: house.database.lists,
  query,
  now: '2026-01-01 00:00:00',
  user: { id: '1', account: '', name: '', tenantId: '000000', permissions: new Set<string>() },
});

it('gives groups by page with their count, any sortable order, and totals over all of them', async () => {
  const all = await pageOfListing(roleCount, counted, asked({ size: '100', descs: 'accounts,roleName; drop table role' }));
  expect(all.total).toBe(all.records.length);
  expect(all.total).toBeGreaterThan(3);
  const counts = all.records.map(({ accounts }) => accounts);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(all.totals).toEqual({ accounts: counts.reduce((sum, count) => sum + count, 0) });
  const second = await pageOfListing(roleCount, counted, asked({ size: '2', current: '2' }));
  expect(second).toMatchObject({ total: all.total, current: 2, size: 2 });
  expect(second.records.length).toBe(2);
  const one = await pageOfListing(roleCount, counted, asked({ roleAlias: 'administrator' }));
  expect(one.total).toBeLessThan(all.total);
  // The chart speaks of the whole list, whatever page is asked for.
  expect(second.chart).toHaveLength(all.total);
  expect(second.chart?.reduce((sum, one) => sum + Number(one.accounts), 0)).toBe(all.totals?.['accounts']);
  expect(defineListing(roleCount, counted).calls.map(({ path }) => path)).toEqual(['role-count/page', 'role-count/page/export']);
});

it('reads the same in one pass over the rows, and of rows counted together first: pages, one behind the last, an order, a search that finds none, and files', async () => {
  const queries: readonly Record<string, string>[] = [
    {},
    { size: '2', current: '2' },
    { current: '99' },
    { size: '3', descs: 'accounts' },
    { roleAlias: 'administrator' },
    { roleAlias: 'nobody' },
  ];
  for (const query of queries) {
    const expected = await pageOfListing(roleCount, counted, asked(query));
    expect(await pageOfListing(roleCount, inOnePass, asked(query))).toEqual(expected);
    expect(await pageOfListing(roleCount, tallied, asked(query))).toEqual(expected);
  }
  const rows = async (listing: typeof counted) => {
    const source = await sourceOfListing(roleCount, listing, asked({}));
    const all: unknown[] = [];
    for await (const portion of source.all(1_000, () => new Error('too many'))) all.push(...portion);
    return [await source.count(1_000), all];
  };
  expect(await rows(inOnePass)).toEqual(await rows(counted));
  expect(await rows(tallied)).toEqual(await rows(counted));
});

it('comes as a sheet of its fields, to whom may see it', async () => {
  const url = `/api/${product}-lims-sample/sample-handover/no-handover-page/export`;
  const answer = await house.app.inject({ method: 'GET', url, headers: { 'blade-auth': `bearer ${await house.token('admin')}` } });
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  const [rows, conditions] = (await readXlsx(answer.rawPayload)).sheets;
  expect(rows?.rows[0]?.slice(0, 2)).toEqual(['样本条码', '采血管号']);
  expect(conditions?.rows[1]).toEqual(['列表', '待交接样本']);
  const page = await house.call('admin', 'GET', url.replace('/export', ''), { query: { descs: 'sampleCode' } });
  expect(page.body.data.total).toBe(rows!.rows.length - 1);
});

it('lives by indexes that are there', async () => {
  const { rows } = await house.database.orm.execute<{ name: string }>(sql`select indexname as name from pg_indexes where schemaname = 'public'`);
  const known = new Set(rows.map(({ name }) => name));
  expect(listings.flatMap(({ indexes }) => indexes).filter((name) => !known.has(name))).toEqual([]);
});
