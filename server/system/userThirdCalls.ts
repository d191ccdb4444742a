import { sql } from 'drizzle-orm';
import { userStatus, userType } from '#domain/user/userAccount.ts';
import { userThird } from '#domain/user/userThird.ts';
import type { Call } from '#server/kernel/serve.ts';
import { defineView } from '#server/kernel/views.ts';
import { externalAccountCalls } from './externalAccounts.ts';

export const userThirdView = defineView({
  name: 'userThird',
  select: `select u.id, u.tenant_id, u.account, u.real_name, u.send_sample_client_id, u.role_ids, u.dept_ids, u.phone, u.email, coalesce(u.status, ${userStatus.active}) as status, u.create_time
  from user_account u where u.is_deleted = 0 and (u.user_type = ${userType.third} or u.status = ${userStatus.awaiting})`,
});

export const userThirdCalls: readonly Call[] = externalAccountCalls({
  resource: userThird,
  isListed: sql`(user_type = ${userType.third} or status = ${userStatus.awaiting})`,
});
