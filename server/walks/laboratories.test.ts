import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandByName, commands } from '#domain/commands.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { partsOf, type CallName, type Contract } from '#domain/kernel/contract.ts';
import { canDisable, exportPath, historyPath, wireVerbs } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { everyContract } from '#domain/listings.ts';
import { resources } from '#domain/resources.ts';
import { openDesk, type Desk, type Door, type Said } from '#server/sample/deskTesting.ts';
import { calls } from '#server/steps.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { newId } from '#server/storage/ids.ts';
import { examplesOf } from './exampleCall.ts';
import { exampleRecord, refIds } from './exampleRecord.ts';
import { foreignActs, received, unbound } from './foreignActs.ts';
import { tableStates } from './tableStates.ts';

/** What a try leaves behind by itself: the ledger of acts, sign-ins, what a desk says of itself. */
const ownTraces: ReadonlySet<string> = new Set(['client_op', 'device', 'device_key', 'refresh_session', 'login_log', 'login_failure', 'blob']);
const product = 'accession';

/** The administrator, who may do everything, limited to a laboratory where there is nothing. */
describe('a person limited to another laboratory', () => {
  let desk: Desk;
  let elsewhere = '';
  let state: ReturnType<typeof tableStates>;
  beforeAll(async () => {
    desk = await openDesk();
    state = tableStates(desk.rows, ownTraces);
    const { rows } = await desk.orm.execute(sql`select 1 from laboratory where id = ${desk.master.laboratoryId}`);
    expect(rows).toHaveLength(1);
    const made = await (
      await desk.as('admin')
    ).post(callPath('base', 'laboratory/save', product), { laboratoryName: '别处检验所', laboratoryCode: 'EL09', executeType: 1 });
    elsewhere = made.json<{ data: { id: string } }>().data.id;
    expect(elsewhere, made.body).toMatch(/^\d+$/);
    // One person asks for every list's file here, faster than anybody may.
    await unlimited('limit.sheets');
    await segmentFor(3, 'ZL', desk.master.laboratoryId);
    await segmentFor(2, 'ZK', null);
    // Nothing of the house is that laboratory's, and everything is of one.
    for (const table of ['requisition', 'sample'])
      await desk.orm.execute(
        sql`update ${sql.raw(table)} set contract_laboratory_id = ${desk.master.laboratoryId} where contract_laboratory_id is null`,
      );
    await desk.orm.execute(sql`update handover set laboratory_ids = ${sql.param([desk.master.laboratoryId])}::bigint[] where laboratory_ids = '{}'`);
  });
  afterAll(() => desk.close());

  async function unlimited(paramKey: string) {
    const admin = await desk.as('admin');
    const [row] = (await admin.get('/api/blade-system/param/page', { paramKey })).json<{ data: { records: object[] } }>().data.records;
    const answer = await admin.post('/api/blade-system/param/submit', { ...row, paramValue: '0' });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  async function segmentFor(codeType: number, prefix: string, laboratoryId: string | null) {
    const body = { segmentName: `步测${prefix}`, codeType, laboratoryId, prefix, digits: 6, firstNumber: 1, lastNumber: 900 };
    const answer = await (await desk.as('admin')).post(callPath('code', 'number-segment/save', product), body);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  async function limit(laboratoryIds: readonly string[] | null, account: 'admin' | 'audit2' = 'admin'): Promise<void> {
    const { id } = await desk.me(account);
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
    if (laboratoryIds)
      await desk.orm.execute(
        sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', ${sql.param([...laboratoryIds])}::bigint[])`,
      );
  }
  /** audit2 may do everything and never worked there: what the administrator did is known to the administrator. */
  async function oneWhoMayEverything(): Promise<void> {
    await desk.orm.execute(
      sql`update user_account set role_ids = (select role_ids from user_account where account = 'admin' and tenant_id = '000000') where account = 'audit2' and tenant_id = '000000'`,
    );
    await limit([elsewhere], 'audit2');
  }
  const changedSince = async (before: readonly string[], which = /./): Promise<string[]> => {
    const after = await state(which);
    return after.filter((line, index) => line !== before[index]);
  };
  /** Codes and people of the other laboratory. */
  async function foreignWords(): Promise<readonly string[]> {
    const rows = await desk.rows<{ code: string }>(sql`select requisition_code as code from requisition
      union select sample_code from sample s where not exists (select 1 from number_use u where u.code = s.sample_code)
      union select lab_code from sample where lab_code is not null union select test_tube_number from sample where test_tube_number is not null
      union select person_name from requisition where char_length(person_name) > 2`);
    return rows.map(({ code }) => code);
  }
  /** Those that a text names, but for what was asked with; within a longer number or word it is another. */
  const namedOf = (words: readonly string[], text: string, asked: string): string[] =>
    words.filter((word) => text.includes(word) && !asked.includes(word) && new RegExp(`(?<![\\w.-])${word}(?![\\w-])`).test(text)).slice(0, 5);

  /** What an answer says: of a workbook its cells. */
  const textOf = async ({ rawPayload, body }: { readonly rawPayload: Buffer; readonly body: string }): Promise<string> =>
    rawPayload.subarray(0, 2).toString() === 'PK' ? JSON.stringify((await readXlsx(rawPayload)).sheets.map(({ rows }) => rows)) : body;

  it('sees a row that is written, and none that is as it was', async () => {
    const before = await state();
    await desk.orm.execute(sql`update laboratory set laboratory_name = laboratory_name`);
    expect(await changedSince(before)).toEqual([]);
    await desk.orm.execute(sql`update laboratory set laboratory_name = laboratory_name || '二' where id = ${elsewhere}`);
    expect(await changedSince(before)).toEqual([expect.stringMatching(/^laboratory /)]);
  });

  it('knows what every command could do there, or why it cannot', () => {
    expect(commands.map(({ name }) => name).filter((name) => !foreignActs[name] && !unbound[name])).toEqual([]);
    expect([...Object.keys(foreignActs), ...Object.keys(unbound)].filter((name) => !commandByName(name))).toEqual([]);
  });

  const ways = Object.entries(foreignActs).flatMap(([name, tried]) => Object.entries(tried).map(([way, prepare]) => ({ name, way, prepare })));
  it.each(ways)('$name on $way is refused by both doors and changes nothing; without the limit it is done', async ({ name, way, prepare }) => {
    await limit(null);
    const payload = await prepare(desk);
    await limit([elsewhere]);
    const before = await state();
    const doors: Door[] = commandByName(name)?.offline ? ['online', 'outbox', 'sealed'] : ['online'];
    for (const door of doors) {
      const said: Said = await desk.act(door, 'admin', name, payload);
      expect(said.status, JSON.stringify(said)).toBe('refused');
      expect(namedOf(await foreignWords(), JSON.stringify(said), JSON.stringify(payload)), door).toEqual([]);
    }
    expect(await changedSince(before)).toEqual([]);
    await limit(null);
    const unlimited = await desk.act('online', 'admin', name, payload);
    // Where something stands in the way, the rule itself speaks of it then.
    if (way.endsWith('stands there'))
      expect(unlimited.code).toMatch(/^(summary\.(alreadyEntered|sampleTaken|sampleElsewhere)|numberBlock\.notHeld)$/);
    else expect(unlimited).toMatchObject({ status: 'applied' });
  });

  describe('by every call that names a piece of its work', () => {
    /** Acts whose preparation leaves a piece of work of that laboratory, and under which name a call asks for it. */
    const works: readonly (readonly [act: string, name: string])[] = [
      ['result.audit', 'taskId'],
      ['labBatch.submit', 'ruleId'],
      ['labProcess.track', 'recordId'],
      ['deApproval.decide', 'id'],
      ['report.audit', 'versionId'],
      ['reportUpload.remove', 'uploadId'],
      ['smsMessage.send', 'id'],
      ['abnormal.process', 'caseId'],
      ['reject.recover', 'rejectRecordId'],
      ['bill.send', 'billId'],
      ['order.send', 'orderId'],
      ['orderSystem.retry', 'taskId'],
      ['orderChange.audit', 'id'],
      ['entrust.pass', 'id'],
      ['interfaceLog.removeThird', 'id'],
      ['expected.close', 'expectedId'],
    ];
    /** Its work: what a call must leave alone. */
    const work =
      /^(requisition|sample|sample_item|lab_(task|task_round|batch|batch_place|process_record|process_track|result|result_version|finding)|result_(file|file_row|audit)|de_approval|report|report_(task|version|upload|recall|print|download|view)|sms_message|abnormal_case|abnormal_case_tube|reject_record|sales_(order|order_item|line)|bill|bill_(item|line)|pack_task|order_change|entrust_record|interface_log|expected_sample|partner_result)$/;
    const ids: Record<string, string[]> = {};
    let told: readonly string[] = [];
    beforeAll(async () => {
      await limit(null);
      await limit(null, 'audit2');
      const note = (name: string, id: unknown): void => void (ids[name] = [...(ids[name] ?? []), String(id)]);
      for (const [act, name] of works) {
        const [prepare] = Object.values(foreignActs[act] ?? {});
        const payload = (await prepare!(desk)) as Record<string, unknown>;
        const id = payload[name] ?? [payload[`${name}s`]].flat()[0];
        expect(String(id), act).toMatch(/^\d+$/);
        note(name, id);
      }
      const [row] = await desk.rows<{ reportId: string; sampleId: string }>(
        sql`select v.report_id::text as report_id, (select s.id::text from sample s where s.contract_laboratory_id = ${desk.master.laboratoryId} order by s.id desc limit 1) as sample_id
          from report_version v where v.id = ${ids['versionId']![0]}`,
      );
      for (const name of ['reportId', 'sampleId'] as const) note(name, row![name]);
      const resultFileId = newId();
      await desk.orm.execute(
        sql`insert into result_file (id, tenant_id, file_name, sha256, panel_group_id, laboratory_id, result_template_id, read_state, import_state, upload_user_id, upload_user_name, create_time, update_time)
          select ${resultFileId}, g.tenant_id, '别处的结果.csv', repeat('a', 64), g.id, ${desk.master.laboratoryId}, 1, 3, 0, 1, 'x', now(), now() from panel_group g where g.tenant_id = '000000' limit 1`,
      );
      note('resultFileId', resultFileId);
      const more = await desk.rows<{ code: string }>(sql`select report_no as code from report where report_no is not null
        union select case_no from abnormal_case union select bill_no from bill where bill_no is not null union select order_no from sales_order where order_no is not null union select '别处的结果.csv'`);
      await oneWhoMayEverything();
      told = [...(await foreignWords()), ...more.map(({ code }) => code)];
    });

    const namesOf = (part: unknown): readonly string[] => Object.keys((part as { shape?: object } | undefined)?.shape ?? {});
    /** The name of an id under which this one, or several, are asked for. */
    const asId = (name: string): string => (ids[name] || name === 'id' ? name : name.replace(/s$/, ''));
    const mayName = new Set([...works.map(([, name]) => name), 'reportId', 'sampleId', 'resultFileId'].flatMap((name) => [name, `${name}s`]));
    const naming = Object.entries<Contract>(everyContract).filter(([, { query, body }]) =>
      [...namesOf(query), ...namesOf(body)].some((name) => mayName.has(name)),
    );

    it('is asked for in many ways', () => {
      expect(naming.length).toBeGreaterThan(60);
      expect([...mayName].filter((name) => !ids[asId(name)])).toEqual([]);
    });

    /** With the first of each id it can be asked by, then with each further one. */
    function triesOf(contract: Contract): readonly { readonly query: Record<string, string>; readonly body: Record<string, unknown> }[] {
      const least = examplesOf(contract);
      const [inQuery, inBody] = [contract.query, contract.body].map((part) => namesOf(part).filter((name) => mayName.has(name)));
      const most = Math.max(...[...inQuery!, ...inBody!].map((name) => ids[asId(name)]!.length));
      return Array.from({ length: most }, (_try, n) => {
        const given = (name: string): string => ids[asId(name)]![n] ?? ids[asId(name)]![0]!;
        return {
          query: { ...least.query, ...Object.fromEntries(inQuery!.map((name) => [name, given(name)])) },
          body: {
            ...(least.body as object | undefined),
            ...Object.fromEntries(inBody!.map((name) => [name, name.endsWith('s') ? [given(name)] : given(name)])),
          },
        };
      });
    }
    it('is told to who may see it', async () => {
      const caller = await desk.as('admin');
      let telling = 0;
      for (const [name, contract] of naming) {
        const { method, service, path } = partsOf(name as CallName);
        if (method !== 'GET' || path.endsWith('/export')) continue;
        const answers = await Promise.all(triesOf(contract).map(({ query }) => caller.get(callPath(service, path, product), query)));
        if (answers.some(({ body }) => namedOf(told, body, '').length > 0)) telling += 1;
      }
      expect(telling).toBeGreaterThan(10);
    });

    it.each(naming)('%s tells and changes nothing of it', async (name, contract) => {
      const { method, service, path } = partsOf(name as CallName);
      const caller = await desk.as('audit2');
      const url = callPath(service, path, product);
      for (const asked of triesOf(contract)) {
        const before = method === 'POST' ? await state(work) : [];
        const answer =
          method === 'GET'
            ? await caller.get(url, asked.query)
            : await caller.post(`${url}?${new URLSearchParams(asked.query).toString()}`, { reason: '步测', ...asked.body });
        // No jobs run here; what would be done by one is told so.
        expect(answer.statusCode === 503 || answer.statusCode < 500, answer.body).toBe(true);
        const text = await textOf(answer);
        expect(text).not.toMatch(/^%PDF/);
        expect(namedOf(told, text, JSON.stringify(asked)), JSON.stringify(asked)).toEqual([]);
        if (method === 'POST') expect(await changedSince(before, work), JSON.stringify(asked)).toEqual([]);
      }
    });
  });

  describe('by every other call', () => {
    const asked: Record<string, string> = {};
    const owned =
      /^(requisition|sample|sample_item|entry_pass|entry_comparison|entry_lock|handover|requisition_image|lab_receive_record|code_apply|print_job|print_run|kept_act|thirdparty_bind_entry)$/;
    let words: readonly string[] = [];
    const named = (text: string, asking: string): string[] => namedOf(words, text, asking);
    beforeAll(async () => {
      await limit(null);
      const one = async (text: ReturnType<typeof sql>): Promise<string> => String((await desk.rows<{ v: string }>(text))[0]?.v ?? '');
      const summary = await received(desk);
      // A refusal and a conflict of another person, for the lists of these.
      await desk.act('outbox', 'reception', 'summary.enter', { ...summary, personName: '受检另一位' });
      const ids: Record<string, string> = {
        requisitionCode: summary.requisitionCode,
        sampleCode: summary.tubes[0]!.sampleCode,
        code: summary.tubes[0]!.sampleCode,
        barCode: summary.tubes[0]!.sampleCode,
        labCode: await one(sql`select lab_code as v from sample where lab_code is not null limit 1`),
        customerInfoId: await one(sql`select id::text as v from requisition where requisition_code = ${summary.requisitionCode}`),
        handoverKey: await one(sql`select handover_key as v from handover where is_deleted = 0 limit 1`),
        handoverId: await one(sql`select id::text as v from handover where is_deleted = 0 limit 1`),
        requisitionImageId: await one(sql`select id::text as v from requisition_image limit 1`),
        applyId: await one(sql`select id::text as v from code_apply where laboratory_id is not null limit 1`),
        printId: await one(sql`select print_id::text as v from code_apply where laboratory_id is not null limit 1`),
        opId: await one(sql`select op_id as v from client_op where status = 'conflict' and device_id is not null limit 1`),
        deviceId: await one(sql`select device_id as v from client_op where status = 'conflict' and device_id is not null limit 1`),
        laboratoryId: desk.master.laboratoryId,
        clientId: desk.master.clientId,
        userId: (await desk.me('reception')).id,
      };
      Object.assign(asked, ids);
      expect(Object.entries(asked).filter(([, value]) => value === '')).toEqual([]);
      words = await foreignWords();
      await oneWhoMayEverything();
    });

    const only = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, asked[name]!]));
    const tries = (path: string): Readonly<Record<string, string>>[] => [
      { size: '500' },
      // A file is of the whole list, of which the others ask for a part.
      ...(path.endsWith('/export') ? [] : narrow(path)),
    ];
    const narrow = (path: string): Readonly<Record<string, string>>[] => [
      asked,
      only('requisitionCode'),
      { ...only('requisitionCode'), pass: '2' },
      only('sampleCode'),
      ...(path.includes('handover') ? [only('handoverId')] : []),
      ...(path.includes('image') ? [only('requisitionImageId')] : []),
      ...(path === 'offline/worklist' ? ['entry1', 'entry2', 'handover', 'labReceive'].map((name) => ({ name })) : []),
    ];

    it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s names and changes nothing of it', async (_name, call) => {
      const caller = await desk.as('audit2');
      const url = callPath(call.service, call.path, product);
      for (const query of tries(call.path)) {
        const before = call.method === 'POST' ? await state(owned) : [];
        const answer =
          call.method === 'GET' ? await caller.get(url, query) : await caller.post(url, { ...query, reason: '步测', opIds: [asked['opId']] });
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        expect(named(await textOf(answer), JSON.stringify(query)), JSON.stringify(query)).toEqual([]);
        if (call.method === 'POST') expect(await changedSince(before, owned)).toEqual([]);
      }
    });

    it.each(resources)('$name names nothing of it, and is not written where it is of that laboratory', async (resource) => {
      const caller = await desk.as('audit2');
      const at = (segment: string): string => callPath(resource.service, `${resource.path}/${segment}`, product);
      for (const wire of [...wireVerbs(resource, 'page'), ...wireVerbs(resource, 'list')]) {
        // A set's entries are asked for by their set.
        const answer = await caller.get(at(wire), { size: '500', parentId: '0' });
        expect(answer.statusCode, answer.body).toBe(200);
        expect(named(answer.body, ''), wire).toEqual([]);
      }
      if (resource.verbs.page) {
        const file = await caller.get(callPath(resource.service, exportPath(resource), product));
        expect(file.statusCode, file.body).toBe(200);
        const cells = JSON.stringify((await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []);
        expect(named(cells, '')).toEqual([]);
      }
      if (!resource.laboratoryField || resource.view || resource.laboratoryField === resource.id) return;
      const column = snakeCase(resource.laboratoryField);
      const [row] = await desk.rows<{ id: string }>(
        sql`select id::text as id from ${sql.identifier(snakeCase(resource.name))} where ${sql.identifier(column)} = ${desk.master.laboratoryId} and is_deleted = 0 limit 1`,
      );
      if (!row) return;
      const before = await state();
      for (const verb of canDisable(resource) ? (['disable', 'enable', 'remove'] as const) : (['remove'] as const))
        for (const wire of wireVerbs(resource, verb)) expect((await caller.post(`${at(wire)}?ids=${row.id}`)).statusCode, wire).toBe(404);
      for (const wire of wireVerbs(resource, 'save')) expect((await caller.post(at(wire), { [resource.id]: row.id })).statusCode, wire).toBe(404);
      for (const wire of wireVerbs(resource, 'detail')) expect((await caller.get(at(wire), { [resource.id]: row.id })).statusCode, wire).toBe(404);
      expect((await caller.get(callPath(resource.service, historyPath(resource), product), { id: row.id })).statusCode).toBe(404);
      expect(await changedSince(before)).toEqual([]);
    });

    it('brings nothing of it to a desk', async () => {
      const names = resources.filter(({ offline }) => offline).map(({ name }) => name);
      const query = { resources: names.join(','), since: '0', limit: '5000' };
      const deltas = await (await desk.as('audit2')).get(callPath('base', 'offline/changes', product), query);
      expect(deltas.statusCode, deltas.body).toBe(200);
      expect(named(deltas.body, '')).toEqual([]);
    });
  });

  const shared = resources.filter(
    ({ laboratoryField, id, view, fields }) =>
      laboratoryField !== undefined &&
      laboratoryField !== id &&
      !view &&
      !Object.entries<Field>(fields).some(([name, { required }]) => name === laboratoryField && required),
  );
  it.each(shared)('$name of every laboratory is seen by whoever is limited to one, and written by nobody of them', async (resource) => {
    await oneWhoMayEverything();
    const at = (segment: string): string => callPath(resource.service, `${resource.path}/${segment}`, product);
    const [save, page, detail] = (['save', 'page', 'detail'] as const).map((verb) => wireVerbs(resource, verb)[0]!);
    const record = async (seed: number) => ({
      ...exampleRecord(resource, seed, await refIds(desk.database, resource)),
      [resource.laboratoryField!]: null,
      // A template’s state is asked for.
      ...(resource.name === 'reportTemplate' ? { disable: false } : {}),
    });
    const made = await (await desk.as('admin')).post(at(save!), await record(91));
    expect(made.statusCode, made.body).toBe(200);
    const { id } = made.json<{ data: { id: string } }>().data;
    const caller = await desk.as('audit2');
    const { records } = (await caller.get(at(page!), { size: '500' })).json<{ data: { records: Record<string, unknown>[] } }>().data;
    expect(records.map((row) => row[resource.id])).toContain(id);
    expect((await caller.get(at(detail!), { [resource.id]: id })).statusCode).toBe(200);
    const before = await state();
    expect((await caller.post(at(save!), { [resource.id]: id, remark: '步测' })).statusCode).toBe(403);
    for (const verb of ['disable', 'remove'] as const)
      for (const wire of wireVerbs(resource, verb)) expect((await caller.post(`${at(wire)}?ids=${id}`)).statusCode, wire).toBe(403);
    expect((await caller.post(at(save!), await record(92))).statusCode).toBe(403);
    expect(await changedSince(before)).toEqual([]);
  });
});

it('locks what an act changes through the spine alone', () => {
  const root = new URL('../', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /^(?!spine|demo|walks|proof).*(?<!\.test)\.ts$/.test(file));
  const owned = /from\s+(?:requisition|sample|handover|requisition_image)\b[^;]{0,600}?for update/;
  expect(files.filter((file) => owned.test(readFileSync(new URL(file, root), 'utf8')))).toEqual([]);
});
