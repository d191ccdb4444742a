import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Caller, type TestApp } from '#server/testing.ts';

const base = '/api/accession-lims-base';
let house: TestApp;
let admin: Caller;
beforeAll(async () => {
  house = await openTestApp();
  admin = await house.as('admin');
});
afterAll(() => house.close());

const laboratory = (more: object = {}): object => ({ laboratoryCode: 'BJ', laboratoryName: '北京检验所', executeType: 1, ...more });
async function saved(path: string, body: object): Promise<string> {
  const answer = (await admin.post(`${base}/${path}/save`, body)).json();
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return answer.data.id as string;
}
const codes = (answer: { json: () => any }): string[] => answer.json().data.records.map((row: any) => row.laboratoryCode);

test('a record is saved, read, changed in part and found', async () => {
  const id = await saved('laboratory', laboratory({ remark: '  全角ＡＢＣ ' }));
  const row = (await admin.get(`${base}/laboratory/detail`, { laboratoryId: id })).json().data;
  expect(row).toMatchObject({ id, laboratoryId: id, laboratoryCode: 'BJ', remark: '全角ABC', isDisable: 0, version: 1, address: null });
  expect(row.createUserName).not.toBe('');
  await saved('laboratory', { id, address: '海淀区' });
  expect((await admin.get(`${base}/laboratory/detail`, { id })).json().data).toMatchObject({ address: '海淀区', remark: '全角ABC', version: 2 });

  await saved('laboratory', laboratory({ laboratoryCode: 'SH', laboratoryName: '上海检验中心', executeType: 2 }));
  await saved('laboratory', laboratory({ laboratoryCode: '50%', laboratoryName: 'Acme_Lab', executeType: 2 }));
  const page = `${base}/laboratory/page`;
  expect(codes(await admin.get(page, { laboratoryName: '检验' })).sort()).toEqual(['BJ', 'SH']);
  expect(codes(await admin.get(page, { laboratoryName: '海' }))).toEqual(['SH']);
  expect(codes(await admin.get(page, { laboratoryName: '_' }))).toEqual(['50%']);
  expect(codes(await admin.get(page, { laboratoryCode: '%' }))).toEqual(['50%']);
  expect(codes(await admin.get(page, { executeType: '2' })).sort()).toEqual(['50%', 'SH']);
  expect(codes(await admin.get(page, { executeType: '1,2', ascs: 'laboratoryCode' }))).toEqual(['50%', 'BJ', 'SH']);
  // By pinyin: Acme, bei, shang.
  expect(codes(await admin.get(page, { ascs: 'laboratory_name' }))).toEqual(['50%', 'BJ', 'SH']);
  expect(codes(await admin.get(page, { keyword: 'bjjys' }))).toEqual(['BJ']);
  expect(codes(await admin.get(page, { keyword: 'shanghai' }))).toEqual(['SH']);
  expect(codes(await admin.get(page, { keyword: '海 ZX' }))).toEqual(['SH']);
  // One letter of pinyin, one letter of a name.
  expect(codes(await admin.get(page, { keyword: 'g' })).sort()).toEqual(['BJ', 'SH']);
  expect(codes(await admin.get(page, { keyword: '北' }))).toEqual(['BJ']);
  expect(codes(await admin.get(page, { createTimeBegin: '2199-01-01' }))).toEqual([]);
  expect(codes(await admin.get(page, { createTimeEnd: '2199-01-01' })).length).toBe(3);
  const second = (await admin.get(page, { current: '2', size: '2', descs: 'laboratoryCode' })).json().data;
  expect(second).toMatchObject({ total: 3, current: 2, size: 2, pages: 2 });
  expect(second.records.map((one: any) => one.laboratoryCode)).toEqual(['50%']);
  expect((await admin.get(page, { current: 'x' })).json()).toMatchObject({ code: 400, msg: '请求参数格式错误: current' });
  expect((await admin.get(page, { createTimeBegin: "1' or 1=1" })).statusCode).toBe(400);
  expect(codes(await admin.get(page, { descs: 'tenant_id; drop table laboratory' })).length).toBe(3);
});

test('faults are told by field, in both languages, all at once', async () => {
  const answer = await admin.post(`${base}/laboratory/save`, { laboratoryCode: 'bj', laboratoryName: '', executeType: 9 });
  expect(answer.statusCode).toBe(400);
  const { problems, msg } = answer.json();
  expect(problems.map((problem: any) => [problem.field, problem.code]).sort()).toEqual([
    ['executeType', 'notChoice'],
    ['laboratoryCode', 'taken'],
    ['laboratoryName', 'required'],
  ]);
  expect(msg).toContain('检验所名称');
  const english = (await admin.post(`${base}/laboratory/save`, {}, { 'accept-language': 'en-US' })).json();
  expect(english.msg).toContain('Enter Code');
  expect((await admin.post(`${base}/laboratory/save`, { id: '123', laboratoryName: 'x' })).statusCode).toBe(404);
  expect((await admin.post(`${base}/laboratory/save`, { id: "1' or '1'='1" })).statusCode).toBe(400);
  expect((await admin.get(`${base}/laboratory/detail`, { id: '9'.repeat(19) })).statusCode).toBe(400);
  expect((await admin.get(`${base}/laboratory/page`, { laboratoryName: 'a\u0000b' })).statusCode).toBe(400);
  expect((await admin.post(`${base}/laboratory/save`, laboratory({ laboratoryCode: 'NUL', laboratoryName: 'a\u0000b' }))).statusCode).toBe(400);
});

test('an old version is refused and changes nothing', async () => {
  const id = await saved('laboratory', laboratory({ laboratoryCode: 'V1', laboratoryName: '版本' }));
  await saved('laboratory', { id, version: 1, address: '甲' });
  const late = await admin.post(`${base}/laboratory/save`, { id, version: 1, address: '乙' });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: 409, refusal: 'resource.changed', params: { version: 2 } });
  expect((await admin.get(`${base}/laboratory/detail`, { id })).json().data.address).toBe('甲');
});

test('two saves of one code at once: one is told that it is taken', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => admin.post(`${base}/laboratory/save`, laboratory({ laboratoryCode: 'RACE', laboratoryName: '同时' }))),
  );
  expect(answers.map(({ statusCode }) => String(statusCode)).sort()).toEqual(['200', '400', '400', '400']);
});

test('references must exist, are named in one look-up, and hold what they point at', async () => {
  const lab = await saved('laboratory', laboratory({ laboratoryCode: 'REF', laboratoryName: '被引用' }));
  const wrong = await admin.post(`${base}/send-sample-client/save`, { clientCode: 'C1', clientName: '一院', contractLaboratoryId: '42' });
  expect(wrong.json().problems).toMatchObject([{ field: 'contractLaboratoryId', code: 'notChoice' }]);
  const client = await saved('send-sample-client', { clientCode: 'C1', clientName: '一院', contractLaboratoryId: lab });
  const row = (await admin.get(`${base}/send-sample-client/page`, { contractLaboratoryId: lab })).json().data.records[0];
  expect(row).toMatchObject({ contractLaboratoryId: lab, contractLaboratoryName: '被引用' });

  expect((await admin.post(`${base}/send-sample-client/disable`, undefined, {})).statusCode).toBe(400);
  expect((await admin.post(`${base}/send-sample-client/disable?ids=${client}`)).json()).toMatchObject({ code: 200, data: true });
  expect((await admin.get(`${base}/send-sample-client/list`)).json().data).toEqual([]);
  expect((await admin.get(`${base}/send-sample-client/list`, { isDisable: '1' })).json().data.length).toBe(1);
  expect((await admin.post(`${base}/send-sample-client/enable`, { ids: [client] })).json().data).toBe(true);
  expect((await admin.get(`${base}/send-sample-client/list`)).json().data.length).toBe(1);
});

test('what is in use cannot be removed, and the refusal names by what', async () => {
  const bill = await saved('client', { clientCode: 'K1', clientName: '某医院' });
  await saved('send-sample-client', { clientCode: 'C2', clientName: '二院', billCustomerId: bill });
  const held = await admin.post(`${base}/client/remove?ids=${bill}`);
  expect(held.statusCode).toBe(409);
  expect(held.json()).toMatchObject({ refusal: 'resource.inUse' });
  expect(held.json().msg).toContain('送检单位 (二院)');
  const user = (await admin.get(`${base}/send-sample-client/page`, { clientCode: 'C2' })).json().data.records[0].id;
  expect((await admin.post(`${base}/send-sample-client/remove`, { ids: user })).json().data).toBe(true);
  expect((await admin.post(`${base}/client/remove`, { ids: [bill] })).json().data).toBe(true);
  expect((await admin.get(`${base}/client/detail`, { id: bill })).statusCode).toBe(404);
  // Its code is free again.
  await saved('client', { clientCode: 'K1', clientName: '某医院' });
});

test('every write leaves an entry that says who, what was and what is', async () => {
  const id = await saved('laboratory', laboratory({ laboratoryCode: 'AUD', laboratoryName: '审计' }));
  await saved('laboratory', { id, laboratoryName: '审计二' });
  const { rows } = await house.database.pool.query('select action, user_name, before, after from audit_entry where subject = $1 order by id', [id]);
  expect(rows).toMatchObject([
    { action: 'laboratory.save', before: null, after: { laboratoryCode: 'AUD' } },
    { action: 'laboratory.save', before: { laboratoryName: '审计' }, after: { laboratoryName: '审计二' } },
  ]);
  await saved('laboratory', { id, laboratoryName: '审计二' });
  expect((await house.database.pool.query('select version from laboratory where id = $1', [id])).rows[0].version).toBe(2);
});

test('a request repeated with its key has one effect and one answer', async () => {
  const key = { 'idempotency-key': 'test-key-0001' };
  const body = laboratory({ laboratoryCode: 'KEY', laboratoryName: '同一' });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => admin.post(`${base}/laboratory/save`, body, key)));
  expect(new Set(answers.map((answer) => answer.json().data?.id)).size).toBe(1);
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  const other = await admin.post(`${base}/laboratory/save`, laboratory({ laboratoryCode: 'KEY2', laboratoryName: '另一' }), key);
  expect(other.statusCode).toBe(422);
});

test('who may not is answered 403 and changes nothing; who is nobody 401', async () => {
  const clerk = await house.as('entry1');
  const before = (await house.database.pool.query('select count(*)::int as n from laboratory')).rows[0].n;
  expect((await clerk.post(`${base}/laboratory/save`, laboratory({ laboratoryCode: 'NO', laboratoryName: '不许' }))).statusCode).toBe(403);
  expect((await house.app.inject({ method: 'POST', url: `${base}/laboratory/save`, payload: laboratory() })).statusCode).toBe(401);
  expect((await house.database.pool.query('select count(*)::int as n from laboratory')).rows[0].n).toBe(before);
});

test('who serves some laboratories sees and changes their rows alone, by whichever way', async () => {
  const [own, other] = [
    await saved('laboratory', laboratory({ laboratoryCode: 'OWN', laboratoryName: '本所' })),
    await saved('laboratory', laboratory({ laboratoryCode: 'OTH', laboratoryName: '他所' })),
  ];
  const group = { isDoubleEntry: 1, executeType: 1, entryForm: 'nomal' };
  const sampleClass = (await admin.post(`${base}/sample-class/save`, { classCode: 'EDTA', className: '全血' })).json().data.id;
  const commodity = (
    await admin.post(`${base}/commodity/save`, { commodityCode: 'P1', commodityName: '产品一', sampleClassIds: [sampleClass], ...group })
  ).json().data.id;
  const path = `${base}/laboratory-commodity`;
  const ids: string[] = [];
  for (const laboratoryId of [own, other])
    ids.push((await admin.post(`${path}/save`, { laboratoryId, commodityId: commodity, executeLaboratoryId: laboratoryId })).json().data.id);
  const userId = (await house.database.pool.query("select id from user_account where account = 'ops'")).rows[0].id;
  await house.database.pool.query("insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', $1, 'laboratory', $2)", [
    userId,
    [own],
  ]);
  const ops = await house.as('ops');
  const seen = (answer: { json: () => any }): string[] => (answer.json().data.records ?? answer.json().data).map((row: any) => row.laboratoryId);
  expect(seen(await ops.get(`${path}/page`))).toEqual([own]);
  const deltas = (await ops.get(`${base}/offline/changes`, { resources: 'laboratoryCommodity' })).json().data;
  expect(deltas.rows.laboratoryCommodity.map((row: any) => row.laboratoryId)).toEqual([own]);
  const sheet = (await (await import('hucre/xlsx')).readXlsx((await ops.get(`${path}/export`)).rawPayload)).sheets[0]!;
  expect(sheet.rows.length).toBe(2);
  expect((await admin.get(`${path}/page`)).json().data.total).toBe(2);
  // One with every right, limited to the same laboratory: rows of others are as good as absent.
  await house.database.pool.query(
    "insert into user_scope (tenant_id, user_id, kind, target_ids) select '000000', id, 'laboratory', $1 from user_account where account = 'admin'",
    [[own]],
  );
  for (const act of ['disable', 'remove']) expect((await admin.post(`${path}/${act}?ids=${ids[1]}`)).statusCode).toBe(404);
  await house.database.pool.query("delete from user_scope where kind = 'laboratory'");
  expect((await house.database.pool.query('select is_disable from laboratory_commodity where id = $1', [ids[1]])).rows[0].is_disable).toBe(0);
});

test('the list on the screen comes as a sheet', async () => {
  const answer = await admin.get(`${base}/laboratory/export`, { executeType: '2', ascs: 'laboratoryCode' });
  expect(answer.headers['content-type']).toContain('spreadsheetml');
  const { readXlsx } = await import('hucre/xlsx');
  const sheet = (await readXlsx(answer.rawPayload)).sheets[0]!;
  expect(sheet.rows[0]).toContain('检验所编号');
  expect(sheet.rows.slice(1).map((row) => row[0])).toEqual(['50%', 'SH']);
});
