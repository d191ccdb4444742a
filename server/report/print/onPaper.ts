import { sql } from 'drizzle-orm';
import { reportChannel } from '#domain/report/reportStrategy.ts';
import type { Channel } from '#server/report/reports/channel.ts';
import { readRows } from '#server/storage/readRows.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** Paper: planned by nobody and called back by people alone; what was printed may be in anybody's hands. */
export const onPaper: Channel = {
  plan: nothing,
  hold: nothing,
  resume: nothing,
  withdraw: nothing,
  async recipients(tx, tenantId, { versionId }) {
    const printed = await readRows<{ receiver: string }>(
      tx,
      sql`select coalesce(nullif(w.handed_to, ''), w.user_name) as receiver from report_print w where w.tenant_id = ${tenantId} and w.version_id = ${versionId} order by w.id`,
    );
    return printed.map(({ receiver }) => ({ channel: reportChannel.paper, receiver }));
  },
  hasLeft: sql`exists (select 1 from report_print w where w.tenant_id = v.tenant_id and w.version_id = v.id)`,
};
