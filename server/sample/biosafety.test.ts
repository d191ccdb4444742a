import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HandoverDetail, HandoverWorkRow, LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { readRow } from '#server/storage/readRows.ts';
import { detailPayload, openDesk, summaryPayload, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Infection entry, single; `suspected`: what it says of dangerous pathogens. */
const own = (suspected: object) => ({
  department: '呼吸科',
  clinicalDiagnosis: '肺部感染',
  pathogenPanel: 4,
  sampleVolume: 5,
  transportCondition: 2,
  patientSource: 1,
  symptoms: [1, 2],
  immuneStatus: 1,
  antiInfectives: [{ drug: '美罗培南', startDate: '2026-11-18' }],
  ...suspected,
});

it('a tube whose entry suspects a dangerous pathogen says so at the handover, on its sheet and at the laboratory', async () => {
  const row = await readRow<{ id: string }>(
    desk.orm,
    sql`select id::text as id from commodity where tenant_id = '000000' and commodity_code = 'MNGS01'`,
  );
  const commodityId = row!.id;
  const tubes = new Map<string, readonly number[] | null>();
  for (const [suspected, agents] of [
    [{ suspectedBsl3: 1, biosafetyAgents: [2, 3] }, [2, 3]],
    [{ suspectedBsl3: 0 }, null],
  ] as const) {
    const summary = summaryPayload(desk, commodityId, { arrivalTemperature: 4 });
    expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
    const entered = await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'CCID', 1, own(suspected)));
    expect(entered).toMatchObject({ status: 'applied' });
    tubes.set(summary.tubes[0]!.sampleCode, agents);
  }
  const codes = [...tubes.keys()];
  const said = (rows: readonly { readonly sampleCode: string; readonly suspectedAgents?: readonly number[] | null | undefined }[]) =>
    new Map(rows.filter(({ sampleCode }) => tubes.has(sampleCode)).map(({ sampleCode, suspectedAgents }) => [sampleCode, suspectedAgents]));
  const kept = async <Row>(account: 'reception' | 'lab', name: string): Promise<readonly Row[]> =>
    (await desk.get(account, 'offline/worklist', { name })).data;
  expect(said(await kept<HandoverWorkRow>('reception', 'handover'))).toEqual(tubes);
  const handoverKey = randomUUID();
  await desk.act('online', 'reception', 'handover.save', { handoverKey, commodityId, sampleCodes: codes });
  const sheet: HandoverDetail = (await desk.get('reception', 'sample-handover/print-detail', { handoverKey })).data;
  expect(said(sheet.items)).toEqual(tubes);
  await desk.act('online', 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) });
  expect(said(await kept<LabReceiveWorkRow>('lab', 'labReceive'))).toEqual(tubes);
  for (const code of codes) expect(await desk.act('outbox', 'lab', 'labTask.receive', { code })).toMatchObject({ status: 'applied' });
  // A tube received today stands on the list, too: it is told after the scan where it was not before.
  expect(said(await kept<LabReceiveWorkRow>('lab', 'labReceive'))).toEqual(tubes);
});
