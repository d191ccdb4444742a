import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshCode, openDesk, type Desk } from './deskTesting.ts';

let desk: Desk;
let elsewhere = '';
beforeAll(async () => {
  desk = await openDesk();
  const others = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} order by id limit 1`,
  );
  elsewhere = others[0]!.id;
  await desk.orm.execute(sql`update send_sample_client set contract_laboratory_id = ${desk.master.laboratoryId} where id = ${desk.master.clientId}`);
});
afterAll(() => desk.close());

const reject = (requisitionCode: string, more: object = {}) =>
  desk.act('outbox', 'reception', 'summary.reject', { requisitionCode, rejectCode: 'REJ05', rejectReason: '空管', measure: 2, ...more });
const laboratoryOf = async (requisitionCode: string) =>
  (
    await desk.rows<{ id: string | null }>(
      sql`select contract_laboratory_id::text as id from requisition where requisition_code = ${requisitionCode}`,
    )
  )[0];
async function limited(laboratoryIds: readonly string[], work: () => Promise<void>): Promise<void> {
  const { id } = await desk.me('reception');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', ${sql.param([...laboratoryIds])}::bigint[])`,
  );
  await work();
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
}

it('of a code nobody knows belongs to a laboratory its author sees, or is refused', async () => {
  const client = { sendSampleClientId: desk.master.clientId };
  const [free, told, own, foreign, open, chosen] = Array.from({ length: 6 }, () => freshCode('A')) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  expect(await reject(free)).toMatchObject({ status: 'applied' });
  expect(await laboratoryOf(free)).toEqual({ id: null });
  expect(await reject(told, client)).toMatchObject({ status: 'applied' });
  expect(await laboratoryOf(told)).toEqual({ id: desk.master.laboratoryId });
  await limited([elsewhere], async () => {
    expect(await reject(own)).toMatchObject({ status: 'applied' });
    expect((await reject(foreign, client)).status).toBe('refused');
  });
  expect(await laboratoryOf(own)).toEqual({ id: elsewhere });
  expect(await laboratoryOf(foreign)).toBeUndefined();
  await limited([elsewhere, desk.master.laboratoryId], async () => {
    expect(await reject(open)).toMatchObject({ status: 'refused', code: 'summary.rejectNobodys' });
    expect(await reject(chosen, client)).toMatchObject({ status: 'applied' });
  });
  expect(await laboratoryOf(open)).toBeUndefined();
  expect(await laboratoryOf(chosen)).toEqual({ id: desk.master.laboratoryId });
});
