import type { Resource } from '#domain/kernel/resource.ts';
import { notice } from './notice.ts';
import { noticeContracts } from './noticeCalls.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [notice];

/** The page loads their types alone. */
export const contracts = [noticeContracts] as const;
