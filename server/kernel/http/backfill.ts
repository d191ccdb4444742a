import { sql } from 'drizzle-orm';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import type { JobKind } from './jobs.ts';

export interface Backfill {
  readonly name: string;
  /** The setting that says it is done. */
  readonly doneSetting: string;
  /** One tenant's; goes on where it was, should it have been stopped. */
  readonly ofTenant: (tenantId: string, signal: AbortSignal) => Promise<void>;
}

/** What earlier versions did not keep is made up for: every tenant's, once a database. A server that is stopped meanwhile goes on at the next minute that one runs. */
export function backfillJob(database: Database, { name, doneSetting, ofTenant }: Backfill): JobKind<object> {
  return {
    name,
    cron: '* * * * *',
    expireSeconds: 3_600,
    async run(_payload, signal) {
      const done = await readRows(database.orm, sql`select key from setting where key = ${doneSetting}`);
      if (done.length > 0) return;
      const tenants = await readRows<{ tenantId: string }>(database.orm, sql`select distinct tenant_id from laboratory order by tenant_id`);
      for (const { tenantId } of tenants) await ofTenant(tenantId, signal);
      if (!signal.aborted) await database.orm.insert(setting).values({ key: doneSetting, value: true }).onConflictDoNothing();
    },
  };
}

/** Takes what is there in portions, each behind the last id of the one before, until there is none or it is stopped. */
export async function inPortions(
  signal: AbortSignal,
  next: (after: string) => Promise<readonly { readonly id: string }[]>,
  take: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let after = '0'; !signal.aborted;) {
    const ids = (await next(after)).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    await take(ids);
    after = last;
  }
}
