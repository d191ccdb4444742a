import { expect, it } from 'vitest';
import { releaseObstacle, releaseObstacles, type ReleaseQuestion } from './autoRelease.ts';

const clean: ReleaseQuestion = {
  isSwitchOn: true,
  criterion: { rules: { panelGroupIds: ['7'], ageFrom: 18, ageTo: null }, reviewDate: '2026-11-24', isApproverAuthorised: true },
  date: '2026-11-24',
  versionNo: 1,
  tasks: [{ panelGroupId: '7', detectionResult: 1, signals: [] }],
  age: 30,
  isConditionNormal: true,
  commentCount: 0,
  hasOpenChange: false,
  hasAbnormalRecord: false,
  wasWithdrawn: false,
  isOwnResult: false,
};
const [task] = clean.tasks;
const criterion = clean.criterion!;

it('lets out a clean negative report by itself, and nothing else', () => {
  expect(releaseObstacle(clean)).toBeNull();
  const dirty: [Partial<ReleaseQuestion>, string][] = [
    [{ isSwitchOn: false }, 'off'],
    [{ criterion: null }, 'noCriterion'],
    [{ date: '2026-11-25' }, 'overdue'],
    [{ criterion: { ...criterion, isApproverAuthorised: false } }, 'noAuthority'],
    [{ versionNo: 2 }, 'repeated'],
    [{ wasWithdrawn: true }, 'withdrawn'],
    [{ tasks: [task!, { ...task!, panelGroupId: '8' }] }, 'group'],
    [{ tasks: [] }, 'group'],
    [{ age: 17 }, 'age'],
    [{ age: null }, 'age'],
    [{ tasks: [task!, { ...task!, detectionResult: 2 }] }, 'result'],
    [{ tasks: [{ ...task!, detectionResult: null }] }, 'result'],
    [{ tasks: [{ ...task!, signals: ['delta'] }] }, 'signals'],
    [{ isConditionNormal: false }, 'condition'],
    [{ commentCount: 1 }, 'comments'],
    [{ hasOpenChange: true }, 'change'],
    [{ hasAbnormalRecord: true }, 'record'],
    [{ isOwnResult: true }, 'hands'],
  ];
  for (const [more, expected] of dirty) expect(releaseObstacle({ ...clean, ...more })).toBe(expected);
  expect(new Set(dirty.map(([, code]) => code))).toEqual(new Set(Object.keys(releaseObstacles)));
});
