import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { detailPayload, freshCode, openDesk, summaryPayload, type Desk } from './deskTesting.ts';

let desk: Desk;
let commodityId: string;
beforeAll(async () => {
  desk = await openDesk();
  const [row] = await desk.rows<{ id: string }>(sql`select id::text as id from commodity where tenant_id = '000000' and commodity_code = 'MNGS01'`);
  commodityId = row!.id;
});
afterAll(() => desk.close());

const own = {
  department: '呼吸科',
  clinicalDiagnosis: '肺部感染',
  pathogenPanel: 4,
  transportCondition: 2,
  patientSource: 1,
  symptoms: [1, 2],
  immuneStatus: 1,
  antiInfectives: [{ drug: '无' }],
  suspectedBsl3: 0,
};
/** Received with this much in its tube; null: nobody measured it. */
async function received(sampleVolume: number | null, more: object = {}) {
  const made = summaryPayload(desk, commodityId, { arrivalTemperature: 4, ...more });
  const summary = { ...made, tubes: made.tubes.map((tube) => ({ ...tube, sampleVolume })) };
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  return summary as ReturnType<typeof summaryPayload>;
}
const volumeOf = async ({ requisitionCode }: { readonly requisitionCode: string }) =>
  (
    await desk.rows<{ volume: number | null }>(
      sql`select sample_volume::float8 as volume from sample where requisition_code = ${requisitionCode} order by sample_code`,
    )
  ).map(({ volume }) => volume);

it('asks for the volume that reception did not measure and gives it to the tube, until the entry is withdrawn; what was measured stands in the form', async () => {
  const summary = await received(null);
  const { requisitionCode } = summary;
  const enter = (change: object) => desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'CCID', 1, { ...own, ...change }));
  const refused = await enter({});
  expect([refused.status, refused.problems?.map(({ field }) => field)]).toEqual(['refused', ['sampleVolume']]);
  expect((await enter({ sampleVolume: 60 })).problems?.map(({ field, code }) => [field, code])).toEqual([['sampleVolume', 'tooBig']]);
  expect(await enter({ sampleVolume: 4.5 })).toMatchObject({ status: 'applied' });
  expect(await volumeOf(summary)).toEqual([4.5]);
  expect(await desk.act('online', 'admin', 'detail.remove', { requisitionCode, pass: 1, reason: '填错' })).toMatchObject({ status: 'applied' });
  expect(await volumeOf(summary)).toEqual([null]);

  const measured = await received(6);
  const { prefill } = (await desk.get('entry1', 'enter-info/get-detail-info', { requisitionCode: measured.requisitionCode, pass: '1' })).data;
  expect(prefill).toMatchObject({ sampleVolume: 6, personName: measured.personName });
});

it('begins with the whole of several tubes, and leaves to each what was measured of it', async () => {
  const made = summaryPayload(desk, commodityId, { arrivalTemperature: 4 });
  const tubes = [4, 5].map((sampleVolume) => ({ ...made.tubes[0]!, sampleCode: freshCode('0'), testTubeNumber: freshCode('T'), sampleVolume }));
  const summary = { ...made, tubes };
  const { requisitionCode } = summary;
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  const { prefill } = (await desk.get('entry1', 'enter-info/get-detail-info', { requisitionCode, pass: '1' })).data;
  expect(prefill).toMatchObject({ sampleVolume: 9 });
  const entered = detailPayload(summary, 'CCID', 1, { ...own, sampleVolume: prefill.sampleVolume });
  expect(await desk.act('online', 'entry1', 'detail.enter', entered)).toMatchObject({ status: 'applied' });
  expect(await volumeOf(summary)).toEqual([4, 5]);
});

it('warns of a concession that is none of this sample', async () => {
  const summary = await received(6);
  const open = async (sampleCode: string): Promise<{ caseId: string; caseNo: string }> => {
    const asked = { caseCode: 'REJ02', stage: 1, severity: 2, content: '量不足', sampleCodes: [sampleCode], isHold: 0 };
    return (await desk.act('online', 'reception', 'abnormal.submit', asked)).result;
  };
  const { caseId, caseNo } = await open(summary.tubes[0]!.sampleCode);
  const foreign = await open('UNKNOWN91');
  const enter = (concessionId: string) =>
    desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'CCID', 1, { ...own, sampleVolume: 6, concessionId }));
  const told = async (concessionId: string) => (await enter(concessionId)).problems?.map(({ field, params }) => [field, params.rule, params.text[0]]);
  expect(await told('YC-NONE')).toEqual([['concessionId', 'C-CASE', '没有异常登记 YC-NONE']]);
  expect(await told(foreign.caseNo)).toEqual([['concessionId', 'C-CASE', `异常登记 ${foreign.caseNo} 不含本申请单的样本`]]);
  expect(await told(caseNo)).toEqual([['concessionId', 'C-CASE', `异常登记 ${caseNo} 的处理措施不是让步检测`]]);
  const decided = { caseId, measure: rejectMeasure.concession, measureText: '量少, 结果仅供参考' };
  expect(await desk.act('online', 'admin', 'abnormal.process', decided)).toMatchObject({ status: 'applied' });
  expect(await enter(caseNo)).toMatchObject({ status: 'applied' });
});
