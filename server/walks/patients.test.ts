import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsOf, type CallName, type Contract } from '#domain/kernel/contract.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { exportPath, wireVerbs, type Resource } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { wireName } from '#domain/kernel/wireNames.ts';
import { everyContract, listings } from '#domain/listings.ts';
import { versionSource } from '#domain/report/reportState.ts';
import { resources } from '#domain/resources.ts';
import { operateLog } from '#domain/session/operateLog.ts';
import { auditedHash } from '#server/report/reports/factsHash.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { calls } from '#server/steps.ts';
import { gramsOf } from '#server/storage/grams.ts';
import { askedWith, unanswered } from './askedWith.ts';
import { foreignActs } from './foreignActs.ts';

const product = 'accession';
/** Everybody who was ever tested here. */
const person = { personName: '欧阳不露', telephone: '19955550123', credentialNo: 'E90909091', patientNo: 'ZY77001188' };
/** Columns that tell who a patient is; clients have a contact's number, too. */
const personal: Readonly<Record<string, keyof typeof person>> = {
  person_name: 'personName',
  patient_name: 'personName',
  telephone: 'telephone',
  contact_number: 'telephone',
  credential_no: 'credentialNo',
  patient_no: 'patientNo',
};
const ofClients: ReadonlySet<string> = new Set(['client', 'laboratory', 'tenant']);

/** Calls that tell who patients are to whoever may ask them at all, and why (docs/search.md#patients). */
const typed = 'what was typed, for who types, corrects or decides it';
const openly: Readonly<Record<string, string>> = {
  'sample/enter-info/get-summary-info': typed,
  'sample/enter-info/get-summary-info-by-customer-info-id': typed,
  'sample/enter-info/get-detail-info': typed,
  'sample/enter-info/arbitration-detail': typed,
  'sample/offline/worklist': typed,
  'sample/order-change-record/current': typed,
  'report/report-audit/detail': 'what the report says, for who audits it',
};
/** Lists that no act here fills, and those that mask to everybody. */
const unfilled: readonly string[] =
  'orderChangeRecord orderChangeProcess partnerXzDeafness notReceived mapmiException niptResample reportSearch relatedLine resultDeafness labCodeReprint'.split(
    ' ',
  );
/** Lists that find a person by the whole name alone, whoever looks. */
const wholeAlone: readonly string[] = ['customerSearch', 'reportSearch', 'personRequisition'];
/** Calls that write nothing though they are posted. */
const posted = ['bill/order/list', 'bill/recheckOrder/list', 'bill/bill/list', 'bill/checkQuery/integratedQuery-list'];
const byCodes = ['bill/bill/listBySampleCodeStr', 'bill/excludeSampleCode/listBySampleCodeStr'];

const works: Readonly<Record<string, readonly string[]>> = { 'sample/offline/worklist': ['entry1', 'entry2', 'handover', 'labReceive'] };

interface List {
  readonly resource: Resource;
  readonly url: string;
  readonly file: string | null;
}
const at = ({ service, path }: Resource, segment: string): string => callPath(service, [path, segment].filter(Boolean).join('/'), product);
const lists: readonly List[] = [...listings, ...resources.filter(({ view }) => view)].flatMap((resource) =>
  wireVerbs(resource, 'page').map((wire) => ({
    resource,
    url: at(resource, wire),
    file:
      'noFile' in resource
        ? null
        : 'contracts' in resource
          ? at(resource, `${wire}/export`)
          : callPath(resource.service, exportPath(resource), product),
  })),
);
type Asked = Readonly<Record<string, string>>;

describe('who patients are', () => {
  let desk: Desk;
  /** Acts that were done, by command and way. */
  const done: (readonly [command: string, way: string, payload: object])[] = [];
  /** What lists answered, by the begin of their path and the key: what other calls are asked with. */
  const known = new Map<string, string[]>();
  const told = (text: string): string[] => Object.entries(person).flatMap(([key, word]) => (text.includes(word) ? [key] : []));

  /** Every patient, wherever they are written down, is the one. */
  async function rename(): Promise<void> {
    const found = await desk.rows<{
      table: string;
      column: string;
      type: string;
    }>(sql`select c.table_name as table, c.column_name as column, c.data_type as type
      from information_schema.columns c join information_schema.tables k using (table_schema, table_name) where c.table_schema = 'public' and k.table_type = 'BASE TABLE'
      and (c.data_type = 'jsonb' or c.column_name = any(${sql.param(Object.keys(personal))}::text[]))`);
    for (const { table, column, type } of found) {
      const [of, value] = [sql.identifier(table), sql.identifier(column)];
      if (type === 'jsonb') {
        const text = Object.entries({ ...person, patientName: person.personName }).reduce(
          (before, [name, word]) => sql`regexp_replace(${before}, ${`"${name}": "[^"]*"`}::text, ${`"${name}": "${word}"`}::text, 'g')`,
          sql`${value}::text`,
        );
        await desk.orm.execute(
          sql`update ${of} set ${value} = ${text}::jsonb where ${value}::text ~ '"(personName|patientName|telephone|credentialNo|patientNo)": "'`,
        );
      } else if (!ofClients.has(table))
        await desk.orm.execute(sql`update ${of} set ${value} = ${person[personal[column]!]} where ${value} is not null`);
    }
    // Reports were audited under that name.
    const versions = await desk.rows<Parameters<typeof auditedHash>[0] & { id: string }>(
      sql`select id::text as id, facts, source = ${versionSource.made} as is_made from report_version where issue_time is not null`,
    );
    for (const version of versions)
      await desk.orm.execute(sql`update report_version set facts_sha256 = ${auditedHash(version)} where id = ${version.id}`);
    await desk.orm.execute(sql`update report_recall set receiver = ${`${person.personName} ${person.telephone}`}, channel = 1`);
    for (const table of ['requisition', 'sales_line'])
      await desk.orm.execute(sql`update ${sql.identifier(table)} set grams = ${sql.param(gramsOf([person.personName]))}::text[]`);
  }
  /** Somebody who may do everything but what this right gives. */
  async function lacking(account: string, roleAlias: string, code: string): Promise<void> {
    const made = await (await desk.as('admin')).post('/api/blade-system/role/submit', { roleName: roleAlias, roleAlias, sort: 9 });
    expect(made.statusCode, made.body).toBe(200);
    const [role] = await desk.rows<{ id: string }>(sql`select id::text as id from role where role_alias = ${roleAlias}`);
    await desk.orm.execute(sql`insert into role_menu (tenant_id, role_id, menu_id) select tenant_id, ${role!.id}, id from menu
      where tenant_id = '000000' and is_deleted = 0 and code <> ${code} on conflict do nothing`);
    await desk.orm.execute(
      sql`update user_account set role_ids = ${sql.param([role!.id])}::bigint[] where account = ${account} and tenant_id = '000000'`,
    );
  }

  /** What no command begins: a notice that stands, and the leave that who looks here has asked for. */
  async function begun(): Promise<void> {
    const [admin, asking] = [await desk.as('admin'), await desk.as('audit2')];
    const notice = { title: '停电通知', category: 6, audience: 1, content: '<p>周六停电</p>' };
    const said = await admin.post('/api/blade-desk/notice/submit', notice);
    expect(said.statusCode, said.body).toBe(200);
    const { records } = (await asking.get('/api/blade-flow/work/start-list', { size: '100' })).json<{
      data: { records: readonly { id: string; key: string }[] };
    }>().data;
    const process = records.find(({ key }) => key === 'Leave');
    const taskUser = (await desk.me('audit1' as Account)).id;
    const leave = {
      processDefinitionId: process!.id,
      taskUser,
      startTime: '2026-12-01 09:00:00',
      endTime: '2026-12-02 18:00:00',
      reason: '家中有事',
    };
    const asked = await asking.post('/api/blade-desk/process/leave/start-process', leave);
    expect(asked.statusCode, asked.body).toBe(200);
  }

  beforeAll(async () => {
    desk = await openDesk();
    for (const [name, ways] of Object.entries(foreignActs))
      for (const [way, prepare] of Object.entries(ways)) {
        const payload = await prepare(desk);
        await desk.act('online', 'admin', name, payload);
        done.push([name, way, payload]);
      }
    await rename();
    await lacking('audit2', 'blind', 'patient_view');
    await lacking('ops', 'careful', 'patient_export');
    // Signed in by the role they have from now on.
    await begun();
    const admin = await desk.as('admin');
    for (const { resource, url } of lists) {
      const answer = await admin.get(url, { size: '100', laboratoryId: desk.master.laboratoryId });
      learn(resource.path, resource.id, answer.json());
    }
  }, 300_000);
  afterAll(() => desk.close());

  /** Notes what an answer has under each key; the id of a list's rows is what calls beside it name `id`. */
  function learn(path: string, id: string, value: unknown): void {
    if (Array.isArray(value)) for (const one of value.slice(0, 40)) learn(path, id, one);
    else if (value !== null && typeof value === 'object')
      for (const [key, one] of Object.entries(value)) {
        if (typeof one !== 'string' || one === '') learn(path, id, one);
        else
          for (const name of key === id ? [key, 'id'] : [key])
            for (const place of [`${path.split('/')[0]} ${name}`, name]) {
              const values = known.get(place) ?? [];
              if (values.length < 40 && !values.includes(one)) known.set(place, [...values, one]);
            }
      }
  }
  const valuesOf = (path: string, name: string): readonly string[] =>
    known.get(`${path.split('/')[0]} ${name}`) ??
    known.get(name) ??
    (/code$/i.test(name) ? [...(known.get('requisitionCode') ?? []).slice(0, 2), ...(known.get('sampleCode') ?? []).slice(0, 2)] : []);
  /** What a call is asked with: parameters that answers know, each value of them in its turn. */
  function asked(path: string, names: readonly string[], most = 40): readonly Asked[] {
    const values = names.map((name) => [name, valuesOf(path, name)] as const).filter(([, some]) => some.length > 0);
    return Array.from({ length: Math.min(most, Math.max(1, ...values.map(([, some]) => some.length))) }, (_none, turn) =>
      Object.fromEntries(values.map(([name, some]) => [name, some[turn % some.length]!])),
    );
  }
  /** Lists that answer nothing, or to nobody, without these. */
  const narrowed: Readonly<Record<string, readonly string[]>> = {
    reportSearch: ['sampleCode'],
    customerStatement: ['billCustomerId'],
    billEmailLine: ['billEmailId'],
    packedLine: ['taskId'],
    leftLine: ['taskId'],
    resultFileRow: ['resultFileId'],
  };
  const waysOf = ({ resource }: List): readonly Asked[] => {
    // It is asked for somebody who is known already.
    if (resource.name === 'personRequisition') return [{ size: '500', personName: person.personName, telephone: person.telephone }];
    const first = { size: '500', laboratoryId: desk.master.laboratoryId };
    return narrowed[resource.name] ? asked(resource.path, narrowed[resource.name]!, 6).map((way) => ({ ...first, ...way })) : [first];
  };

  const clear = new Set<string>();
  it.each(lists.map((list) => [list.resource.name, list] as const))('%s masks them, in the list and in its file', async (name, list) => {
    const [seeing, other, taking] = [await desk.as('admin'), await desk.as('audit2'), await desk.as('ops' as Account)];
    for (const way of waysOf(list)) {
      const whole = await seeing.get(list.url, way);
      if (told(whole.body).length > 0) clear.add(name);
      const answer = await other.get(list.url, way);
      expect(answer.statusCode, answer.body).toBe(whole.statusCode);
      expect(told(answer.body)).toEqual([]);
      if (list.file === null || answer.statusCode !== 200) continue;
      // Whoever sees them takes them away by a right of its own.
      const file = await taking.get(list.file, way);
      expect(file.statusCode, file.body).toBe(200);
      expect(told(JSON.stringify((await readXlsx(file.rawPayload)).sheets.map(({ rows }) => rows)))).toEqual([]);
    }
  });

  it('shows them to who may see patients, in every list that has them', () => {
    const having = lists.filter(({ resource }) => Object.values<Field>(resource.fields).some(({ patient, column }) => patient && column !== false));
    const missing = having.map(({ resource }) => resource.name).filter((name) => !clear.has(name));
    expect(missing.filter((name) => !unfilled.includes(name))).toEqual([]);
    expect(clear).toContain(operateLog.name);
  });

  const searching = lists.filter(({ resource }) => Object.values<Field>(resource.fields).some(({ patient, search }) => patient === 'name' && search));
  it.each(searching.map((list) => [list.resource.name, list] as const))('%s finds nobody by a part of a name that is masked', async (_name, list) => {
    const [key, field] = Object.entries<Field>(list.resource.fields).find(([, { patient, search }]) => patient === 'name' && search)!;
    for (const way of waysOf(list)) {
      const found = async (account: 'admin' | 'audit2', word: string): Promise<number> =>
        (await (await desk.as(account)).get(list.url, { ...way, [wireName(key, field)]: word })).json<any>().data?.records?.length ?? 0;
      const all = await found('audit2', person.personName);
      expect(await found('admin', person.personName)).toBe(all);
      if (!wholeAlone.includes(list.resource.name)) expect(await found('admin', '欧阳')).toBe(all);
      for (const part of ['欧', '欧阳', '欧阳不', '不露', '%', '欧***']) expect(await found('audit2', part), part).toBe(0);
      for (const suffix of ['_like', '_likeleft', '_likeright']) {
        const answer = await (await desk.as('audit2')).get(list.url, { ...way, [`${wireName(key, field)}${suffix}`]: '露' });
        const plain = await (await desk.as('audit2')).get(list.url, way);
        expect(answer.json<any>().data.total).toBe(plain.json<any>().data.total);
      }
    }
  });

  const contracts: ReadonlyMap<string, Contract> = new Map(
    Object.entries<Contract>(everyContract).map(([name, contract]) => {
      const { method, service, path } = partsOf(name as CallName);
      return [`${method} ${service}/${path}`, contract] as const;
    }),
  );
  const listed = new Set(lists.flatMap(({ url, file }) => [url, file]));
  const others = calls.filter(({ method, service, path }) => method === 'GET' && !listed.has(callPath(service, path, product)));
  const answered = new Set<string>();
  it.each(others.map((call) => [`${call.service}/${call.path}`, call] as const))('%s masks them', async (name, call) => {
    const caller = await desk.as('audit2');
    const shape = (contracts.get(`GET ${name}`)?.query as { shape?: object } | undefined)?.shape ?? {};
    const prepared = askedWith[name] ? await desk.rows<Asked>(askedWith[name]) : [];
    const ways = works[name]?.map((one) => ({ name: one })) ?? [...prepared, ...asked(call.path, Object.keys(shape))];
    const found = new Set<string>();
    let answers = 0;
    for (const way of ways) {
      const answer = await caller.get(callPath(call.service, call.path, product), way);
      expect(answer.statusCode, answer.body).toBeLessThan(500);
      for (const key of told(answer.body)) found.add(key);
      if (answer.statusCode !== 200) continue;
      if (answer.body.startsWith('{')) learn(call.path, '', answer.json());
      if (++answers === 6) break;
    }
    if (answers > 0) answered.add(name);
    if (!(name in openly)) expect([...found]).toEqual([]);
  });
  it('asks each call in a way that it answers, but for those that are named', () => {
    const left = others.map(({ service, path }) => `${service}/${path}`).filter((name) => !answered.has(name));
    expect(left.filter((name) => !unanswered.includes(name))).toEqual([]);
    expect(unanswered.filter((name) => !left.includes(name))).toEqual([]);
    expect(Object.keys(openly).filter((name) => !contracts.has(`GET ${name}`))).toEqual([]);
  });
  it.each([...posted, ...byCodes])('%s masks them', async (name) => {
    const [, service, path] = /^(\w+)\/(.+)$/.exec(name)!;
    const body = byCodes.includes(name) ? { sampleCodeStr: (known.get('sampleCode') ?? []).join(',') } : { size: '500' };
    const answer = await (await desk.as('audit2')).post(callPath(service as 'bill', path!, product), body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(told(answer.body)).toEqual([]);
  });
  /** Last, for it changes what the rest looks at. */
  it('masks them in what acts answer: done again, a repeat, a conflict or a refusal', async () => {
    const telling: string[] = [];
    for (const [name, way, payload] of done) {
      const said = await desk.act('online', 'audit2', name, payload).catch((fault: Error) => fault.message);
      const found = told(JSON.stringify(said));
      if (found.length > 0) telling.push(`${name} (${way}): ${found.join(', ')}`);
    }
    const changes = done.filter(([name]) => name === 'orderChange.apply');
    for (const [, , { applyReason: _why, ...change }] of changes as readonly (readonly [string, string, any])[]) {
      const url = callPath('sample', 'order-change-record/foresee', product);
      const answer = await (await desk.as('audit2')).post(url, change);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(told(answer.body)).toEqual([]);
    }
    expect(changes).not.toEqual([]);
    expect(done.length).toBeGreaterThan(100);
    expect(telling).toEqual([]);
  });
});
