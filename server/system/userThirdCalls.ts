import { sql } from 'drizzle-orm';
import { userThirdContracts } from '#domain/user/userCalls.ts';
import { userStatus, userType } from '#domain/user/userAccount.ts';
import { userThird } from '#domain/user/userThird.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { defineView } from '#server/kernel/resource/views.ts';
import { externalAccounts } from './externalAccounts.ts';

export const userThirdView = defineView({
  name: 'userThird',
  select: `select u.id, u.tenant_id, u.account, u.real_name, u.send_sample_client_id, u.role_ids, u.dept_ids, u.phone, u.email, coalesce(u.status, ${userStatus.active}) as status, u.create_time
  from user_account u where u.is_deleted = 0 and (u.user_type = ${userType.third} or u.status = ${userStatus.awaiting})`,
});

const accounts = externalAccounts({
  resource: userThird,
  isListed: sql`(user_type = ${userType.third} or status = ${userStatus.awaiting})`,
});
export const userThirdCalls: readonly Call[] = serveCalls(userThirdContracts, {
  'POST user/user-third/submit': accounts.save,
  'POST user/user-third/update': accounts.save,
  'POST user/user-third/ableUser': accounts.enable,
  'POST user/user-third/disableUser': accounts.disable,
  'POST user/user-third/reset-password': accounts.reset,
});
