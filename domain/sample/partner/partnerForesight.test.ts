import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BindState, CodeBind } from '#domain/code/bindCode.ts';
import { foreseeing } from '#domain/kernel/foresight.ts';
import { expectedState } from '#domain/op/expected.ts';
import { by, reception, summaryState } from '../deskExamples.ts';
import type { SummaryFacts } from '../summaryForesight.ts';
import { partnerReceiveInput, type ExpectedLine } from './partnerInput.ts';
import {
  isToBind,
  partnerReceive,
  plannedReception,
  receiveDeafness,
  receiveShangning,
  type PartnerFacts,
  type PartnerReceiveState,
} from './partnerReceive.ts';

const now = '2026-11-21 10:00:00';
const acting = by(reception, now, now);
const arrived = { requisitionId: '9', requisitionCode: 'A26000001', sampleCode: 'A26000001', by: '王敏', at: '2026-11-21 09:30:00' };
const line = fc.record({
  state: fc.constantFrom(expectedState.due, expectedState.due, expectedState.due, expectedState.cancelled),
  barCode: fc.constantFrom('A26000001', 'A26000001', null),
  boundCode: fc.constantFrom(null, 'A26000001'),
  sendSampleClientId: fc.constantFrom('41', '41', '41', null),
  commodityIds: fc.constantFrom(['11'], ['11'], ['11'], []),
  sex: fc.constantFrom('1', '1', '1', 'x'),
  isArrived: fc.constantFrom(false, false, false, true),
});
/** What the server holds of a partner's announcements under one code, and the scan. */
const world = fc.record({
  lines: fc.array(line, { minLength: 0, maxLength: 2 }),
  barCode: fc.constantFrom(null, 'A26000001', 'A26000001', 'A26000002'),
  reasons: fc.constantFrom({}, { state: '仍要接收' }),
  existing: fc.constantFrom(null, null, { by: '王敏', at: '2026-11-21 09:30:00', isSame: false, isRejected: false }),
  isClientDisabled: fc.boolean(),
  isForeign: fc.boolean(),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

const linesOf = ({ lines }: World): readonly ExpectedLine[] =>
  lines.map(({ isArrived, sex, ...one }, index) => ({
    ...one,
    expectedId: String(index),
    thirdpartyBarCode: 'HB001',
    laboratoryId: '31',
    courierNumber: null,
    values: { personName: '章晴', sex, age: 30, samplingTime: '2026-11-21 08:00:00' },
    closeReason: one.state === expectedState.cancelled ? '客户取消' : null,
    arrived: isArrived ? arrived : null,
  }));
const inputOf = ({ barCode, reasons }: World) =>
  partnerReceiveInput.parse({ thirdpartyBarCode: 'HB001', barCode, tube: { sampleClassId: '21', sampleQuantity: 1 }, reasons });
const bind = {
  bindId: '5',
  barCode: 'A26000001',
  thirdpartyBarCode: 'HB001',
  sendSampleClientId: '41',
} as CodeBind;
/** The two codes belong together already; or ours is another laboratory's. */
const bound: BindState = { own: bind, their: bind, knownClient: null, namedClient: null, rules: [], styles: [], isForeign: false };
const foreign: BindState = { ...bound, own: null, their: null, isForeign: true };
/** A code that is bound is nobody else's. */
const bindOf = ({ isForeign, lines }: World): BindState => (isForeign && lines.every(({ boundCode }) => boundCode === null) ? foreign : bound);
const isDisable = ({ isClientDisabled }: World): 0 | 1 => (isClientDisabled ? 1 : 0);

/** As the server reads its tables. */
function serverState(one: World, bind: PartnerReceiveState['bind']): PartnerReceiveState {
  const lines = linesOf(one);
  const planned = plannedReception({ lines }, inputOf(one));
  if (!planned) return { lines, bind: null, summary: null };
  return {
    lines,
    bind: isToBind(planned.line) ? bind : null,
    summary: { ...summaryState, existing: one.existing, client: { ...summaryState.client!, isDisable: isDisable(one) } },
  };
}
function fullFacts(one: World): PartnerFacts {
  const commodity = { commodityId: '11', commodityCode: 'CBC01', commodityName: '血常规五分类', entryForm: 'nomal', sampleClassIds: ['21'] };
  const summary: SummaryFacts = {
    client: { clientId: '41', clientName: '青禾市第一人民医院', isDisable: isDisable(one) },
    laboratory: { laboratoryId: '31', laboratoryName: '沪江检验所' },
    commodities: [commodity],
    sampleClasses: [{ classId: '21', className: 'EDTA全血', isDisable: 0 }],
    laboratoryCommodities: [],
    looked: { earlier: [] },
    existing: one.existing,
    taken: [],
  };
  return { lines: linesOf(one), summary };
}

describe.each([
  ['any partner', (one: World, facts: PartnerFacts) => foreseeing(partnerReceive, { ...inputOf(one), partner: 'customer' as const }, facts, acting)],
  ['deafness screening', (one: World, facts: PartnerFacts) => foreseeing(receiveDeafness, inputOf(one), facts, acting)],
  ['Shangning', (one: World, facts: PartnerFacts) => foreseeing(receiveShangning, inputOf(one), facts, acting)],
])('a reception for %s', (_name, foreseen) => {
  it('foresees with full knowledge what the server decides, to the last field', () => {
    const seen = { refused: 0, taken: 0 };
    fc.assert(
      fc.property(world, (one) => {
        // Whether two codes may be bound no desk can know.
        fc.pre(one.lines.every(({ barCode }) => barCode !== null));
        const { outcome, unknown } = foreseen(one, fullFacts(one));
        expect(unknown).toEqual([]);
        expect(outcome).toEqual(partnerReceive.decide(serverState(one, null), { ...inputOf(one), partner: 'customer' }, acting));
        seen[outcome.accepted ? 'taken' : 'refused'] += 1;
      }),
      { seed: 7, numRuns: 2000 },
    );
    expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(100);
  });

  it('never says the contrary with less: what it refuses is refused, and what it lacks it names', () => {
    const lacks = fc.record({ list: fc.boolean(), client: fc.boolean(), existing: fc.boolean() });
    let open = 0;
    fc.assert(
      fc.property(world, lacks, (one, isLacking) => {
        const full = fullFacts(one);
        const summary = full.summary && {
          ...full.summary,
          client: isLacking.client ? undefined : full.summary.client,
          existing: isLacking.existing && one.existing ? undefined : one.existing,
        };
        const { outcome, unknown } = foreseen(one, { lines: isLacking.list ? null : full.lines, summary });
        const server = partnerReceive.decide(serverState(one, bindOf(one)), { ...inputOf(one), partner: 'customer' }, acting);
        if (!outcome.accepted) expect(server.accepted).toBe(false);
        // What cannot be told is no repeat: it would not be sent.
        if (isLacking.list) expect(outcome.accepted && !outcome.repeat).toBe(true);
        if (outcome.accepted && !server.accepted) {
          open += 1;
          expect(unknown.length).toBeGreaterThan(0);
        }
      }),
      { seed: 7, numRuns: 2000 },
    );
    expect(open).toBeGreaterThan(50);
  });
});
