import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#domain/commands.ts';
import { entryForms } from '#domain/sample/forms/entryForms.ts';
import { monogenicOwn } from '#domain/sample/rules/entryExamples.ts';
import { madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import { announce } from './partner/partnerTesting.ts';
import { detailPayload, freshCode, openDesk, summaryPayload, type Account, type Desk, type Door, type Said } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

type Act = (account: Account, name: string, payload: object, expected?: Record<string, unknown>) => Promise<Said>;
type Summary = ReturnType<typeof summaryPayload>;

const received = async (act: Act, commodityId = desk.master.single): Promise<Summary> => {
  const summary = summaryPayload(desk, commodityId);
  await act('reception', 'summary.enter', summary, { result: { labStatus: 101 } });
  return summary;
};
const rejection = () => ({ sendSampleClientId: desk.master.clientId, rejectCode: 'REJ05', rejectReason: '空管', measure: 2 });

/** A day's pieces; each answers the requisition it was about. What it does goes through one door. */
const scenarios: Readonly<Record<string, (act: Act) => Promise<string>>> = {
  async 'reception to lab receipt of a double entry with one slip'(act) {
    const summary = await received(act, desk.master.double);
    const { requisitionCode, tubes } = summary;
    await act('entry1', 'detail.enter', detailPayload(summary, 'monogenic', 1), { result: { entryState: 1, differing: null } });
    await act('entry2', 'detail.enter', detailPayload(summary, 'monogenic', 2, { doctorName: '凌医生' }), {
      result: { entryState: 3, labStatus: 101, differing: ['doctorName'] },
    });
    await act('entry2', 'detail.correct', { requisitionCode, values: { doctorName: '林医生' } }, { result: { entryState: 5, labStatus: 103 } });
    const handoverKey = randomUUID();
    const sampleCodes = tubes.map(({ sampleCode }) => sampleCode);
    await act('reception', 'handover.save', { handoverKey, commodityId: desk.master.double, sampleCodes }, { result: { handoverStatus: 2 } });
    const sign = { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) };
    await act('reception', 'handover.sign', sign, { result: { handoverStatus: 3 } });
    const { result } = await act('lab', 'labTask.receive', { code: sampleCodes[0], inputMode: 'scan' });
    expect(result.labCode).toMatch(/^[A-Z0-9]+-\d{6}-\d{4,}$/);
    const first = await desk.shape(requisitionCode);
    expect(first.samples).toMatchObject([{ labStatus: 104, labReceiveUserName: expect.any(String) }]);
    expect(first.items).toMatchObject([{ itemState: 3 }]);
    expect(first.passes).toMatchObject([
      { passNo: 1, revision: 1, kind: 1 },
      { passNo: 2, revision: 1, kind: 1 },
      { passNo: 2, revision: 2, kind: 3 },
    ]);
    expect(first.comparisons).toMatchObject([{ round: 1, state: 3, firstFields: ['doctorName'] }]);
    expect(first.audits).toEqual(['summary.enter', 'detail.enter', 'detail.enter', 'detail.correct']);
    return requisitionCode;
  },
  async 'two pages photographed, one of them twice'(act) {
    const { requisitionCode } = await received(act);
    for (const pageNo of [1, 2]) {
      const page = await desk.blobs.putWhole('000000', madeJpeg(3_000 + pageNo));
      const image = { requisitionCode, pageNo, imageKind: 1, ...page };
      await act('reception', 'requisitionImage.upload', { ...image, imageKey: randomUUID() }, { result: { requisitionCode, pageNo } });
      if (pageNo === 1) await act('reception', 'requisitionImage.upload', { ...image, imageKey: randomUUID() }, { result: { pageNo: 1 } });
    }
    return requisitionCode;
  },
  async 'a second pass entered before the first, equal to it'(act) {
    const summary = await received(act, desk.master.double);
    await act('entry2', 'detail.enter', detailPayload(summary, 'monogenic', 2), { result: { entryState: 1 } });
    await act('entry1', 'detail.enter', detailPayload(summary, 'monogenic', 1), { result: { entryState: 5, labStatus: 103 } });
    return summary.requisitionCode;
  },
  async 'a couple of which the one is entered without the other'(act) {
    const [his, hers] = [await received(act, desk.master.carrier), await received(act, desk.master.carrier)];
    const partner = { screeningMode: 2, partnerName: '章远', partnerSex: his.sex === 1 ? 2 : 1, partnerBirthDate: '1990-01-01' };
    const named = (by: Summary): object => ({ ...partner, partnerSampleCode: by.tubes[0]!.sampleCode });
    const both = async (summary: Summary, values: object, reasons: object): Promise<void> => {
      for (const pass of [1, 2] as const)
        await act(`entry${pass}`, 'detail.enter', detailPayload(summary, 'monogenicCarrier', pass, { ...values }, { reasons }));
    };
    await both(his, {}, {});
    const untold = detailPayload(hers, 'monogenicCarrier', 1, { ...named(his) });
    await act('entry1', 'detail.enter', untold, { status: 'refused', code: 'entry.needsReason' });
    await both(hers, named(his), { 'C-LINK': '丈夫先单独送检' });
    // Whoever is named back has nothing to explain.
    const later = await received(act, desk.master.carrier);
    await desk.orm.execute(sql`update requisition set detail = detail || ${JSON.stringify({ partnerSampleCode: later.tubes[0]!.sampleCode })}::jsonb
      where requisition_code = ${his.requisitionCode}`);
    await both(later, named(his), {});
    return hers.requisitionCode;
  },
  async 'an entry that an older release took by the generic block, completed by the second pass'(act) {
    const summary = await received(act, desk.master.double);
    const { requisitionCode } = summary;
    await act('entry1', 'detail.enter', detailPayload(summary, 'monogenic', 1), { result: { entryState: 1 } });
    const own = Object.keys(entryForms.monogenic.fields).filter((name) => !(name in entryForms.nomal.fields));
    await desk.orm.execute(sql`update entry_pass set "values" = "values" - ${sql.param(own)}::text[]
      where requisition_id = (select id from requisition where requisition_code = ${requisitionCode})`);
    await act('entry2', 'detail.enter', detailPayload(summary, 'monogenic', 2), { result: { entryState: 5, labStatus: 103 } });
    const [settled] = await desk.rows<{ detail: Record<string, unknown> }>(
      sql`select detail from requisition where requisition_code = ${requisitionCode}`,
    );
    expect(settled?.detail).toMatchObject({ ...monogenicOwn, personName: summary.personName, doctorName: '林医生' });
    return requisitionCode;
  },
  async 'a family of which the father came first, under another sex and another family code'(act) {
    const [father, child] = [await received(act, desk.master.double), await received(act, desk.master.double)];
    const fatherSampleCode = father.tubes[0]!.sampleCode;
    const member = { name: '章建', familyRelation: 2, sex: 1, affectedStatus: 2, birthDate: '1965-01-01', sampleCode: fatherSampleCode };
    const named = { geneProduct: 3, secondaryFindingsConsent: 2, familyCode: `F${fatherSampleCode}`, fatherSampleCode, familyMembers: [member] };
    const sexOf = (sex: number) => desk.orm.execute(sql`update requisition set sex = ${sex} where requisition_code = ${father.requisitionCode}`);
    const enter = (values: Record<string, unknown>, expected: Record<string, unknown>): Promise<unknown> =>
      act('entry1', 'detail.enter', detailPayload(child, 'monogenic', 1, { ...named, ...values }), expected);
    await sexOf(2);
    await enter({}, { status: 'refused', code: 'entry.blocked' });
    const other = { familyCode: freshCode('F') };
    for (const pass of [1, 2] as const) await act(`entry${pass}`, 'detail.enter', detailPayload(father, 'monogenic', pass, other));
    await sexOf(1);
    await enter({}, { status: 'refused', code: 'entry.blocked' });
    await desk.orm.execute(sql`update requisition set detail = detail || ${JSON.stringify({ familyCode: named.familyCode })}::jsonb
      where requisition_code = ${father.requisitionCode}`);
    await enter({}, { result: { entryState: 1 } });
    return child.requisitionCode;
  },
  async 'a single entry, its illegible field cleared by its author'(act) {
    const summary = await received(act);
    const unclear = detailPayload(summary, 'nomal', 1, { personName: null }, { unclear: ['personName'] });
    await act('entry1', 'detail.enter', unclear, { result: { labStatus: 101 } });
    await act('entry1', 'detail.enter', detailPayload(summary, 'nomal', 1), { result: { labStatus: 103 } });
    return summary.requisitionCode;
  },
  async 'a requisition rejected at the door'(act) {
    const requisitionCode = freshCode('A');
    await act('reception', 'summary.reject', { ...rejection(), requisitionCode }, { result: { labStatus: 111 } });
    return requisitionCode;
  },
  async 'a received requisition rejected, and then neither entered nor received'(act) {
    const summary = await received(act);
    await act('reception', 'summary.reject', { ...rejection(), requisitionCode: summary.requisitionCode });
    await act('entry1', 'detail.enter', detailPayload(summary, 'nomal', 1), { status: 'refused', code: 'detail.closed' });
    await act('lab', 'labTask.receive', { code: summary.tubes[0]?.sampleCode, inputMode: 'manual' }, { status: 'refused' });
    return summary.requisitionCode;
  },
  async 'a tube photographed, registered as abnormal and rejected'(act) {
    const summary = await received(act);
    const sampleCode = summary.tubes[0]!.sampleCode;
    const photos = [await desk.blobs.putWhole('000000', madeJpeg(4_001))];
    await act('reception', 'abnormal.submit', { caseCode: 'REJ02', stage: 1, severity: 2, content: '标签不符', sampleCodes: [sampleCode], photos });
    await act('reception', 'reject.add', { sampleCode, rejectCode: 'REJ02', measure: 2, reason: '无法更正', photos });
    await act(
      'reception',
      'reject.add',
      { sampleCode, rejectCode: 'REJ02', measure: 2, reason: '无法更正', photos },
      {
        status: expect.stringMatching(/^(applied|repeat)$/),
      },
    );
    return summary.requisitionCode;
  },
  async 'a reception taken back, and its codes received again'(act) {
    const summary = summaryPayload(desk, desk.master.single);
    const { result } = await act('reception', 'summary.enter', summary);
    const { requisitionCode, requisitionId, sampleCodes } = result;
    await act('reception', 'summary.cancel', { requisitionCode, requisitionId, sampleCodes, reason: '扫错申请单' });
    await act('reception', 'summary.enter', summary, { result: { labStatus: 101 } });
    return requisitionCode;
  },
  async 'a commodity added after entry'(act) {
    const summary = await received(act);
    const { requisitionCode } = summary;
    await act('entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
    const [other] = await desk.rows<{ id: string }>(sql`select id from commodity where commodity_code = 'BIO07'`);
    await act('reception', 'summary.amendItems', { requisitionCode, commodityIds: [desk.master.single, other?.id], reason: '客户加项' });
    return requisitionCode;
  },
  async 'tubes of partners’ lists, each of them twice, and one that stands on none'(act) {
    const tube = { sampleClassId: desk.master.blood, sampleQuantity: 1 };
    const desks = [
      ['partner.receive', 'zhangzhou', { partner: 'zhangzhou' }],
      ['partner.receiveDeafness', 'zhangJiaGang', {}],
      ['partner.receiveShangning', 'shangning', {}],
    ] as const;
    let last = '';
    for (const [name, partner, more] of desks) {
      const { thirdpartyBarCode, barCode } = await announce(desk, { partner });
      const payload = { ...more, thirdpartyBarCode, barCode, tube };
      await act('reception', name, payload);
      await act('reception', name, payload, { status: expect.stringMatching(/^(applied|repeat)$/) });
      await act('reception', name, { ...payload, thirdpartyBarCode: freshCode('NO') }, { status: 'refused', code: 'partner.notListed' });
      last = barCode!;
    }
    return last;
  },
  async 'everything done twice'(act) {
    const summary = await received(act);
    const sampleCodes = summary.tubes.map(({ sampleCode }) => sampleCode);
    const handoverKey = randomUUID();
    const acts: [Account, string, object][] = [
      ['reception', 'summary.enter', summary],
      ['entry1', 'detail.enter', detailPayload(summary, 'nomal', 1)],
      ['reception', 'handover.save', { handoverKey, commodityId: desk.master.single, sampleCodes }],
      ['reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) }],
      ['lab', 'labTask.receive', { code: sampleCodes[0], inputMode: 'scan' }],
    ];
    for (const [account, name, payload] of acts)
      for (let time = 1; time <= 2; time++) await act(account, name, payload, { status: expect.stringMatching(/^(applied|repeat)$/) });
    return summary.requisitionCode;
  },
};

describe.each(Object.entries(scenarios))('%s', (_name, play) => {
  it('ends in the same rows and the same audit, online, through the outbox, and sealed', async () => {
    const through = async (door: Door) => {
      const said: unknown[] = [];
      const act: Act = async (account, name, payload, expected = { status: 'applied' }) => {
        const answer = await desk.act(door, account, name, payload);
        expect(answer, name).toMatchObject(expected);
        done.add(name);
        // A repeat is its own status in the outbox and an ordinary answer online.
        said.push([name, answer.status === 'repeat' ? 'applied' : answer.status, answer.code ?? null]);
        return answer;
      };
      return { shape: await desk.shape(await play(act)), said };
    };
    const [online, outbox, sealed] = [await through('online'), await through('outbox'), await through('sealed')];
    expect(outbox).toEqual(online);
    expect(sealed).toEqual(online);
    expect(online.shape.requisition).toHaveLength(1);
    expect(online.shape.audits.length).toBeGreaterThan(0);
  });
});

const done = new Set<string>();
it('left no offline act of the sample flow out', () => {
  // Discarding is an act of the queue alone: there is nothing to do online (server/desk).
  // The numbers of a desk are no part of a sample's flow (server/code/numberBlock.test).
  const apart = ['offline.discard', 'numberBlock.use'];
  const meant = commands.filter(({ offline, name }) => offline && !apart.includes(name)).map(({ name }) => name);
  expect(meant.filter((name) => !done.has(name))).toEqual([]);
});
