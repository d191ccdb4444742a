import { expect, it } from 'vitest';
import { workCalendar } from '#domain/base/workCalendar.ts';
import { dueTime } from '#domain/base/workCalendar.ts';
import { resumedDue } from '#domain/lab/rules/taskDue.ts';
import { recoveryOf, type TubeBefore, type TubeNow } from './recovery.ts';

const october = workCalendar([
  ...['01', '02', '03', '06', '07', '08'].map((day) => ({ date: `2025-10-${day}`, kind: 1, name: '国庆节' })),
  { date: '2025-10-11', kind: 2, name: '调休上班' },
]);

it('two working days stand still while a tube is rejected: due 10-10 10:00 becomes 10-10 20:00, whether its task was there or is made after', () => {
  const pause = { from: '2025-10-01 10:00:00', to: '2025-10-09 10:00:00' };
  const nodes = { receiveTime: '2025-09-30 10:00:00', labReceiveTime: null };
  const rule = { beginNode: 1, dateModel: 1, cycle: 2_880, cutOffHour: null };
  const due = dueTime(nodes, rule, october).dueTime;
  expect(due).toBe('2025-10-10 10:00:00');
  const frozen = { dateModel: 1, internalTestCycle: 2_880, externalTestCycle: null, internalDueTime: due, externalDueTime: null, dueSteps: null };
  expect(resumedDue(frozen, pause, october).internalDueTime).toBe('2025-10-10 20:00:00');
  expect(dueTime(nodes, rule, october, [pause]).dueTime).toBe('2025-10-10 20:00:00');
});

const before: TubeBefore = {
  labStatus: 103,
  enterTime: '2026-03-01 08:30:00',
  labReceiveTime: null,
  labCode: null,
  entryState: 5,
  primarySampleId: null,
  items: [{ itemId: '1', itemState: 1, handoverId: null }],
  tasks: [],
};
const now: TubeNow = { sampleId: '9', entryState: 6, items: [{ itemId: '1', itemState: 0 }], tasks: [], working: null };

it.each<[string, TubeBefore, TubeNow, Partial<ReturnType<typeof recoveryOf>>]>([
  ['as it was', before, now, { to: 103, entryState: 5, readyItemIds: ['1'], differences: [] }],
  ['handed over stays handed over', before, { ...now, items: [{ itemId: '1', itemState: 3 }] }, { to: 103, readyItemIds: [] }],
  ['entry withdrawn', before, { ...now, entryState: 1 }, { to: 101, entryState: 1, readyItemIds: [] }],
  [
    'entered meanwhile beside another tube',
    { ...before, labStatus: 101, entryState: 1, enterTime: null, items: [{ itemId: '1', itemState: 0, handoverId: null }] },
    { ...now, entryState: 5 },
    { to: 103, isEnteredNow: true, readyItemIds: ['1'] },
  ],
  [
    'at the laboratory, its entry withdrawn: to be received again',
    { ...before, labStatus: 104, tasks: [{ taskId: '7', taskState: 1 }] },
    {
      ...now,
      entryState: 1,
      tasks: [{ taskId: '7', taskState: 9, sampleId: '9', sampleCode: 'S', isKept: false, isAway: false, isOrdered: true, isTaken: false }],
    },
    { to: 101, isReceiptLost: true, taskIds: [] },
  ],
  [
    'what one of its tasks was for was taken off meanwhile',
    { ...before, labStatus: 104, tasks: [7, 8].map((id) => ({ taskId: String(id), taskState: 1 })) },
    {
      ...now,
      tasks: [7, 8].map((id) => ({
        taskId: String(id),
        taskState: 9,
        sampleId: '9',
        sampleCode: 'S',
        isKept: false,
        isAway: false,
        isOrdered: id === 7,
        isTaken: false,
      })),
    },
    {
      to: 104,
      taskIds: ['7'],
      differences: [{ text: ['其间已撤去 {count} 个检测任务的项目', 'The items of {count} tasks were removed meanwhile'], params: { count: '1' } }],
    },
  ],
  [
    'its work was given to another tube meanwhile: it becomes the spare',
    { ...before, labStatus: 104, tasks: [{ taskId: '7', taskState: 1 }] },
    {
      ...now,
      tasks: [{ taskId: '7', taskState: 9, sampleId: '9', sampleCode: 'S', isKept: false, isAway: false, isOrdered: true, isTaken: true }],
      working: { sampleId: '5', sampleCode: 'B' },
    },
    {
      to: 104,
      taskIds: [],
      followsId: '5',
      differences: [
        { text: ['检测已由备用管 {code} 接替,本管作备用', 'Spare {code} took its tasks over: it becomes the spare'], params: { code: 'B' } },
      ],
    },
  ],
  ['a spare whose tube has left: to be received again', { ...before, labStatus: 104, primarySampleId: '5' }, now, { to: 103, isReceiptLost: true }],
])('a recovery, %s', (_name, was, is, expected) => {
  expect(recoveryOf(was, is)).toMatchObject(expected);
});
