import type { Call } from '#server/kernel/serve.ts';
import { uploadAvatar } from './avatar.ts';
import { clientAccountCalls } from './clientAccountCalls.ts';
import { clientCalls } from './clientCalls.ts';
import { departmentCalls } from './departmentCalls.ts';
import { dictCalls } from './dictCalls.ts';
import { menuCalls } from './menuCalls.ts';
import { menuWrites } from './menuWrites.ts';
import { paramCalls } from './paramCalls.ts';
import { publicLogCalls } from './publicLogCalls.ts';
import { publicScopeCalls } from './publicScopeCalls.ts';
import { regionCalls } from './regionCalls.ts';
import { roleCalls } from './roleCalls.ts';
import { tenantCalls } from './tenantCalls.ts';
import { tenantPackageCalls } from './tenantPackageCalls.ts';
import { secondFactorCalls } from './secondFactorCalls.ts';
import { userCalls } from './userCalls.ts';
import { userThirdCalls } from './userThirdCalls.ts';
import { userListCalls } from './userListCalls.ts';
import { userSheetCalls } from './userSheetCalls.ts';

/** Every hand-written call of the services blade-system and blade-user. */
export const systemCalls: readonly Call[] = [
  ...tenantCalls,
  ...tenantPackageCalls,
  ...menuCalls,
  ...menuWrites,
  ...roleCalls,
  ...departmentCalls,
  ...dictCalls,
  ...regionCalls,
  ...paramCalls,
  ...clientCalls,
  ...userCalls,
  ...secondFactorCalls,
  ...userListCalls,
  ...userSheetCalls,
  ...userThirdCalls,
  ...clientAccountCalls,
  ...publicScopeCalls,
  ...publicLogCalls,
  uploadAvatar,
];
