import { sql, type SQL } from 'drizzle-orm';
import { noticeAudience, noticeState } from '#domain/notice/notice.ts';
import { userStatus } from '#domain/user/userAccount.ts';

/** True where the notice `n` is for the person `u`; a department stands for all below it. */
const isAudience = sql`(n.audience = ${noticeAudience.all}
  or (n.audience = ${noticeAudience.departments} and exists (
    with recursive below as (
      select d.id from department d where d.tenant_id = n.tenant_id and d.id = any(n.dept_ids)
      union select c.id from department c join below b on c.parent_id = b.id where c.tenant_id = n.tenant_id and c.is_deleted = 0
    ) select 1 from below where below.id = any(u.dept_ids)))
  or (n.audience = ${noticeAudience.roles} and n.role_ids && u.role_ids)
  or (n.audience = ${noticeAudience.users} and u.id = any(n.user_ids)))`;

/** Nobody is asked to confirm what was published before their account was made. */
export const isFor: SQL = sql`u.tenant_id = n.tenant_id and u.create_time <= n.publish_time and ${isAudience}`;

/** Published and not for later. */
export const isOut = (now: string): SQL => sql`n.is_deleted = 0 and n.notice_state = ${noticeState.published} and n.release_time <= ${now}`;

/** Accounts that somebody works with. */
export const isActive: SQL = sql`u.is_deleted = 0 and u.is_disable = 0 and coalesce(u.status, ${userStatus.active}) = ${userStatus.active}`;

/** What the person `u` answered to the current release of `n`. */
export const receiptJoin: SQL = sql`left join notice_receipt p on p.tenant_id = n.tenant_id and p.notice_id = n.id and p.release_no = n.release_no and p.user_id = u.id`;
