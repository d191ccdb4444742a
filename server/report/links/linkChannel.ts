import { sql } from 'drizzle-orm';
import type { Channel } from '../reports/channel.ts';

const nothing = async (): Promise<void> => {};

/** Links to a report: they are made by what carries them, and say by themselves how their report stands (docs/report.md#links). */
export const linkChannel: Channel = {
  plan: nothing,
  hold: nothing,
  resume: nothing,
  withdraw: nothing,
  hasLeft: sql`exists (select 1 from report_link l where l.tenant_id = v.tenant_id and l.version_id = v.id and l.open_time is not null)`,
};
