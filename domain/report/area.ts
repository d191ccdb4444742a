import type { Resource } from '#domain/kernel/resource.ts';
import { reportTemplate } from './reportTemplate.ts';
import { templateContracts } from './templateCalls.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [reportTemplate];

/** The page loads their types alone. */
export const contracts = [templateContracts] as const;
