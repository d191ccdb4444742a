import { expect, it } from 'vitest';
import { officialDays } from '#domain/base/officialDays.ts';
import { workCalendar } from '#domain/base/workCalendar.ts';
import { taskDue, type PanelCycle } from './taskDue.ts';

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
