import type { Resource } from '#domain/kernel/resource.ts';
import { dashboardContracts } from './dashboardContracts.ts';
import { entryStatistic } from './entryStatistic.ts';
import { sampleReceipt } from './sampleReceipt.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [sampleReceipt, entryStatistic];

/** The page loads their types alone. */
export const contracts = [dashboardContracts] as const;
