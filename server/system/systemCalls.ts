import type { Call } from '#server/kernel/serve.ts';
import { departmentCalls } from './departmentCalls.ts';
import { dictCalls } from './dictCalls.ts';
import { menuCalls } from './menuCalls.ts';
import { roleCalls } from './roleCalls.ts';
import { userCalls } from './userCalls.ts';
import { userListCalls } from './userListCalls.ts';

/** Every hand-written call of the services blade-system and blade-user. */
export const systemCalls: readonly Call[] = [...menuCalls, ...roleCalls, ...departmentCalls, ...dictCalls, ...userCalls, ...userListCalls];
