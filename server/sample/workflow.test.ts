import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailPayload, freshCode, hoursAgo, openDesk, summaryPayload, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
const doors = ['online', 'outbox'] as const;

const shape = (requisitionCode: string) => desk.shape(requisitionCode);

describe.each(doors)('%s', (door) => {
  it('receives a requisition once: the same again is a repeat, other content names who and when', async () => {
    const summary = summaryPayload(desk, desk.master.single, {
      tubes: [
        { sampleCode: freshCode('0'), sampleClassId: desk.master.blood, sampleQuantity: 1 },
        { sampleCode: freshCode('0'), sampleClassId: desk.master.blood, sampleQuantity: 1 },
      ],
    });
    expect((await desk.act(door, 'reception', 'summary.enter', { ...summary, inputMode: 'manual' })).status).toBe('applied');
    const [kept] = await desk.rows(sql`select after from audit_entry where action = 'summary.enter' and subject = ${summary.requisitionCode}`);
    expect(kept).toMatchObject({ after: { inputMode: 'manual' } });
    const again = await desk.act(door, 'reception', 'summary.enter', summary);
    expect(again.result).toMatchObject({ requisitionCode: summary.requisitionCode, by: (await desk.me('reception')).name });
    const other = await desk.act(door, 'reception', 'summary.enter', { ...summary, personName: '受检其他' });
    expect(other).toMatchObject({ status: 'conflict', code: 'summary.alreadyEntered', params: { by: (await desk.me('reception')).name } });
    expect(other.params?.['at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await desk.act(door, 'reception', 'summary.enter', summaryPayload(desk, desk.master.single, { tubes: summary.tubes }))).toMatchObject({
      status: 'conflict',
      code: 'summary.sampleTaken',
      params: { requisitionCode: summary.requisitionCode },
    });
    const { samples, items } = await shape(summary.requisitionCode);
    expect([samples.length, items.length]).toEqual([2, 2]);
  });

  it('refuses a disabled client and a future sampling time by the field', async () => {
    expect(
      await desk.act(
        door,
        'reception',
        'summary.enter',
        summaryPayload(desk, desk.master.single, { sendSampleClientId: desk.master.disabledClientId }),
      ),
    ).toMatchObject({ status: 'refused', code: 'command.badInput', problems: [{ field: 'sendSampleClientId' }] });
    expect(
      await desk.act(door, 'reception', 'summary.enter', summaryPayload(desk, desk.master.single, { samplingTime: hoursAgo(-24) })),
    ).toMatchObject({ status: 'refused', code: 'entry.blocked', problems: [{ field: 'samplingTime' }] });
  });

  it("rejects an unknown requisition, and a known one's tubes", async () => {
    const requisitionCode = freshCode('A');
    const reject = { requisitionCode, sendSampleClientId: desk.master.clientId, rejectCode: 'REJ05', rejectReason: '空管', measure: 2 };
    expect(await desk.act(door, 'reception', 'summary.reject', reject)).toMatchObject({
      status: 'applied',
      result: { labStatus: 111, sampleCodes: [requisitionCode] },
    });
    expect((await desk.act(door, 'reception', 'summary.reject', reject)).result).toMatchObject({ labStatus: 111 });
    expect(await desk.act(door, 'reception', 'summary.reject', { ...reject, rejectCode: 'REJ09' })).toMatchObject({
      status: 'conflict',
      code: 'summary.rejectedOtherwise',
    });
    expect(await desk.act(door, 'reception', 'summary.enter', summaryPayload(desk, desk.master.single, { requisitionCode }))).toMatchObject({
      status: 'refused',
      code: 'summary.rejected',
    });
    const summary = summaryPayload(desk, desk.master.single);
    await desk.act(door, 'reception', 'summary.enter', summary);
    await desk.act(door, 'reception', 'summary.reject', { ...reject, requisitionCode: summary.requisitionCode });
    expect((await shape(summary.requisitionCode)).samples).toMatchObject([{ labStatus: 111, rejectReason: '空管', rejectMeasure: 2 }]);
    expect(await desk.act(door, 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1))).toMatchObject({
      status: 'refused',
      code: 'detail.closed',
    });
    expect(await desk.act(door, 'lab', 'labTask.receive', { code: summary.tubes[0]!.sampleCode })).toMatchObject({
      status: 'refused',
      code: 'labTask.rejected',
      params: { reason: '空管' },
    });
  });

  it('changes what was ordered while the tubes are at reception', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    await desk.act(door, 'reception', 'summary.enter', summary);
    await desk.act(door, 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
    expect((await shape(summary.requisitionCode)).items).toMatchObject([{ itemState: 1 }]);
    const other = (await desk.rows<{ id: string }>(sql`select id from commodity where commodity_code = 'BIO07'`))[0]!.id;
    expect(
      (
        await desk.act(door, 'reception', 'summary.amendItems', {
          requisitionCode: summary.requisitionCode,
          commodityIds: [desk.master.single, other],
          reason: '客户加项',
        })
      ).status,
    ).toBe('applied');
    const { items, requisition } = await shape(summary.requisitionCode);
    expect(items).toMatchObject([{ itemState: 1 }, { itemState: 1 }]);
    expect(requisition).toMatchObject([{ entryState: 5 }]);
    expect(
      await desk.act(door, 'reception', 'summary.amendItems', {
        requisitionCode: summary.requisitionCode,
        commodityIds: [desk.master.nipt],
        reason: '换项',
      }),
    ).toMatchObject({ status: 'refused', code: 'amend.formDiffers' });
  });

  it('hands over only by another person with the right, over exactly this handover', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    const sampleCodes = [summary.tubes[0]!.sampleCode];
    const handoverKey = randomUUID();
    const save = { handoverKey, commodityId: desk.master.single, sampleCodes };
    await desk.act(door, 'reception', 'summary.enter', summary);
    expect(await desk.act(door, 'reception', 'handover.save', save)).toMatchObject({
      status: 'conflict',
      code: 'handover.notReady',
      problems: [{ field: sampleCodes[0] }],
    });
    await desk.act(door, 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
    expect(await desk.act(door, 'lab', 'labTask.receive', { code: sampleCodes[0]! })).toMatchObject({
      status: 'conflict',
      code: 'labTask.notHandedOver',
    });
    expect((await desk.act(door, 'reception', 'handover.save', save)).status).toBe('applied');
    expect(await desk.act(door, 'reception', 'handover.save', { ...save, handoverKey: randomUUID() })).toMatchObject({
      status: 'conflict',
      code: 'handover.notReady',
    });
    const sign = (signAccount: string, signPassword: string) =>
      desk.act(door, 'reception', 'handover.sign', { handoverKey, signAccount, signPassword });
    expect(await sign('reception', await desk.sealed(handoverKey))).toMatchObject({ status: 'refused', code: 'handover.signerNotAllowed' });
    expect(await sign('lab', await desk.sealed(handoverKey, 'Falsch-123'))).toMatchObject({ status: 'refused', code: 'handover.signerWrong' });
    expect(await sign('lab', await desk.sealed(randomUUID()))).toMatchObject({ status: 'refused', code: 'handover.signerUnreadable' });
    expect((await sign('lab', await desk.sealed(handoverKey))).status).toBe('applied');
    expect((await sign('lab', await desk.sealed(handoverKey))).result).toMatchObject({
      handoverStatus: 3,
      signUserName: (await desk.me('lab')).name,
    });
    expect(await desk.act(door, 'reception', 'handover.remove', { handoverKey })).toMatchObject({ code: 'handover.removeSigned' });
  });

  it('receives a tube by its number too, once, and takes a receipt back', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    const tube = summary.tubes[0]!;
    const handoverKey = randomUUID();
    await desk.act(door, 'reception', 'summary.enter', summary);
    expect(await desk.act(door, 'lab', 'labTask.receive', { code: tube.sampleCode })).toMatchObject({
      status: 'conflict',
      code: 'labTask.notEntered',
    });
    await desk.act(door, 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
    await desk.act(door, 'reception', 'handover.save', { handoverKey, commodityId: desk.master.single, sampleCodes: [tube.sampleCode] });
    await desk.act(door, 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) });
    const first = await desk.act(door, 'lab', 'labTask.receive', { code: tube.testTubeNumber });
    expect(first).toMatchObject({ status: 'applied', result: { sampleCode: tube.sampleCode } });
    const again = await desk.act(door, 'lab', 'labTask.receive', { code: tube.sampleCode });
    expect(again.result).toEqual(first.result);
    expect(await desk.act(door, 'lab', 'labTask.receive', { code: 'KEINE-1' })).toMatchObject({ status: 'refused', code: 'labTask.unknown' });
    expect((await shape(summary.requisitionCode)).receipts).toHaveLength(1);
    expect((await desk.act(door, 'lab', 'labTask.cancelReceive', { sampleCode: tube.sampleCode, reason: '扫错架' })).status).toBe('applied');
    expect((await shape(summary.requisitionCode)).samples).toMatchObject([{ labStatus: 103 }]);
    expect((await desk.act(door, 'lab', 'labTask.receive', { code: tube.sampleCode })).result.labCode).toBe(first.result.labCode);
    expect((await shape(summary.requisitionCode)).receipts).toMatchObject([
      { kind: 1, round: 1 },
      { kind: 2, round: 1, reason: '扫错架' },
      { kind: 1, round: 2 },
    ]);
  });
});

it('keeps the time of an act done offline as its time of receipt, never later than now', async () => {
  const early = summaryPayload(desk, desk.master.single);
  const at = new Date(Date.now() - 30 * 60_000).toISOString();
  const { result } = await desk.act('outbox', 'reception', 'summary.enter', early, { occurredAt: at });
  const [row] = await desk.rows(sql`select receive_time, create_time from requisition where requisition_code = ${early.requisitionCode}`);
  expect(result.receiveTime).toBe(row?.['receiveTime']);
  expect(
    Date.parse(`${String(row?.['createTime']).replace(' ', 'T')}+08:00`) - Date.parse(`${String(row?.['receiveTime']).replace(' ', 'T')}+08:00`),
  ).toBeGreaterThan(29 * 60_000);
});
