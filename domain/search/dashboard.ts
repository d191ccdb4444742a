/** The figures of the day, for the charts of the home pages. What the asking person may not see is null. */
export interface DashboardFigures {
  /** Server time the figures stand for, `yyyy-MM-dd HH:mm:ss`. */
  readonly at: string;
  /** Tubes received by the hour of the day, 24 numbers each; the same weekday a week ago beside today. */
  readonly perHour: { readonly today: readonly number[]; readonly lastWeek: readonly number[] } | null;
  /** Requisitions whose entry is open, by how long they wait. */
  readonly waiting: readonly { readonly bucket: WaitingBucket; readonly count: number }[] | null;
  /** Entries of the last seven days, most first. */
  readonly clerks: readonly { readonly name: string; readonly summary: number; readonly single: number; readonly double: number }[];
  /** True where `clerks` is the asking person alone. */
  readonly isOwnOnly: boolean;
}

/** How long something waits: under 4 hours, under a day, under three days, longer. */
export const waitingBuckets = ['h4', 'd1', 'd3', 'more'] as const;
export type WaitingBucket = (typeof waitingBuckets)[number];
/** From here on it is overdue. */
export const overdueBuckets: ReadonlySet<WaitingBucket> = new Set(['d3', 'more']);

export const dashboardPath = 'dashboard/figures';
