import { expect, it } from 'vitest';
import { dueTime, pausedDue, workCalendar } from '#domain/base/workCalendar.ts';
import { officialDays } from '#domain/base/officialDays.ts';
import { frozenClock } from './frozenClock.ts';

const calendar = workCalendar(officialDays);
const rule = { beginNode: 2, dateModel: 1, cycle: 4320, cutOffHour: null };
const nodes = { receiveTime: null, labReceiveTime: '2025-09-26 16:00:00' };

it('reads back when a clock began and stood still', () => {
  const due = dueTime(nodes, rule, calendar);
  expect(frozenClock({ internal: due.steps, external: [] })).toEqual({ beginTime: nodes.labReceiveTime, pauses: [] });
  const pause = { from: '2025-09-28 10:00:00', to: '2025-09-29 10:00:00' };
  const paused = pausedDue(due.dueTime!, pause, rule, calendar);
  const steps = [...due.steps, ...paused.steps];
  expect(frozenClock({ internal: steps, external: steps })).toEqual({ beginTime: nodes.labReceiveTime, pauses: [pause] });
});

it('knows nothing of a clock that never began', () => {
  expect(frozenClock(null)).toEqual({ beginTime: null, pauses: [] });
  expect(frozenClock({ internal: [], external: dueTime({ receiveTime: null, labReceiveTime: null }, rule, calendar).steps }).beginTime).toBeNull();
});
