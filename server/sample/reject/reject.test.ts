import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import { statusesOf, tasksOf, tubesAtDoor, waitingTasks } from '#server/lab/tasks/taskTesting.ts';
import { changeItems } from '../change/changeTesting.ts';
import { detailPayload, freshCode, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { processDesk } from '#server/lab/process/processTesting.ts';
import { localMail } from '#server/ports/mail.ts';
import { localSms } from '#server/ports/sms.ts';
import { sendNotices } from './sendNotices.ts';
import { rejectDesk, standing } from './rejectTesting.ts';

let desk: Desk;
let acts: ReturnType<typeof rejectDesk>;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => {
  acts = rejectDesk(desk);
});
afterAll(() => desk.close());

const told = (answers: readonly { readonly status: string; readonly code: string | null }[]) => answers.map(({ status, code }) => code ?? status);
async function received(tubes = 1) {
  const plain = summaryPayload(desk, desk.master.single);
  const summary = {
    ...plain,
    tubes: Array.from({ length: tubes }, () => ({ ...plain.tubes[0]!, sampleCode: freshCode('0'), testTubeNumber: freshCode('T') })),
  };
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  return { summary, requisitionCode: summary.requisitionCode, sampleCodes: summary.tubes.map(({ sampleCode }) => sampleCode) };
}
async function entered(tubes = 1) {
  const known = await received(tubes);
  expect(await desk.act('online', 'entry1', 'detail.enter', detailPayload(known.summary, 'nomal', 1))).toMatchObject({ status: 'applied' });
  return known;
}
const restore = async (sampleCode: string) => {
  const { id } = await acts.recordOf(sampleCode);
  return (await desk.get('admin', 'reject-record/restoreEdit', { id })).data;
};

it.each([
  ['101, nothing entered', received, 101],
  ['103, waiting for a handover', entered, 103],
  ['103, handed over', tubesAtDoor, 103],
  ['104, waiting at the laboratory', waitingTasks, 104],
])('a tube goes back to where it stood: %s', async (_name, made, status) => {
  const { requisitionCode, sampleCodes } = await (made as (tubes?: any) => Promise<any>)(...(made === received || made === entered ? [1] : [desk]));
  const before = await standing(desk, requisitionCode);
  expect(told(await acts.reject(sampleCodes, {}, [madeJpeg(2_000), madeJpeg(3_000)]))).toEqual(['applied']);
  expect(await statusesOf(desk, sampleCodes)).toEqual([111]);
  const gone = await standing(desk, requisitionCode);
  expect(gone['requisition']).toEqual({ entryState: 6 });
  expect([gone['lines'], (gone['tasks'] ?? []).every((task: { task_state: number }) => task.task_state === 9)]).toEqual([null, true]);
  expect(await restore(sampleCodes[0])).toMatchObject({ target: { labStatus: status }, differences: [], refusal: null });
  expect(told(await acts.recover(sampleCodes))).toEqual(['applied']);
  const after = await standing(desk, requisitionCode);
  for (const task of [...(before['tasks'] ?? []), ...(after['tasks'] ?? [])])
    for (const key of ['internal_due_time', 'external_due_time']) task[key] = task[key] && 'due';
  expect(after).toEqual(before);
});

it('one of two tubes comes back alone, and the requisition with it; a withdrawn entry is told and stays withdrawn', async () => {
  const { requisitionCode, sampleCodes } = await entered(2);
  expect(told(await acts.reject(sampleCodes))).toEqual(['applied', 'applied']);
  expect((await standing(desk, requisitionCode))['requisition']).toEqual({ entryState: 6 });
  expect(told(await acts.recover([sampleCodes[0]!]))).toEqual(['applied']);
  expect([await statusesOf(desk, sampleCodes), (await standing(desk, requisitionCode))['requisition']]).toEqual([[103, 111], { entryState: 5 }]);
  expect(await desk.act('online', 'audit1', 'detail.remove', { requisitionCode, pass: 1, reason: '录错' })).toMatchObject({ status: 'applied' });
  expect(await restore(sampleCodes[1]!)).toMatchObject({ target: { labStatus: 101, entryState: 1 }, differences: ['录入已撤回,恢复为待录入'] });
  expect(told(await acts.recover([sampleCodes[1]!]))).toEqual(['applied']);
  expect([await statusesOf(desk, sampleCodes), (await standing(desk, requisitionCode))['requisition']]).toEqual([[101, 101], { entryState: 1 }]);
});

it('a rejection is judged tube by tube, said once, and taken back by another person', async () => {
  const one = await received();
  const [code] = one.sampleCodes as [string];
  expect(told(await acts.reject([code, 'NOBODYS1', code]))).toEqual(['applied', 'reject.unknown']);
  expect(told(await acts.reject([code]))).toEqual(['repeat']);
  expect(told(await acts.reject([code], { rejectCode: 'REJ05' }))).toEqual(['reject.otherwise']);
  // The reception's own record, from long ago.
  const { id, version } = await acts.recordOf(code);
  const mine = await desk.act('online', 'admin', 'reject.add', {
    sampleCode: (await received()).sampleCodes[0]!,
    rejectCode: 'REJ01',
    measure: 2,
    reason: '无标签',
  });
  expect(mine.status).toBe('applied');
  const { id: adminId } = await desk.me('admin');
  await desk.orm.execute(
    sql`update reject_record set apply_creator_id = ${adminId}, create_time = create_time - interval '11 minutes' where id = ${id}`,
  );
  expect((await restore(code)).refusal).toEqual({ code: 'recover.self', text: '不能恢复本人的拒收' });
  expect(told(await acts.recover([code]))).toEqual(['recover.self']);
  await desk.orm.execute(sql`update reject_record set create_time = create_time + interval '5 minutes' where id = ${id}`);
  const update = { rejectRecordId: id, version, reason: '再看为溶血', measure: 2 };
  expect(await desk.act('online', 'admin', 'reject.update', update)).toMatchObject({ status: 'applied' });
  expect(await desk.act('online', 'admin', 'reject.update', { ...update, reason: '又改' })).toMatchObject({
    status: 'conflict',
    code: 'reject.changed',
  });
  expect(told(await acts.door('admin', 'reject-record/trackBatch', { ids: id, content: '已电话告知', contactWay: '1', readBack: '1' }))).toEqual([
    'applied',
  ]);
  const { data } = await desk.get('reception', 'reject-record/detail', { id });
  expect(data).toMatchObject({
    sampleCode: code,
    applyReason: '再看为溶血',
    measure: 2,
    tracks: [{ content: '已电话告知', readBack: 1, contactWay: 1 }],
  });
  expect(told(await acts.recover([code]))).toEqual(['applied']);
  expect(told(await acts.recover([code]))).toEqual(['reject.recovered']);
  const line = await desk.get('reception', 'labRejection/rejectionProcess', { id }, 'search');
  expect(line.data.map(({ what }: { what: string }) => what)).toEqual([
    'summary.enter',
    'reject.add',
    'reject.update',
    'reject.track',
    'reject.recover',
  ]);
});

it('a spare takes the tasks over and gives them back as long as nothing was done; else the recovered tube becomes the spare', async () => {
  const { requisitionCode, sampleCodes, tasks } = await waitingTasks(desk, { tubes: 2 });
  const [first, spare] = sampleCodes as [string, string];
  const before = await standing(desk, requisitionCode);
  const owners = async () => (await desk.rows<{ code: string }>(sql`select sample_code as code from lab_task where id = ${tasks[0]!.id}`))[0]!.code;
  await acts.reject([first]);
  expect([await owners(), await statusesOf(desk, sampleCodes)]).toEqual([spare, [111, 104]]);
  expect(told(await acts.recover([first]))).toEqual(['applied']);
  expect(await standing(desk, requisitionCode)).toEqual(before);
  // Both gone, both back in the wrong order.
  await acts.reject([first, spare]);
  expect((await standing(desk, requisitionCode))['tasks'].map((task: { task_state: number }) => task.task_state)).toEqual([9]);
  expect(told([...(await acts.recover([first])), ...(await acts.recover([spare]))])).toEqual(['applied', 'applied']);
  expect([await owners(), await statusesOf(desk, sampleCodes)]).toEqual([first, [104, 104]]);
  await acts.reject([first]);
  const { id } = (await desk.rows<{ id: string }>(sql`select id::text as id from lab_task where sample_code = ${spare} and task_state = 1`))[0]!;
  await processDesk(desk).resample([{ ...tasks[0]!, id }]);
  expect((await restore(first)).differences).toEqual([`检测已由备用管 ${spare} 接替,本管作备用`]);
  await acts.recover([first]);
  expect([await owners(), await statusesOf(desk, sampleCodes)]).toEqual([spare, [104, 104]]);
});

it('a rejected tube whose label was replaced comes back under its new code', async () => {
  const [code] = (await received()).sampleCodes as [string];
  await acts.reject([code]);
  const newCode = freshCode('0');
  expect(await desk.act('online', 'reception', 'sample.replaceCode', { sampleCode: code, newCode, reason: '标签破损' })).toMatchObject({
    status: 'applied',
  });
  expect(told(await acts.recover([newCode]))).toEqual(['applied']);
  expect(await statusesOf(desk, [newCode])).toEqual([101]);
});

it('what is on a handover, has been worked on, or lies at another laboratory is not rejected', async () => {
  const listed = await entered();
  await desk.act('online', 'reception', 'handover.save', {
    handoverKey: '00000000-0000-4000-8000-00000000a111',
    commodityId: desk.master.single,
    sampleCodes: listed.sampleCodes,
  });
  const worked = await waitingTasks(desk);
  await processDesk(desk).resample(worked.tasks);
  expect(told(await acts.reject([...listed.sampleCodes, ...worked.sampleCodes]))).toEqual(['reject.inHandover', 'reject.hasResults']);
});

it('what is on its way to another laboratory is not rejected, by nobody’s door, before it is called back', async () => {
  const { requisitionCode, sampleCodes } = await entered();
  const [other] = await desk.rows<{ id: string; name: string }>(
    sql`select id::text as id, laboratory_name as name from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} and execute_type = 1 and coalesce(is_disable, 0) = 0 order by id limit 1`,
  );
  const payload = { sampleCode: sampleCodes[0]!, entrustedLaboratoryId: other!.id };
  expect(await desk.act('online', 'reception', 'entrust.send', payload)).toMatchObject({ status: 'applied' });
  expect(told(await acts.reject(sampleCodes))).toEqual(['reject.entrusted']);
  const atDoor = { requisitionCode, rejectCode: 'REJ01', rejectReason: '无标签', measure: 2, contractLaboratoryId: desk.master.laboratoryId };
  expect(await desk.act('online', 'reception', 'summary.reject', atDoor)).toMatchObject({
    code: 'summary.rejectEntrusted',
    params: { lab: other!.name },
  });
  const [record] = await desk.rows<{ id: string }>(sql`select id::text as id from entrust_record where sample_code = ${sampleCodes[0]!}`);
  expect(await desk.act('online', 'reception', 'entrust.cancel', { id: record!.id, reason: '误操作' })).toMatchObject({ status: 'applied' });
  expect(told(await acts.reject(sampleCodes))).toEqual(['applied']);
});

it('reception’s own rejection is written down, too, and what it made is accepted after all', async () => {
  const code = freshCode('A');
  const said = await desk.act('outbox', 'reception', 'summary.reject', {
    requisitionCode: code,
    rejectCode: 'REJ03',
    rejectReason: '申请单缺失',
    measure: 2,
  });
  expect(said.status).toBe('applied');
  expect(await acts.recordOf(code)).toMatchObject({ source: 1, state: 1, before: { labStatus: 101, entryState: 1 } });
  expect(told(await acts.recover([code]))).toEqual(['applied']);
  expect(await statusesOf(desk, [code])).toEqual([101]);
});

it('client and salesperson are told after ten minutes and once; what is recovered before was never said, else the recovery follows', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'accession-notices-'));
  const ports = { sms: localSms(dir), mail: localMail(dir) };
  const send = (clock: string) => sendNotices(desk.database, ports, new AbortController().signal, () => clock);
  const sms = () => readFile(join(dir, 'sms.jsonl'), 'utf8').catch(() => '');
  const noticesOf = (id: string) =>
    desk.rows<{ kind: number; channel: number; state: number; address: string }>(
      sql`select kind, channel, state, address from desk_notice where owner_id = ${id} and channel = 1 order by id`,
    );
  await desk.orm.execute(sql`update send_sample_client set client_tel = '13800007701', salesman_id = null where id = ${desk.master.clientId}`);
  const [first, second] = [(await received()).sampleCodes[0]!, (await received()).sampleCodes[0]!];
  await acts.reject([first, second], { sendSms: '1' });
  const [one, two] = [await acts.recordOf(first), await acts.recordOf(second)];
  expect(one).toMatchObject({ sendSms: 3 });
  const [due] = await desk.rows<{ at: string; held: boolean }>(
    sql`select send_after as at, send_after >= create_time + interval '10 minutes' as held from desk_notice where owner_id = ${one.id} and channel = 1`,
  );
  expect(due!.held).toBe(true);
  await acts.recover([second]);
  expect([await noticesOf(two.id), (await acts.recordOf(second)) as object]).toMatchObject([[{ kind: 1, state: 3 }], { sendSms: 0 }]);
  await Promise.all([send(due!.at), send(due!.at)]);
  await send(due!.at);
  expect((await sms()).match(new RegExp(first, 'g'))).toHaveLength(1);
  expect(await sms()).not.toContain(second);
  expect([await noticesOf(one.id), await acts.recordOf(first)]).toMatchObject([[{ kind: 1, state: 1, address: '13800007701' }], { sendSms: 1 }]);
  await acts.recover([first]);
  expect((await noticesOf(one.id)).map(({ kind, state }) => [kind, state])).toEqual([
    [1, 1],
    [2, 0],
  ]);
  const { notices } = (await desk.get('reception', 'reject-record/detail', { id: one.id })).data;
  expect(JSON.stringify(notices)).not.toContain('13800007701');
});

it('photographs come by the outbox, whole or not at all, and are looked at', async () => {
  const [code] = (await received()).sampleCodes as [string];
  const photo = await desk.blobs.putWhole('000000', madeJpeg(4_321));
  const payload = { sampleCode: code, rejectCode: 'REJ10', measure: 1, reason: '管爆裂' };
  expect(await desk.act('outbox', 'reception', 'reject.add', { ...payload, photos: [{ ...photo, size: photo.size + 1 }] })).toMatchObject({
    code: 'desk.photoMissing',
  });
  expect(await desk.act('sealed', 'reception', 'reject.add', { ...payload, photos: [photo] })).toMatchObject({ status: 'applied' });
  const { id } = await acts.recordOf(code);
  const { photos } = (await desk.get('reception', 'reject-record/detail', { id })).data;
  expect(photos).toMatchObject([{ sha256: photo.sha256, size: photo.size }]);
  const shown = await (await desk.as('reception')).get(callPath('sample', 'reject-record/photo', 'accession'), { id, photoId: photos[0].photoId });
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.length]).toEqual([200, 'image/jpeg', photo.size]);
});

it('lists show what stands, what came back, and how often each reason', async () => {
  const page = async (path: string, query = {}, service: 'sample' | 'search' = 'sample') => (await desk.get('reception', path, query, service)).data;
  const standingNow = await page('reject-record/reject-page', { size: '200' });
  const back = await page('reject-record/recovery-page', { size: '200' });
  const all = await page('labRejection/labRejectionPage', { pageSize: '200' }, 'search');
  expect(
    standingNow.records.every(({ state }: { state: number }) => state === 1) && back.records.every(({ state }: { state: number }) => state === 2),
  ).toBe(true);
  expect(all.total).toBe(standingNow.total + back.total);
  const [client] = (await page('reject-record/client-page', { sendSampleClientId: desk.master.clientId })).records;
  expect([client.receivedRejectCount <= client.receivedCount, client.rejectRate]).toEqual([
    true,
    Math.round((1_000 * client.receivedRejectCount) / client.receivedCount) / 10,
  ]);
  const reasons = await page('reject-record/reason-page');
  expect(reasons.records.reduce((sum: number, row: { rejectCount: number }) => sum + row.rejectCount, 0)).toBe(all.total);
});

it('a client’s rejection rate is a part of what was received in the time, whenever that was rejected', async () => {
  const tubes = [];
  for (let at = 0; at < 4; at += 1) tubes.push((await received()).sampleCodes[0]!);
  const [kept, later, ...earlier] = tubes;
  expect(told(await acts.reject([later!, ...earlier]))).toEqual(['applied', 'applied', 'applied']);
  // Two that came before the month were rejected in it; of the two that came in it one was rejected behind it.
  const place = async (codes: readonly string[], receive: string, reject: string) => {
    await desk.orm.execute(sql`update sample set receive_time = ${receive} where sample_code = any(${sql.param(codes)}::text[])`);
    await desk.orm.execute(sql`update reject_record set apply_create_time = ${reject} where sample_code = any(${sql.param(codes)}::text[])`);
  };
  await place(earlier, '2020-01-31 10:00:00', '2020-02-01 10:00:00');
  await place([kept!, later!], '2020-02-20 10:00:00', '2020-03-02 10:00:00');
  const asked = { sendSampleClientId: desk.master.clientId, applyCreateTimeBegin: '2020-02-01', applyCreateTimeEnd: '2020-02-29' };
  const rates = async (more = {}) => (await desk.get('reception', 'reject-record/client-page', { ...asked, ...more })).data.records;
  expect(await rates()).toMatchObject([{ rejectCount: 2, receivedCount: 2, receivedRejectCount: 1, rejectRate: 50 }]);
  // Of one laboratory both are.
  const [elsewhere] = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} order by id limit 1`,
  );
  await desk.orm.execute(sql`update sample set contract_laboratory_id = ${elsewhere!.id} where sample_code = ${kept!}`);
  expect(await rates({ laboratoryId: desk.master.laboratoryId })).toMatchObject([{ receivedCount: 1, receivedRejectCount: 1, rejectRate: 100 }]);
});

it('what is no longer ordered when a tube comes back is not tested', async () => {
  const { requisitionCode, sampleCodes } = await tubesAtDoor(desk, { tubes: 2 });
  const [code] = sampleCodes as [string, string];
  const [other] = await desk.rows<{ id: string }>(sql`select id::text as id from commodity where tenant_id = '000000' and commodity_code = 'BIO07'`);
  const states = async () => (await tasksOf(desk, [code])).map(({ taskState }) => taskState);
  expect(await desk.act('online', 'lab', 'labTask.receive', { code })).toMatchObject({ status: 'applied' });
  await changeItems(desk, requisitionCode, { add: [other!.id] });
  expect(await states()).toEqual([1, 1]);
  expect(told(await acts.reject([code]))).toEqual(['applied']);
  expect(await states()).toEqual([9, 9]);
  await changeItems(desk, requisitionCode, { remove: [other!.id] });
  expect((await restore(code)).differences).toEqual(['其间已撤去 1 个检测任务的项目', '其间删除 1 个项目']);
  expect(told(await acts.recover([code]))).toEqual(['applied']);
  expect([await states(), await statusesOf(desk, [code])]).toEqual([[1, 9], [104]]);
});

it('whatever is rejected, recovered, stopped and taken back in any order: undone, all stands as before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('reject', 'recover', 'stop', 'stopRecover'), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1, 2),
      async (sequence, tubes) => {
        const { requisitionCode, sampleCodes, tasks } = await waitingTasks(desk, { commodities: ['BIO07', 'THY05'], tubes });
        const process = processDesk(desk);
        const before = await standing(desk, requisitionCode);
        const stops = async (): Promise<string[]> =>
          (
            await desk.rows<{ id: string }>(
              sql`select id::text as id from lab_process_record where requisition_code = ${requisitionCode} and state = 1 order by id`,
            )
          ).map(({ id }) => id);
        const undoStops = async (): Promise<void> => {
          const ids = await stops();
          if (ids.length > 0) await process.recoverStops(ids);
        };
        const undoRejections = async (): Promise<void> => {
          const open = await desk.rows<{ code: string }>(
            sql`select sample_code as code from reject_record where requisition_code = ${requisitionCode} and state = 1 order by id desc`,
          );
          for (const { code } of open) await acts.recover([code]);
        };
        for (const [at, step] of sequence.entries()) {
          if (step === 'reject') await acts.reject([sampleCodes[at % sampleCodes.length]!]);
          if (step === 'recover') await undoRejections();
          if (step === 'stop') await process.stop([tasks[at % tasks.length]!]);
          if (step === 'stopRecover') await undoStops();
        }
        await undoRejections();
        await undoStops();
        await undoRejections();
        const after = await standing(desk, requisitionCode);
        for (const one of [before, after])
          for (const task of one['tasks']) for (const key of ['internal_due_time', 'external_due_time']) task[key] = task[key] && 'due';
        expect(after).toEqual(before);
      },
    ),
    { numRuns: 6, seed: 7 },
  );
});
