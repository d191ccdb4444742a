import { expect, it } from 'vitest';
import { markers } from './markers.ts';

const step = (historyActivityId: string, historyActivityType: string, endTime: string | null) => ({
  historyActivityId,
  historyActivityType,
  historyActivityName: '',
  createTime: '2026-12-01 09:00:00',
  endTime,
  assigneeName: null,
});

it('colours by what happened: waiting, done, arrows taken; candidates are no step, and the last visit counts', () => {
  const marks = markers([
    step('start', 'startEvent', '2026-12-01 09:00:00'),
    step('begin', 'sequenceFlow', '2026-12-01 09:00:00'),
    step('leaderTask', 'userTask', '2026-12-01 10:00:00'),
    step('leaderTask', 'userTask', null),
    step('hrTask', 'candidate', null),
  ]);
  expect([...marks]).toEqual([
    ['start', 'flow-done'],
    ['begin', 'flow-taken'],
    ['leaderTask', 'flow-waiting'],
  ]);
});
