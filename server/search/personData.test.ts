import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { personKind, type ErasedPerson, type PersonFile, type PersonKind, type PersonRow } from '#domain/search/personData.ts';
import { openSmsDesk, type SmsDesk } from '#server/report/sms/smsTesting.ts';
import { nowText } from '#server/storage/clock.ts';
import { newId } from '#server/storage/ids.ts';

const tenantId = '000000';
const telephone = '13955557788';
let opened: SmsDesk;
let desk: SmsDesk['desk'];
let code = '';
let personName = '';
beforeAll(async () => {
  opened = await openSmsDesk();
  desk = opened.desk;
  await desk.orm.execute(sql`update sms_config set is_deleted = 1 where contract_laboratory_id = ${desk.master.laboratoryId}`);
  await opened.rule({});
  const sent = await opened.due('2026-11-24 10:00:00', telephone);
  await desk.orm.execute(sql`update sms_message set state = 4, send_time = now() where id = ${sent.id}`);
  expect((await opened.byId(sent.id)).smsContent).not.toBe('');
  const [row] = await desk.rows<{ code: string; personName: string }>(
    sql`select requisition_code as code, person_name from requisition where id = ${opened.requisition.id}`,
  );
  ({ code, personName } = row!);
  await told();
});
afterAll(() => opened.close());

/** What others told us of the person, and ways to the report: each beside one that is not the person's alone. */
async function told(): Promise<void> {
  const { id, sampleCode } = opened.requisition;
  const soon = formatDateTime(toMs(nowText()) + 86_400_000);
  const run = (statement: ReturnType<typeof sql>) => desk.orm.execute(statement);
  await run(sql`insert into report_link (id, tenant_id, report_id, version_id, token_sha256, channel, receiver_name, expire_time, create_time)
    select ${newId()}::bigint + c, ${tenantId}, p.id, v.id, ${randomUUID()} || c, c, ${personName}, ${soon}, now() from report p join report_version v on v.report_id = p.id and v.version_no = 1, unnest(array[4, 2]) c where p.requisition_id = ${id}`);
  await run(sql`insert into expected_sample (id, tenant_id, source, partner, external_key, bar_code, thirdparty_bar_code, laboratory_id, commodity_ids, values, content_hash, raw, expect_time, state, sample_id, create_time, update_time)
    select ${newId()}, ${tenantId}, 1, 'walk', ${sampleCode}, ${sampleCode}, 'TP-7788', ${desk.master.laboratoryId}, '{}', ${JSON.stringify({ personName, telephone, department: '内科' })}::jsonb, 'x', 'sealed', now(), 1, s.id, now(), now()
    from sample s where s.sample_code = ${sampleCode}`);
  for (const [codes, rows] of [
    [['TP-7788'], 1],
    [['TP-7788', 'TP-OTHER'], 2],
  ] as const) {
    const logId = newId();
    await run(sql`insert into interface_log (id, tenant_id, interface_id, interface_name, interface_encoding, interface_type, operation, codes, row_count, credential_type, milliseconds, create_time)
      values (${logId}, ${tenantId}, 1, '步测', 'walk', 1, 'push', ${sql.param([...codes])}::text[], ${rows}, 1, 1, now())`);
    await run(sql`insert into interface_payload (tenant_id, log_id, enter_parameter, result_parameter, enter_masked, result_masked, until_time)
      values (${tenantId}, ${logId}, 'sealed', 'sealed', '', '', ${soon})`);
  }
}
const path = (verb: string): string => callPath('search', `person-data/${verb}`, 'accession');
const listed = async (query: Record<string, string>): Promise<PersonRow[]> =>
  (await (await desk.as('admin')).get(path('page'), query)).json<{ data: { records: PersonRow[] } }>().data.records;
const erase = async (codes: readonly string[]): Promise<readonly ManyAnswer[]> => {
  const said = await (
    await desk.as('admin')
  ).post(path('erase'), { requisitionCodes: codes, reason: '本人要求删除' }, { 'idempotency-key': randomUUID() });
  expect(said.statusCode, said.body).toBe(200);
  return said.json<{ data: ManyAnswer[] }>().data;
};
const counts = (kinds: readonly { kind: PersonKind; count: number }[]) => Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]));

it('lists a person by the whole name and a number, and nobody by less', async () => {
  for (const query of [{}, { personName }, { telephone }, { personName: personName.slice(0, 1), telephone }, { personName, telephone: '139' }])
    expect(await listed(query as Record<string, string>), JSON.stringify(query)).toEqual([]);
  const [row, ...others] = await listed({ personName, telephone });
  expect(others).toEqual([]);
  expect(row).toMatchObject({ requisitionCode: code, personName, eraseTime: null });
  expect(Number(row!.keptUntil.slice(0, 4)) - Number(row!.receiveTime.slice(0, 4))).toBe(15);
  await desk.orm.execute(sql`update requisition set bed_no = '7' where id = ${opened.requisition.id}`);
  const [inpatient] = await listed({ personName, telephone });
  expect(Number(inpatient!.keptUntil.slice(0, 4)) - Number(inpatient!.receiveTime.slice(0, 4))).toBe(30);
});

it('hands out all that is kept of them, with a reason that is noted, to who may take patients away', async () => {
  const body = { requisitionCodes: [code], reason: '本人查阅复制' };
  const file = (await (await desk.as('admin')).post(path('take'), body)).json<{ data: PersonFile }>().data;
  expect(file.requisitions).toHaveLength(1);
  const [one] = file.requisitions;
  expect(one!.values).toMatchObject({ personName });
  expect(one!.tubes.map(({ sampleCode }) => sampleCode)).toContain(opened.requisition.sampleCode);
  expect(one!.given).toContainEqual(expect.objectContaining({ how: 'message', to: telephone }));
  expect(counts(one!.kept)).toMatchObject({ [personKind.requisition]: 1, [personKind.announcement]: 1, [personKind.payload]: 2 });
  const notes = await desk.rows(sql`select reason, user_name from audit_entry where action = 'person.take' and subject = ${code}`);
  expect(notes).toMatchObject([{ reason: body.reason }]);
  // One that is not there: nothing is handed out, nothing is noted.
  const refused = await (await desk.as('admin')).post(path('take'), { ...body, requisitionCodes: [code, 'NIRGENDS'] });
  expect([refused.statusCode, refused.json<any>().refusal]).toEqual([404, 'person.unknown']);
  expect(await desk.rows(sql`select 1 as one from audit_entry where action = 'person.take'`)).toHaveLength(1);
  expect((await (await desk.as('reception')).post(path('take'), body)).statusCode).toBe(403);
});

it('erases what no law asks to be kept, names what stays and until when, and answers for each requisition', async () => {
  const waiting = await opened.written({}, { telephone: '' });
  await desk.orm.execute(sql`update sms_message set state = 1, requisition_id = ${opened.requisition.id} where id = ${waiting.id}`);
  const [done, unknown] = await erase([code, 'NIRGENDS']);
  expect(unknown).toMatchObject({ id: 'NIRGENDS', status: 'refused', code: 'person.unknown' });
  expect(done).toMatchObject({ id: code, status: 'applied' });
  const first = done!.answer as ErasedPerson;
  expect(counts(first.erased)).toEqual({ [personKind.message]: 1, [personKind.link]: 1 });
  // Its tube is not reported: what partners said of it is still worked with.
  expect(counts(first.kept)).toMatchObject({
    [personKind.announcement]: 1,
    [personKind.payload]: 2,
    [personKind.unsent]: 1,
    [personKind.requisition]: 1,
  });
  expect(first.kept.find(({ kind }) => kind === personKind.requisition)!.until).toMatch(/^\d{4}-\d\d-\d\d$/);
  const messages = await desk.rows<{ telephone: string; personName: string | null; smsContent: string; state: number }>(
    sql`select telephone, person_name, sms_content, state::int as state from sms_message where requisition_id = ${opened.requisition.id} order by state`,
  );
  expect(messages.map(({ state, smsContent }) => [state, smsContent === ''])).toEqual([
    [1, false],
    [4, true],
  ]);
  expect(JSON.stringify(messages[1])).not.toContain(telephone);
  expect(JSON.stringify(messages[1])).not.toContain(personName);
  const links = await desk.rows<{ channel: number; isOpen: boolean; receiverName: string }>(
    sql`select channel::int as channel, expire_time > now() + interval '1 minute' as is_open, receiver_name from report_link order by channel`,
  );
  expect(links).toEqual([
    { channel: 2, isOpen: true, receiverName: personName },
    { channel: 4, isOpen: false, receiverName: '' },
  ]);

  await desk.orm.execute(sql`update sample set lab_status = 108 where requisition_id = ${opened.requisition.id}`);
  const second = (await erase([code]))[0]!.answer as ErasedPerson;
  expect(counts(second.erased)).toEqual({ [personKind.announcement]: 1, [personKind.payload]: 1 });
  // A call that told of others, too, goes when its own term ends.
  expect(counts(second.kept)).toMatchObject({ [personKind.payload]: 1 });
  expect(second.kept.find(({ kind }) => kind === personKind.payload)!.until).not.toBeNull();
  expect(second.kept.map(({ kind }) => kind)).not.toContain(personKind.announcement);
  expect(await desk.rows(sql`select values, raw from expected_sample where external_key = ${opened.requisition.sampleCode}`)).toEqual([
    { values: { department: '内科' }, raw: null },
  ]);
  // Nothing of the record itself went, and the list says when it was asked for.
  const [row] = await listed({ personName, telephone });
  expect(row!.eraseTime).not.toBeNull();
  expect((await erase([code]))[0]!.answer).toMatchObject({ erased: [] });
  const trail = await desk.rows<{ reason: string }>(sql`select reason from audit_entry where action = 'person.erase' and subject = ${code}`);
  expect(trail).toHaveLength(3);
  expect(JSON.stringify(trail)).not.toContain(telephone);
});
