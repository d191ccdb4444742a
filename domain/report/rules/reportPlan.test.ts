import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { isReportMove, outerKeyOf, reportState, type ReportState } from '../reportState.ts';
import { reportKind } from '../reportTemplate.ts';
import { waitMode } from '../reportStrategy.ts';
import { handReport } from './handReport.ts';
import { planReports, type KnownReport, type ReportableTask } from './reportPlan.ts';

const { audited, firstAudit, stopped, issued } = taskState;
const task = (taskId: string, state: TaskState, groupKey = '*', wait: number = waitMode.all): ReportableTask => ({
  taskId,
  taskState: state,
  groupKey,
  waitMode: wait,
});
const report = (state: ReportState, taskIds: string[], more: Partial<KnownReport> = {}): KnownReport => ({
  reportId: 'R',
  reportKind: reportKind.regular,
  groupKey: '*',
  state,
  taskIds,
  ...more,
});

describe('a report', () => {
  it('is there from its first final result on, and to be made once all are there', () => {
    expect(planReports([task('1', firstAudit), task('2', firstAudit)], [], false).made).toEqual([]);
    expect(planReports([task('1', audited), task('2', firstAudit)], [], false).made).toMatchObject([
      { state: reportState.incomplete, taskIds: ['1', '2'] },
    ]);
    expect(planReports([task('1', audited), task('2', audited)], [], false).made).toMatchObject([{ state: reportState.waiting }]);
    expect(planReports([task('1', audited)], [], true).made).toMatchObject([{ state: reportState.incomplete }]);
    expect(planReports([task('1', audited, 'g7')], [], true).made).toMatchObject([{ state: reportState.waiting }]);
  });

  it('does not wait for a stopped task, nor for others where what is there goes first', () => {
    expect(planReports([task('1', audited), task('2', stopped)], [], false).made).toMatchObject([{ state: reportState.waiting, taskIds: ['1'] }]);
    const first = [task('1', audited, '*', waitMode.first), task('2', firstAudit, '*', waitMode.first)];
    expect(planReports(first, [], false).made).toMatchObject([{ state: reportState.waiting }]);
  });

  it('goes back where a result of it is not final any more, and on when it is again', () => {
    const known = [report(reportState.toAudit, ['1', '2'])];
    expect(planReports([task('1', audited), task('2', firstAudit)], known, false).changed).toMatchObject([
      { from: reportState.toAudit, to: reportState.incomplete },
    ]);
    const back = [report(reportState.incomplete, ['1', '2'])];
    expect(planReports([task('1', audited), task('2', audited)], back, false).changed).toMatchObject([{ to: reportState.waiting }]);
    const withdrawn = [report(reportState.withdrawn, ['1'])];
    expect(planReports([task('1', firstAudit)], withdrawn, false).changed).toEqual([]);
    expect(planReports([task('1', audited)], withdrawn, false).changed).toMatchObject([{ to: reportState.waiting }]);
  });

  it('is void where nothing is left of it, and comes back with a recovery', () => {
    expect(planReports([task('1', stopped)], [report(reportState.toAudit, ['1'])], false).changed).toMatchObject([{ to: reportState.void }]);
    expect(planReports([task('1', audited)], [report(reportState.void, ['1'])], false).changed).toMatchObject([{ to: reportState.waiting }]);
  });

  it('stays as it is once it is out; what comes after is supplementary', () => {
    const out = report(reportState.issued, ['1']);
    const later = [task('1', issued, '*', waitMode.first), task('2', audited, '*', waitMode.first)];
    expect(planReports(later, [out], false)).toEqual({
      changed: [],
      made: [{ reportKind: reportKind.supplementary, groupKey: 'B1', state: reportState.waiting, taskIds: ['2'] }],
    });
    const open = report(reportState.waiting, ['2'], { reportId: 'S', reportKind: reportKind.supplementary, groupKey: 'B1' });
    const third = [...later, task('3', audited, '*', waitMode.first)];
    expect(planReports(third, [out, open], false)).toMatchObject({ made: [], changed: [{ reportId: 'S', addedTaskIds: ['3'] }] });
  });
});

it('moves reports in legal ways alone, and has each final result in exactly one', () => {
  const anyTask = fc.record({
    state: fc.constantFrom<TaskState>(1, 2, 3, 4, 5, 6, 7, 8, 9),
    groupKey: fc.constantFrom('*', 'g1', 'g2'),
    wait: fc.constantFrom(1, 2),
  });
  fc.assert(
    fc.property(
      fc.array(anyTask, { maxLength: 5 }),
      fc.array(fc.constantFrom<ReportState>(0, 1, 2, 3, 6, 7, 9), { maxLength: 3 }),
      fc.boolean(),
      (given, states, isAwaited) => {
        const tasks = given.map(({ state, groupKey, wait }, at) => task(String(at), state === issued ? audited : state, groupKey, wait));
        const keys = ['*', 'g1', 'g2'];
        const reports = states.map((state, at) =>
          report(
            state,
            tasks.filter(({ groupKey }) => groupKey === keys[at]).map(({ taskId }) => taskId),
            { reportId: `R${at}`, groupKey: keys[at]! },
          ),
        );
        const { made, changed } = planReports(tasks, reports, isAwaited);
        for (const { from, to } of changed) if (from !== to) expect(isReportMove(from, to), `${from} -> ${to}`).toBe(true);
        const isIn = (taskId: string): number =>
          made.filter(({ taskIds }) => taskIds.includes(taskId)).length +
          reports.filter(
            (one) =>
              one.taskIds.includes(taskId) ||
              changed.some(({ reportId, addedTaskIds }) => reportId === one.reportId && addedTaskIds.includes(taskId)),
          ).length;
        for (const { taskId, taskState: state } of tasks) if (state === audited) expect(isIn(taskId)).toBe(1);
      },
    ),
  );
});

describe('a report that is asked for', () => {
  const issuedMain = report(reportState.issued, ['1']);
  const asked = (kind: 3 | 4, tasks: ReportableTask[], reports: KnownReport[]) => {
    const said = handReport(kind, tasks, reports);
    return 'code' in said ? said.code : 'reportId' in said ? said.reportId : [said.groupKey, ...said.taskIds];
  };
  it('supplements one that is out, of what is final and waits in no other', () => {
    expect(asked(4, [task('1', audited)], [report(reportState.toAudit, ['1'])])).toBe('report.noMain');
    expect(asked(4, [task('1', issued), task('2', firstAudit)], [issuedMain])).toEqual(['B1', '1']);
    const waiting = report(reportState.waiting, ['2'], { reportId: 'W', groupKey: 'g2' });
    expect(asked(4, [task('1', issued), task('2', audited)], [issuedMain, waiting])).toEqual(['B1', '1']);
    const open = report(reportState.toAudit, ['1'], { reportId: 'B', reportKind: reportKind.supplementary, groupKey: 'B1' });
    expect(asked(4, [task('1', issued)], [issuedMain, open])).toBe('B');
    expect(asked(4, [task('1', issued)], [issuedMain, { ...open, state: reportState.issued }])).toEqual(['B2', '1']);
  });
  it('stands beside the others as an annex of all that is final, and binds nothing', () => {
    expect(asked(3, [task('1', firstAudit)], [])).toBe('report.noResult');
    expect(asked(3, [task('1', audited), task('2', firstAudit)], [report(reportState.incomplete, ['1', '2'])])).toEqual(['F1', '1']);
    const annex = report(reportState.issued, ['1'], { reportKind: reportKind.auxiliary, groupKey: 'F1' });
    expect(planReports([task('1', audited)], [annex], false).made).toMatchObject([{ reportKind: reportKind.regular, taskIds: ['1'] }]);
  });
  it('of another house is moved by no task', () => {
    const outer = report(reportState.toAudit, [], { groupKey: outerKeyOf('5') });
    expect(planReports([task('1', firstAudit)], [outer], false)).toEqual({ made: [], changed: [] });
    expect(asked(4, [task('1', audited)], [{ ...outer, state: reportState.issued }])).toBe('report.noMain');
  });
});
