import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foreseeing } from '#domain/kernel/foresight.ts';
import { by, reception, summaryOf } from './deskExamples.ts';
import { enterSummary } from './summary.ts';
import type { EnteredCommodity, SummaryState } from './summaryState.ts';
import type { SummaryFacts } from './summaryForesight.ts';

const now = '2026-11-21 10:00:00';
const acting = by(reception, now, now);
const bit = fc.integer({ min: 0, max: 1 });

/** A world: what the server's tables hold for one reception, and the reception. */
const world = fc.record({
  client: fc.record({ isDisable: bit, credentialRequired: bit, telephoneRequired: bit, doubleEntry: bit }),
  commodities: fc.array(
    fc.record({
      isDisable: fc.constantFrom(0, 0, 0, 1),
      entryForm: fc.constantFrom('nomal', 'nipt', 'deaf'),
      doubleEntry: bit,
      coldChain: bit,
      executeType: fc.constantFrom(1, 2),
      holdingHours: fc.constantFrom(null, 1, 48),
      minVolume: fc.constantFrom(null, '2.5'),
      sampleClassIds: fc.constantFrom([], ['21'], ['22']),
      laboratoryIds: fc.constantFrom([], ['31'], ['31', '32'], ['32']),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  classDisable: fc.constantFrom(0, 0, 1),
  existing: fc.constantFrom(
    null,
    null,
    null,
    { isSame: true, isRejected: false },
    { isSame: false, isRejected: false },
    { isSame: false, isRejected: true },
  ),
  isTaken: fc.constantFrom(false, false, false, true),
  earlier: fc.constantFrom([], [{ requisitionCode: 'A25000009', personName: '章晴', entryTime: '2026-11-20 08:00:00' }]),
  input: fc.record({
    telephone: fc.constantFrom(null, '13800000000'),
    arrivalTemperature: fc.constantFrom(null, 4),
    samplingTime: fc.constantFrom('2026-11-21 09:00:00', '2026-11-20 09:00:00', '2026-11-10 09:00:00'),
    volume: fc.constantFrom(null, 1, 5),
    testTubeNumber: fc.constantFrom(null, 'G1'),
    reasons: fc.constantFrom({}, { 'R-02': '已核实' }, { 'R-08': '新申请', 'R-02': '已核实' }),
  }),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

const inputOf = ({ input, commodities }: World) =>
  summaryOf({
    ...input,
    commodityIds: commodities.map((_one, index) => String(11 + index)),
    tubes: [{ sampleCode: '026000001', sampleClassId: '21', sampleQuantity: 1, sampleVolume: input.volume, testTubeNumber: input.testTubeNumber }],
  });

const first = { by: '王敏', at: '2026-11-21 09:30:00' };
const existingOf = ({ existing }: World): SummaryState['existing'] => existing && { ...first, ...existing };
const takenOf = ({ isTaken }: World): SummaryState['taken'] => (isTaken ? [{ ...first, sampleCode: '026000001', requisitionCode: 'A26000009' }] : []);

/** As the server reads its tables. */
function serverState(one: World): SummaryState {
  return {
    existing: existingOf(one),
    taken: takenOf(one),
    client: {
      clientName: '青禾市第一人民医院',
      isDisable: one.client.isDisable,
      isCredentialRequired: one.client.credentialRequired === 1,
      isTelephoneRequired: one.client.telephoneRequired === 1,
      isDoubleEntry: one.client.doubleEntry === 1,
    },
    laboratory: { laboratoryName: '沪江检验所', isAllowed: true },
    commodities: one.commodities.map((commodity, index): EnteredCommodity => ({
      commodityId: String(11 + index),
      commodityCode: `P${index}`,
      commodityName: `产品${index}`,
      isDisable: commodity.isDisable,
      entryForm: commodity.entryForm as EnteredCommodity['entryForm'],
      isDoubleEntry: commodity.doubleEntry === 1,
      isColdChain: commodity.coldChain === 1,
      executeType: commodity.executeType,
      ...(commodity.sampleClassIds.length > 0 ? { sampleClassIds: commodity.sampleClassIds } : {}),
      ...(commodity.laboratoryIds.length > 0 ? { laboratoryIds: commodity.laboratoryIds } : {}),
      ...(commodity.holdingHours === null ? {} : { holdingHours: commodity.holdingHours }),
      ...(commodity.minVolume === null ? {} : { minimumVolume: Number(commodity.minVolume) }),
    })),
    sampleClasses: [{ classId: '21', className: 'EDTA全血', isDisable: one.classDisable }],
    looked: { earlier: one.earlier, requisitionState: 'usable', tubeStates: { '026000001': 'usable' } },
  };
}

/** As a desk has it: rows of the wire. */
function fullFacts(one: World): SummaryFacts {
  return {
    client: { clientId: '41', clientName: '青禾市第一人民医院', ...one.client },
    laboratory: { laboratoryId: '31', laboratoryName: '沪江检验所' },
    commodities: one.commodities.map((commodity, index) => ({
      ...commodity,
      commodityId: String(11 + index),
      commodityCode: `P${index}`,
      commodityName: `产品${index}`,
    })),
    sampleClasses: [{ classId: '21', className: 'EDTA全血', isDisable: one.classDisable }],
    laboratoryCommodities: one.commodities.flatMap(({ laboratoryIds }, index) =>
      laboratoryIds.map((laboratoryId) => ({ laboratoryId, commodityId: String(11 + index), isDisable: 0 })),
    ),
    looked: { earlier: one.earlier, requisitionState: 'usable', tubeStates: { '026000001': 'usable' } },
    existing: existingOf(one),
    taken: takenOf(one),
  };
}

const decided = (one: World) => enterSummary.decide(serverState(one), inputOf(one), acting);
const foreseen = (one: World, facts: SummaryFacts) => foreseeing(enterSummary, inputOf(one), facts, acting);

it('foresees with full knowledge what the server decides, to the last field', () => {
  let refusals = 0;
  fc.assert(
    fc.property(world, (one) => {
      const { outcome, unknown } = foreseen(one, fullFacts(one));
      expect(unknown).toEqual([]);
      expect(outcome).toEqual(decided(one));
      if (!outcome.accepted) refusals += 1;
    }),
    { seed: 7, numRuns: 2000 },
  );
  expect(refusals).toBeGreaterThan(100);
});

it('never says the contrary with less: what it refuses is refused, and what it lacks it names', () => {
  const lacking = fc.record({
    client: fc.boolean(),
    commodities: fc.boolean(),
    classes: fc.boolean(),
    earlier: fc.boolean(),
    others: fc.boolean(),
    existing: fc.boolean(),
  });
  let open = 0;
  fc.assert(
    fc.property(world, lacking, (one, lacks) => {
      const full = fullFacts(one);
      const { earlier: _earlier, ...lookedElse } = full.looked;
      const { outcome, unknown } = foreseen(one, {
        ...full,
        client: lacks.client ? undefined : full.client,
        commodities: lacks.commodities ? full.commodities.slice(1) : full.commodities,
        sampleClasses: lacks.classes ? [] : full.sampleClasses,
        // A person limited to laboratories has the rows of these alone.
        laboratoryCommodities: lacks.others
          ? full.laboratoryCommodities.filter(({ laboratoryId }) => laboratoryId === '31')
          : full.laboratoryCommodities,
        looked: lacks.earlier ? lookedElse : full.looked,
        // Known to be there, not whether it is the same.
        existing: lacks.existing && full.existing ? undefined : full.existing,
      });
      const server = decided(one);
      if (!outcome.accepted) expect(server.accepted).toBe(false);
      if (outcome.accepted && !server.accepted) {
        open += 1;
        expect(lacks.others || unknown.length > 0).toBe(true);
      }
    }),
    { seed: 7, numRuns: 2000 },
  );
  expect(open).toBeGreaterThan(50);
});
