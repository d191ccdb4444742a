import type { Resource } from '#domain/kernel/resource.ts';
import { userAccount } from './userAccount.ts';
import { allUserContracts } from './userCalls.ts';
import { userThird } from './userThird.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [userAccount, userThird];

/** The page loads their types alone. */
export const contracts = [allUserContracts] as const;
