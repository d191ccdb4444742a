import { describe, expect, it } from 'vitest';
import { check, tally, type DeskEnd, type DeskRow, type Ending, type Law, type LedgerRow, type Told } from './checker.ts';

const deviceId = 'desk-1';
const row = (seq: number, change: Partial<DeskRow> = {}): DeskRow => ({
  opId: `act-${seq}`,
  seq,
  rank: seq,
  authorId: 'ann',
  lanes: ['req:A'],
  dependsOn: [],
  state: 'acked',
  heldBy: null,
  blockedBy: null,
  receipt: { status: 'applied', serverSeq: String(seq) },
  supersededBy: null,
  discard: null,
  ...change,
});
const answer = (seq: number, change: Partial<LedgerRow> = {}): LedgerRow => ({
  opId: `act-${seq}`,
  deviceId,
  seq,
  authorId: 'ann',
  status: 'applied',
  order: seq,
  ...change,
});
const said = (seq: number, how: 'ok' | 'fail' | 'unknown' = 'ok', authorId = 'ann'): Told[] => [
  { kind: 'invoke', opId: `act-${seq}`, authorId, deviceId },
  { kind: how, opId: `act-${seq}` },
];
const nobodyLooked: DeskEnd = { deviceId, highestSeq: 0, rows: [], gaps: [], shown: null, emptiedMs: null };

interface Story {
  readonly told: readonly Told[];
  readonly ending: Ending;
}
function story(told: readonly Told[], rows: readonly DeskRow[], ledger: readonly LedgerRow[], more: Partial<Ending & DeskEnd> = {}): Story {
  const { effects, leaks = [], ...desk } = more;
  const written = effects ?? ledger.filter(({ status }) => status === 'applied').map(({ opId }) => opId);
  const highestSeq = Math.max(0, ...rows.map(({ seq }) => seq), ...ledger.map(({ seq }) => seq));
  return { told, ending: { ledger, effects: written, leaks, desks: [{ ...nobodyLooked, highestSeq, rows, ...desk }] } };
}
const tray = (seq: number, change: Partial<DeskRow> = {}): DeskRow =>
  row(seq, { state: 'rejected', receipt: { status: 'refused', serverSeq: String(seq) }, ...change });
const refused = (seq: number): LedgerRow => answer(seq, { status: 'refused' });

/** Each law with what keeps it and what breaks it. */
const cases: readonly [law: Law, what: string, good: Story, bad: Story][] = [
  [
    'L1',
    'a saved act that vanished',
    story([...said(1), ...said(2)], [row(1), row(2)], [answer(1), answer(2)]),
    story([...said(1), ...said(2)], [row(1)], [answer(1)], { highestSeq: 1 }),
  ],
  ['L1', 'a refusal nobody was told of', story(said(1), [tray(1)], [refused(1)]), story(said(1), [], [refused(1)])],
  ['L1', 'an act that counts as sent and is not there', story(said(1), [], [answer(1)]), story(said(1), [row(1)], [], { effects: [] })],
  ['L1', 'a refusal that counts as sent', story(said(1), [tray(1)], [refused(1)]), story(said(1), [row(1)], [refused(1)])],
  [
    'L1',
    'a discard without a reason',
    story(said(1), [row(1, { state: 'discarded', discard: { reason: '重复录入' } })], [refused(1)]),
    story(said(1), [row(1, { state: 'discarded', discard: { reason: '' } })], [refused(1)]),
  ],
  [
    'L1',
    'an act replaced by nothing',
    story([...said(1), ...said(2)], [row(1, { state: 'superseded', supersededBy: 'act-2' }), row(2, { rank: 1 })], [refused(1), answer(2)]),
    story(said(1), [row(1, { state: 'superseded', supersededBy: 'act-2' })], [refused(1)]),
  ],
  [
    'L2',
    'an unknown act answered twice',
    story([...said(1, 'unknown'), ...said(2, 'unknown')], [row(1)], [answer(1)]),
    story(said(1, 'unknown'), [row(1)], [answer(1), answer(1, { order: 2 })], { effects: ['act-1'] }),
  ],
  [
    'L2',
    'an act done twice under one answer',
    story(said(1), [row(1)], [answer(1)]),
    story(said(1), [row(1)], [answer(1)], { effects: ['act-1', 'act-1'] }),
  ],
  [
    'L2',
    'an act that was called not saved and was sent',
    story([...said(1, 'fail'), ...said(1, 'ok')], [row(1)], [answer(1)]),
    story(said(1, 'fail'), [row(1)], [answer(1)]),
  ],
  [
    'L3',
    'an answer without its rows',
    story(said(1), [tray(1)], [refused(1)], { effects: [] }),
    story(said(1), [row(1)], [answer(1)], { effects: [] }),
  ],
  [
    'L3',
    'rows without an answer',
    story(said(1), [row(1)], [answer(1)]),
    story(said(1), [row(1, { state: 'pending', receipt: null })], [], { effects: ['act-1'] }),
  ],
  ['L3', 'rows of a refused act', story(said(1), [tray(1)], [refused(1)]), story(said(1), [tray(1)], [refused(1)], { effects: ['act-1'] })],
  ['L3', 'an act nobody made', story(said(1), [row(1)], [answer(1)]), story([], [], [answer(1)])],
  [
    'L4',
    'a lane out of order',
    story([...said(1), ...said(2)], [row(1), row(2, { lanes: ['req:B'] })], [answer(1, { order: 2 }), answer(2, { order: 1 })]),
    story([...said(1), ...said(2)], [row(1), row(2)], [answer(1, { order: 2 }), answer(2, { order: 1 })]),
  ],
  [
    'L4',
    'an act before the one it needs',
    story([...said(1), ...said(2)], [row(1), row(2, { lanes: ['handover:1'], dependsOn: ['act-1'] })], [answer(1), answer(2)]),
    story(
      [...said(1), ...said(2)],
      [row(1), row(2, { lanes: ['handover:1'], dependsOn: ['act-1'] })],
      [answer(1, { order: 2 }), answer(2, { order: 1 })],
    ),
  ],
  [
    'L5',
    'an act that is held for no reason any more',
    story([...said(1), ...said(2)], [tray(1), row(2, { state: 'blocked', blockedBy: 'act-1', receipt: null })], [refused(1)]),
    story(said(1), [row(1, { state: 'held', heldBy: 'auth', receipt: null })], []),
  ],
  [
    'L5',
    'an act held up by another lane',
    story(
      [...said(1), ...said(2)],
      [tray(1), row(2, { state: 'blocked', blockedBy: 'act-1', dependsOn: ['act-1'], lanes: ['req:B'], receipt: null })],
      [refused(1)],
    ),
    story([...said(1), ...said(2)], [tray(1), row(2, { state: 'blocked', blockedBy: 'act-1', lanes: ['req:B'], receipt: null })], [refused(1)]),
  ],
  [
    'L5',
    'a desk that takes too long',
    story(said(1), [row(1)], [answer(1)], { emptiedMs: 59_000 }),
    story(said(1), [row(1)], [answer(1)], { emptiedMs: 61_000 }),
  ],
  ['L6', 'an act under another name', story(said(1), [row(1)], [answer(1)]), story(said(1), [row(1)], [answer(1, { authorId: 'ben' })])],
  [
    'L6',
    'a patient somebody else can read',
    story(said(1), [row(1)], [answer(1)]),
    story(said(1), [row(1)], [answer(1)], { leaks: [{ text: '赵一甲', authorId: 'ann', reader: 'ben' }] }),
  ],
  ['L7', 'a number that is nowhere', story([...said(1), ...said(2)], [row(2)], [answer(1), answer(2)]), story(said(2), [row(2)], [answer(2)])],
  [
    'L7',
    'a gap the desk cannot explain',
    story(said(1), [tray(1, { receipt: { status: 'refused', serverSeq: '0' } })], [], { gaps: [1] }),
    story(said(1), [row(1)], [answer(1)], { gaps: [1] }),
  ],
  [
    'L7',
    'a number given out twice',
    story([...said(1), ...said(2)], [row(1), row(2)], [answer(1), answer(2)]),
    story([...said(1), ...said(2)], [row(1), row(2, { seq: 1 })], [answer(1), answer(2, { seq: 1 })]),
  ],
  [
    'L8',
    'a count that is not true',
    story(said(1), [tray(1)], [refused(1)], { shown: { userId: 'ann', waiting: 0, refused: 1, conflict: 0, quarantined: 0, heldByOthers: 0 } }),
    story(said(1), [tray(1)], [refused(1)], { shown: { userId: 'ann', waiting: 1, refused: 0, conflict: 0, quarantined: 0, heldByOthers: 0 } }),
  ],
  [
    'L8',
    'a receipt that says something else',
    story(said(1), [row(1)], [answer(1)]),
    story(said(1), [row(1, { receipt: { status: 'conflict', serverSeq: '1' } })], [answer(1)]),
  ],
];

describe('the checker', () => {
  it.each(cases)('%s catches %s, and nothing where it is not so', (law, _what, good, bad) => {
    expect(check(good.told, good.ending)).toEqual([]);
    expect(check(bad.told, bad.ending).map((violation) => violation.law)).toContain(law);
  });

  it('has a bad history for every law', () => {
    expect([...new Set(cases.map(([law]) => law))].sort()).toEqual(['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8']);
  });

  it('counts what was lost and doubled by act', () => {
    const { told, ending } = story([...said(1), ...said(2), ...said(3)], [row(1), row(2)], [answer(1), answer(2), answer(2, { order: 3 })], {
      effects: ['act-1', 'act-2', 'act-2'],
      highestSeq: 2,
    });
    expect(tally(told, check(told, ending))).toEqual({ accepted: 3, lost: 1, doubled: 1, stuck: 0 });
  });
});
