import { z } from 'zod';
import { declareCalls, parameters, shape } from '#domain/kernel/contract.ts';

/** A day that is not what its weekday says. */
export const calendarDay = shape({ date: z.string(), kind: z.int(), name: z.string() });

export const workCalendarContracts = declareCalls({
  'GET base/work-calendar/list': {
    byHand: 'calendar',
    title: ['工作日历', 'Work calendar'],
    permission: 'workCalendar_view',
    query: parameters('year'),
    answer: z.array(calendarDay),
  },
});
