import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { reportState, type ReportState } from '#domain/report/reportState.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import type { ClientFact, KnownLine, LineFacts, LinePolicy, TubeFact } from './lineFacts.ts';
import { isLiving, planLines } from './planLines.ts';

const yuanOf = (fen: number): string => (fen / 100).toFixed(2);

const policy = (
  pricePolicyId: string,
  sendSampleClientId: string,
  commodityId: string,
  billPrice: number,
  [contractTimeBegin, contractTimeEnd]: readonly [string, string],
  more: Partial<LinePolicy> = {},
): LinePolicy => ({
  pricePolicyId,
  sendSampleClientId,
  commodityId,
  billPrice,
  contractTimeBegin,
  contractTimeEnd,
  agentClientId: null,
  isDisable: 0,
  supplementPrice: null,
  recheckPrice: null,
  stopPrice: null,
  billErpCode: null,
  ...more,
});
const year = ['2026-01-01', '2026-12-31'] as const;
const policies: readonly LinePolicy[] = [
  policy('1', 'C1', 'NIPT', 118_000, year),
  policy('2', 'C1', 'NIPT', 117_200, ['2026-06-01', '2026-06-30'], { agentClientId: 'A1', supplementPrice: 30_000 }),
  policy('3', 'C1', 'DEAF', 42_000, year, { stopPrice: 5_000, recheckPrice: 20_000 }),
  policy('4', 'C2', 'NIPT', 98_000, ['2026-01-01', '2026-06-15']),
  policy('5', 'C3', 'NIPT', 90_000, year),
];
const client = (sendSampleClientId: string, more: Partial<ClientFact> = {}): ClientFact => ({
  sendSampleClientId,
  agentCustomerId: 'A1',
  billCustomerId: 'B1',
  salesmanId: 'S1',
  managerArea: null,
  isGiving: false,
  ...more,
});
const tube = (commodityId: string, more: Partial<TubeFact> = {}): TubeFact => ({
  sampleId: 't1',
  sampleCode: '70001',
  labStatus: 108,
  primarySampleId: null,
  executeLaboratoryId: 'L',
  isOuter: false,
  commodityIds: [commodityId],
  ...more,
});
/** A requisition of one tube whose report is out. */
const facts = (receiveTime: string, commodityId: string, more: Partial<LineFacts> = {}): LineFacts => ({
  requisitionId: '1',
  requisitionCode: 'R1',
  commodityIds: [commodityId],
  contractLaboratoryId: 'L',
  personName: '张三',
  contactNumber: null,
  sampleTime: null,
  receiveTime: `${receiveTime} 09:00:00`,
  isFree: false,
  client: client('C1'),
  boughtCommodityIds: [],
  tubes: [tube(commodityId)],
  tasks: [
    {
      taskId: 'k1',
      sampleId: 't1',
      taskState: 6,
      commodityIds: [commodityId],
      checkTimeTwo: null,
    },
  ],
  stops: [],
  reports: [report(reportState.issued, commodityId)],
  redraw: null,
  policies,
  lines: [],
  ...more,
});
const report = (state: ReportState, commodityId: string, more: Partial<LineFacts['reports'][number]> = {}): LineFacts['reports'][number] => ({
  reportId: 'p1',
  reportKind: 1,
  groupKey: '*',
  state,
  commodityIds: [commodityId],
  firstIssueTime: '2026-07-05 10:00:00',
  issueTime: '2026-07-05 10:00:00',
  ...more,
});

describe('what a line costs, and why', () => {
  const made = (given: LineFacts) =>
    planLines(given).made.map((line) => ({
      price: line.price === null ? null : yuanOf(line.price),
      why: fillLabel(line.priceReason, line.priceParams, 'zh'),
      type: line.businessType,
      state: line.state,
    }));
  it.each([
    ['L1', facts('2026-05-31', 'NIPT'), '1180.00'],
    ['L2', facts('2026-06-01', 'NIPT'), '1172.00'],
    ['L3', facts('2026-06-30', 'NIPT'), '1172.00'],
    ['L4', facts('2026-07-01', 'NIPT'), '1180.00'],
    ['L5', facts('2026-06-10', 'DEAF'), '420.00'],
  ] as const)('%s by the contract of the day of receipt', (_name, given, price) => {
    expect(made(given)).toMatchObject([{ price, type: 1, state: 1 }]);
  });
  it('L6 none where the contract is over, L12 all the same without a salesman', () => {
    expect(made(facts('2026-06-16', 'NIPT', { client: client('C2') }))).toEqual([
      { price: null, why: '最近的合同已于 2026-06-15 到期', type: 1, state: 1 },
    ]);
    expect(made(facts('2026-06-10', 'DEAF', { client: client('C1', { salesmanId: null }) }))).toMatchObject([{ price: '420.00' }]);
  });
  it('L7 a further report has a line of its own', () => {
    const further = report(reportState.issued, 'NIPT', { reportId: 'p2', reportKind: 4, groupKey: 'B1' });
    const given = facts('2026-06-01', 'NIPT', { reports: [report(reportState.issued, 'NIPT'), further] });
    expect(made(given)).toMatchObject([{ price: '1172.00' }, { price: '300.00', state: 1 }]);
    expect(planLines(given).made.map(({ supplementNo }) => supplementNo)).toEqual([0, 1]);
    expect(made({ ...given, receiveTime: '2026-07-01 08:00:00' })[1]).toMatchObject({ price: '0.00', why: '合同未定补充报告价，不另计费' });
  });
  it('L8 a gift costs nothing and keeps what it would', () => {
    const given = facts('2026-06-10', 'NIPT', { client: client('C3', { isGiving: true }) });
    expect(made(given)).toEqual([{ price: '0.00', why: '赠送', type: 2, state: 1 }]);
    expect(planLines(given).made).toMatchObject([{ listPrice: 90_000, chargeType: 2, chargeTypeBefore: 0, priceBefore: 90_000 }]);
  });
  it('L9 a redraw is charged once, on the day of the original', () => {
    const redraw = { receiveDate: '2026-06-20', isReported: false, livingCommodityIds: [] };
    expect(made(facts('2026-07-02', 'NIPT', { redraw }))).toMatchObject([{ price: '1172.00', type: 3 }]);
    const twice = { ...redraw, livingCommodityIds: ['NIPT'] };
    expect(made(facts('2026-07-02', 'NIPT', { redraw: twice }))).toMatchObject([{ price: '0.00', type: 3, why: '重采不另计费' }]);
    const recheck = { ...redraw, isReported: true };
    expect(made(facts('2026-07-02', 'DEAF', { redraw: recheck }))).toMatchObject([{ price: '200.00', type: 4 }]);
    expect(made(facts('2026-07-02', 'NIPT', { redraw: recheck }))).toMatchObject([{ price: '0.00', why: '合同未定复检价，不另计费' }]);
  });
  it('L11 is not reported at 107', () => {
    const tasks = [{ taskId: 'k1', sampleId: 't1', taskState: taskState.audited, commodityIds: ['NIPT'], checkTimeTwo: null }];
    const waiting = report(1, 'NIPT', { firstIssueTime: null, issueTime: null });
    expect(made(facts('2026-06-10', 'NIPT', { tubes: [tube('NIPT', { labStatus: 107 })], tasks, reports: [waiting] }))).toMatchObject([
      { price: '1172.00', state: 0 },
    ]);
  });
  it('a stop that is charged has its own price, another one no line', () => {
    const stopped = {
      tubes: [tube('DEAF', { labStatus: 110 as const })],
      tasks: [{ taskId: 'k1', sampleId: 't1', taskState: taskState.stopped, commodityIds: ['DEAF'], checkTimeTwo: null }],
      reports: [],
    };
    expect(made(facts('2026-06-10', 'DEAF', { ...stopped, stops: [{ taskIds: ['k1'], isBillable: 1 }] }))).toMatchObject([
      { price: '50.00', state: 0 },
    ]);
    expect(made(facts('2026-06-10', 'DEAF', { ...stopped, stops: [{ taskIds: ['k1'], isBillable: 0 }] }))).toEqual([]);
  });
  it('what another house tests is bought', () => {
    const outer = { tubes: [tube('NIPT', { isOuter: true })], tasks: [], reports: [report(reportState.issued, 'NIPT', { groupKey: 'Et1' })] };
    expect(planLines(facts('2026-06-10', 'NIPT', outer)).made).toMatchObject([{ chargeType: 1, state: 1 }]);
  });
});

let ids = 0;
/** What the server does with a plan. */
function applied(given: LineFacts): LineFacts {
  const { made, changed, credited } = planLines(given);
  const lines = given.lines.map((line): KnownLine => {
    const own = changed.filter(({ lineId }) => lineId === line.lineId);
    return { ...Object.assign({ ...line }, ...own), ...(credited.some(({ lineId }) => lineId === line.lineId) ? { isCredited: 1 as const } : {}) };
  });
  const fresh = (line: Omit<KnownLine, 'lineId' | 'sign' | 'isCredited' | 'withdrawn' | 'isSent'>, sign: 1 | -1): KnownLine => ({
    ...line,
    lineId: String((ids += 1)),
    sign,
    isCredited: 0,
    withdrawn: 0,
    isSent: false,
  });
  return { ...given, lines: [...lines, ...credited.map((line) => fresh({ ...line, state: 1 }, -1)), ...made.map((line) => fresh(line, 1))] };
}
const wasDone = (given: LineFacts): LineFacts => {
  const done = applied(given);
  expect(planLines(done)).toEqual({ made: [], changed: [], credited: [] });
  const keys = done.lines.filter(isLiving).map(({ commodityId, supplementNo }) => `${commodityId} ${supplementNo}`);
  expect(new Set(keys).size).toBe(keys.length);
  return done;
};
const states = ({ lines }: LineFacts) => lines.map(({ sign, state, withdrawn }) => [sign, state, withdrawn]);
const withLine = (given: LineFacts, change: Partial<KnownLine>): LineFacts => ({
  ...given,
  lines: given.lines.map((line) => ({ ...line, ...change })),
});

describe('what becomes of a line', () => {
  const takenBack: Partial<LineFacts> = {
    tubes: [tube('NIPT', { labStatus: 107 })],
    tasks: [{ taskId: 'k1', sampleId: 't1', taskState: taskState.audited, commodityIds: ['NIPT'], checkTimeTwo: null }],
    reports: [report(1, 'NIPT')],
  };
  const out = wasDone(facts('2026-06-30', 'NIPT'));
  const { tubes, tasks, reports } = out;
  it('a report that is taken back withdraws it; out again it is a new one', () => {
    const back = wasDone({ ...out, ...takenBack });
    expect(states(back)).toEqual([[1, 9, 0]]);
    expect(states(wasDone({ ...back, tubes, tasks, reports }))).toEqual([
      [1, 9, 0],
      [1, 1, 0],
    ]);
  });
  it('in an open order it is marked, and what was taken out of there does not come back', () => {
    const marked = wasDone({ ...withLine(out, { state: 2 }), ...takenBack });
    expect(states(marked)).toEqual([[1, 2, 1]]);
    expect(states(wasDone({ ...marked, tubes, tasks, reports }))).toEqual([[1, 2, 0]]);
    const removed = withLine(marked, { state: 9 });
    expect(states(wasDone({ ...removed, tubes, tasks, reports }))).toEqual([
      [1, 9, 1],
      [1, 1, 0],
    ]);
  });
  it.each([{ state: 2 as const, isSent: true }, { state: 3 as const }])('in a sent order or a bill a red line takes it back', (change) => {
    const red = wasDone({ ...withLine(out, change), ...takenBack });
    expect(states(red)).toEqual([
      [1, change.state, 0],
      [-1, 1, 0],
    ]);
    expect(red.lines[1]).toMatchObject({ price: 117_200 });
    expect(states(wasDone({ ...red, tubes, tasks, reports }))).toEqual([
      [1, change.state, 0],
      [-1, 1, 0],
      [1, 1, 0],
    ]);
  });
  it('a rejection withdraws it, and its way back brings the same one back', () => {
    const open = wasDone({ ...facts('2026-06-30', 'NIPT', { tasks: [], reports: [], tubes: [tube('NIPT', { labStatus: 103 })] }) });
    const rejected = wasDone({ ...open, tubes: [tube('NIPT', { labStatus: 111 })] });
    expect(states(rejected)).toEqual([[1, 9, 0]]);
    expect(states(wasDone({ ...rejected, tubes: open.tubes }))).toEqual([[1, 0, 0]]);
  });
  it('its price stands from its report on, its people until it is ordered', () => {
    const dearer = { policies: policies.map((one) => ({ ...one, billPrice: one.billPrice + 1 })), client: client('C1', { salesmanId: 'S2' }) };
    expect(wasDone({ ...out, ...dearer }).lines).toMatchObject([{ price: 117_200, salesmanId: 'S2' }]);
    expect(wasDone({ ...withLine(out, { state: 2 }), ...dearer }).lines).toMatchObject([{ price: 117_200, salesmanId: 'S1' }]);
  });
  it.each([2, 3] as const)('what was ordered or billed by force learns that its report is out, and no more', (state) => {
    const open = wasDone({ ...out, lines: [], ...takenBack, reports: [] });
    const dearer = policies.map((one) => ({ ...one, billPrice: one.billPrice + 1 }));
    const forced = wasDone({ ...withLine(open, { state }), tubes, tasks, reports, policies: dearer, client: client('C1', { salesmanId: 'S2' }) });
    expect(forced.lines).toEqual([{ ...open.lines[0], state, reported: 1, auditTime: '2026-07-05 10:00:00', reportId: 'p1' }]);
    // Out of its order again it costs what it was ordered for.
    expect(wasDone(withLine({ ...forced, policies: dearer }, { state: 1 })).lines).toMatchObject([{ state: 1, price: 117_200 }]);
  });
  it('what was reported without a price has one as soon as a contract says it', () => {
    const none = wasDone(facts('2026-06-16', 'NIPT', { client: client('C2') }));
    const since = [...policies, policy('6', 'C2', 'NIPT', 97_000, ['2026-06-16', '2026-12-31'], { agentClientId: 'A2', billErpCode: 'E6' })];
    expect(wasDone({ ...none, policies: since }).lines).toMatchObject([{ state: 1, price: null }]);
    const named = wasDone({ ...none, policies: since, client: client('C2', { agentCustomerId: 'A2' }) });
    expect(named.lines).toMatchObject([{ state: 1, price: 97_000, pricePolicyId: '6', erpCode: 'E6', agentCustomerId: 'A2' }]);
  });
});

it('after any acts a plan that was done leaves nothing to do, and nothing that was billed changes', () => {
  const act = fc.oneof(
    fc.record({
      kind: fc.constant('tube' as const),
      at: fc.integer({ min: 0, max: 1 }),
      to: fc.constantFrom(101, 103, 104, 106, 107, 108, 110, 111),
    }),
    fc.record({ kind: fc.constant('task' as const), at: fc.integer({ min: 0, max: 2 }), to: fc.constantFrom(1, 2, 5, 6, 7, 8) }),
    fc.record({ kind: fc.constant('report' as const), at: fc.integer({ min: 0, max: 2 }), to: fc.constantFrom(1, 3, 4, 5, 6, 9) }),
    fc.record({ kind: fc.constant('stop' as const), at: fc.integer({ min: 0, max: 2 }), to: fc.constantFrom(0, 1) }),
    fc.record({ kind: fc.constant('order' as const), at: fc.integer({ min: 0, max: 9 }), to: fc.constantFrom(1, 2, 3, 4) }),
    fc.record({ kind: fc.constant('client' as const), at: fc.integer({ min: 0, max: 2 }), to: fc.constantFrom(0, 1) }),
    fc.record({ kind: fc.constant('commodities' as const), at: fc.integer({ min: 0, max: 2 }), to: fc.constant(0) }),
  );
  const start: LineFacts = facts('2026-06-30', 'NIPT', {
    commodityIds: ['NIPT', 'DEAF'],
    tubes: [0, 1].map((at) => tube('NIPT', { sampleId: `t${at}`, sampleCode: `7000${at}`, labStatus: 101, commodityIds: ['NIPT', 'DEAF'] })),
    tasks: ['NIPT', 'NIPT', 'DEAF'].map((id, at) => ({
      taskId: `k${at}`,
      sampleId: at === 1 ? 't1' : 't0',
      taskState: taskState.waiting,
      commodityIds: [id],
      checkTimeTwo: null,
    })),
    reports: [
      report(1, 'NIPT', { firstIssueTime: null, issueTime: null }),
      report(1, 'DEAF', { reportId: 'p2', firstIssueTime: null, issueTime: null }),
      report(1, 'NIPT', { reportId: 'p3', reportKind: 4, groupKey: 'B1', firstIssueTime: null, issueTime: null }),
    ],
  });
  type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;
  function acted(given: LineFacts, { kind, at, to }: Act): LineFacts {
    const put = <Item extends object>(items: readonly Item[], change: Partial<Item>): Item[] =>
      items.map((item, index) => (index === at ? { ...item, ...change } : item));
    if (kind === 'tube') return { ...given, tubes: put(given.tubes, { labStatus: to as TubeFact['labStatus'] }) };
    if (kind === 'task') return { ...given, tasks: put(given.tasks, { taskState: to as TaskState }) };
    if (kind === 'report') {
      const issued = to === 4 ? { firstIssueTime: '2026-07-05 10:00:00', issueTime: '2026-07-05 10:00:00' } : {};
      return { ...given, reports: put(given.reports, { state: to as ReportState, ...issued }) };
    }
    if (kind === 'stop') return { ...given, stops: [...given.stops.slice(-2), { taskIds: [`k${at}`], isBillable: to as 0 | 1 }] };
    if (kind === 'client') return { ...given, client: client(['C1', 'C2', 'C3'][at]!, { isGiving: to === 1 }) };
    if (kind === 'commodities') return { ...given, commodityIds: [['NIPT'], ['DEAF'], ['NIPT', 'DEAF']][at]! };
    // Orders: in, sent, billed, out again.
    const line = given.lines[at];
    if (!line || !isLiving(line)) return given;
    if (to === 1 && line.state === 2 && !line.isSent) return { ...given, lines: put(given.lines, { state: line.withdrawn ? 9 : line.reported }) };
    if (to === 2 && line.state < 2 && line.price !== null) return { ...given, lines: put(given.lines, { state: 2 }) };
    if (to === 3 && line.state === 2 && line.withdrawn === 0) return { ...given, lines: put(given.lines, { isSent: true }) };
    if (to === 4 && line.state === 2 && line.isSent) return { ...given, lines: put(given.lines, { state: 3 }) };
    return given;
  }
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      let now = wasDone(start);
      for (const one of acts) {
        const before = acted(now, one);
        now = wasDone(before);
        for (const line of before.lines) {
          const after = now.lines.find(({ lineId }) => lineId === line.lineId)!;
          // What was billed by force learns of its report.
          const { reported, auditTime, reportId } = line.reported === 0 ? after : line;
          if (line.state === 3) expect(after).toEqual({ ...line, isCredited: after.isCredited, reported, auditTime, reportId });
          if (line.state === 2) expect([after.price, after.state]).toEqual([line.price, 2]);
          if (line.sign === -1) expect(after).toEqual(line);
        }
        const reds = now.lines.filter(({ sign }) => sign === -1).length;
        expect(reds).toBe(now.lines.filter(({ isCredited }) => isCredited === 1).length);
      }
    }),
    { seed: 11, numRuns: 400 },
  );
});
