import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commands } from '#domain/commands.ts';
import { commonRefusals } from '#domain/kernel/command.ts';
import type { Outcome } from '#domain/kernel/outcome.ts';
import { cancelReceive, receiveSample } from '#domain/lab/labReceive.ts';
import { amendItems } from './amendItems.ts';
import {
  arbiter,
  by,
  clerk1,
  clerk2,
  detailState,
  doubleCommodity,
  genericCommodity,
  reception,
  summaryOf,
  summaryState,
  typedValues,
} from './deskExamples.ts';
import { arbitrateDetail } from './detailArbitrate.ts';
import { correctDetail } from './detailCorrect.ts';
import { enterDetail } from './detailEntry.ts';
import { removeDetail } from './detailRemove.ts';
import { saveHandover } from './handover.ts';
import { signHandover } from './handoverSign.ts';
import { isLegalMove, legalMoves, type LabStatus, type StatusMove } from './sampleStatus.ts';
import { enterSummary } from './summary.ts';
import { rejectSummary } from './summaryReject.ts';

const statuses = Object.keys(legalMoves).map(Number) as LabStatus[];
const status = fc.constantFrom(...statuses);
const user = fc.constantFrom(clerk1, clerk2, arbiter);
const code = 'A26000001';
const tubes = fc
  .array(fc.record({ labStatus: status, isInHandover: fc.boolean() }), { minLength: 1, maxLength: 3 })
  .map((list) => list.map((tube, index) => ({ ...tube, sampleCode: `S${index}` })));
const values = fc
  .record({
    telephone: fc.constantFrom('19900004964', '19900004965', null),
    doctorName: fc.constantFrom('林医生', '凌医生'),
    personName: fc.constantFrom('章晴', null),
  })
  .map((change) => ({ ...typedValues, ...change }));
const unclear = fc.subarray(['personName', 'telephone']);
const pass = (no: 1 | 2) =>
  fc.option(
    fc.record({ author: user, values, unclear }).map(({ author, ...typed }) => ({
      ...typed,
      pass: no,
      revision: 1,
      kind: 1 as const,
      authorId: author.id,
      authorName: author.name,
      enterTime: '2026-11-21 09:00:00',
      form: 'monogenic' as const,
      explained: [],
    })),
    { nil: null },
  );
const entryStates = fc.constantFrom(1, 2, 3, 4, 5, 6) as fc.Arbitrary<1 | 2 | 3 | 4 | 5 | 6>;
const detail = fc
  .record({
    samples: tubes,
    first: pass(1),
    second: pass(2),
    isDoubleEntry: fc.boolean(),
    state: entryStates,
    comparison: fc.option(
      fc.record({
        round: fc.constant(1),
        state: fc.constantFrom(1, 2, 3) as fc.Arbitrary<1 | 2 | 3>,
        fields: fc.subarray(['telephone', 'doctorName', 'personName']),
      }),
      { nil: null },
    ),
  })
  .map(({ isDoubleEntry, state, ...rest }) => detailState({ ...rest, revisions: { 1: 1, 2: 1 }, rounds: 1 }, { isDoubleEntry, entryState: state }));
const handovers = fc.option(
  fc.record({
    handoverId: fc.constant('1'),
    handoverStatus: fc.constantFrom(2, 3) as fc.Arbitrary<2 | 3>,
    actionUserId: fc.constantFrom('1', '2'),
    signUserId: fc.constantFrom('2', null),
    signedBy: fc.constantFrom('孙涛', null),
    signTime: fc.constantFrom('2026-11-21 09:00:00', null),
  }),
  { nil: null },
);
const received = fc
  .record({
    labStatus: status,
    notHandedOver: fc.subarray(['血常规']),
    labCode: fc.constantFrom('L1', null),
    executeLaboratoryId: fc.constantFrom('31', '32'),
  })
  .map((tube) => ({
    sampleCode: 'S1',
    requisitionCode: code,
    receivedBy: null,
    labReceiveTime: null,
    rejectReason: null,
    executeLaboratoryName: '沪江检验所',
    ...tube,
  }));
const scope = fc.constantFrom(null, ['31']);

/** Every command with states and inputs at random: what it answers, by name. */
const steps: readonly { readonly name: string; readonly outcome: fc.Arbitrary<Outcome<unknown>> }[] = [
  {
    name: enterSummary.name,
    outcome: fc
      .record({
        isKnown: fc.boolean(),
        isSame: fc.boolean(),
        isRejected: fc.boolean(),
        isTaken: fc.boolean(),
        isDisable: fc.constantFrom(0, 1),
        personName: fc.constantFrom('章晴', ''),
      })
      .map((given) =>
        enterSummary.decide(
          {
            ...summaryState,
            existing: given.isKnown ? { by: '李芳', at: '2026-11-21 09:00:00', isSame: given.isSame, isRejected: given.isRejected } : null,
            taken: given.isTaken ? [{ sampleCode: 'S', requisitionCode: 'R', by: 'x', at: 'y' }] : [],
            commodities: [{ ...genericCommodity, isDisable: given.isDisable }],
          },
          summaryOf({ personName: given.personName }),
          by(reception),
        ),
      ),
  },
  {
    name: rejectSummary.name,
    outcome: fc
      .record({
        isKnown: fc.boolean(),
        samples: fc.array(
          fc.record({
            sampleCode: fc.constantFrom('S1', 'S2'),
            labStatus: status,
            isInHandover: fc.boolean(),
            rejected: fc.option(fc.record({ by: fc.constant('李芳'), at: fc.constant('t'), code: fc.constantFrom('REJ01', 'REJ05') }), { nil: null }),
          }),
          { maxLength: 3 },
        ),
        takenBy: fc.constantFrom(null, null, 'A25'),
      })
      .map((state) =>
        rejectSummary.decide(
          state,
          { requisitionCode: code, sampleCode: null, rejectCode: 'REJ01', rejectReason: '无标签', measure: 1 },
          by(reception),
        ),
      ),
  },
  {
    name: amendItems.name,
    outcome: fc
      .record({
        samples: tubes,
        wanted: fc.subarray(['11', '12'], { minLength: 1 }),
        passes: fc.subarray([1, 2] as (1 | 2)[]),
        handed: fc.subarray(['11', '12']),
        state: entryStates,
        isDoubleEntry: fc.boolean(),
        isKnown: fc.boolean(),
      })
      .map(({ samples, wanted, passes, handed, state, isDoubleEntry, isKnown }) =>
        amendItems.decide(
          {
            samples,
            passes,
            handedCommodityIds: handed,
            commodities: [genericCommodity, doubleCommodity],
            requisition: isKnown ? { commodityIds: ['11'], entryForm: 'nomal', isDoubleEntry, isDoubleByClient: false, entryState: state } : null,
          },
          { requisitionCode: code, commodityIds: wanted, reason: '加做' },
          by(reception),
        ),
      ),
  },
  {
    name: enterDetail.name,
    outcome: fc
      .record({
        state: detail,
        who: user,
        no: fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>,
        values,
        unclear,
        form: fc.constantFrom('monogenic', 'nomal') as fc.Arbitrary<'monogenic' | 'nomal'>,
      })
      .map(({ state, who, no, ...typed }) => enterDetail.decide(state, { requisitionCode: code, pass: no, reasons: {}, ...typed }, by(who))),
  },
  {
    name: correctDetail.name,
    outcome: fc
      .record({ state: detail, who: user, phone: fc.constantFrom('19900004964', '1') })
      .map(({ state, who, phone }) => correctDetail.decide(state, { requisitionCode: code, values: { telephone: phone }, reasons: {} }, by(who))),
  },
  {
    name: arbitrateDetail.name,
    outcome: fc
      .record({
        state: detail,
        who: user,
        choice: fc.constantFrom(1, 2, 3) as fc.Arbitrary<1 | 2 | 3>,
        fields: fc.subarray(['telephone', 'doctorName', 'personName']),
      })
      .map(({ state, who, choice, fields }) =>
        arbitrateDetail.decide(state, { requisitionCode: code, reasons: {}, decisions: fields.map((field) => ({ field, choice })) }, by(who)),
      ),
  },
  {
    name: removeDetail.name,
    outcome: fc
      .record({ state: detail, no: fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2> })
      .map(({ state, no }) => removeDetail.decide(state, { requisitionCode: code, pass: no, reason: '录错' }, by(arbiter))),
  },
  {
    name: saveHandover.name,
    outcome: fc
      .record({ labStatus: status, isOfCommodity: fc.boolean(), commodityName: fc.constantFrom('血常规', null) })
      .map(({ commodityName, ...item }) =>
        saveHandover.decide(
          { existing: null, commodityName, items: [{ sampleCode: 'S1', taken: null, ...item }] },
          { handoverKey: 'k', commodityId: '11', sampleCodes: ['S1'] },
          by(reception),
        ),
      ),
  },
  {
    name: signHandover.name,
    outcome: fc
      .record({
        handover: handovers,
        signer: fc.constantFrom(
          { state: 'known', id: '2', name: '孙涛', isAllowed: true } as const,
          { state: 'known', id: '3', name: '赵磊', isAllowed: false } as const,
          { state: 'wrong' } as const,
          { state: 'unchecked' } as const,
        ),
        labStatus: status,
      })
      .map(({ labStatus, ...state }) =>
        signHandover.decide(
          { ...state, items: [{ sampleCode: 'S1', labStatus }] },
          { handoverKey: 'k', signAccount: 'lab', signPassword: 'x' },
          by(reception),
        ),
      ),
  },
  {
    name: receiveSample.name,
    outcome: fc
      .record({ samples: fc.array(received, { maxLength: 2 }), laboratoryIds: scope })
      .map((state) => receiveSample.decide(state, { code: 'S1', inputMode: 'scan' }, by(reception))),
  },
  {
    name: cancelReceive.name,
    outcome: fc
      .record({ sample: fc.option(received, { nil: null }), hasWork: fc.boolean(), laboratoryIds: scope })
      .map(({ sample, hasWork, laboratoryIds }) => ({ sample: sample && { ...sample, hasWork }, laboratoryIds }))
      .map((state) => cancelReceive.decide(state, { sampleCode: 'S1', reason: '扫错' }, by(reception))),
  },
];

describe.each(steps)('$name', ({ name, outcome }) => {
  const command = commands.find((known) => known.name === name);
  it('never leaves the table of legal moves', () => {
    fc.assert(
      fc.property(outcome, (given) => {
        const moves = given.accepted ? ((given.change as { moves?: readonly StatusMove[] }).moves ?? []) : [];
        return moves.every(isLegalMove) && !(given.accepted && given.repeat && moves.some(({ from }) => from !== null));
      }),
      { numRuns: 500 },
    );
  });
  it('says no only with a sentence of its own, and is really tried both ways', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(outcome, (given) => {
        seen.add(given.accepted ? 'yes' : given.code);
        return given.accepted || given.code in (command?.refusals ?? {}) || given.code in commonRefusals;
      }),
      // The same states each time: a rare yes must not be missed by chance.
      { numRuns: 2000, seed: 1 },
    );
    expect(seen.size).toBeGreaterThan(1);
    expect(seen).toContain('yes');
  });
});

it('lets nobody make both passes of a requisition', () => {
  fc.assert(
    fc.property(detail, user, fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>, values, (state, who, no, typed) => {
      const other = no === 1 ? state.second : state.first;
      const own = no === 1 ? state.first : state.second;
      const outcome = enterDetail.decide(
        state,
        { requisitionCode: code, pass: no, form: 'monogenic', values: typed, unclear: [], reasons: {} },
        by(who),
      );
      return !(outcome.accepted && !outcome.repeat && other?.authorId === who.id) || own?.authorId === who.id;
    }),
    { numRuns: 500 },
  );
});
