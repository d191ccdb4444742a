import { expect, it } from 'vitest';
import { officialDays } from '#domain/base/officialDays.ts';
import { workCalendar } from '#domain/base/workCalendar.ts';
import { resumedDue, taskDue, type FrozenDue, type PanelCycle } from './taskDue.ts';

const calendar = workCalendar(officialDays);
const nodes = { receiveTime: '2025-09-26 09:00:00', labReceiveTime: '2025-09-26 16:00:00' };
const cycle = (panelId: string, node: number, model: number, minutes: number): PanelCycle => ({
  panelId,
  beginNode: node,
  dateModel: model,
  internalTestCycle: minutes,
  externalTestCycle: minutes,
});
const dueOf = (...given: Parameters<typeof taskDue>): (string | null | undefined)[] => {
  const { internal, external } = taskDue(...given);
  return [internal?.dueTime, external?.dueTime];
};

it('counts working days over the national holiday, and a pause moves it', () => {
  const one = [cycle('P', 2, 1, 5_400)];
  expect(dueOf(['P'], one, null, nodes, calendar)).toEqual(['2025-10-09 10:00:00', '2025-10-09 10:00:00']);
  const pauses = [{ from: '2025-09-29 10:00:00', to: '2025-09-29 16:00:00' }];
  expect(dueOf(['P'], one, null, nodes, calendar, pauses)).toEqual(['2025-10-09 16:00:00', '2025-10-09 16:00:00']);
  expect(dueOf(['P'], [cycle('P', 2, 1, 10_080)], null, nodes, calendar)[0]).toBe('2025-10-13 16:00:00');
});

it('counts each side from its own node where both are set, from the one there is else', () => {
  const both = [cycle('P', 1, 2, 2_880), cycle('P', 2, 1, 5_400)];
  expect(dueOf(['P'], both, null, nodes, calendar)).toEqual(['2025-10-09 10:00:00', '2025-09-28 09:00:00']);
  expect(dueOf(['P'], both.toReversed(), null, nodes, calendar)).toEqual(['2025-10-09 10:00:00', '2025-09-28 09:00:00']);
  expect(dueOf(['P'], both.slice(0, 1), null, nodes, calendar)).toEqual(['2025-09-28 09:00:00', '2025-09-28 09:00:00']);
});

it('is due with its latest panel, and by the commodity where a panel has no cycle', () => {
  const cycles = [cycle('P', 2, 2, 60), cycle('Q', 2, 2, 120)];
  expect(dueOf(['P', 'Q'], cycles, null, nodes, calendar)[0]).toBe('2025-09-26 18:00:00');
  const commodity = { internalTestCycle: 480, externalTestCycle: null };
  expect(dueOf(['P', 'R'], cycles, commodity, nodes, calendar)).toEqual(['2025-09-27 00:00:00', '2025-09-26 17:00:00']);
});

it('is due never where nobody has set a cycle, and not yet where its clock has not begun', () => {
  expect(taskDue(['P'], [], null, nodes, calendar)).toEqual({ internal: null, external: null });
  expect(dueOf(['P'], [cycle('P', 1, 2, 60)], null, { ...nodes, receiveTime: null }, calendar)).toEqual([null, null]);
});

it('a pause moves frozen due times as if it had been known from the beginning, and none that was over by then', () => {
  const frozen = (model: number, internalDueTime: string, externalDueTime: string): FrozenDue => ({
    dateModel: model,
    internalTestCycle: 5_400,
    externalTestCycle: 5_400,
    internalDueTime,
    externalDueTime,
    dueSteps: { internal: [], external: [] },
  });
  const pause = { from: '2025-09-29 10:00:00', to: '2025-09-29 16:00:00' };
  const moved = resumedDue(frozen(1, '2025-10-09 10:00:00', '2025-09-29 09:00:00'), pause, calendar);
  expect(moved).toMatchObject({ internalDueTime: '2025-10-09 16:00:00', externalDueTime: '2025-09-29 09:00:00' });
  expect(moved.dueSteps?.internal.map(({ params }) => params)).toEqual([pause, { minutes: 5_400, time: '2025-10-09 16:00:00' }]);
  // Over the holiday no working time passes, by the calendar all of it.
  const holiday = { from: '2025-09-30 12:00:30', to: '2025-10-08 12:00:00' };
  expect(resumedDue(frozen(1, '2025-10-09 10:00:00', '2025-10-09 10:00:00'), holiday, calendar).externalDueTime).toBe('2025-10-09 21:59:30');
  expect(resumedDue(frozen(2, '2025-10-01 00:00:00', '2025-10-01 00:00:00'), holiday, calendar).externalDueTime).toBe('2025-10-08 23:59:30');
  // Each side by the days its own cycle counts.
  const steps = { internal: [], external: [], models: { internal: 1, external: 2 } };
  const both = resumedDue({ ...frozen(1, '2025-10-09 10:00:00', '2025-10-01 00:00:00'), dueSteps: steps }, holiday, calendar);
  expect(both).toMatchObject({ internalDueTime: '2025-10-09 21:59:30', externalDueTime: '2025-10-08 23:59:30', dueSteps: { models: steps.models } });
  const none = { ...frozen(1, '', ''), dateModel: null, internalDueTime: null, externalDueTime: null, dueSteps: null };
  expect(resumedDue(none, pause, calendar)).toEqual({ internalDueTime: null, externalDueTime: null, dueSteps: null });
});
