import { z } from 'zod';
import { declareCalls, shape } from '#domain/kernel/contract.ts';

/** Entries of one person by kind. */
export const clerkRow = shape({ name: z.string(), summary: z.int(), single: z.int(), double: z.int() });

export const dashboardFigures = shape({
  /** Server time the figures stand for, `yyyy-MM-dd HH:mm:ss`. */
  at: z.string(),
  /** Tubes received by the hour of the day, 24 numbers each; the same weekday a week ago beside today. */
  perHour: shape({ today: z.array(z.int()), lastWeek: z.array(z.int()) }).nullable(),
  /** Requisitions whose entry is open, by how long they wait. */
  waiting: z.array(shape({ bucket: z.enum(['h4', 'd1', 'd3', 'more']), count: z.int() })).nullable(),
  /** Entries of the last seven days, most first. */
  clerks: z.array(clerkRow),
  /** True where `clerks` is the asking person alone. */
  isOwnOnly: z.boolean(),
});

export const dashboardContracts = declareCalls({
  'GET search/dashboard/figures': {
    title: ['今日数据', 'Figures of the day'],
    permission: null,
    everybody: 'each figure asks for its own right; the entries of others too',
    answer: dashboardFigures,
  },
});
