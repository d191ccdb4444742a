import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '#domain/kernel/command.ts';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import type { Label } from '#domain/kernel/label.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { auditRights } from './audit/resultAudit.ts';
import { submitException, takeRefusal } from './redo/mapmiException.ts';
import { redoMoreRight, redoRefusal } from './redo/redoRule.ts';
import { reSequencing } from './redo/redoTasks.ts';
import { roundKind } from './redo/roundKind.ts';
import { applyDeApproval, applyRefusal, decideDeApproval, decideRefusal } from './reversal/deApproval.ts';
import type { TaskState } from './rules/taskState.ts';

interface Foretold {
  readonly row: Refusal | null;
  readonly server: Outcome<unknown>;
}
const told = <State>(state: fc.Arbitrary<State>, row: (state: State) => Refusal | null, server: (state: State) => Outcome<unknown>) =>
  state.map((one): Foretold => ({ row: row(one), server: server(one) }));

const redone = { taskId: '5', name: 'S1', line: 'mapmi' as const };
const redoer = (mayMore: boolean) => ({ ...by(reception).user, permissions: new Set(mayMore ? [redoMoreRight.code] : []) });
const application = { deApprovalType: 2 as const, deApprovalOperate: 1 as const, operatorName: null, decideTime: null };
const decider = (mayAudit: boolean) => ({ ...by(reception).user, id: '99', permissions: new Set(mayAudit ? [auditRights[2]] : []) });

/** What greys an act of repetition or reversal at a row (domain/foresight.test.ts has the others). */
const rows: Readonly<Record<string, { readonly command: Command; readonly foretold: fc.Arbitrary<Foretold> }>> = {
  redoRefusal: {
    command: reSequencing as Command,
    foretold: told(
      fc.record({
        taskState: fc.constantFrom<TaskState>(1, 2, 3, 2, 3, 4, 5, 7),
        round: fc.constantFrom(1, 2, 3, 4),
        mayMore: fc.boolean(),
        lastRound: fc.constantFrom(null, { kind: 4 as const, by: '李芳', at: '2026-11-21 09:00:00' }),
        material: fc.constantFrom(null, { sampleId: '8', sampleCode: 'S2', isOwn: false, isSpare: true }),
      }),
      ({ mayMore, ...one }) => redoRefusal({ ...redone, ...one }, roundKind.sequencing, redoer(mayMore)),
      ({ mayMore, material, ...one }) =>
        reSequencing.decide(
          { task: { ...redone, ...one, batchId: '7', resultVersion: 1, signals: [] }, material },
          { taskId: '5', reasonCode: 'ABN01', reason: null, materialSampleCode: 'S2' },
          { ...by(reception), user: redoer(mayMore) },
        ),
    ),
  },
  takeRefusal: {
    command: submitException as Command,
    foretold: told(
      fc.record({
        taskState: fc.constantFrom<TaskState>(2, 3, 2, 3, 1, 4),
        line: fc.constantFrom<'mapmi' | 'tngs' | null>('mapmi', 'mapmi', 'mapmi', 'tngs', null),
        hasResult: fc.constantFrom(true, true, true, false),
        takenBy: fc.constantFrom(null, null, '李芳'),
        forbidden: fc.constantFrom<Label | null>(null, null, null, ['Q30 低', 'Q30 low']),
        missing: fc.constantFrom<readonly string[]>([], [], ['白细胞']),
      }),
      (one) => takeRefusal({ taskId: '5', name: 'S1', version: 1, ...one }),
      (one) => submitException.decide({ task: { taskId: '5', name: 'S1', version: 1, ...one } }, { taskId: '5', reason: '复核无误' }, by(reception)),
    ),
  },
  applyRefusal: {
    command: applyDeApproval as Command,
    foretold: told(
      fc.record({
        taskState: fc.constantFrom<TaskState>(5, 5, 5, 3, 4, 6),
        open: fc.constantFrom(null, null, { by: '李芳', at: '2026-11-21 09:00:00' }),
      }),
      (one) => applyRefusal({ taskId: '5', name: 'S1', ...one }),
      (one) =>
        applyDeApproval.decide({ task: { taskId: '5', name: 'S1', ...one } }, { taskId: '5', type: 2, operate: 1, reason: '混淆' }, by(reception)),
    ),
  },
  decideRefusal: {
    command: decideDeApproval as Command,
    foretold: told(
      fc.record({
        state: fc.constantFrom<1 | 2 | 3>(1, 1, 1, 2, 3),
        applicantId: fc.constantFrom('98', '99'),
        mayAudit: fc.constantFrom(true, true, false),
        hasAuthority: fc.boolean(),
      }),
      ({ mayAudit, ...one }) => decideRefusal({ ...application, ...one }, decider(mayAudit)),
      ({ mayAudit, hasAuthority, ...one }) =>
        decideDeApproval.decide(
          { application: { ...application, ...one }, tasks: [{ taskId: '5', name: 'S1', taskState: 5 }], hasAuthority },
          { id: '9', isPassed: true, opinion: null },
          { ...by(reception), user: decider(mayAudit) },
        ),
    ),
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
