import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allLines } from '#domain/bill/billRights.ts';
import { commandByName } from '#domain/commands.ts';
import { partsOf, type CallName, type Contract } from '#domain/kernel/contract.ts';
import { callPath } from '#domain/kernel/services.ts';
import { everyContract } from '#domain/listings.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { foreignActs } from './foreignActs.ts';
import { tableStates } from './tableStates.ts';

/** What a try leaves behind by itself. */
const ownTraces: ReadonlySet<string> = new Set(['client_op', 'device', 'device_key', 'refresh_session', 'login_log', 'login_failure', 'blob']);
const contracts = Object.entries<Contract>(everyContract).map(([name, contract]) => ({ ...partsOf(name as CallName), name, contract }));
const ofBills = contracts.filter(({ service }) => service === 'bill').flatMap(({ contract }) => contract.permission ?? []);
const acts = Object.entries(foreignActs).filter(([name]) => commandByName(name)?.service === 'bill');
/** What may be done at bills, but to see everybody's lines. */
const rights = [...new Set([...ofBills, ...acts.map(([name]) => commandByName(name)!.permission)])].filter((code) => code !== allLines.code);
const asking = contracts.filter(
  ({ method, contract: { permission, isUpload } }) => method === 'GET' && !isUpload && typeof permission === 'string' && rights.includes(permission),
);
const posted = contracts.filter(({ name }) =>
  /^POST bill\/(order|recheckOrder|bill)\/list$|^POST bill\/checkQuery\/integratedQuery-list$/.test(name),
);
const byCodes = contracts.filter(({ name }) => name.endsWith('listBySampleCodeStr'));

/** A salesperson who may do everything at bills, where every client is somebody else's. */
describe('a salesperson without clients', () => {
  let desk: Desk;
  let words: readonly string[] = [];
  const known = new Map<string, Set<string>>();
  const state = { of: null as unknown as ReturnType<typeof tableStates> };
  const sales = 'sales' as Account;
  const named = (text: string, asked: string): string[] => words.filter((word) => text.includes(word) && !asked.includes(word)).slice(0, 5);

  function learn(value: unknown): void {
    if (Array.isArray(value)) for (const one of value.slice(0, 40)) learn(one);
    else if (value !== null && typeof value === 'object')
      for (const [key, one] of Object.entries(value)) {
        if (typeof one !== 'string' || one === '') learn(one);
        else known.set(key, (known.get(key) ?? new Set()).add(one));
      }
  }
  const askedOf = (contract: Contract): readonly Readonly<Record<string, string>>[] => {
    const shape = (contract.query as { shape?: object } | undefined)?.shape ?? {};
    const some = Object.keys(shape).flatMap((name) => {
      const values = [...(known.get(name) ?? [])];
      return values.length > 0 ? [[name, values] as const] : [];
    });
    const each = (turn: number) => Object.fromEntries(some.map(([name, values]) => [name, values[turn % values.length]!]));
    return [
      { size: '500' },
      { size: '500', ...each(0) },
      { size: '500', ...each(1) },
      ...some.map(([name, values]) => ({ size: '500', [name]: values[0]! })),
    ];
  };

  beforeAll(async () => {
    desk = await openDesk();
    state.of = tableStates(desk.rows, ownTraces);
    for (const [name, ways] of acts) for (const prepare of Object.values(ways)) await desk.act('online', 'admin', name, await prepare(desk));
    const admin = await desk.as('admin');
    const made = await admin.post('/api/blade-system/role/submit', { roleName: '全部账务', roleAlias: 'everyBill', sort: 9 });
    expect(made.statusCode, made.body).toBe(200);
    await desk.orm
      .execute(sql`insert into role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.id, m.id from role r join menu m on m.tenant_id = r.tenant_id and m.is_deleted = 0
      where r.role_alias = 'everyBill' and m.code = any(${sql.param(rights)}::text[]) on conflict do nothing`);
    await desk.orm.execute(
      sql`update user_account set role_ids = (select array_agg(id) from role where role_alias = 'everyBill') where account = 'sales' and tenant_id = '000000'`,
    );
    await othersAlone();
    for (const { service, path, contract } of asking) {
      const answer = await admin.get(callPath(service, path, 'accession'), askedOf(contract)[0]);
      if (answer.body.startsWith('{')) learn(answer.json());
    }
  }, 300_000);
  afterAll(() => desk.close());

  /** Every client, line and document is another person's. */
  async function othersAlone(): Promise<void> {
    const { id } = await desk.me('admin');
    const tables = await desk.rows<{
      name: string;
    }>(sql`select c.table_name as name from information_schema.columns c join information_schema.tables k using (table_schema, table_name)
      where c.table_schema = 'public' and k.table_type = 'BASE TABLE' and c.column_name = 'salesman_id'`);
    for (const { name } of tables) await desk.orm.execute(sql`update ${sql.identifier(name)} set salesman_id = ${id}`);
    words = (
      await desk.rows<{
        word: string;
      }>(sql`select order_no as word from sales_order union select bill_no from bill union select sample_code from sales_line where sample_code is not null
        union select requisition_code from sales_line union select person_name from sales_line where char_length(person_name) > 2 union select batch_no from bill_email`)
    ).map(({ word }) => word);
    expect(words.length).toBeGreaterThan(50);
  }

  it.each(asking.map((call) => [call.name, call] as const))('%s names nobody else’s', async (_name, { service, path, contract }) => {
    const caller = await desk.as(sales);
    for (const query of askedOf(contract)) {
      const answer = await caller.get(callPath(service, path, 'accession'), query);
      expect(answer.statusCode, answer.body).toBeLessThan(500);
      const isSheet = String(answer.headers['content-type'] ?? '').includes('spreadsheet');
      const text =
        isSheet && answer.statusCode === 200 ? JSON.stringify((await readXlsx(answer.rawPayload)).sheets.map(({ rows }) => rows)) : answer.body;
      expect(named(text, JSON.stringify(query)), JSON.stringify(query)).toEqual([]);
    }
  });

  it.each([...posted, ...byCodes].map((call) => [call.name, call] as const))('%s names nobody else’s', async (_name, { service, path }) => {
    const codes = [...(known.get('sampleCode') ?? [])].slice(0, 50).join(',');
    const answer = await (await desk.as(sales)).post(callPath(service, path, 'accession'), { size: '500', sampleCodeStr: codes });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(named(answer.body, codes)).toEqual([]);
  });

  /** A month is closed for a laboratory, whoever its clients are. */
  const ofLaboratories: readonly string[] = ['billPeriod.close', 'billPeriod.reopen'];
  const ways = acts
    .filter(([name]) => !ofLaboratories.includes(name))
    .flatMap(([name, tried]) => Object.entries(tried).map(([way, prepare]) => ({ name, way, prepare })));
  it.each(ways)('$name on $way is refused and changes nothing', async ({ name, prepare }) => {
    const payload = await prepare(desk);
    await othersAlone();
    // Done by who prepared the house.
    if (name === 'chargeType.buy') await desk.orm.execute(sql`update commodity set charge_type = null where id = ${desk.master.nipt}`);
    const before = await state.of();
    const said = await desk.act('online', sales, name, payload);
    expect(said.status, JSON.stringify(said)).toBe('refused');
    expect(named(JSON.stringify(said), JSON.stringify(payload))).toEqual([]);
    const after = await state.of();
    expect(after.filter((line, at) => line !== before[at])).toEqual([]);
  });

  it('asks what there is to ask', () => {
    expect(asking.length).toBeGreaterThan(20);
    expect(ways.length).toBeGreaterThan(15);
  });
});
