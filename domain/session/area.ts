import type { Resource } from '#domain/kernel/resource.ts';
import { logContracts } from './logCalls.ts';
import { loginLog } from './loginLog.ts';
import { loginProvider } from './loginProvider.ts';
import { menuInterface } from './menuInterface.ts';
import { operateLog } from './operateLog.ts';
import { secondFactorContracts } from './secondFactorCalls.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [loginProvider, menuInterface, loginLog, operateLog];

/** The page loads their types alone. */
export const contracts = [secondFactorContracts, logContracts] as const;
