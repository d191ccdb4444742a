import { sql } from 'drizzle-orm';
import { madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import { summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { done, type Prepare } from './preparedAct.ts';

async function tube(desk: Desk): Promise<string> {
  const summary = summaryPayload(desk, desk.master.single);
  await done(desk, 'online', 'reception', 'summary.enter', summary);
  return summary.tubes[0]!.sampleCode;
}
let pictures = 0;
/** A photograph that has arrived. */
async function photos(desk: Desk) {
  pictures += 1;
  return [await desk.blobs.putWhole('000000', madeJpeg(4_000 + pictures))];
}
const why = { rejectCode: 'REJ05', measure: 2, reason: '空管' };
async function rejected(desk: Desk): Promise<{ readonly id: string; readonly version: number }> {
  const sampleCode = await tube(desk);
  await done(desk, 'online', 'reception', 'reject.add', { sampleCode, ...why });
  const [row] = await desk.rows<{ id: string; version: number }>(
    sql`select id::text as id, version from reject_record where sample_code = ${sampleCode}`,
  );
  return row!;
}
const what = { caseCode: 'REJ02', stage: 1, severity: 2, content: '标签不符' };
async function registered(desk: Desk, by: 'reception' | 'admin' = 'reception'): Promise<string> {
  const { caseId } = await done(desk, 'online', by, 'abnormal.submit', { ...what, sampleCodes: [await tube(desk)] });
  return String(caseId);
}

/** Rejections and cases of another laboratory, by command; each way an act can reach them. */
export const foreignRejectActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'reject.add': { 'a tube': async (desk) => ({ sampleCode: await tube(desk), ...why, photos: await photos(desk) }) },
  'reject.recover': { 'a rejection': async (desk) => ({ rejectRecordId: (await rejected(desk)).id, reason: '复核可用' }) },
  'reject.update': {
    'a rejection': async (desk) => {
      const { id: rejectRecordId, version } = await rejected(desk);
      return { rejectRecordId, version, reason: '改为溶血', measure: 1 };
    },
  },
  'reject.track': { 'a rejection': async (desk) => ({ rejectRecordId: (await rejected(desk)).id, content: '电话告知' }) },
  'abnormal.submit': {
    'a tube': async (desk) => ({ ...what, sampleCodes: [await tube(desk)], photos: await photos(desk) }),
    'a case that was closed': async (desk) => {
      const caseId = await registered(desk);
      await done(desk, 'online', 'admin', 'abnormal.process', { caseId, measure: 4, isClosed: 1, closeReason: '已更正' });
      return { ...what, caseId };
    },
  },
  'abnormal.process': { 'a case': async (desk) => ({ caseId: await registered(desk), measure: 4 }) },
  'abnormal.reject': { 'a case': async (desk) => ({ caseId: await registered(desk), rejectCode: 'REJ02', reason: '无法更正' }) },
  'abnormal.withdraw': { 'a case': async (desk) => ({ caseId: await registered(desk, 'admin'), reason: '误登' }) },
  'abnormal.track': { 'a case': async (desk) => ({ caseId: await registered(desk), content: '电话告知' }) },
};
