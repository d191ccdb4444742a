import type { RowOf } from '#domain/kernel/contract.ts';
import type { dashboardFigures } from './dashboardContracts.ts';

/** The figures of the day, for the charts of the home pages. What the asking person may not see is null. */
export type DashboardFigures = RowOf<typeof dashboardFigures>;

/** How long something waits: under 4 hours, under a day, under three days, longer. */
export const waitingBuckets = ['h4', 'd1', 'd3', 'more'] as const;
export type WaitingBucket = (typeof waitingBuckets)[number];
/** From here on it is overdue. */
export const overdueBuckets: ReadonlySet<WaitingBucket> = new Set(['d3', 'more']);
