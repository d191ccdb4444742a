import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeXlsxRows } from '#domain/sheet/writeSheet.ts';
import { openTestApp, type Caller, type TestApp } from '../testing.ts';

let house: TestApp;
let admin: Caller;
let dept = '';
beforeAll(async () => {
  house = await openTestApp();
  admin = await house.as('admin');
  dept = (await house.database.pool.query('select dept_name from department where is_deleted = 0 limit 1')).rows[0].dept_name;
});
afterAll(() => house.close());

const heads = ['登录账号', '用户姓名', '所属角色', '所属部门', '手机号码'];
function upload(caller: Caller, path: string, rows: readonly (readonly string[])[], fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([writeXlsxRows('用户', rows) as Uint8Array<ArrayBuffer>]), '用户.xlsx');
  return house.app.inject({ method: 'POST', url: path, payload: form, headers: { 'blade-auth': `bearer ${caller.token}` } });
}
const system = '/api/blade-system/user/import-user';
const own = '/api/blade-user/import-user';

it('makes accounts from a sheet, tells their passwords once, and refuses rows at fault one by one', async () => {
  const rows = [heads, ['imp1', '导一', 'sales', dept, '13800000011'], ['imp2', '', 'sales', '没有的部门', ''], ['imp3', '导三', 'sales', dept, '']];
  const answer = await upload(admin, system, rows);
  expect(answer.statusCode, answer.body).toBe(200);
  const { data } = answer.json();
  expect(data).toMatchObject({ total: 3, created: 2, refused: 1 });
  expect(data.rows[1]).toMatchObject({ rowNumber: 3, account: 'imp2', outcome: 'refused' });
  expect(data.rows[1].msg).toContain('请输入用户姓名');
  expect(data.rows[1].msg).toContain('没有的部门');
  expect(data.passwords.map(({ account }: { account: string }) => account)).toEqual(['imp1', 'imp3']);
  const { rows: kept } = await house.database.pool.query(
    "select must_change from user_credential where user_id in (select id from user_account where account in ('imp1', 'imp3'))",
  );
  expect(kept).toEqual([{ must_change: 1 }, { must_change: 1 }]);
});

it('changes a known account only where the sheet is to cover it', async () => {
  const rows = [heads, ['imp1', '导一改', '', '', '']];
  expect((await upload(admin, own, rows, { isCovered: '0' })).json().data).toMatchObject({ refused: 1, updated: 0 });
  expect((await upload(admin, `${own}?isCovered=1`, rows)).json().data).toMatchObject({ refused: 0, updated: 1, passwords: [] });
  expect((await upload(admin, own, rows, { isCovered: '1' })).json().data).toMatchObject({ same: 1 });
});

it('lets nobody become or make an administrator, and only those in who may save accounts', async () => {
  const clerk = await house.as('entry1');
  for (const path of [system, own]) expect((await upload(clerk, path, [heads, ['imp9', '九', 'sales', dept, '']])).statusCode).toBe(403);
  await house.database.pool.query(
    "insert into role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from role r, menu m where r.role_alias = 'sales' and m.code = 'userAccount_save' and m.tenant_id = '000000' on conflict do nothing",
  );
  const sales = await house.as('sales');
  const answer = await upload(sales, system, [heads, ['imp8', '八', 'administrator', dept, '']]);
  expect(answer.json().data, answer.body).toMatchObject({ created: 0, refused: 1 });
  expect(answer.json().data.rows[0].msg).toContain('超管');
});

it('says what is wrong with a file that is none', async () => {
  expect((await upload(admin, system, [['甲'], ['乙']])).statusCode).toBe(422);
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.4']), 'x.xlsx');
  const answer = await house.app.inject({ method: 'POST', url: system, payload: form, headers: { 'blade-auth': `bearer ${admin.token}` } });
  expect(answer.statusCode).toBe(422);
});

it('gives the list and the empty form as sheets, the token in the address', async () => {
  for (const path of ['/api/blade-system/user', '/api/blade-user']) {
    const list = await house.app.inject({
      method: 'GET',
      url: `${path}/export-user`,
      query: { 'blade-auth': `bearer ${admin.token}`, account: 'imp' },
    });
    const exported = (await readXlsx(list.rawPayload)).sheets[0]!.rows;
    expect(exported[0]).toContain('登录账号');
    expect(
      exported
        .slice(1)
        .map(([account]) => String(account))
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['imp1', 'imp3']);
    expect(JSON.stringify(exported)).not.toContain('argon2');
    const template = await readXlsx((await admin.get(`${path}/export-template`)).rawPayload);
    expect(template.sheets.map(({ rows }) => rows.length > 0)).toEqual([true, true]);
    expect(template.sheets[0]?.rows[0]).toContain('所属角色');
  }
  // What was exported comes back: nothing changes.
  const list = await admin.get('/api/blade-system/user/export-user', { account: 'imp1' });
  const rows = (await readXlsx(list.rawPayload)).sheets[0]!.rows.map((row) => row.map((cell) => String(cell ?? '')));
  expect((await upload(admin, system, rows, { isCovered: '1' })).json().data).toMatchObject({ total: 1, same: 1 });
});
