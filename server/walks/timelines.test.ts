import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandByName, commands } from '#domain/commands.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { timelineAct, type Timeline } from '#domain/search/sampleDetail.ts';
import { addLines } from '#server/bill/billTesting.ts';
import { toldWrongly } from '#server/search/countedTesting.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { foreignActs, received } from './foreignActs.ts';
import { done } from './preparedAct.ts';

/** Commands that change no tube, and why. */
const ofNoTube: Readonly<Record<string, string>> = {
  'offline.discard': 'an act that never was done',
  'chargeType.giving': 'a client’s: what changed of each line is told as charge.changed',
  'chargeType.givingRestore': 'as above',
  'chargeType.buy': 'a commodity’s: what changed of each line is told as charge.changed',
  'chargeType.buyRestore': 'as above',
  'billEmail.send': 'a client’s statement of a month',
  'billPeriod.close': 'a month',
  'billPeriod.reopen': 'a month',
  'orderSystem.create': 'a pack: the orders its job makes are told as order.made',
  'orderSystem.retry': 'as above',
  'orderSystem.send': 'a pack: the orders its job sends are told as order.sent',
  'reportMail.send': 'the mail goes by a job, and is told as mail.sent with who asked for it and why once it has left',
  'reportConfig.batchUpdate': 'how reports are made from now on',
  'reportConfig.convert': 'how reports are made from now on',
  'reportStrategy.autoRelease': 'how reports are released from now on',
  'releaseCriterion.approve': 'how reports are released from now on',
  'cancerGuidance.review': 'what reports of a kind of cancer advise from now on; what was printed stands in their versions',
  'qcPoint.exclude': 'a control’s',
  'qcPoint.include': 'a control’s',
  'qualityIndexValue.save': 'a month’s figure',
  'qualityIndexValue.recompute': 'a month’s figure',
  'qualityIndexValue.close': 'a month’s figure',
  'qualityIndexValue.reopen': 'a month’s figure',
  'interfaceLog.removeThird': 'a line of the log; what it told of is as it was',
  'interfaceLog.remove': 'as above',
  'labCodeApply.apply': 'numbers before any tube',
  'labCodeApply.reprint': 'a label before its tube; one that a tube bears is told as label.printed',
  'labCodeApply.void': 'a number that no tube bears',
  'sampleCodeApply.apply': 'numbers before any tube',
  'sampleCodeApply.void': 'a number that no tube bears',
  'printRun.begin': 'a job of many labels; what was printed of a tube’s is told as label.printed',
  'printRun.complete': 'as above',
  'printRun.check': 'as above',
  'workCalendar.setHoliday': 'the tenant’s calendar',
  'workCalendar.cancelHoliday': 'the tenant’s calendar',
  'userScope.save': 'what a person may see',
  'commodityQualified.execute': 'a commodity’s figures',
  'commodityQualified.reset': 'a commodity’s figures',
};

/** What an act is told as where that is not its own name. */
const toldAs: Readonly<Record<string, string>> = {
  'partner.receive': enterSummary.name,
  'partner.receiveDeafness': enterSummary.name,
  'partner.receiveShangning': enterSummary.name,
  'wechatEntry.submit on its client': timelineAct.told,
  'sampleCodeApply.reprint': timelineAct.label,
  'thirdpartyBind.save': timelineAct.bound,
  'salesLine.reprice': timelineAct.charge,
  'salesBillPool.generate': timelineAct.orderMade,
  'order.create': timelineAct.orderMade,
  'order.send': timelineAct.orderSent,
  'recheckOrder.create': timelineAct.orderMade,
  'recheckOrder.send': timelineAct.orderSent,
  'bill.create': timelineAct.billMade,
  'bill.send': timelineAct.billSent,
};

/** A partner’s code that a tube bears. */
async function bound(desk: Desk) {
  const save = (await foreignActs['thirdpartyBind.save']!['a tube']!(desk)) as { readonly thirdpartyBarCode: string };
  await done(desk, 'online', 'admin', 'thirdpartyBind.save', save);
  const [row] = await desk.rows<{ id: string }>(sql`select max(id)::text as id from thirdparty_bind_entry`);
  return { bindId: row!.id, thirdpartyBarCode: save.thirdpartyBarCode };
}
/** An act on a client who has a line by then. */
const withLine = ([name, tried]: readonly [string, (typeof foreignActs)[string]]): readonly [string, (typeof foreignActs)[string]] => [
  name,
  Object.fromEntries(
    Object.entries(tried).map(([way, prepare]) => [
      way,
      async (desk: Desk) => {
        const payload = (await prepare(desk)) as { readonly sendSampleClientId: string };
        const { laboratoryId: contractLaboratoryId, single: commodityId } = desk.master;
        await addLines(desk.database, [{ contractLaboratoryId, sendSampleClientId: payload.sendSampleClientId, commodityId }]);
        return payload;
      },
    ]),
  ),
];
const ofClients = /^exclusion\.(excludeClient|restoreClient|restoreCommodity|endCommodityRestore)$/;
const acts: typeof foreignActs = {
  ...foreignActs,
  ...Object.fromEntries(
    Object.entries(foreignActs)
      .filter(([name]) => ofClients.test(name))
      .map(withLine),
  ),
  'thirdpartyBind.remove': { 'a tube': async (desk) => ({ bindId: (await bound(desk)).bindId, reason: '贴错' }) },
  'thirdpartyBind.updateBind': {
    'a tube': async (desk) => {
      const { bindId, thirdpartyBarCode } = await bound(desk);
      return { bindId, thirdpartyBarCode: `${thirdpartyBarCode.slice(0, -1)}9`, reason: '贴错' };
    },
  },
};

describe('a tube’s timeline', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
  });
  afterAll(() => desk.close());

  it('knows of every command whether it is told', () => {
    const known = (name: string): boolean => name in ofNoTube || name in acts;
    expect(commands.map(({ name }) => name).filter((name) => !known(name))).toEqual([]);
    expect([...Object.keys(ofNoTube), ...Object.keys(toldAs)].filter((name) => !commandByName(name.split(' ')[0]!))).toEqual([]);
  });

  const newest = async (table: 'sample' | 'expected_sample' | 'sales_line' | 'partner_result'): Promise<string> =>
    (await desk.rows<{ id: string }>(sql`select coalesce(max(id), 0)::text as id from ${sql.identifier(table)}`))[0]!.id;
  /** Lines and pushes that no tube stands behind become a new tube’s, each line its own. */
  async function ofTubes(lines: string, pushes: string): Promise<void> {
    const made = await desk.rows<{ id: string }>(sql`select id::text as id from sales_line where id > ${lines}`);
    for (const { id } of made.length > 0 ? made : [{ id: '0' }]) {
      const { requisitionCode, tubes } = await received(desk);
      const [sampleCode] = tubes.map((tube) => tube.sampleCode);
      const whose = sql`requisition_id = s.requisition_id, requisition_code = ${requisitionCode}, sample_code = s.sample_code`;
      const of = sql`from sample s where s.tenant_id = '000000' and s.sample_code = ${sampleCode}`;
      await desk.orm.execute(sql`update sales_line l set ${whose}, sample_id = s.id ${of} and l.id = ${id}`);
      await desk.orm.execute(sql`update partner_result p set ${whose} ${of} and p.id > ${pushes}`);
    }
  }

  const codesSince = async (before: { readonly tube: string; readonly awaited: string }): Promise<string[]> =>
    (
      await desk.rows<{ code: string }>(
        sql`select sample_code as code from sample where id > ${before.tube} union select coalesce(thirdparty_bar_code, bar_code) from expected_sample where id > ${before.awaited} and sample_id is null`,
      )
    ).map(({ code }) => code);

  const ways = Object.entries(acts)
    .filter(([name]) => !(name in ofNoTube))
    .flatMap(([name, tried]) => Object.entries(tried).map(([way, prepare]) => ({ name, way, prepare })))
    .filter(({ way }) => !way.endsWith('stands there'));
  it.each(ways)('tells of $name on $way', async ({ name, way, prepare }) => {
    const before = {
      tube: await newest('sample'),
      awaited: await newest('expected_sample'),
      lines: await newest('sales_line'),
      pushes: await newest('partner_result'),
    };
    const payload = await prepare(desk);
    if ((await newest('sample')) === before.tube && name !== 'expected.close') await ofTubes(before.lines, before.pushes);
    // An act may leave nothing of the tubes but what is told of them.
    const prepared = await codesSince(before);
    expect(await desk.act('online', 'admin', name, payload)).toMatchObject({ status: 'applied' });
    const codes = [...new Set([...prepared, ...(await codesSince(before))])];
    const told = await Promise.all(codes.map(async (code) => ((await desk.get('admin', 'timeline', { code })).data as Timeline).events));
    expect(
      told.flat().map(({ what }) => what),
      JSON.stringify(codes),
    ).toContain(toldAs[`${name} on ${way}`] ?? toldAs[name] ?? name);
  });

  it('leaves tubes, tasks and times of reports that tell of each other what is so', async () => {
    expect(await toldWrongly(desk)).toEqual([]);
  });
});
