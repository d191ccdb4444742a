import { sql } from 'drizzle-orm';
import { reportChannel } from '#domain/report/reportStrategy.ts';
import type { Channel } from '#server/report/reports/channel.ts';
import { readRows } from '#server/storage/readRows.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** Paper: what is to be printed waits for a person, and is called back by people alone; what was printed may be in anybody's hands. */
export const onPaper: Channel = {
  async plan(tx, tenantId, { reportId, versionId }) {
    await tx.execute(sql`update report r set paper_due = coalesce((select greatest(case when ${reportChannel.paper} = any(s.channels) then coalesce(s.paper_copies, 1) else 0 end,
        case when q.is_paper_report = 1 then 1 else 0 end) from report_version v join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id
        left join report_config c on c.tenant_id = v.tenant_id and c.id = v.config_id left join report_strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id
        where v.tenant_id = r.tenant_id and v.id = ${versionId}), 0) where r.tenant_id = ${tenantId} and r.id = ${reportId}`);
  },
  hold: nothing,
  resume: nothing,
  async withdraw(tx, tenantId, { reportId }) {
    await tx.execute(sql`update report set paper_due = 0 where tenant_id = ${tenantId} and id = ${reportId}`);
  },
  async recipients(tx, tenantId, { versionId }) {
    const printed = await readRows<{ receiver: string }>(
      tx,
      sql`select coalesce(nullif(w.handed_to, ''), w.user_name) as receiver from report_print w where w.tenant_id = ${tenantId} and w.version_id = ${versionId} order by w.id`,
    );
    return printed.map(({ receiver }) => ({ channel: reportChannel.paper, receiver }));
  },
  hasLeft: sql`exists (select 1 from report_print w where w.tenant_id = v.tenant_id and w.version_id = v.id)`,
};
