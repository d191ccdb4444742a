import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { callPath } from '#domain/kernel/services.ts';
import { madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import { detailPayload, freshCode, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { foreignBillActs } from './foreignBillActs.ts';
import { foreignLabActs } from './foreignLabActs.ts';
import { foreignLineActs } from './foreignLineActs.ts';
import { foreignChangeActs } from './foreignChangeActs.ts';
import { foreignExclusionActs } from './foreignExclusionActs.ts';
import { foreignErpActs } from './foreignErpActs.ts';
import { foreignOpActs } from './foreignOpActs.ts';
import { foreignPartnerActs } from './foreignPartnerActs.ts';
import { foreignRejectActs } from './foreignRejectActs.ts';
import { foreignReportActs } from './foreignReportActs.ts';
import { foreignSearchActs } from './foreignSearchActs.ts';
import { foreignStatementActs } from './foreignStatementActs.ts';
import { done, type Prepare } from './preparedAct.ts';

export async function received(desk: Desk, commodityId = desk.master.single) {
  const summary = summaryPayload(desk, commodityId);
  await done(desk, 'online', 'reception', 'summary.enter', summary);
  return summary;
}
async function entered(desk: Desk) {
  const summary = await received(desk);
  await done(desk, 'online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
  return summary;
}
async function handover(desk: Desk, isSigned: boolean) {
  const summary = await entered(desk);
  const handoverKey = randomUUID();
  const sampleCodes = summary.tubes.map(({ sampleCode }) => sampleCode);
  await done(desk, 'online', 'reception', 'handover.save', { handoverKey, commodityId: desk.master.single, sampleCodes });
  const sign = { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) };
  if (isSigned) await done(desk, 'online', 'reception', 'handover.sign', sign);
  return { handoverKey, sampleCode: sampleCodes[0]!, sign };
}
/** Both passes of a double entry, with a slip in the second; the administrator's is the second, or neither. */
async function compared(desk: Desk, second: 'admin' | 'entry2') {
  const summary = await received(desk, desk.master.double);
  await done(desk, 'online', 'entry1', 'detail.enter', detailPayload(summary, 'monogenic', 1));
  await done(desk, 'online', second, 'detail.enter', detailPayload(summary, 'monogenic', 2, { doctorName: '凌医生' }));
  return summary;
}
async function applied(desk: Desk, kind: 'lab' | 'sample') {
  const whose = kind === 'lab' ? { laboratoryId: desk.master.laboratoryId } : { clientId: desk.master.clientId };
  const { applyId, printId, firstCode } = await done(desk, 'online', 'admin', `${kind}CodeApply.apply`, { ...whose, quantity: 2 });
  return { applyId, printId, firstCode };
}
async function printed(desk: Desk, kind: 'lab' | 'sample') {
  const application = await applied(desk, kind);
  await done(desk, 'online', 'admin', 'printRun.begin', { printId: application.printId });
  await done(desk, 'online', 'admin', 'printRun.complete', { printId: application.printId });
  return application;
}
async function heldBlock(desk: Desk) {
  const answer = await (
    await desk.as('admin')
  ).post(callPath('code', 'number-block/reserve', 'accession'), {
    deviceId: `walk-${randomUUID()}`,
    codeType: 3,
    laboratoryId: desk.master.laboratoryId,
    count: 2,
  });
  const [block] = answer.json<{ data: { blocks: { blockId: string; prefix: string; digits: number; first: number }[] } | null }>().data?.blocks ?? [];
  if (!block) throw new Error(`no block: ${answer.body}`);
  return { blockId: block.blockId, code: `${block.prefix}${String(block.first).padStart(block.digits, '0')}` };
}
async function bound(desk: Desk) {
  const { tubes } = await received(desk);
  const [rule] = await desk.rows<{ code: string; length: number | null }>(
    sql`select thirdparty_code as code, code_length::int as length from thirdparty_rule where send_sample_client_id = ${desk.master.clientId} and is_deleted = 0 limit 1`,
  );
  const partners = (n: number): string => `${rule?.code ?? ''}${String(n)}`.padEnd(rule?.length ?? 12, '0');
  return { barCode: tubes[0]!.sampleCode, partners };
}
async function picture(desk: Desk) {
  const { requisitionCode } = await received(desk);
  const blob = await desk.blobs.putWhole('000000', madeJpeg(2_000 + (freshCode('x').length % 7)));
  return { imageKey: randomUUID(), requisitionCode, pageNo: 1, imageKind: 1, ...blob };
}

/** Acts on what is another laboratory's, by command; each way an act can reach it. */
export const foreignActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  ...foreignLabActs,
  ...foreignLineActs,
  ...foreignExclusionActs,
  ...foreignErpActs,
  ...foreignOpActs,
  ...foreignStatementActs,
  ...foreignReportActs,
  ...foreignBillActs,
  ...foreignSearchActs,
  ...foreignChangeActs,
  ...foreignRejectActs,
  ...foreignPartnerActs,
  'person.erase': { 'its requisition': async (desk) => ({ requisitionCode: (await received(desk)).requisitionCode, reason: '本人要求' }) },
  'summary.enter': {
    'a code that stands there': async (desk) => {
      const { requisitionCode, personName: _name, ...summary } = await received(desk);
      return { ...summaryPayload(desk, desk.master.single), ...summary, requisitionCode, personName: '受检另人' };
    },
    'a tube that stands there': async (desk) => ({ ...summaryPayload(desk, desk.master.single), tubes: (await received(desk)).tubes }),
    'a reception for it': async (desk) => summaryPayload(desk, desk.master.single),
  },
  'summary.reject': {
    'a requisition': async (desk) => ({
      requisitionCode: (await received(desk)).requisitionCode,
      rejectCode: 'REJ05',
      rejectReason: '空管',
      measure: 2,
    }),
    'a tube that stands there': async (desk) => ({
      requisitionCode: freshCode('A'),
      sampleCode: (await received(desk)).tubes[0]!.sampleCode,
      rejectCode: 'REJ05',
      rejectReason: '空管',
      measure: 2,
    }),
    'a rejection for it': async (desk) => ({
      requisitionCode: freshCode('A'),
      contractLaboratoryId: desk.master.laboratoryId,
      rejectCode: 'REJ05',
      rejectReason: '空管',
      measure: 2,
    }),
  },
  'summary.cancel': {
    'a reception': async (desk) => {
      // Only who took it in may: the one who is limited here.
      const { requisitionCode, requisitionId, sampleCodes } = await done(
        desk,
        'online',
        'admin',
        'summary.enter',
        summaryPayload(desk, desk.master.single),
      );
      return { requisitionCode, requisitionId, sampleCodes, reason: '扫错申请单' };
    },
  },
  'summary.amendItems': {
    'a requisition': async (desk) => {
      const [other] = await desk.rows<{ id: string }>(sql`select id from commodity where commodity_code = 'BIO07'`);
      return { requisitionCode: (await received(desk)).requisitionCode, commodityIds: [desk.master.single, other?.id], reason: '客户加项' };
    },
  },
  'summary.correct': {
    'a requisition': async (desk) => ({
      requisitionCode: (await received(desk)).requisitionCode,
      values: { courierNumber: 'SF7701' },
      reason: '抄录错误',
    }),
  },
  'offline.discard': {
    'another’s refused act': async (desk) => {
      const opId = randomUUID();
      const said = await desk.act('outbox', 'reception', 'labTask.receive', { code: freshCode('1') }, { opId });
      if (said.status !== 'refused') throw new Error(`a refused act could not be prepared: ${JSON.stringify(said)}`);
      return { opId, type: 'labTask.receive', subject: 'x', reason: '作废' };
    },
  },
  'sample.replaceCode': {
    'a tube': async (desk) => ({ sampleCode: (await received(desk)).tubes[0]!.sampleCode, newCode: freshCode('0'), reason: '标签破损' }),
  },
  'detail.enter': { 'a requisition': async (desk) => detailPayload(await received(desk), 'nomal', 1) },
  'detail.correct': {
    'a requisition': async (desk) => ({ requisitionCode: (await compared(desk, 'admin')).requisitionCode, values: { doctorName: '林医生' } }),
  },
  'detail.arbitrate': {
    'a requisition': async (desk) => {
      const { requisitionCode } = await compared(desk, 'entry2');
      await done(desk, 'online', 'entry2', 'detail.correct', { requisitionCode, values: { doctorName: '凌医生' } });
      return { requisitionCode, decisions: [{ field: 'doctorName', choice: 1 }] };
    },
  },
  'detail.remove': {
    'a pass': async (desk) => ({ requisitionCode: (await entered(desk)).requisitionCode, pass: 1, reason: '录错人' }),
  },
  'handover.save': {
    'a tube': async (desk) => ({
      handoverKey: randomUUID(),
      commodityId: desk.master.single,
      sampleCodes: (await entered(desk)).tubes.map(({ sampleCode }) => sampleCode),
    }),
  },
  'handover.sign': { 'a handover': async (desk) => (await handover(desk, false)).sign },
  'handover.remove': { 'a handover': async (desk) => ({ handoverKey: (await handover(desk, false)).handoverKey }) },
  'labTask.receive': { 'a tube': async (desk) => ({ code: (await handover(desk, true)).sampleCode }) },
  'labTask.cancelReceive': {
    'a receipt': async (desk) => {
      const { sampleCode } = await handover(desk, true);
      await done(desk, 'online', 'lab', 'labTask.receive', { code: sampleCode });
      return { sampleCode, reason: '扫错架' };
    },
  },
  'numberBlock.use': {
    'a block of a desk that stands there': async (desk) => {
      const { blockId, code } = await heldBlock(desk);
      return { blockId, action: 'print', codes: [code] };
    },
  },
  'labCodeApply.apply': { 'its numbers': async (desk) => ({ laboratoryId: desk.master.laboratoryId, quantity: 2 }) },
  'labCodeApply.reprint': {
    'its numbers': async (desk) => {
      const { applyId, firstCode } = await printed(desk, 'lab');
      return { applyId, codes: [firstCode], reason: '标签破损' };
    },
  },
  'labCodeApply.void': {
    'its numbers': async (desk) => {
      const { applyId, firstCode } = await printed(desk, 'lab');
      return { applyId, codes: [firstCode], reason: '标签破损' };
    },
  },
  'sampleCodeApply.reprint': {
    'a tube’s label': async (desk) => {
      const { applyId, firstCode } = await printed(desk, 'sample');
      const tubes = [{ sampleCode: firstCode, sampleClassId: desk.master.blood, sampleQuantity: 1 }];
      await done(desk, 'online', 'reception', 'summary.enter', summaryPayload(desk, desk.master.single, { tubes }));
      return { applyId, codes: [firstCode], reason: '标签破损' };
    },
  },
  'printRun.begin': { 'its job': async (desk) => ({ printId: (await applied(desk, 'lab')).printId }) },
  'printRun.complete': {
    'its job': async (desk) => {
      const { printId } = await applied(desk, 'lab');
      await done(desk, 'online', 'admin', 'printRun.begin', { printId });
      return { printId };
    },
  },
  'printRun.check': {
    'its job': async (desk) => {
      const { printId, firstCode } = await printed(desk, 'lab');
      return { printId, code: firstCode };
    },
  },
  'requisitionImage.upload': { 'a requisition': picture },
  'requisitionImage.remove': {
    'a picture': async (desk) => {
      const { requisitionImageId } = await done(desk, 'online', 'reception', 'requisitionImage.upload', await picture(desk));
      return { requisitionImageId, reason: '拍错' };
    },
  },
  'thirdpartyBind.save': {
    'a tube': async (desk) => {
      const { barCode, partners } = await bound(desk);
      return { barCode, thirdpartyBarCode: partners(Date.now() % 1_000_000) };
    },
  },
};

/** Commands that reach no sample, and why. */
export const unbound: Readonly<Record<string, string>> = {
  'sampleCodeApply.apply': 'numbers of a sending client; of no laboratory',
  'sampleCodeApply.void': 'a number that a tube carries cannot be void',
  'workCalendar.setHoliday': 'the tenant’s calendar',
  'workCalendar.cancelHoliday': 'the tenant’s calendar',
  'thirdpartyBind.remove': 'a binding by its id, loaded within the laboratories of its client: server/base/bindState.ts',
  'thirdpartyBind.updateBind': 'as above',
  'userScope.save': 'nobody gives more than they have: domain/base/userScope.test.ts',
  'commodityQualified.execute': 'of a laboratory of the user’s own: server/base/commodityQualified.ts',
  'commodityQualified.reset': 'as above',
  'releaseCriterion.approve': 'a criterion of panel groups, which is of no laboratory',
  'cancerGuidance.review': 'what reports of a kind of cancer advise, which is of no laboratory',
};
