import { sql } from 'drizzle-orm';
import { readRows } from '#server/storage/readRows.ts';
import type { Channel, Recipient } from '#server/report/reports/channel.ts';

const nothing = async (): Promise<void> => {};

/** Links to a report: they are made by what carries them, and say by themselves how their report stands (docs/report.md#links). */
export const linkChannel: Channel = {
  plan: nothing,
  hold: nothing,
  resume: nothing,
  withdraw: nothing,
  // Those of a mail are its receiver's.
  recipients: (tx, tenantId, { versionId }) =>
    readRows<Recipient>(
      tx,
      sql`select l.channel::int as channel, l.receiver_name as receiver from report_link l
        where l.tenant_id = ${tenantId} and l.version_id = ${versionId} and l.mail_id is null and l.open_time is not null order by l.id`,
    ),
  hasLeft: sql`exists (select 1 from report_link l where l.tenant_id = v.tenant_id and l.version_id = v.id and l.open_time is not null)`,
};
