import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { excludedBit, excludedBy, lineState } from '#domain/bill/billChoices.ts';
import { opensOthers, opensSum } from '#domain/bill/lines/searchedLines.ts';
import { parameters, type CallName, partsOf } from '#domain/kernel/contract.ts';
import { countedQuery, countsAny, type CountedIn, type Listed } from '#domain/kernel/listing.ts';
import { callPath } from '#domain/kernel/services.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { listings } from '#domain/listings.ts';
import { resultPartners } from '#domain/op/results/partnerResult.ts';
import { opensBars, opensMeasured, opensUnmeasured } from '#domain/report/search/reportPeriods.ts';
import { smsState } from '#domain/report/sms/smsState.ts';
import { opensPreLeftOut, opensPreTurnover, turnoverDimension } from '#domain/report/search/turnover.ts';
import { expectedState } from '#domain/op/expected.ts';
import { notReceivedKind } from '#domain/sample/notReceived/notReceivedChoices.ts';
import { notReceivedGroup, notReceivedStatistics } from '#domain/sample/notReceived/notReceivedRows.ts';
import { spanOfHour, spanOfWait, waitingBuckets, weekDays } from '#domain/search/dashboard.ts';
import { opensAge, opensHour } from '#domain/search/dashboardLists.ts';
import { addLines, type TestLine } from '#server/bill/billTesting.ts';
import { waitingTasks } from '#server/lab/tasks/taskTesting.ts';
import { rejectDesk } from '#server/sample/reject/rejectTesting.ts';
import { announce, type Announced } from '#server/sample/partner/partnerTesting.ts';
import { hoursAgo, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';

type Row = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string>>;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-counts-')) });
});
afterAll(() => desk.close());

async function asked(name: CallName, query: Row): Promise<any> {
  const { service, path } = partsOf(name);
  const answer = await (await desk.as('admin')).get(callPath(service, path, 'accession'), query as Query);
  expect(answer.statusCode, `${name} ${JSON.stringify(query)} ${answer.body.slice(0, 200)}`).toBe(200);
  return answer.json<{ data: any }>().data;
}
const pageOf = (list: Listed): CallName => Object.keys(list.contracts).find((name) => !name.endsWith('/export')) as CallName;

/** What was compared, by statistic and figure. */
const compared = new Map<string, number>();
/** A figure of a row or a point, and how many the list has that it opens. */
async function compare(name: string, counted: CountedIn, figure: string, row: Row, query: Row): Promise<void> {
  if (!countsAny(counted, figure, row)) return;
  const opened = countedQuery(counted, figure, row, query)!;
  const { total } = await asked(pageOf(counted.list), { ...opened, size: '1' });
  expect(total, `${name}.${figure} ${JSON.stringify({ row, opened })}`).toBe(row[counted.count ?? figure]);
  compared.set(`${name}.${figure}`, (compared.get(`${name}.${figure}`) ?? 0) + 1);
}
/** Every figure of some rows, of every point, and of the totals. */
async function compareList(list: Listed, query: Row): Promise<void> {
  const { records, chart = [], totals, usual } = await asked(pageOf(list), { ...query, size: '12' });
  for (const row of [...records, ...chart] as Row[])
    for (const [figure, counted] of Object.entries(list.opens ?? {}))
      if (counted && figure in row) await compare(list.name, counted, figure, row, query);
  for (const [figure, counted] of Object.entries(list.opens ?? {}))
    if (counted && totals && figure in totals) await compare(`${list.name} total`, counted, figure, totals, { ...query, ...usual });
}

const statistics = listings.filter(({ opens }) => opens) as readonly Listed[];
const span = (): Query => ({ begin: hoursAgo(24 * 80).slice(0, 10), end: hoursAgo(-48).slice(0, 10) });
/** Ways to ask each statistic: by every period, parted in every way, of a stretch that begins and ends within one. */
function waysOf(list: Listed): readonly Query[] {
  const known = Object.keys((Object.values(list.contracts)[0]?.query ?? parameters()).shape);
  const moment = known.find((name) => name.endsWith('Begin'))?.replace(/Begin$/, '');
  const within: Query = moment ? { [`${moment}Begin`]: `${span()['begin']} 10:30:00`, [`${moment}End`]: `${span()['end']} 15:00:00` } : {};
  const laboratory: Query = known.includes('laboratoryId') && list.needed?.includes('laboratoryId') ? { laboratoryId: desk.master.laboratoryId } : {};
  const base = { ...within, ...laboratory };
  return [
    laboratory,
    ...(list.name === 'notReceivedStatistic' ? [{ ...base, kind: '1' }] : []),
    ...(known.includes('timeType') ? timeType.options.map(({ code }) => ({ ...base, timeType: String(code) })) : [base]),
    ...(known.includes('dimension') ? turnoverDimension.options.map(({ code }) => ({ ...base, dimension: String(code) })) : []),
    ...(known.includes('groupBy') ? notReceivedGroup.options.map(({ code }) => ({ ...base, groupBy: String(code) })) : []),
  ];
}

/** Rows of statistics that no act of a desk makes in a test's time: announcements, turnarounds, messages, pushes. */
async function fill(): Promise<void> {
  const { orm, master } = desk;
  for (const [ago, came] of [
    [50, 51],
    [50, 26],
    [50, null],
    [26, null],
    [-22, null],
  ] as const)
    for (const commodityIds of [[master.single], [master.single, master.double]])
      await orm.execute(sql`insert into expected_sample (id, tenant_id, source, partner, external_key, send_sample_client_id, laboratory_id, commodity_ids, values, content_hash, expect_time, state, receive_time, create_time, update_time)
        values (${newId()}, '000000', 1, 'x', ${newId()}, ${commodityIds.length > 1 ? null : master.clientId}, ${master.laboratoryId}, ${sql.param(commodityIds)}::bigint[], '{}', 'x', ${hoursAgo(ago)},
          ${came === null ? 0 : 1}, ${came === null ? null : hoursAgo(came)}, now(), now())`);
  const [tube] = await desk.rows<{ sampleId: string; requisitionId: string; sampleCode: string }>(
    sql`select id::text as sample_id, requisition_id::text as requisition_id, sample_code from sample where tenant_id = '000000' order by id limit 1`,
  );
  const { sampleId, requisitionId, sampleCode } = tube!;
  for (let at = 0; at < 24; at++) {
    const [id, reported] = [newId(), hoursAgo(13 * at)];
    const [received, client] = [at % 6 === 0 ? hoursAgo(-1) : hoursAgo(13 * at + 2 * at + 1), at % 4 === 0 ? null : master.clientId];
    const late = at % 3 === 0 ? 1 : 0;
    await orm.execute(sql`insert into report_period (tenant_id, task_id, report_id, requisition_id, sample_id, laboratory_id, send_sample_client_id, panel_group_id, panel_ids, commodity_ids,
        sampling_time, lab_receive_time, begin_time, second_audit_time, report_time, internal_test_cycle, external_test_cycle, internally_status, externally_status, actually_consume_cycle, reporting_cycle,
        is_open, create_time, update_time)
      values ('000000', ${id}, ${id}, ${requisitionId}, ${sampleId}, ${master.laboratoryId}, ${client}, ${1 + (at % 2)}, '{}', ${sql.param([master.single])}::bigint[],
        ${at % 5 === 0 ? null : hoursAgo(13 * at + 100)}, ${received}, ${received}, ${reported}, ${reported}, ${at % 8 === 7 ? null : 60}, ${at % 8 === 7 ? null : 7200}, ${at % 8 === 7 ? null : at % 2},
        ${at % 8 === 7 ? null : late}, ${at % 7 === 6 ? null : 120 * at}, 0, ${at % 9 === 8 ? 1 : 0}, now(), now())`);
    await orm.execute(sql`insert into sms_message (id, tenant_id, owner_id, is_resampling, requisition_id, requisition_code, sample_code, contract_laboratory_id, sms_config_id, sms_platform_id, telephone,
        sms_content, is_sign, state, send_time, trace, create_time, update_time)
      values (${id}, '000000', ${id}, 0, ${requisitionId}, 'C', ${sampleCode}, ${master.laboratoryId}, 0, ${at % 4 === 0 ? null : 7}, '', '', 0,
        ${[smsState.submitted, smsState.delivered, smsState.unknown, smsState.failed][at % 4]}, ${reported}, '{}', now(), now())`);
    await orm.execute(sql`insert into partner_result (id, tenant_id, interface_id, partner, report_id, version_id, report_no, report_version, requisition_id, requisition_code, kind,
        contract_laboratory_id, commodity_id, content, push_state, check_time_two, create_time, update_time)
      values (${id}, '000000', 1, ${at % 2 === 0 ? resultPartners.deafness.interfaces[0] : resultPartners.aishenpu.interfaces[0]}, ${id}, ${id}, 'C', 1, ${requisitionId}, 'C', 1,
        ${master.laboratoryId}, ${master.single}, '{}', ${Math.floor(at / 2) % 5}, ${reported}, now(), now())`);
  }
  // The dashboard: something of every age, and of this weekday a week ago.
  const ages = await desk.rows<{ id: string }>(
    sql`select id::text as id from requisition where tenant_id = '000000' and entry_state < 5 order by id limit 4`,
  );
  for (const [at, hours] of [1, 5, 30, 100].entries())
    await orm.execute(sql`update requisition set receive_time = ${hoursAgo(hours)} where id = ${ages[at]!.id}`);
  await orm.execute(sql`update sample set receive_time = ${hoursAgo(24 * weekDays)} where id = ${sampleId}`);
  // What was received on the last day stands rejected, in the rows a page begins with.
  await orm.execute(sql`update sample set lab_status = 111, reject_code = 'REJ05', reject_time = receive_time
    where tenant_id = '000000' and receive_time >= (select max(o.receive_time)::date from sample o where o.tenant_id = '000000')`);
  // More clients than are drawn, one line of none; prices or none, reported or not.
  const clients = await desk.rows<{ id: string }>(sql`select id::text as id from send_sample_client where tenant_id = '000000' order by id limit 3`);
  await addLines(
    desk.database,
    Array.from({ length: 60 }, (_none, at) => ({
      sampleCode: `CNT${at}`,
      sendSampleClientId: at === 5 ? null : at % 2 === 0 ? clients[at % 3]!.id : String(900_000 + at),
      price: at % 7 === 0 ? null : 1_000 * (60 - at),
      excludedBy: at % 11 === 10 ? excludedBit.sample : excludedBy.none,
      ...(at % 3 === 0 ? { reported: 0 as const, state: lineState.unreported, auditTime: null } : {}),
    })) as TestLine[],
  );
}

/** Charts beside a list, each bar with the row that tells what it counts. */
async function compareBeside(): Promise<void> {
  const sum = await asked('GET search/sales-query/report-no-bill-sum', {});
  for (const client of sum.clients) await compare('noBill', opensSum, 'qty', client, {});
  expect(sum.others.clientCount).toBeGreaterThan(0);
  await compare('noBillOthers', opensOthers, 'qty', sum.others, {});
  await compare('noBillAll', opensSum, 'qty', sum, {});
  const query = { laboratoryId: desk.master.laboratoryId, reportTimeBegin: span()['begin'], reportTimeEnd: span()['end'], timeType: timeType.week };
  const { bins, width, ...spread } = await asked('GET search/comprehensive-query/report-period-chart', query);
  for (const { bin, ...bar } of bins)
    for (const [figure, counted] of Object.entries(opensBars))
      await compare('histogram', counted, figure, { ...bar, cycleFrom: bin * width, cycleBelow: (bin + 1) * width }, query);
  await compare('spread', opensMeasured, 'count', spread, query);
  expect(spread.leftOut).toBeGreaterThan(0);
  await compare('spread', opensUnmeasured, 'leftOut', spread, query);
  const { periods, summary } = await asked('GET search/comprehensive-query/preTestingTurnoverChart', query);
  expect(summary.leftOut).toBeGreaterThan(0);
  for (const period of [...periods, summary]) await compare('preTurnover', opensPreTurnover, 'n', period, query);
  await compare('preTurnover', opensPreLeftOut, 'leftOut', summary, query);
  const { at, perHour, waiting } = await asked('GET search/dashboard/figures', {});
  for (const [before, hours] of [
    [0, perHour.today],
    [weekDays, perHour.lastWeek],
  ] as const)
    for (const [hour, count] of hours.entries())
      await compare(`dashboard ${before}`, opensHour, 'count', { count, ...spanOfHour(hour, at, before) }, {});
  for (const { bucket, count } of waiting) await compare('dashboard', opensAge, 'count', { count, ...spanOfWait(bucket, at) }, {});
  expect([compared.has(`dashboard ${weekDays}.count`), compared.get('dashboard.count')]).toEqual([true, waitingBuckets.length]);
}

/** Acts of desks over a few tubes, each of which takes another back. */
async function act(step: (typeof steps)[number], sampleCodes: readonly string[], at: number): Promise<void> {
  const code = sampleCodes[at % sampleCodes.length]!;
  const rejecting = rejectDesk(desk);
  if (step === 'reject') await rejecting.reject([code]);
  if (step === 'recover') {
    const open = await desk.rows(sql`select 1 from reject_record where sample_code = ${code} and state = 1`);
    if (open.length > 0) await rejecting.recover([code]);
  }
  if (step === 'receive') await desk.act('online', 'lab', 'labTask.receive', { code });
  if (step === 'takeBack') await desk.act('online', 'lab', 'labTask.cancelReceive', { sampleCode: code, reason: '管壁破损' });
}
const steps = ['reject', 'recover', 'receive', 'takeBack'] as const;

/** Acts on what was announced: it comes, its reception is taken back, it is awaited no more, given up, and awaited again. */
const ofAwaited = ['arrive', 'takeBack', 'cancel', 'giveUp', 'await'] as const;
async function actOnAwaited(step: (typeof ofAwaited)[number], { expectedId, barCode }: Announced): Promise<void> {
  const { master } = desk;
  if (step === 'arrive') {
    const commodityIds = [master.single, master.double];
    const summary = summaryPayload(desk, master.single, { commodityIds });
    await desk.act('online', 'reception', 'summary.enter', { ...summary, tubes: [{ ...summary.tubes[0]!, sampleCode: barCode }] });
    return;
  }
  if (step === 'takeBack') {
    const [here] = await desk.rows<{ requisitionCode: string; requisitionId: string }>(
      sql`select requisition_code, requisition_id::text as requisition_id from sample where sample_code = ${barCode}`,
    );
    if (here) await desk.act('online', 'reception', 'summary.cancel', { ...here, sampleCodes: [barCode], reason: '扫错申请单' });
    return;
  }
  const state = { cancel: expectedState.cancelled, giveUp: expectedState.missing, await: expectedState.due }[step];
  await desk.act('online', 'reception', 'expected.close', { expectedId, state, reason: '快递丢件' });
}
/** The census is asked whole and by what several commodities of one tube or line count once in. */
const waysOfCensus = (kind: number): readonly Query[] =>
  [notReceivedGroup.none, notReceivedGroup.commodity, notReceivedGroup.client].map((groupBy) => ({
    kind: String(kind),
    groupBy,
    timeType: timeType.month,
    expectTimeBegin: span()['begin']!,
    expectTimeEnd: span()['end']!,
  }));

it('opens as many as it says: every figure of every statistic, by every period and part, as a row and as a point', { timeout: 600_000 }, async () => {
  await fill();
  for (const list of statistics) for (const query of waysOf(list)) await compareList(list, query);
  await compareBeside();
  const never = statistics.flatMap(({ name, opens, totals }) =>
    Object.keys(opens ?? {})
      .flatMap((figure) => [`${name}.${figure}`, ...(totals.includes(figure) ? [`${name} total.${figure}`] : [])])
      .filter((figure) => !compared.has(figure)),
  );
  // Receipts are cancelled in the next test; go-backs are compared in server/search/sampleCount.test.ts.
  expect(never).toEqual(
    ['receiveStatistic.cancelCount', 'sampleCount.gobackCount', 'clientSampleCount.gobackCount'].flatMap((figure) => [
      figure,
      figure.replace('.', ' total.'),
    ]),
  );
});

it('opens as many as it says whatever was done and taken back in any order', { timeout: 600_000 }, async () => {
  const changed = statistics.filter(({ name }) =>
    ['sampleCount', 'clientSampleCount', 'receiveStatistic', 'rejectReason', 'rejectClient'].includes(name),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 8 }), async (sequence) => {
      const { sampleCodes } = await waitingTasks(desk, { commodities: ['BIO07', 'THY05'], tubes: 2 });
      for (const [at, step] of sequence.entries()) await act(step, sampleCodes, at);
      for (const list of changed) await compareList(list, {});
      for (const query of waysOfCensus(notReceivedKind.lab)) await compareList(notReceivedStatistics, query);
    }),
    { numRuns: 5, examples: [[['receive', 'receive', 'takeBack', 'takeBack', 'reject', 'receive', 'recover', 'reject']]] },
  );
  expect(compared.get('receiveStatistic.cancelCount')).toBeGreaterThan(0);
  expect(compared.get('sampleCount.rejectCount')).toBeGreaterThan(0);
});

it('opens as many as the census says of what was announced, whatever came of it in any order', { timeout: 600_000 }, async () => {
  const states = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(50, 26, 1, -22),
      fc.array(fc.constantFrom(...ofAwaited), { minLength: 1, maxLength: 6 }),
      async (ago, sequence) => {
        const announced = await announce(desk, { commodityIds: [desk.master.single, desk.master.double] });
        await desk.orm.execute(sql`update expected_sample set expect_time = ${hoursAgo(ago)} where id = ${announced.expectedId}`);
        for (const step of sequence) await actOnAwaited(step, announced);
        const [line] = await desk.rows<{ state: number }>(sql`select state from expected_sample where id = ${announced.expectedId}`);
        states.add(String(line!.state));
        for (const query of waysOfCensus(notReceivedKind.arrival)) await compareList(notReceivedStatistics, query);
      },
    ),
    {
      numRuns: 6,
      examples: [
        [50, ['arrive', 'takeBack', 'cancel', 'arrive']],
        [26, ['giveUp', 'arrive', 'takeBack']],
        [50, ['cancel', 'arrive', 'takeBack']],
      ],
    },
  );
  expect([...states].toSorted()).toEqual(expect.arrayContaining(['1', '2', '3']));
});
