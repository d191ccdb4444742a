import { sql } from 'drizzle-orm';

const nothing = (): Promise<void> => Promise.resolve();

/** Paper: planned by nobody and called back by people alone; what was printed may be in anybody's hands. */
export const onPaper = {
  plan: nothing,
  hold: nothing,
  resume: nothing,
  withdraw: nothing,
  hasLeft: sql`exists (select 1 from report_print w where w.tenant_id = v.tenant_id and w.version_id = v.id)`,
};
