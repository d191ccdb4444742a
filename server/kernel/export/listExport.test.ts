import { createHash } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportState, type MyExport } from '#domain/kernel/listExport.ts';
import { callPath } from '#domain/kernel/services.ts';
import { laboratory } from '#domain/base/laboratory.ts';
import { noHandoverList } from '#domain/sample/handoverContracts.ts';
import { sampleReceipt } from '#domain/search/sampleReceipt.ts';
import { exportPath } from '#domain/kernel/resource.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { resources } from '#domain/resources.ts';
import { rightsOf } from '#server/session/findAuthor.ts';
import { findSource } from '#server/steps.ts';
import { openHouse, product, type House } from '#server/walks/house.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { tooManyForAFile, xlsxType } from './exportRows.ts';
import { listExportJobs, removeExport } from './exportJob.ts';
import { nowSql } from '#server/storage/clock.ts';
import { gramsOf } from '#server/storage/grams.ts';

const at = (verb: string): string => callPath('system', `my-export/${verb}`, product);
const logRows = 5_200;

describe('the export of a list', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ jobKinds: (database, blobs, jobs) => listExportJobs(database, blobs, jobs, findSource, rightsOf(database)) });
    await house.database.orm.execute(sql`insert into audit_entry (id, tenant_id, user_id, user_name, action, subject, create_time)
      select 900000000000000000 + n, '000000', 1, '很多', 'bulk.test', 'S' || n, ${nowSql} from generate_series(1, ${logRows}::int) n`);
  });
  afterAll(() => house.close());

  const file = async (account: string, url: string, query: Record<string, string> = {}) =>
    house.app.inject({ method: 'GET', url, query, headers: { 'blade-auth': `bearer ${await house.token(account)}` } });
  const mine = async (account = 'admin'): Promise<readonly MyExport[]> => (await house.call(account, 'GET', at('list'))).body.data;
  const start = (resource: string, query: object, account = 'admin') => house.call(account, 'POST', at('start'), { body: { resource, query } });
  async function ended(id: string, account = 'admin'): Promise<MyExport> {
    const find = async (): Promise<MyExport | undefined> => (await mine(account)).find((one) => one.id === id);
    await expect.poll(async () => (await find())?.state, { timeout: 60_000 }).toBeGreaterThanOrEqual(exportState.done);
    return (await find())!;
  }
  const sheetsOf = async (bytes: Buffer) => (await readXlsx(bytes)).sheets;

  it('refuses at once what would be cut, and says how long a file may be', async () => {
    const answer = await file('admin', '/api/blade-log/operate-log/page/export', { action: 'bulk.test' });
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(422);
    expect(answer.json()).toMatchObject({ refusal: 'export.long', params: { direct: 5_000, most: 1_000_000 } });
    const reader = resourceReader(
      house.database.lists,
      laboratory,
      { id: '1', account: '', name: '', tenantId: '000000', permissions: new Set() },
      new Map(),
    );
    await expect(reader.all({}, 0, tooManyForAFile).next()).rejects.toThrow('1000000');
  });

  it('tells in a second sheet which conditions, who, when and how many', async () => {
    const answer = await file('admin', callPath('base', 'laboratory/export', product), {
      executeType: '1',
      createTimeBegin: '2020-01-01',
      columns: 'laboratoryName,laboratoryCode',
    });
    expect(answer.statusCode).toBe(200);
    const [rows, conditions] = await sheetsOf(answer.rawPayload);
    expect(rows?.rows[0]).toEqual(['检验所名称', '检验所编号']);
    expect(conditions?.name).toBe('条件');
    const told = new Map(conditions?.rows.map((row) => [row[0], row[1]] as const));
    expect(told.get('列表')).toBe('检验所');
    expect(told.get('行数')).toBe(rows!.rows.length - 1);
    expect(told.get('检测类型')).toBe('自检');
    expect(told.get('创建时间 从')).toBe('2020-01-01');
    expect(told.get('导出人')).toBeTruthy();
  });

  it('leaves in the audit trail who took how much of which list by which conditions, without who a patient is', async () => {
    const trail = async (subject: string): Promise<readonly Record<string, unknown>[]> =>
      (
        await house.database.orm.execute<{ after: Record<string, unknown> }>(
          sql`select after from audit_entry where action = 'list.export' and subject = ${subject} and user_name <> '' order by id`,
        )
      ).rows.map(({ after }) => after);
    const before = (await trail('laboratory')).length;
    const answer = await file('admin', callPath('base', 'laboratory/export', product), { executeType: '1' });
    const rows = (await sheetsOf(answer.rawPayload))[0]!.rows.length - 1;
    expect((await trail('laboratory')).slice(before)).toEqual([{ rows, executeType: '1' }]);
    const url = callPath(sampleReceipt.service, exportPath(sampleReceipt), product);
    expect((await file('admin', url, { personName: '无此人' })).statusCode).toBe(200);
    expect(await trail(sampleReceipt.name)).toEqual([{ rows: 0 }]);
    // What was refused is no file.
    await file('admin', '/api/blade-log/operate-log/page/export', { action: 'bulk.test' });
    expect(await trail('operateLog')).toEqual([]);
  });

  it('makes a longer one behind the screen, whole, for its asker alone', async () => {
    const asked = await start('operateLog', { action: 'bulk.test' });
    expect(asked.status, asked.body.msg).toBe(200);
    const { id, totalCount } = asked.body.data;
    expect(totalCount).toBe(logRows);
    expect(await ended(id)).toMatchObject({ state: exportState.done, doneCount: logRows, totalCount: logRows, fault: null });
    const answer = await file('admin', at('download'), { id });
    expect(answer.statusCode).toBe(200);
    const [rows, conditions] = await sheetsOf(answer.rawPayload);
    expect(rows?.rows.length).toBe(logRows + 1);
    expect(conditions?.rows.find(([name]) => name === '行数')?.[1]).toBe(logRows);
    // Somebody else with every right there is.
    await house.database.orm
      .execute(sql`update user_account set role_ids = (select role_ids from user_account where account = 'admin' and tenant_id = '000000')
      where account = 'audit2' and tenant_id = '000000'`);
    expect(await mine('audit2')).toEqual([]);
    expect((await file('audit2', at('download'), { id })).statusCode).toBe(404);
    for (const verb of ['cancel', 'remove']) expect((await house.call('audit2', 'POST', at(verb), { body: { id } })).status).toBe(404);
    expect((await mine()).map((one) => one.id)).toContain(id);
    // Gone after a day, with its bytes.
    const { rows: kept } = await house.database.orm.execute<{ sha256: string }>(sql`select sha256 from list_export where id = ${id}`);
    const { sha256 } = kept[0]!;
    expect(await house.blobs.read('000000', sha256, { from: 0, to: 0 }).then((stream) => stream?.destroy() !== undefined)).toBe(true);
    await house.database.orm.execute(sql`update list_export set until_time = ${nowSql} - interval '1 second' where id = ${id}`);
    expect((await file('admin', at('download'), { id })).statusCode).toBe(404);
    await removeExport(house.database, house.blobs, { tenantId: '000000', exportId: id });
    expect(await house.blobs.read('000000', sha256)).toBeNull();
    expect((await mine()).map((one) => one.id)).not.toContain(id);
  });

  it('makes the file of a listing of several tables, too', async () => {
    const asked = await start('noHandover', { descs: 'sampleCode', columns: 'sampleCode,sendSampleClientId' });
    expect(asked.status, asked.body.msg).toBe(200);
    const page = await house.call('admin', 'GET', callPath('sample', 'sample-handover/no-handover-page', product), {
      query: { size: '100', descs: 'sampleCode' },
    });
    const { records, total } = page.body.data;
    expect(total).toBeGreaterThan(1);
    expect(asked.body.data.totalCount).toBe(total);
    expect(await ended(asked.body.data.id)).toMatchObject({ state: exportState.done, totalCount: total });
    const [sheet] = await sheetsOf((await file('admin', at('download'), { id: asked.body.data.id })).rawPayload);
    expect(sheet!.rows).toEqual([
      ['样本条码', '送检单位'],
      ...records.map((row: { sampleCode: string; sendSampleClientName: string }) => [row.sampleCode, row.sendSampleClientName]),
    ]);
    expect((await start('noHandover', {}, 'billing')).status).toBe(403);
  });

  it('hands out a file of any size in pieces, with its length before them', async () => {
    const size = 400 * 1_048_576;
    const draft = await house.blobs.draft();
    await writeFile(draft, 'PK');
    await truncate(draft, size);
    const sha256 = createHash('sha256').update(draft).digest('hex');
    await house.blobs.putFile('000000', draft, { sha256, size, mime: xlsxType }, blobOwner.listExport);
    const id = '810000000000000001';
    await house.database.orm
      .execute(sql`insert into list_export (id, tenant_id, resource, query, language, state, total_count, sha256, size, create_user, create_user_name, create_time, until_time)
      select ${id}, '000000', 'operateLog', '{}', 'zh', ${exportState.done}, 0, ${sha256}, ${size}, id, '', now(), now() + interval '1 hour' from user_account where account = 'admin' and tenant_id = '000000'`);
    const address = await house.app.listen({ port: 0, host: '127.0.0.1' });
    const before = process.memoryUsage().arrayBuffers;
    const headers = { 'blade-auth': `bearer ${await house.token('admin')}` };
    // Whoever reads slowly gets the beginning and keeps the rest waiting on the disk.
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${address}${at('download')}?id=${id}`, { headers }, resolve).on('error', reject);
    });
    expect([answer.statusCode, answer.headers['content-length'], answer.headers['transfer-encoding']]).toEqual([200, String(size), undefined]);
    for await (const piece of answer) {
      expect((piece as Buffer).subarray(0, 2).toString()).toBe('PK');
      break;
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(size / 8);
    await removeExport(house.database, house.blobs, { tenantId: '000000', exportId: id });
  });

  it('holds within the laboratories and the rights of who asks', async () => {
    const { rows } = await house.database.orm.execute<{ laboratory_id: string }>(
      sql`select laboratory_id::text as laboratory_id from laboratory_commodity where tenant_id = '000000' and is_deleted = 0 group by 1 order by 1`,
    );
    const own = rows[0]!.laboratory_id;
    await house.database.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids)
      select '000000', id, 'laboratory', array[${own}::bigint] from user_account where account = 'ops' and tenant_id = '000000'`);
    const asked = await start('laboratoryCommodity', { columns: 'laboratoryId' }, 'ops');
    expect(asked.status, asked.body.msg).toBe(200);
    expect((await ended(asked.body.data.id, 'ops')).state).toBe(exportState.done);
    const [sheet] = await sheetsOf((await file('ops', at('download'), { id: asked.body.data.id })).rawPayload);
    expect(sheet!.rows.length).toBeGreaterThan(1);
    expect(new Set(sheet!.rows.slice(1).map(([name]) => name)).size).toBe(1);
    expect((await start('operateLog', {}, 'entry1')).status).toBe(403);
    expect((await start('nothing', {})).status).toBe(400);
    expect((await start('laboratory', { createTimeBegin: 'x' })).status).toBe(400);
  });

  it('has patients in clear for who may take them away alone, at once and behind the screen, and says which it is', async () => {
    const { orm } = house.database;
    const inClear = '司马相如';
    await orm.execute(sql`update requisition set person_name = ${inClear}, grams = ${sql.param(gramsOf([inClear]))}::text[]`);
    const url = callPath(noHandoverList.service, 'sample-handover/no-handover-page', product);
    const searched = callPath(sampleReceipt.service, exportPath(sampleReceipt), product);
    const query = { columns: 'sampleCode,personName' };
    const told = async (bytes: Buffer) => {
      const [rows, conditions] = await sheetsOf(bytes);
      const words = new Map(conditions!.rows.map(([title, value]) => [title, value] as const));
      return { names: [...new Set(rows!.rows.slice(1).map(([, name]) => name))], said: words.get('受检者信息'), asked: words.get('受检者姓名') };
    };
    const noted = async (action: string): Promise<unknown> =>
      (
        await orm.execute<{ patients: unknown }>(
          sql`select after->>'patients' as patients from audit_entry where action = ${action} order by id desc limit 1`,
        )
      ).rows[0]?.patients;
    async function both(account: string): Promise<readonly unknown[]> {
      const atOnce = await file(account, `${url}/export`, query);
      expect(atOnce.statusCode, atOnce.body.slice(0, 200)).toBe(200);
      const asked = await start('noHandover', query, account);
      expect(asked.status, asked.body.msg).toBe(200);
      expect((await ended(asked.body.data.id, account)).state).toBe(exportState.done);
      const later = await file(account, at('download'), { id: asked.body.data.id });
      const byName = await file(account, searched, { ...query, personName: '司马' });
      return [
        await told(atOnce.rawPayload),
        await told(later.rawPayload),
        await told(byName.rawPayload),
        await noted('list.export'),
        await noted('myExport.start'),
      ];
    }
    const clear = { names: [inClear], said: '含个人信息', asked: undefined };
    expect(await both('reception')).toEqual([clear, clear, { ...clear, asked: '司马' }, 'clear', 'clear']);
    await orm.execute(sql`delete from role_menu where menu_id in (select id from menu where code = 'patient_export')`);
    // The screen shows them as before, and a file has who its list finds.
    const page = await house.call('audit1', 'GET', url, { query });
    expect(page.body.data.records[0].personName).toBe(inClear);
    const masked = { names: ['司***'], said: '已脱敏', asked: undefined };
    expect(await both('audit1')).toEqual([masked, masked, { ...masked, asked: '***' }, 'masked', 'masked']);
    // Of a list that knows no patient nothing is said.
    const other = await told((await file('audit1', callPath('base', 'laboratory/export', product))).rawPayload);
    expect(other.said).toBeUndefined();
  });

  it('is noted without what tells who a patient is', async () => {
    const list = resources.find(({ view, fields }) => view && Object.values(fields).some(({ patient }) => patient))!;
    const [name] = Object.entries(list.fields).find(([, { patient }]) => patient)!;
    const asked = await house.call('admin', 'POST', at('start'), {
      body: { resource: list.name, query: { [name]: '司马隐名', keyword: '司马隐名', current: '1' } },
    });
    expect(asked.status, asked.body.msg).toBe(200);
    const { rows } = await house.database.orm.execute(
      sql`select after::text as after from audit_entry where action = 'myExport.start' and subject = ${list.name} order by id desc limit 1`,
    );
    expect(JSON.parse(String(rows[0]?.['after']))).toMatchObject({ [name]: '***', keyword: '***', current: '1' });
    await ended(asked.body.data.id);
  });
  it('can be cancelled and removed, and no more than three are open', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await start('operateLog', { action: 'bulk.test' })).body.data.id as string);
    const open = (await mine()).filter(({ state }) => state <= exportState.running).length;
    if (open === 3) expect((await start('operateLog', {})).body).toMatchObject({ code: 409 });
    for (const id of ids) await house.call('admin', 'POST', at('cancel'), { body: { id } });
    for (const id of ids) {
      expect((await ended(id)).state).toBeGreaterThanOrEqual(exportState.done);
      expect((await house.call('admin', 'POST', at('remove'), { body: { id } })).status).toBe(200);
    }
    expect((await mine()).filter(({ id }) => ids.includes(id))).toEqual([]);
  });
});
