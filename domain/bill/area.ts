import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { billEstimate, lineScreens, noPriceLines } from './lines/lineLists.ts';
import { repriceLines } from './lines/repriceLine.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [];

export const commands: readonly Command[] = [repriceLines];

export const listings = [noPriceLines, billEstimate] as const;

export const screens: readonly HandScreen[] = [...lineScreens];

/** The page loads their types alone. */
export const contracts = [] as const;
