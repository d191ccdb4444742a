import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { erpAccount } from './erp/erpAccount.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [erpAccount];

export const commands: readonly Command[] = [];

export const listings = [] as const;

export const screens: readonly HandScreen[] = [];

/** The page loads their types alone. */
export const contracts = [] as const;
