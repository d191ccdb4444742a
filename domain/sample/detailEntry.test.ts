import { describe, expect, it } from 'vitest';
import type { ActingUser } from '#domain/kernel/command.ts';
import { arbiter, by, clerk1, clerk2, detailState, typedValues } from './deskExamples.ts';
import { arbitrateDetail, arbitrateInput } from './detailArbitrate.ts';
import { correctDetail, correctInput } from './detailCorrect.ts';
import { enterDetail } from './detailEntry.ts';
import { detailInput } from './detailInput.ts';
import { removeDetail } from './detailRemove.ts';
import type { DetailChange, DetailState } from './detailState.ts';
import { comparisonState, entryState } from './entryState.ts';

const enter = (
  state: DetailState,
  pass: 1 | 2,
  user: ActingUser,
  values: Record<string, unknown> = typedValues,
  more: Record<string, unknown> = {},
) =>
  enterDetail.decide(
    state,
    detailInput.parse({ requisitionCode: 'A26000001', pass, form: state.requisition?.entryForm ?? 'nomal', values, ...more }),
    by(user),
  );
const correct = (state: DetailState, user: ActingUser, values: Record<string, unknown>) =>
  correctDetail.decide(state, correctInput.parse({ requisitionCode: 'A26000001', values }), by(user));
const arbitrate = (state: DetailState, user: ActingUser, decisions: unknown[]) =>
  arbitrateDetail.decide(state, arbitrateInput.parse({ requisitionCode: 'A26000001', decisions }), by(user));

/** The state after an accepted change, as the server would load it. */
function after(state: DetailState, outcome: { accepted: boolean; change?: DetailChange }, user: ActingUser): DetailState {
  if (!outcome.accepted || !outcome.change || !state.requisition) throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
  const { pass, comparison, entryState: reached, moves } = outcome.change;
  const record = pass && pass.kind !== 4 ? { ...pass, authorId: user.id, authorName: user.name, enterTime: '2026-11-21 10:00:00' } : null;
  return {
    ...state,
    requisition: { ...state.requisition, entryState: reached },
    samples: state.samples.map((sample) => ({
      ...sample,
      labStatus: moves.find(({ sampleCode }) => sampleCode === sample.sampleCode)?.to ?? sample.labStatus,
    })),
    ...(pass?.pass === 1 ? { first: record } : pass?.pass === 2 ? { second: record } : {}),
    revisions: pass ? { ...state.revisions, [pass.pass]: pass.revision } : state.revisions,
    comparison: comparison
      ? comparison.state === comparisonState.withdrawn
        ? null
        : { round: comparison.round, state: comparison.state, fields: (comparison.differences ?? []).map(({ field }) => field) }
      : state.comparison,
    rounds: comparison?.round ?? state.rounds,
  };
}
const differing = { ...typedValues, telephone: '19900004965', doctorName: '凌医生' };

describe('one pass', () => {
  it('takes a single entry from 101 to 103', () => {
    const outcome = enter(detailState({}, { isDoubleEntry: false }), 1, clerk1);
    expect(outcome).toMatchObject({
      accepted: true,
      change: { entryState: entryState.settled, moves: [{ from: 101, to: 103 }], merged: { personName: '章晴' } },
    });
  });
  it('waits for the other pass, whichever comes first', () => {
    for (const pass of [1, 2] as const)
      expect(enter(detailState(), pass, clerk1)).toMatchObject({
        accepted: true,
        change: { entryState: entryState.waiting, moves: [], merged: null },
      });
  });
  it('refuses what is not received, closed, of another form, or a second pass nobody asked for', () => {
    expect(enter({ ...detailState(), requisition: null }, 1, clerk1)).toMatchObject({ code: 'detail.notFound' });
    expect(enter(detailState({ samples: [{ sampleCode: '026000001', labStatus: 111, isInHandover: false }] }), 1, clerk1)).toMatchObject({
      code: 'detail.closed',
    });
    expect(enter(detailState(), 1, clerk1, typedValues, { form: 'nipt' })).toMatchObject({ kind: 'conflict', code: 'detail.formDiffers' });
    expect(enter(detailState({}, { isDoubleEntry: false }), 2, clerk1)).toMatchObject({ code: 'detail.singleOnly' });
  });
  it('names missing fields, and what was ordered otherwise', () => {
    expect(enter(detailState(), 1, clerk1, { ...typedValues, personName: '' })).toMatchObject({
      code: 'command.badInput',
      problems: [{ field: 'personName' }],
    });
    expect(enter(detailState(), 1, clerk1, { ...typedValues, commodityIds: ['99'] })).toMatchObject({
      code: 'command.badInput',
      problems: [{ field: 'commodityIds' }],
    });
  });
});

describe('the second person', () => {
  const one = after(detailState(), enter(detailState(), 1, clerk1), clerk1);
  it('may not be the first', () => {
    expect(enter(one, 2, clerk1)).toMatchObject({ kind: 'refused', code: 'detail.samePerson' });
  });
  it('settles what is equal after normalising', () => {
    const outcome = enter(one, 2, clerk2, { ...typedValues, doctorName: ' 林医生 ', age: '33', samplingTime: '2026-11-20 12:00:00' });
    expect(outcome).toMatchObject({ accepted: true, change: { entryState: entryState.settled, moves: [{ to: 103 }], comparison: null } });
  });
  it('is compared also when they come first', () => {
    const two = after(detailState(), enter(detailState(), 2, clerk2), clerk2);
    expect(enter(two, 1, clerk1, differing)).toMatchObject({
      change: { entryState: entryState.pendingCorrection, comparison: { round: 1, differences: [{ field: 'telephone' }, { field: 'doctorName' }] } },
    });
  });
  it('meets who did this pass before, and a repeat of their own', () => {
    expect(enter(one, 1, clerk2)).toMatchObject({ kind: 'conflict', code: 'detail.alreadyEntered', params: { by: '陈静' } });
    expect(enter(one, 1, clerk1)).toMatchObject({ accepted: true, repeat: true });
    expect(enter(one, 1, clerk1, differing)).toMatchObject({ kind: 'conflict', code: 'detail.alreadyEntered' });
  });
});

describe('differences', () => {
  const one = after(detailState(), enter(detailState(), 1, clerk1), clerk1);
  const two = after(one, enter(one, 2, clerk2, differing), clerk2);
  it('go to the second clerk once, for the differing fields alone', () => {
    expect(correct(two, clerk1, {})).toMatchObject({ code: 'detail.notYours' });
    expect(correct(two, clerk2, { personName: '章情' })).toMatchObject({ code: 'detail.notDiffering' });
    const settled = correct(two, clerk2, { telephone: '19900004964', doctorName: '林医生' });
    expect(settled).toMatchObject({
      accepted: true,
      change: { entryState: entryState.settled, moves: [{ to: 103 }], pass: { pass: 2, revision: 2 } },
    });
    const half = after(two, correct(two, clerk2, { telephone: '19900004964' }), clerk2);
    expect(half.requisition?.entryState).toBe(entryState.pendingArbitration);
    expect(half.comparison?.fields).toEqual(['doctorName']);
    expect(correct(half, clerk2, { doctorName: '林医生' })).toMatchObject({ kind: 'conflict', code: 'detail.notPendingCorrection' });
  });
  it('are decided by a third person, field by field', () => {
    const open = after(two, correct(two, clerk2, {}), clerk2);
    const choices = [
      { field: 'telephone', choice: 1 },
      { field: 'doctorName', choice: 2 },
    ];
    expect(arbitrate(two, arbiter, choices)).toMatchObject({ code: 'detail.notPendingArbitration' });
    for (const clerk of [clerk1, clerk2]) expect(arbitrate(open, clerk, choices)).toMatchObject({ code: 'detail.ownPass' });
    expect(arbitrate(open, arbiter, [choices[0]])).toMatchObject({ code: 'detail.decisionMissing', problems: [{ field: 'doctorName' }] });
    expect(arbitrate(open, arbiter, [{ field: 'telephone', choice: 3, value: '19900000001' }, choices[1]])).toMatchObject({
      code: 'detail.decisionMissing',
      problems: [{ field: 'telephone' }],
    });
    expect(arbitrate(open, arbiter, choices)).toMatchObject({
      accepted: true,
      change: { entryState: entryState.settled, pass: null, merged: { telephone: '19900004964', doctorName: '凌医生' }, moves: [{ to: 103 }] },
    });
    expect(arbitrate(open, arbiter, [{ field: 'telephone', choice: 3, value: '19900000001', reason: '电话核实' }, choices[1]])).toMatchObject({
      change: { merged: { telephone: '19900000001' } },
    });
    expect(arbitrate(open, arbiter, [{ field: 'telephone', choice: 3, value: '123', reason: '电话核实' }, choices[1]])).toMatchObject({
      accepted: false,
    });
  });
});

describe('illegible fields', () => {
  const single = detailState({}, { isDoubleEntry: false });
  const blurred = { ...typedValues, personName: null };
  it('keep the requisition from 103 until their author fills them, and nothing else', () => {
    const outcome = enter(single, 1, clerk1, blurred, { unclear: ['personName'] });
    expect(outcome).toMatchObject({ accepted: true, change: { entryState: entryState.unclear, moves: [], merged: null } });
    const held = after(single, outcome, clerk1);
    expect(enter(held, 1, clerk1, { ...typedValues, telephone: '19900004999' })).toMatchObject({ code: 'detail.alreadyEntered' });
    expect(enter(held, 1, clerk2)).toMatchObject({ code: 'detail.alreadyEntered' });
    expect(enter(held, 1, clerk1)).toMatchObject({
      accepted: true,
      change: { entryState: entryState.settled, pass: { revision: 2 }, moves: [{ to: 103 }] },
    });
  });
});

describe('a withdrawn pass', () => {
  const one = after(detailState(), enter(detailState(), 1, clerk1), clerk1);
  const done = after(one, enter(one, 2, clerk2), clerk2);
  const remove = (state: DetailState, pass: 1 | 2) =>
    removeDetail.decide(state, { requisitionCode: 'A26000001', pass, reason: '录错申请单' }, by(arbiter));
  it('takes 103 back to 101 and leaves the other pass', () => {
    const outcome = remove(done, 2);
    expect(outcome).toMatchObject({
      accepted: true,
      change: { entryState: entryState.waiting, pass: { pass: 2, revision: 2, kind: 4 }, moves: [{ from: 103, to: 101 }] },
    });
    const open = after(done, outcome, arbiter);
    expect(open.second).toBeNull();
    expect(enter(open, 2, clerk2)).toMatchObject({ accepted: true, change: { entryState: entryState.settled, pass: { revision: 3 } } });
  });
  it('is not to be had once the tube has gone on', () => {
    const moved = (labStatus: 103 | 104, isInHandover: boolean): DetailState => ({
      ...done,
      samples: [{ sampleCode: '026000001', labStatus, isInHandover }],
    });
    expect(remove(moved(104, true), 1)).toMatchObject({ code: 'detail.removeTooLate' });
    expect(remove(moved(103, true), 1)).toMatchObject({ code: 'detail.removeInHandover' });
    expect(remove(detailState(), 1)).toMatchObject({ code: 'detail.nothingToRemove' });
  });
});
