import { expect, it } from 'vitest';
import { beginNode, dateModel } from '#domain/base/panelTestCycle.ts';
import { officialDays } from '#domain/base/officialDays.ts';
import { dueTime, workCalendar, type CycleRule, type Pause } from '#domain/base/workCalendar.ts';
import { turnaroundOf, type ReportedTask } from './turnaround.ts';

const calendar = workCalendar(officialDays);
const labReceiveTime = '2025-09-26 16:00:00';

function reported(pauses: readonly Pause[]): ReportedTask {
  const due = (cycle: number): string | null => {
    const rule: CycleRule = { beginNode: beginNode.labReceive, dateModel: dateModel.workingDays, cycle, cutOffHour: null };
    return dueTime({ receiveTime: null, labReceiveTime }, rule, calendar, pauses).dueTime;
  };
  return {
    samplingTime: '2025-09-26 10:00:00',
    receiveTime: null,
    labReceiveTime,
    secondAuditTime: '2025-10-09 09:00:00',
    reportTime: '2025-10-09 10:00:00',
    dateModel: dateModel.workingDays,
    beginTime: labReceiveTime,
    internalTestCycle: 4320,
    externalTestCycle: 7200,
    internalDueTime: due(4320),
    externalDueTime: due(7200),
    pauses,
  };
}

it('reckons working days over a holiday', () => {
  expect(turnaroundOf(reported([]), calendar)).toEqual({
    actuallyConsumeCycle: 5400,
    internalOverdueTime: '2025-09-30 16:00:00',
    exceedInternal: 1080,
    internallyStatus: 1,
    externalOverdueTime: '2025-10-10 16:00:00',
    exceedExternal: 0,
    externallyStatus: 0,
    preTestingCycle: 360,
    reportingCycle: 60,
  });
});

it('leaves a pause out', () => {
  expect(turnaroundOf(reported([{ from: '2025-09-28 10:00:00', to: '2025-09-29 10:00:00' }]), calendar)).toMatchObject({
    internalOverdueTime: '2025-10-09 16:00:00',
    actuallyConsumeCycle: 3960,
    internallyStatus: 0,
  });
});

it('tells nothing of a cycle that was never set', () => {
  const none = {
    ...reported([]),
    dateModel: null,
    internalTestCycle: null,
    externalTestCycle: null,
    internalDueTime: null,
    externalDueTime: null,
    samplingTime: null,
  };
  expect(turnaroundOf(none, calendar)).toEqual({
    actuallyConsumeCycle: null,
    exceedInternal: null,
    exceedExternal: null,
    internallyStatus: null,
    externallyStatus: null,
    internalOverdueTime: null,
    externalOverdueTime: null,
    preTestingCycle: null,
    reportingCycle: 60,
  });
});
