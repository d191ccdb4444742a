import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordAnswer, RecordCells, RecordImport } from '#domain/sheet/recordSheet.ts';
import { recordsAtOnce } from '#domain/sheet/recordSheet.ts';
import { canImport, importPath, type Resource } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resourceByName, resources } from '#domain/resources.ts';
import { openTestApp, type Caller, type TestApp } from '#server/testing.ts';

let house: TestApp;
let admin: Caller;
beforeAll(async () => {
  house = await openTestApp();
  admin = await house.as('admin');
});
afterAll(() => house.close());

const at = (resource: Resource): string => callPath(resource.service, importPath(resource), 'accession');
const send = (caller: Caller, name: string, cells: readonly RecordCells[], more: Partial<RecordImport> = {}) =>
  caller.post(at(resourceByName(name)), { isTrial: false, rows: cells.map((one, line) => ({ line, cells: one })), ...more });
async function imported(name: string, cells: readonly RecordCells[], more: Partial<RecordImport> = {}): Promise<RecordAnswer[]> {
  const answer = await send(admin, name, cells, more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}
const outcomes = (answers: readonly RecordAnswer[]): string[] => answers.map(({ outcome }) => outcome);
const faults = ({ problems }: RecordAnswer): string[][] => problems.map(({ field, code }) => [field, code]);
const count = async (table: string): Promise<number> =>
  (await house.database.pool.query(`select count(*)::int as n from ${table} where is_deleted = 0`)).rows[0].n;

const laboratories: readonly RecordCells[] = [
  { laboratoryCode: 'I1', laboratoryName: '甲所', executeType: '自检' },
  { laboratoryCode: 'I2', laboratoryName: '乙所', executeType: '2', address: '海淀区' },
  { laboratoryCode: 'I3', laboratoryName: '', executeType: '飞检' },
  { laboratoryCode: '1.2E+12', laboratoryName: '丁所', executeType: 'Self-check' },
];

it('judges every row by the resource’s rules and writes nothing', async () => {
  const before = await count('laboratory');
  const answers = await imported('laboratory', laboratories, { isTrial: true });
  expect(outcomes(answers)).toEqual(['created', 'created', 'refused', 'refused']);
  expect(faults(answers[2]!)).toEqual([
    ['executeType', 'notChoice'],
    ['laboratoryName', 'required'],
  ]);
  expect(faults(answers[3]!)).toEqual([['laboratoryCode', 'ruinedCode']]);
  expect(await count('laboratory')).toBe(before);
  expect((await house.database.pool.query("select 1 from audit_entry where action = 'laboratory.save'")).rows).toEqual([]);
});

it('saves the good rows and keeps the others out; the same file again changes nothing', async () => {
  const before = await count('laboratory');
  expect(outcomes(await imported('laboratory', laboratories))).toEqual(['created', 'created', 'refused', 'refused']);
  expect(await count('laboratory')).toBe(before + 2);
  expect(outcomes(await imported('laboratory', laboratories))).toEqual(['same', 'same', 'refused', 'refused']);
  expect(await count('laboratory')).toBe(before + 2);
  const { rows } = await house.database.pool.query(
    "select laboratory_name, execute_type, version from laboratory where laboratory_code in ('I1', 'I2') order by 1",
  );
  expect(rows.map((row) => [row.execute_type, row.version])).toEqual([
    [2, 1],
    [1, 1],
  ]);
});

it('changes a known record by its key, in any case, and leaves what an empty cell does not speak of', async () => {
  const [answer] = await imported('laboratory', [{ laboratoryCode: 'i2', laboratoryName: '乙所二', executeType: '', address: '' }]);
  expect(answer).toMatchObject({ outcome: 'updated' });
  const row = (await admin.get('/api/accession-lims-base/laboratory/detail', { id: answer?.id ?? '' })).json().data;
  expect(row).toMatchObject({ laboratoryCode: 'I2', laboratoryName: '乙所二', executeType: 2, address: '海淀区', version: 2 });
  const [kept] = await imported('laboratory', [{ laboratoryCode: 'I2', laboratoryName: '不许' }], { isUpdating: false });
  expect([kept?.outcome, faults(kept!)]).toEqual(['refused', [['laboratoryCode', 'knownRecord']]]);
  // Another record's name is taken, whoever's sheet says so.
  const [taken] = await imported('laboratory', [{ laboratoryCode: 'I1', laboratoryName: '乙所二' }]);
  expect([taken?.outcome, faults(taken!)]).toEqual(['refused', [['laboratoryName', 'taken']]]);
});

it('finds referred rows by code or name, says which it cannot find, and warns of disabled ones', async () => {
  const clients: readonly RecordCells[] = [
    { clientCode: 'IC1', clientName: '一院', contractLaboratoryId: 'I1' },
    { clientCode: 'IC2', clientName: '二院', contractLaboratoryId: '甲所' },
    { clientCode: 'IC3', clientName: '三院', contractLaboratoryId: '无此所' },
  ];
  const answers = await imported('sendSampleClient', clients);
  expect(outcomes(answers)).toEqual(['created', 'created', 'refused']);
  expect(faults(answers[2]!)).toEqual([['contractLaboratoryId', 'unknownRef']]);
  const { records } = (await admin.get('/api/accession-lims-base/send-sample-client/page', { clientCode: 'IC' })).json().data;
  expect(records.map((row: any) => row.contractLaboratoryName)).toEqual(['甲所', '甲所']);

  const laboratory = records[0].contractLaboratoryId as string;
  await house.database.pool.query('update laboratory set is_disable = 1 where id = $1', [laboratory]);
  const [off] = await imported('sendSampleClient', [{ clientCode: 'IC4', clientName: '四院', contractLaboratoryId: '甲所' }], { isTrial: true });
  expect([off?.outcome, off?.warnings.map(({ code }) => code)]).toEqual(['created', ['disabledRef']]);
  await house.database.pool.query('update laboratory set is_disable = 0 where id = $1', [laboratory]);
});

it('goes through a hand-written save where a resource has one, also on trial', async () => {
  await imported('sampleClass', [{ classCode: 'IE', className: '全血' }]);
  const group = { isDoubleEntry: '是', executeType: '自检', entryForm: '', sampleClassIds: '全血' };
  const form = resourceByName('commodity').fields['entryForm']?.choices?.options[0];
  const [made] = await imported('commodity', [{ ...group, commodityCode: 'IP1', commodityName: '产品一', entryForm: String(form?.label[0]) }]);
  expect([made?.outcome, made?.problems]).toEqual(['created', []]);
  const pair: RecordCells = { laboratoryId: '甲所', commodityId: 'IP1', executeLaboratoryId: 'I1', internalTestCycle: '1,440' };
  expect(outcomes(await imported('laboratoryCommodity', [pair], { isTrial: true }))).toEqual(['created']);
  expect(await count('laboratory_commodity')).toBe(0);
  expect(outcomes(await imported('laboratoryCommodity', [pair, { ...pair, internalTestCycle: '60' }]))).toEqual(['created', 'updated']);
  expect(await count('laboratory_commodity')).toBe(1);

  const price: RecordCells = {
    sendSampleClientId: '一院',
    commodityId: 'IP1',
    billPrice: '¥12.5',
    contractTimeBegin: '2026/1/1',
    contractTimeEnd: '2026-06-30',
    billErpCode: 'B0001',
  };
  const late = { ...price, contractTimeBegin: '2026-03-01' };
  const answers = await imported('pricePolicy', [price, late]);
  expect(outcomes(answers)).toEqual(['created', 'refused']);
  expect(answers[1]?.problems.length).toBeGreaterThan(0);
  expect(outcomes(await imported('pricePolicy', [price]))).toEqual(['same']);
  const titles = [{ titleName: '通用' }];
  expect(outcomes(await imported('reportTitle', titles))).toEqual(['created']);
  expect(outcomes(await imported('reportTitle', titles))).toEqual(['same']);
});

it('is for those who may save, of their own tenant; a request is bounded', async () => {
  const clerk = await house.as('entry1');
  for (const isTrial of [true, false]) expect((await send(clerk, 'laboratory', laboratories, { isTrial })).statusCode).toBe(403);
  expect((await house.app.inject({ method: 'POST', url: at(resourceByName('laboratory')), payload: {} })).statusCode).toBe(401);
  const many = Array.from({ length: recordsAtOnce + 1 }, (_one, index) => ({ laboratoryCode: `X${index}` }));
  expect((await send(admin, 'laboratory', many)).statusCode).toBe(400);
  expect((await send(admin, 'laboratory', laboratories, { fixed: { tenantId: '000001' } })).statusCode).toBe(400);
  // Another tenant's rows are neither found as references nor changed by their codes.
  await house.database.pool.query("update laboratory set tenant_id = '000001' where laboratory_code = 'I2'");
  const [ref] = await imported('sendSampleClient', [{ clientCode: 'IC9', clientName: '九院', contractLaboratoryId: '乙所二' }], { isTrial: true });
  expect(faults(ref!)).toEqual([['contractLaboratoryId', 'unknownRef']]);
  expect(outcomes(await imported('laboratory', [{ laboratoryCode: 'I2', laboratoryName: '自己的', executeType: '自检' }]))).toEqual(['created']);
  const theirs = await house.database.pool.query("select laboratory_name from laboratory where laboratory_code = 'I2' and tenant_id = '000001'");
  expect(theirs.rows).toEqual([{ laboratory_name: '乙所二' }]);
});

it('makes accounts with a password for one use each, told once and kept nowhere', async () => {
  const user: RecordCells = { account: 'sheet1', realName: '表一', roleIds: 'sales', deptIds: '', phone: '13800000001' };
  const dept = (await house.database.pool.query('select dept_name from department where is_deleted = 0 limit 1')).rows[0].dept_name as string;
  const [trial] = await imported('userAccount', [{ ...user, deptIds: dept }], { isTrial: true });
  expect([trial?.outcome, trial?.told]).toEqual(['created', undefined]);
  const [made] = await imported('userAccount', [{ ...user, deptIds: dept }]);
  expect(made?.outcome).toBe('created');
  const password = made?.told?.['oneTimePassword'] ?? '';
  expect(password.length).toBeGreaterThan(10);
  const { rows } = await house.database.pool.query('select must_change from user_credential where user_id = $1', [made?.id]);
  expect(rows).toEqual([{ must_change: 1 }]);
  expect((await house.database.pool.query('select 1 from client_op where result::text like $1', [`%${password}%`])).rows).toEqual([]);
  expect(outcomes(await imported('userAccount', [{ ...user, deptIds: dept }]))).toEqual(['same']);
  const [changed] = await imported('userAccount', [{ account: 'sheet1', phone: '13800000002' }]);
  expect([changed?.outcome, changed?.told]).toEqual(['updated', undefined]);
});

it('is served for every described resource a sheet can hold', async () => {
  const able = resources.filter(canImport);
  expect(able.length).toBeGreaterThan(30);
  for (const resource of able) {
    const answer = await send(admin, resource.name, [{ unknown: 'x' }], { isTrial: true });
    expect(answer.statusCode, `${resource.name} ${answer.body}`).toBe(200);
    expect(outcomes(answer.json().data), resource.name).toEqual(['refused']);
  }
});
