import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '#domain/kernel/command.ts';
import { erpAct, erpState } from '#domain/bill/billChoices.ts';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { reconcileErp, reconcileRefusal, retryErp, retryRefusal, type KnownPush } from './erpActs.ts';

interface Foretold {
  readonly row: Refusal | null;
  readonly server: Outcome<unknown>;
}
const acting = by(reception);
const push: fc.Arbitrary<KnownPush> = fc.record({
  pushId: fc.constant('5'),
  docNo: fc.constant('SO-1'),
  erpAct: fc.constantFrom(...erpAct.options.map(({ code }) => code)),
  erpState: fc.constantFrom(...erpState.options.map(({ code }) => code)),
});

/** What greys an act on what the ERP is told (domain/foresight.test.ts has the others). */
const rows: Readonly<Record<string, { readonly command: Command; readonly foretold: fc.Arbitrary<Foretold> }>> = {
  retryRefusal: {
    command: retryErp as Command,
    foretold: push.map((one) => ({ row: retryRefusal(one), server: retryErp.decide({ push: one, isCurrent: true }, { pushId: '5' }, acting) })),
  },
  reconcileRefusal: {
    command: reconcileErp as Command,
    foretold: push.map((one) => ({
      row: reconcileRefusal(one),
      server: reconcileErp.decide({ push: one, isCurrent: true }, { pushId: '5' }, acting),
    })),
  },
};
it.each(Object.entries(rows))('%s never says the contrary of the server', (_name, { command, foretold }) => {
  const seen = { no: 0, yes: 0 };
  fc.assert(
    fc.property(foretold, ({ row, server }) => {
      if (row) expect(server.accepted).toBe(false);
      if (row) expect(row.code in command.refusals).toBe(true);
      seen[row ? 'no' : 'yes'] += 1;
    }),
    { seed: 7, numRuns: 1000 },
  );
  expect(Math.min(seen.no, seen.yes)).toBeGreaterThan(20);
});

const audited: AuditedReport = {
  versionId: '7',
  reportId: '5',
  reportNo: 'A1',
  versionNo: 1,
  state: 3,
  versionState: 1,
  draftSha256: 'a'.repeat(64),
  qualitativeResult: 1,
  auditorName: null,
  issueTime: null,
  firstAuditorIds: ['91'],
  secondAuditorIds: ['92'],
  isThirdRelease: false,
  uploaderId: null,
  holdMinutes: 10,
  isSeen: false,
  basis: [],
  isCurrent: true,
};
const release = { finalSha256: 'b'.repeat(64), pages: 1, engineVersion: '1', issueTime: acting.now, signatureId: '3' };

it('issues a report by the right hands alone, of bytes that were looked at', () => {
  const code = (more: Partial<AuditedReport>, input: object = {}, signing: object = { state: 'ready', signUserId: '4', signatureId: '3' }) => {
    const outcome = auditReports.decide(
      { report: { ...audited, ...more }, signing: signing as never },
      { versionId: '7', pdfSha256: 'a'.repeat(64), isAlone: false, prepared: release, ...input },
      acting,
    );
    return outcome.accepted ? null : outcome.code;
  };
  expect(code({})).toBeNull();
  expect(code({ firstAuditorIds: [acting.user.id] })).toBe('report.firstAuditor');
  expect(code({ secondAuditorIds: [acting.user.id] })).toBeNull();
  expect(code({ uploaderId: acting.user.id })).toBe('report.uploader');
  expect(code({ uploaderId: '93' })).toBeNull();
  expect(code({ secondAuditorIds: [acting.user.id], isThirdRelease: true })).toBe('report.secondAuditor');
  for (const more of [{ qualitativeResult: 2 }, { qualitativeResult: 3 }, { qualitativeResult: null }, { versionNo: 2 }]) {
    expect(code(more)).toBe('report.unseen');
    expect(code({ ...more, isSeen: true })).toBe('report.oneByOne');
    expect(code({ ...more, isSeen: true }, { isAlone: true })).toBeNull();
  }
  expect(code({}, { pdfSha256: 'c'.repeat(64) })).toBe('report.bytes');
  expect(code({}, { prepared: null })).toBe('report.notSet');
  expect(code({}, { prepared: { ...release, signatureId: '9' } })).toBe('report.changed');
  expect(code({}, {}, { state: 'noAuthority' })).toBe('signature.noAuthority');
  expect(code({}, {}, { state: 'noSignature' })).toBe('signature.none');
  expect(code({ isCurrent: false })).toBe('report.changed');
  expect(code({ state: 4, versionState: 3 })).toBe('report.done');
});

it('takes a report back at once while nothing can have left the house, and each result where the operation says', () => {
  const held = { state: 4 as const, heldUntil: '2999-01-01 00:00:00', hasLeft: false };
  expect(isTakenBackAtOnce(held, acting.now)).toBe(true);
  for (const more of [{ hasLeft: true }, { heldUntil: acting.now }, { heldUntil: null }])
    expect(isTakenBackAtOnce({ ...held, ...more }, acting.now)).toBe(false);
  for (const state of [1, 3, 7] as const) expect(isTakenBackAtOnce({ state, heldUntil: null, hasLeft: false }, acting.now)).toBe(true);

  const tasks = ([1, 3, 4, 5, 6, 7] as const).map((taskState) => ({ taskId: String(taskState), taskState, isShared: false }));
  const goes = (operate: 1 | 2 | 3) => resultMoves(operate, tasks).map(({ from, to }) => [from, to]);
  // What another report tells, too, stays where it is.
  expect(resultMoves(1, [{ taskId: '8', taskState: 6, isShared: true }])).toEqual([]);
  expect(goes(1)).toEqual([
    [5, 3],
    [6, 3],
  ]);
  expect(goes(2)).toEqual([
    [5, 4],
    [6, 4],
  ]);
  expect(goes(3)).toEqual([[6, 5]]);
  expect([takenBackTo(1), takenBackTo(2), takenBackTo(3)]).toEqual([6, 6, 1]);
});
