import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smsPlatform } from '#domain/base/smsPlatform.ts';
import { commands } from '#domain/commands.ts';
import { isOfPlatform } from '#domain/reservedRights.ts';
import { exportPath, historyPath, verbPermission, wireVerbs, type Resource, type Verb } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resources } from '#domain/resources.ts';
import { authClient } from '#domain/system/authClient.ts';
import { platformRoutes } from '#domain/system/platform.ts';
import { region } from '#domain/system/region.ts';
import { tenant } from '#domain/system/tenant.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { calls } from '#server/steps.ts';
import { exampleRecord, refIds } from './exampleRecord.ts';
import { openHouse, product, type House } from './house.ts';

/** Rows of the sign-ins of the test itself. */
const ownTraces: ReadonlySet<string> = new Set(['refresh_session', 'login_failure', 'login_log', 'device']);
const password = 'other-tenant-1';
const reading: ReadonlySet<Verb> = new Set(['page', 'list', 'detail']);
/** Tables that are no tenant's, and why another tenant's people cannot change what is in them. */
const ofNobody: Readonly<Record<string, string>> = {
  auth_client: 'clients: rights of the platform',
  captcha: 'made for whoever asks, used up by whoever answers',
  installation_alarm: 'the installation’s watch alone writes them',
  menu_interface: 'written at the start, as the programme serves it',
  region: 'regions: rights of the platform',
  server_node: 'servers speak of themselves; taking one out is a right of the platform',
  setting:
    'keys and marks of the installation: written at the start, and by the change of the sealing key, a right of the platform; and marks of a tenant under its own number; the installation’s id is made for whoever asks first, its start is the turn of who seeds',
};
/** Paths that are the platform's alone: there the other tenant is simply not let in. */
const isRefusal = (status: number): boolean => status === 403 || status === 404 || status === 400;

describe('another tenant’s administrator', () => {
  let house: House;
  let token = '';
  let ownTenantId = '';
  let before = '';
  /** Ids of the first tenant's rows, and one row of each resource. */
  const theirIds = new Set<string>();
  const rowOf = new Map<string, string>();
  /** What stands for each parameter that any call of the server reads. */
  const asked: Record<string, string> = {};

  beforeAll(async () => {
    house = await openHouse();
    await fillGaps();
    const made = await house.call('admin', 'POST', '/api/blade-system/tenant/submit', { body: { tenantName: '别家检验所' } });
    ownTenantId = made.body.data.tenantId as string;
    token = await firstToken(ownTenantId, made.body.data.oneTimePassword as string);
    await noteTheirs();
    before = await theirState();
  });
  afterAll(() => house.close());

  /** A row of every resource that can be saved and has none in the demo. */
  async function fillGaps(): Promise<void> {
    for (const resource of resources.filter(({ view, verbs }) => !view && verbs.save)) {
      const { rows } = await house.database.orm.execute(
        sql`select 1 from ${sql.identifier(snakeCase(resource.name))} where tenant_id = '000000' limit 1`,
      );
      if (rows.length > 0) continue;
      const record = exampleRecord(resource, 77, await refIds(house.database, resource));
      await house.call('admin', 'POST', at(resource, 'save'), { body: record });
    }
    // The key that secrets are sealed under is made with the first of them.
    await house.call('admin', 'POST', at(smsPlatform, 'save'), { body: exampleRecord(smsPlatform, 78, new Map()) });
    const { rows } = await house.database.orm.execute<{ ids: string }>(
      sql`select string_agg(id::text, ',') as ids from (select id from menu where tenant_id = '000000' and path = '/basic/commodity') m`,
    );
    await house.call('admin', 'POST', '/api/blade-system/tenant-package/submit', { body: { packageName: '平台自己的包', menuId: rows[0]?.ids } });
  }

  async function firstToken(tenantId: string, oneTimePassword: string): Promise<string> {
    const key = await house.app.inject({ method: 'GET', url: '/api/blade-auth/oauth/public-key' });
    const publicKey = createPublicKey({ key: Buffer.from(key.json().data.publicKey, 'base64'), format: 'der', type: 'spki' });
    const seal = (text: string): string =>
      publicEncrypt(
        { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
        Buffer.from(encodeURIComponent(text)),
      ).toString('base64');
    const signIn = async (word: string): Promise<string> => {
      const answer = await house.app.inject({
        method: 'POST',
        url: '/api/blade-auth/oauth/token',
        query: { grant_type: 'password', username: 'admin', password: seal(word), scope: 'all' },
        headers: { 'tenant-id': tenantId, authorization: `Basic ${Buffer.from('accession:accession_secret').toString('base64')}` },
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().access_token as string;
    };
    const body = { oldPassword: seal(oneTimePassword), newPassword: seal(password), newPassword1: seal(password) };
    const headers = { 'blade-auth': `bearer ${await signIn(oneTimePassword)}` };
    expect((await house.call(null, 'POST', '/api/blade-user/update-password', { body, headers })).status).toBe(200);
    return signIn(password);
  }

  async function tablesOfTenants(): Promise<{ name: string; hasId: boolean }[]> {
    const { rows } = await house.database.orm.execute<{ name: string; hasId: boolean }>(sql`select t.table_name as name,
      exists (select 1 from information_schema.columns i where i.table_schema = 'public' and i.table_name = t.table_name and i.column_name = 'id') as "hasId"
      from information_schema.columns t join information_schema.tables k using (table_schema, table_name)
      where t.table_schema = 'public' and t.column_name = 'tenant_id' and k.table_type = 'BASE TABLE' order by 1`);
    return rows;
  }

  async function noteTheirs(): Promise<void> {
    for (const { name, hasId } of await tablesOfTenants()) {
      if (!hasId || ownTraces.has(name)) continue;
      const { rows } = await house.database.orm.execute<{ id: string }>(
        sql`select id::text as id from ${sql.identifier(name)} where tenant_id = '000000'`,
      );
      for (const { id } of rows) if (/^\d{15,}$/.test(id)) theirIds.add(id);
      const first = rows[0]?.id;
      if (first) rowOf.set(name, first);
    }
    const one = async (text: ReturnType<typeof sql>): Promise<string> =>
      String((await house.database.orm.execute<{ v: string }>(text)).rows[0]?.v ?? '');
    const user = await one(sql`select id::text as v from user_account where tenant_id = '000000' and account = 'reception'`);
    const known: Record<string, string> = {
      userId: user,
      authorId: user,
      signUserId: user,
      actionUserId: user,
      deptId: rowOf.get('department') ?? '',
      affiliationId: rowOf.get('thirdparty_affiliation') ?? '',
      segmentId: rowOf.get('number_segment') ?? '',
      titleId: rowOf.get('report_title') ?? '',
      tenantId: '000000',
      sampleCode: await one(sql`select sample_code as v from sample where tenant_id = '000000' order by id limit 1`),
      requisitionCode: await one(sql`select requisition_code as v from requisition where tenant_id = '000000' order by id limit 1`),
      labCode: await one(sql`select lab_code as v from sample where tenant_id = '000000' and lab_code is not null order by id limit 1`),
      handoverKey: await one(sql`select handover_key::text as v from handover where tenant_id = '000000' order by id limit 1`),
      opId: await one(sql`select op_id as v from client_op where tenant_id = '000000' limit 1`),
    };
    // Every name any call reads, with a row of theirs behind it.
    for (const name of namesOfParameters()) {
      const value = known[name] || known[name.replace(/s$/, '')] || rowOf.get(snakeCase(name.replace(/Ids?$/, '')));
      if (value) asked[name] = value;
    }
    for (const [name, value] of Object.entries(known)) if (value) asked[name] = value;
    expect(Object.keys(asked).length).toBeGreaterThan(20);
    expect(theirIds.size).toBeGreaterThan(2_000);
  }

  function namesOfParameters(): Set<string> {
    const root = new URL('../', import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const text = files.map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n');
    return new Set([...text.matchAll(/(?:\[|, )'(\w+Ids?|\w+Code)'/g)].map((found) => found[1] ?? ''));
  }

  /** Everything of the first tenant, and what belongs to all, as one text a table. */
  async function theirState(): Promise<string> {
    const lines: string[] = [];
    for (const { name } of await tablesOfTenants()) {
      if (ownTraces.has(name)) continue;
      const { rows } = await house.database.orm.execute<{ line: string }>(
        sql`select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as line from ${sql.identifier(name)} t where tenant_id = '000000'`,
      );
      lines.push(`${name} ${rows[0]?.line ?? ''}`);
    }
    for (const name of Object.keys(ofNobody)) {
      const { rows } = await house.database.orm.execute<{ line: string }>(
        sql`select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as line from ${sql.identifier(name)} t
        where t::text not like ${`%.${ownTenantId},%`} and t::text !~ '^\\(installation\\.(id|start),'`,
      );
      lines.push(`${name} ${rows[0]?.line ?? ''}`);
    }
    return lines.join('\n');
  }

  function at(resource: Resource, verb: Verb, wire = wireVerbs(resource, verb)[0]): string {
    return callPath(resource.service, `${resource.path}/${wire ?? ''}`, product);
  }
  const send = (method: 'GET' | 'POST', url: string, query: Readonly<Record<string, string>> = {}, body?: unknown) =>
    house.app.inject({
      method,
      url,
      query: { ...query },
      headers: { 'blade-auth': `bearer ${token}` },
      ...(body === undefined ? {} : { payload: body as object }),
    });
  /** Ids of the first tenant in an answer, but for those it was asked with. */
  const seen = (text: string, given: Readonly<Record<string, string>> = {}): string[] => {
    const own = new Set(Object.values(given).flatMap((value) => value.split(',')));
    return [...new Set(text.match(/\d{15,19}/g) ?? [])].filter((id) => theirIds.has(id) && !own.has(id));
  };
  /** Named codes of theirs must not come back either: a code is no id. */
  const codes = (text: string): string[] =>
    [asked['sampleCode'], asked['requisitionCode']].filter((one): one is string => Boolean(one) && text.includes(one ?? '§'));

  it.each(resources)('reads, changes, switches, removes and exports nothing of $name', async (resource) => {
    const id = rowOf.get(snakeCase(resource.name)) ?? '250000000000000001';
    for (const verb of ['page', 'list'] as const) {
      for (const wire of wireVerbs(resource, verb)) {
        for (const query of [{ size: '500' }, { ids: id }, { id }, { [resource.id]: id }] as Record<string, string>[]) {
          const answer = await send('GET', at(resource, verb, wire), query);
          expect([200, 400, 403], `${verb} ${answer.body}`).toContain(answer.statusCode);
          expect(seen(answer.body), `${wire} ${JSON.stringify(query)}`).toEqual([]);
          expect(codes(answer.body)).toEqual([]);
        }
      }
    }
    for (const wire of wireVerbs(resource, 'detail')) {
      const answer = await send('GET', at(resource, 'detail', wire), { [resource.id]: id, id });
      expect(isRefusal(answer.statusCode) || answer.json().data === null, `${wire} ${answer.body}`).toBe(true);
    }
    if (!resource.view) {
      const answer = await send('GET', callPath(resource.service, historyPath(resource), product), { [resource.id]: id, id });
      expect(isRefusal(answer.statusCode), `history ${answer.body}`).toBe(true);
    }
    for (const verb of ['enable', 'disable', 'remove'] as const) {
      for (const wire of wireVerbs(resource, verb)) {
        const answer = await send('POST', at(resource, verb, wire), { ids: id });
        expect(isRefusal(answer.statusCode), `${wire} ${answer.body}`).toBe(true);
      }
    }
    for (const wire of wireVerbs(resource, 'save')) {
      const record = exampleRecord(resource, 88, await refIds(house.database, resource));
      const answer = await send('POST', at(resource, 'save', wire), {}, { ...record, [resource.id]: id, id });
      expect(isRefusal(answer.statusCode), `${wire} ${answer.body}`).toBe(true);
    }
    if (!resource.verbs.page) return;
    // The file itself is noted in the operation log: its length is asked for before.
    const page = (await send('GET', at(resource, 'page'))).json();
    const answer = await send('GET', callPath(resource.service, exportPath(resource), product));
    if (answer.statusCode === 403) return;
    expect(answer.statusCode).toBe(200);
    const cells = JSON.stringify((await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []);
    expect((await readXlsx(answer.rawPayload)).sheets[0]?.rows.length).toBe(Number(page.data.total) + 1);
    expect(codes(cells)).toEqual([]);
  });

  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('gets and does nothing with %s', async (_name, call) => {
    const url = callPath(call.service, call.path, product);
    const area = resources.find((resource) => resource.service === call.service && call.path.startsWith(`${resource.path}/`));
    const id = rowOf.get(snakeCase(area?.name ?? '')) ?? (call.path.startsWith('menu') ? rowOf.get('menu') : undefined) ?? asked['userId'] ?? '';
    const all = { ...asked, id, ids: id, parentId: id };
    const tries: readonly Readonly<Record<string, string>>[] = [
      {},
      { id, ids: id },
      all,
      { code: asked['requisitionCode'] ?? '' },
      { code: asked['sampleCode'] ?? '' },
    ];
    for (const query of tries) {
      const answer = call.method === 'GET' ? await send('GET', url, query) : await send('POST', url, query, query);
      expect(answer.statusCode, answer.body).toBeLessThan(500);
      if (answer.statusCode !== 200) continue;
      expect(seen(answer.body, query), JSON.stringify(query)).toEqual([]);
    }
  });

  it.each(commands.map((command) => [command.name, command] as const))('cannot do %s to what is not its own', async (_name, command) => {
    const body = { ...asked, id: asked['userId'], ids: [asked['userId']], sampleCodes: [asked['sampleCode']], reason: '步测', pass: 1 };
    const answer = await send('POST', callPath(command.service, command.path, product), {}, body);
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    expect(seen(answer.body, Object.fromEntries(Object.entries(asked))), answer.body).toEqual([]);
  });

  it('brings nothing of it to a desk, and opens no picture', async () => {
    const cached = resources.filter(({ offline }) => offline).map(({ name }) => name);
    const deltas = await send('GET', callPath('base', 'offline/changes', product), { resources: cached.join(','), since: '0', limit: '5000' });
    expect(deltas.statusCode, deltas.body).toBe(200);
    expect(seen(deltas.body)).toEqual([]);
    for (const name of ['entry1', 'entry2', 'handover', 'labReceive']) {
      const list = await send('GET', callPath('sample', 'offline/worklist', product), { name });
      expect([list.statusCode, seen(list.body), codes(list.body)]).toEqual([200, [], []]);
    }
  });

  it('is refused by every door to the installation itself', async () => {
    const doors = [
      ...[...resources, tenant, region, authClient].flatMap((resource) =>
        (['page', 'list', 'detail', 'save', 'enable', 'disable', 'remove'] as const).flatMap((verb) =>
          wireVerbs(resource, verb).map((wire) => ({
            permission: verbPermission(resource, verb),
            url: at(resource, verb, wire),
            isRead: reading.has(verb),
          })),
        ),
      ),
      ...calls.map(({ permission, service, path, method }) => ({ permission, url: callPath(service, path, product), isRead: method === 'GET' })),
    ].filter(({ permission }) => permission !== null && isOfPlatform(permission));
    expect(doors.length).toBeGreaterThan(45);
    for (const { url, isRead } of doors) {
      const answer = isRead ? await send('GET', url, asked) : await send('POST', url, asked, asked);
      expect(answer.statusCode, `${url} ${answer.body}`).toBe(403);
    }
    const { data: buttons } = (await send('GET', '/api/blade-system/menu/buttons')).json();
    const codes = [...JSON.stringify(buttons).matchAll(/"code":"(\w+)"/g)].map(([, code = '']) => code);
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter(isOfPlatform)).toEqual([]);
    const tree = (await send('GET', '/api/blade-system/menu/routes')).body;
    for (const route of platformRoutes) expect(tree).not.toContain(`"${route}"`);
  });

  it('knows every table that is no tenant’s', async () => {
    const { rows } = await house.database.orm.execute<{ name: string }>(sql`select t.table_name as name from information_schema.tables t
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and not exists (select 1 from information_schema.columns c
      where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'tenant_id') order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(ofNobody).toSorted());
  });

  it('has left everything as it was', async () => {
    const after = (await theirState()).split('\n');
    const changed = before.split('\n').filter((line, index) => line !== after[index]);
    expect(changed).toEqual([]);
  });
});
