import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Resource } from '#domain/kernel/resource.ts';
import { resources } from '#domain/resources.ts';
import { authClient } from '#domain/system/authClient.ts';
import { menuEntry } from '#domain/system/menuFields.ts';
import { region } from '#domain/system/region.ts';
import { tenant } from '#domain/system/tenant.ts';
import type { RecordAnswer } from '#domain/sheet/recordSheet.ts';
import { openTestApp, type Caller, type TestApp } from '#server/testing.ts';

let house: TestApp;
let admin: Caller;
beforeAll(async () => {
  house = await openTestApp();
  admin = await house.as('admin');
});
afterAll(() => house.close());

type Cells = Readonly<Record<string, string>>;
async function imported(path: string, cells: readonly Cells[], isTrial = false): Promise<RecordAnswer[]> {
  const rows = cells.map((one, line) => ({ line, cells: one }));
  const answer = await admin.post(`/api/blade-system/${path}/import`, { isTrial, rows });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: RecordAnswer[] }>().data;
}
const outcomes = (answers: readonly RecordAnswer[]): string[] => answers.map(({ outcome }) => outcome);
const fieldsOf = (answers: readonly RecordAnswer[]): string[][] => answers.map(({ problems }) => problems.map(({ field }) => field));
const regions = (codes: readonly string[]) =>
  house.database.pool.query('select code, name, level from region where code = any($1) order by code', [codes]);

it('takes regions from a sheet: judged first, known ones by their code, the same sheet again changes nothing', async () => {
  const sheet: readonly Cells[] = [
    { regionCode: '330106', name: '西湖区', parentCode: '3301', sort: '6' },
    { regionCode: '330106001', name: '北山街道', parentCode: '330106', sort: '1' },
    { regionCode: '33', name: '浙江', parentCode: '' },
    { regionCode: '98x', name: '没有', parentCode: '98' },
  ];
  const trial = await imported('region', sheet, true);
  // What stands below a row of the same sheet waits until that is saved.
  expect(outcomes(trial)).toEqual(['created', 'refused', 'updated', 'refused']);
  expect(fieldsOf(trial)).toEqual([[], ['parentCode'], [], ['parentCode']]);
  expect((await regions(['330106', '33'])).rows).toEqual([{ code: '33', name: '浙江省', level: 1 }]);
  expect(outcomes(await imported('region', sheet))).toEqual(['created', 'created', 'updated', 'refused']);
  expect((await regions(['330106', '330106001', '33'])).rows).toEqual([
    { code: '33', name: '浙江', level: 1 },
    { code: '330106', name: '西湖区', level: 3 },
    { code: '330106001', name: '北山街道', level: 4 },
  ]);
  expect(outcomes(await imported('region', sheet.slice(0, 3)))).toEqual(['same', 'same', 'same']);
  const clerk = await house.as('reception');
  expect((await clerk.post('/api/blade-system/region/import', { isTrial: true, rows: [{ line: 0, cells: {} }] })).statusCode).toBe(403);
});

it('takes packages from a sheet, with the codes of their menus', async () => {
  const sheet: readonly Cells[] = [
    { packageName: '基础包', menuId: 'commodity_view, commodity_save', remark: '' },
    { packageName: '坏包', menuId: 'commodity_view,no_such_menu' },
  ];
  const trial = await imported('tenant-package', sheet, true);
  expect([outcomes(trial), fieldsOf(trial)]).toEqual([
    ['created', 'refused'],
    [[], ['menuId']],
  ]);
  expect(outcomes(await imported('tenant-package', sheet))).toEqual(['created', 'refused']);
  const { rows } = await house.database.orm.execute<{ codes: string }>(
    sql`select string_agg(m.code, ',' order by m.code) as codes from tenant_package p join menu m on m.id::text = any(string_to_array(p.menu_id, ',')) where p.package_name = '基础包'`,
  );
  expect(rows[0]?.codes).toBe('commodity_save,commodity_view');
});

it('says of every list that no sheet can fill why that is so', () => {
  const all: readonly Resource[] = [...resources, authClient, menuEntry, region, tenant];
  const closed = all.filter(({ verbs, view, noSheet }) => verbs.save && !view && noSheet !== undefined);
  expect(closed.map(({ name }) => name).toSorted()).toEqual([
    'authClient',
    'billEmailAutoClient',
    'billUnit',
    'cancerGuidance',
    'internalPrice',
    'menu',
    'notice',
    'releaseCriterion',
    'reportConfig',
    'reportTemplate',
    'resultTemplate',
    'signature',
    'tenant',
  ]);
  for (const { name, noSheet } of closed) expect(noSheet?.length, name).toBeGreaterThan(20);
});
