import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { setScope } from '#server/session/scopeOf.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { askAs, getFrom, openWayIn, postTo } from '../partnerTesting.ts';
import { replaying } from './replayJob.ts';

let desk: Desk;
beforeAll(async () => void (desk = await openDesk()));
afterAll(() => desk.close());

const lines = async (code: string): Promise<any[]> =>
  (await getFrom(desk, 'interface-logs/internal-interface-page', { size: '50' })).records.filter((row: any) => row.interfaceEncoding === code);
/** The newest line of an interface's. */
const lastOf = async (code: string): Promise<any> =>
  (await lines(code)).toSorted((a, b) => (BigInt(a.interfaceLogId) < BigInt(b.interfaceLogId) ? 1 : -1))[0];
const start = (ids: readonly string[], mode: 'rebuilt' | 'asSent' = 'rebuilt', account: 'admin' | 'reception' | 'ops' = 'admin') =>
  postTo(desk, 'interface-logs/replay', { ids, mode, reason: '对照已补' }, account);
const work = (taskId: string, signal = new AbortController().signal) => replaying(desk.database).run({ tenantId: '000000', taskId }, signal);
async function replay(ids: readonly string[], mode: 'rebuilt' | 'asSent' = 'rebuilt') {
  const begun = await start(ids, mode);
  expect(begun.status, begun.msg).toBe(200);
  await work(begun.data.taskId);
  return getFrom(desk, 'interface-logs/replay-status', { taskId: begun.data.taskId });
}
const expected = (code: string) =>
  desk.rows<{ key: string; state: number }>(
    sql`select external_key as key, state::int as state from expected_sample where partner = ${code} order by external_key`,
  );
/** A way in whose rows say `sex` by a set that knows F alone. */
async function mapped() {
  const way = await openWayIn(desk);
  const set = (await postTo(desk, 'parameter-mapping/submit', { code: way.code, dictValue: '性别', sort: 1 })).data.id as string;
  const pair = (dictKey: string, dictValue: string) => postTo(desk, 'parameter-mapping/submit', { parentId: set, dictKey, dictValue, sort: 1 });
  await pair('F', '2');
  const input = { interfaceId: way.id, type: 1, sort: 1 };
  await postTo(desk, 'op-parameter/submit', { ...input, parameterCode: 'barcode', parameterName: '条码', fieldName: 'thirdBarCode', isRequired: 1 });
  await postTo(desk, 'op-parameter/submit', { ...input, parameterCode: 'sex', parameterName: '性别', fieldName: 'sex', mappingCode: way.code });
  return { ...way, pair };
}

it('has a value mapped and its call replayed: what was refused goes through once, and nothing else is done', async () => {
  const { code, pair } = await mapped();
  const said = await askAs(
    desk,
    code,
    'requisitionPush',
    [
      { barcode: 'A1', sex: 'F' },
      { barcode: 'A2', sex: 'X' },
    ],
    { key: 'k1' },
  );
  expect(said.rows.map((row) => row.code ?? row.outcome)).toEqual(['applied', 'P03']);
  const failed = await lastOf(code);
  expect(failed).toMatchObject({ credentialType: 2, isReplayed: 0, replayOf: null });

  const early = await replay([failed.interfaceLogId]);
  expect(early).toMatchObject({ state: 2, totalCount: 1, doneCount: 1, rows: [{ outcome: 'refused' }] });
  expect(early.rows[0].message[1]).toBe('1 of 1 rows are refused still: P03 × 1');
  await pair('X', '1');
  // The line that was replayed has its answer in the one that came of it.
  expect((await replay([failed.interfaceLogId])).rows[0]).toMatchObject({
    outcome: 'refused',
    message: [expect.stringContaining('已重放过'), expect.anything()],
  });
  const second = await lastOf(code);
  expect(second).toMatchObject({ interfaceLogId: early.rows[0].replayLogId, replayOf: failed.interfaceLogId, rowCount: 1, ip: null });
  const late = await replay([second.interfaceLogId]);
  expect(late.rows).toMatchObject([{ outcome: 'done', message: null }]);
  expect(await expected(code)).toEqual([
    { key: 'A1', state: 0 },
    { key: 'A2', state: 0 },
  ]);
  const third = await lastOf(code);
  expect(third).toMatchObject({ replayOf: second.interfaceLogId, credentialType: 1, callKey: `replay.${second.interfaceLogId}` });
  expect((await replay([third.interfaceLogId])).rows[0]).toMatchObject({
    outcome: 'refused',
    message: [expect.stringContaining('已成功'), expect.anything()],
  });
  expect(await lines(code)).toHaveLength(3);
  const noted = await desk.rows<{ reason: string }>(
    sql`select reason from audit_entry where action = 'interfaceLog.replay' and subject = ${failed.interfaceLogId}`,
  );
  expect(noted.map(({ reason }) => reason)).toEqual(['对照已补', '对照已补']);
});

it('does a line once, asked twice at the same time, and goes on behind what was noted', async () => {
  const { id, code } = await openWayIn(desk);
  await postTo(desk, 'op-interface/disable', { id });
  for (const key of ['B1', 'B2']) expect(await askAs(desk, code, 'requisitionPush', [{ thirdBarCode: key }])).toMatchObject({ refusal: 'P09' });
  const ids = (await lines(code)).map((row) => row.interfaceLogId);
  // While it is off nothing gets in by the back door.
  expect((await replay(ids)).rows.map((row: any) => row.message[0])).toEqual(['接口已停用', '接口已停用']);
  expect(await expected(code)).toEqual([]);
  await postTo(desk, 'op-interface/enable', { id });
  const tasks = [await start(ids), await start(ids)].map(({ data }) => data.taskId as string);
  const stopped = new AbortController();
  stopped.abort();
  await work(tasks[0]!, stopped.signal);
  expect(await getFrom(desk, 'interface-logs/replay-status', { taskId: tasks[0]! })).toMatchObject({ state: 0, doneCount: 0 });
  await Promise.all(tasks.map((taskId) => work(taskId)));
  const said = await Promise.all(tasks.map((taskId) => getFrom(desk, 'interface-logs/replay-status', { taskId })));
  expect(said.flatMap(({ rows }) => rows.map((row: any): string => row.outcome)).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'done',
    'done',
    'refused',
    'refused',
  ]);
  expect((await expected(code)).map(({ key }) => key)).toEqual(['B1', 'B2']);
  expect(await lines(code)).toHaveLength(4);
});

it('keeps the later word of a partner, the answer of a key, and says what cannot be read', async () => {
  const { code, pair } = await mapped();
  await askAs(
    desk,
    code,
    'requisitionPush',
    [
      { barcode: 'C1', sex: 'X' },
      { barcode: 'C2', sex: 'X' },
    ],
    { key: 'k1' },
  );
  const pushed = (await lastOf(code)).interfaceLogId;
  // The partner gave one of them up: it was told that nobody knows the code.
  expect((await askAs(desk, code, 'requisitionCancel', [{ barcode: 'C1' }])).rows[0].code).toBe('P05');
  await pair('X', '1');
  expect((await replay([pushed], 'asSent')).rows[0]).toMatchObject({
    outcome: 'refused',
    replayLogId: null,
    message: [expect.stringContaining('幂等键'), expect.anything()],
  });
  const said = await replay([pushed]);
  expect(said.rows[0].message[0]).toContain('对方此后另有推送或取消');
  expect(await expected(code)).toEqual([{ key: 'C2', state: 0 }]);

  await askAs(desk, code, 'statusQuery', [{ barcode: 'NOBODY' }]);
  const query = (await lastOf(code)).interfaceLogId;
  expect((await replay([query])).rows[0].message[0]).toBe('查询与测试不重放');
  await askAs(desk, code, 'requisitionPush', [{ barcode: 'C3', sex: 'Y' }]);
  const unreadable = (await lastOf(code)).interfaceLogId;
  await askAs(desk, code, 'requisitionPush', [{ barcode: 'C4', sex: 'Y' }]);
  const gone = (await lastOf(code)).interfaceLogId;
  const longOf = async (barcode: string, note: string): Promise<string> => {
    await askAs(desk, code, 'requisitionPush', [{ barcode, sex: 'Y', note }]);
    return (await lastOf(code)).interfaceLogId;
  };
  const long = await longOf('C5', 'x'.repeat(70_000));
  // So many bytes are kept, whatever is written in them: three make one of these.
  const wide = await longOf('C6', '样'.repeat(25_000));
  const [kept] = await desk.rows<{ bytes: number; end: string }>(
    sql`select octet_length(enter_masked)::int as bytes, right(enter_masked, 1) as end from interface_payload where log_id = ${wide}`,
  );
  expect(kept!.end).toBe('样');
  expect(65_536 - kept!.bytes).toBeLessThan(3);
  await desk.orm.execute(sql`delete from interface_payload where log_id = ${gone}`);
  // A payload of another line does not open here.
  await desk.orm.execute(
    sql`update interface_payload set enter_parameter = (select enter_parameter from interface_payload where log_id = ${pushed}) where log_id = ${unreadable}`,
  );
  const words = (await replay([unreadable, gone, long, wide])).rows.map((row: any) => [row.outcome, row.message[1]]);
  expect(words).toEqual([
    ['refused', 'Its payload cannot be read'],
    ['refused', 'Payload expired'],
    ['refused', 'It is longer than what is kept of it: the partner has to send it again'],
    ['refused', 'It is longer than what is kept of it: the partner has to send it again'],
  ]);
});

it('lets nobody replay without the right, without a reason, or lines of another laboratory or tenant', async () => {
  const { code } = await mapped();
  await askAs(desk, code, 'requisitionPush', [{ barcode: 'D1', sex: 'Z' }]);
  const { interfaceLogId } = await lastOf(code);
  expect(await start([interfaceLogId], 'rebuilt', 'reception')).toMatchObject({ status: 403 });
  expect(await postTo(desk, 'interface-logs/replay', { ids: [interfaceLogId], mode: 'rebuilt', reason: ' ' })).toMatchObject({ status: 400 });
  const task = await start([interfaceLogId]);
  const foreign = newId();
  await desk.orm
    .execute(sql`insert into interface_log (id, tenant_id, interface_id, interface_name, interface_encoding, interface_type, laboratory_id, operation, codes, credential_type, milliseconds, create_time)
    select ${foreign}, '999999', interface_id, interface_name, interface_encoding, interface_type, laboratory_id, operation, codes, 2, 1, create_time from interface_log where id = ${interfaceLogId}`);
  expect(await start([interfaceLogId, foreign])).toMatchObject({ status: 404, refusal: 'interfaceLog.unknown' });
  // Of this tenant, but of a laboratory that is not the person's.
  const [ops] = await desk.rows<{ id: string }>(sql`select id::text as id from user_account where tenant_id = '000000' and account = 'ops'`);
  const [other] = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} order by id limit 1`,
  );
  const person = { id: ops!.id, tenantId: '000000' };
  await setScope(desk.orm, person, 'laboratory', [other!.id]);
  expect(await start([interfaceLogId], 'rebuilt', 'ops')).toMatchObject({ status: 404, refusal: 'interfaceLog.unknown' });
  await setScope(desk.orm, person, 'laboratory', [desk.master.laboratoryId]);
  expect(await start([interfaceLogId], 'rebuilt', 'ops')).toMatchObject({ status: 200 });
  // Sight is judged again when it is done: the line was hidden meanwhile.
  await postTo(desk, 'interface-logs/remove', { ids: [interfaceLogId], reason: '测试' });
  await work(task.data.taskId);
  expect((await getFrom(desk, 'interface-logs/replay-status', { taskId: task.data.taskId })).rows[0].message[1]).toBe('No such line');
  const asked = await (await desk.as('audit2')).get(callPath('op', 'interface-logs/replay-status', 'accession'), { taskId: task.data.taskId });
  expect([403, 404]).toContain(asked.statusCode);
});
