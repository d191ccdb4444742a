import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { avatarCalls } from './avatar.ts';
import { clientAccountView, clientAccountCalls } from './clientAccountCalls.ts';
import { clientCalls } from './clientCalls.ts';
import { departmentCalls } from './departmentCalls.ts';
import { dictCalls } from './dictCalls.ts';
import { menuCalls } from './menuCalls.ts';
import { paramCalls } from './paramCalls.ts';
import { publicLogCalls } from './publicLogCalls.ts';
import { publicScopeCalls } from './publicScopeCalls.ts';
import { regionCalls } from './regionCalls.ts';
import { roleCalls } from './roleCalls.ts';
import { operationCalls } from './running/operationCalls.ts';
import { savedViewCalls } from './savedViewCalls.ts';
import { secondFactorCalls } from './secondFactorCalls.ts';
import { tenantCalls } from './tenantCalls.ts';
import { tenantPackageCalls } from './tenantPackageCalls.ts';
import { userCalls } from './userCalls.ts';
import { userListCalls } from './userListCalls.ts';
import { userFamilyCalls } from './userSheetCalls.ts';
import { userThirdView, userThirdCalls } from './userThirdCalls.ts';

export const systemArea: ServedArea = {
  views: [userThirdView, clientAccountView],
  calls: [
    ...tenantCalls,
    ...tenantPackageCalls,
    ...menuCalls,
    ...roleCalls,
    ...departmentCalls,
    ...dictCalls,
    ...regionCalls,
    ...paramCalls,
    ...clientCalls,
    ...userCalls,
    ...secondFactorCalls,
    ...userListCalls,
    ...userFamilyCalls,
    ...userThirdCalls,
    ...clientAccountCalls,
    ...publicScopeCalls,
    ...publicLogCalls,
    ...avatarCalls,
    ...savedViewCalls,
    ...operationCalls,
  ],
};
