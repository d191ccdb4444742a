import { sql } from 'drizzle-orm';
import { deApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';

/** The undecided application to withdraw the report behind alias r, as an object; null: there is none. */
export const openWithdrawal = sql`(select jsonb_build_object('deApprovalId', d.id::text, 'deApprovalOperate', d.de_approval_operate, 'reason', d.reason,
    'applicantId', d.applicant_id::text, 'applicantName', d.applicant_name, 'createTime', to_char(d.create_time, 'YYYY-MM-DD HH24:MI:SS'))
  from de_approval d where d.tenant_id = r.tenant_id and d.report_id = r.id and d.state = ${deApprovalState.waiting})`;
