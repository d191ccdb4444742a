import { sql } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { codeType, symbology } from '#domain/code/codeStyle.ts';
import { callPath } from '#domain/kernel/services.ts';
import { prepare } from '#server/prepare.ts';
import { openEmptyDatabase, openTestApp } from '#server/testing.ts';

const closes: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closes.splice(0)) await close();
});

it('tells the administrators once of stored patterns that are not used any more, and starts all the same', async () => {
  const { database, close } = await openEmptyDatabase();
  closes.push(close);
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const start = () => prepare(database, { isDemo: false, seedPassword: 'start-password-1' });
  const rows = async (text: string) => (await database.orm.execute(sql.raw(text))).rows;
  const notices = `select n.notice_state, c.content from notice n join notice_content c on c.notice_id = n.id and c.tenant_id = n.tenant_id`;
  await start();
  await rows(`insert into code_style (id, tenant_id, style_name, code_type, symbology, pattern, change_seq, create_time, update_time, search_key)
    values (1, '000000', '<旧样式>', 2, 'code128', '(?=A)(a+)+', 1, now(), now(), ''), (2, '000000', '好样式', 2, 'code128', '(a+)+', 1, now(), now(), '')`);

  await start();
  expect(printed.mock.calls).toEqual([[expect.stringContaining('<旧样式>: (?=A)(a+)+')]]);
  expect(String(printed.mock.calls[0])).not.toContain('好样式');
  expect(await rows('select id::int as id, pattern_fault from code_style order by id')).toEqual([
    { id: 1, pattern_fault: expect.stringContaining('(?=A)(a+)+') },
    { id: 2, pattern_fault: null },
  ]);
  expect(await rows(notices)).toEqual([{ notice_state: 2, content: expect.stringContaining('&lt;旧样式&gt;') }]);

  await start();
  expect(printed).toHaveBeenCalledTimes(1);
  expect(await rows(notices)).toHaveLength(1);
});

it('refuses a pattern that cannot be judged in one pass at its field, and forgets what was wrong with the one before', async () => {
  const { as, database, close } = await openTestApp();
  closes.push(close);
  const admin = await as('admin');
  const save = (body: object) =>
    admin.post(callPath('code', 'code-style/save', 'accession'), {
      styleName: '样式',
      codeType: codeType.sample,
      symbology: symbology.code128,
      ...body,
    });
  const refused = await save({ pattern: '(a)\\1' });
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ problems: [{ field: 'pattern', params: { text: [expect.stringContaining('\\1'), expect.any(String)] } }] });
  const styleId = (await save({ pattern: '(a+)+' })).json<{ data: { id: string } }>().data.id;
  await database.orm.execute(sql`update code_style set pattern = '(?=a)', pattern_fault = 'x'`);
  expect((await save({ styleId, pattern: 'A\\d{8}' })).statusCode).toBe(200);
  expect((await database.orm.execute(sql`select pattern, pattern_fault from code_style`)).rows).toEqual([
    { pattern: 'A\\d{8}', pattern_fault: null },
  ]);
});
