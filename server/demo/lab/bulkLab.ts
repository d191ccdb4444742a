import { sql } from 'drizzle-orm';
import { addDays } from '#domain/kernel/dates.ts';
import { addPeriods, type IssuedTask } from '#server/report/search/closePeriods.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import type { SampleTarget } from '../addSamples.ts';
import { bulkRecordsSql, bulkSql, issuedSql, type BulkPerson } from './bulkSql.ts';
import { itemValues } from './itemValues.ts';

export interface BulkLabOptions {
  readonly tenantId: string;
  /** First digit of the codes of the tubes whose tasks are meant. */
  readonly digit: string;
  readonly now: string;
  /** Whether their results came in files. */
  readonly hasFiles: boolean;
  readonly onProgress?: (done: BulkLab) => void;
}
export interface BulkLab {
  readonly tasks: number;
  readonly values: number;
}
/** Tasks of one statement: so many are sorted and joined in memory. */
const tasksOfSpan = 8_000;

/** Tells what became of the tasks of invented tubes, a span of days a statement; what was told before stays. How many tasks and values. */
export async function addLabWork(target: SampleTarget, { tenantId, digit, now, hasFiles, onProgress }: BulkLabOptions): Promise<BulkLab> {
  const people = await readRows<BulkPerson & { account: string }>(
    target.orm,
    sql`select id, account, real_name as name from user_account where tenant_id = ${tenantId} and is_deleted = 0 order by id`,
  );
  const named = (account: string): BulkPerson => {
    const found = people.find((row) => row.account === account) ?? people[0];
    if (!found) throw new Error('demo data: the tenant has no accounts');
    return found;
  };
  const crew = { bench: named('lab'), first: named('audit1'), second: named('audit2') };
  const items = await itemValues(target.orm, tenantId);
  const days = await readRows<{ day: string; tasks: number }>(
    target.orm,
    sql`select to_char(t.lab_receive_time, 'YYYY-MM-DD') as day, count(*)::int as tasks from lab_task t
      where t.tenant_id = ${tenantId} and t.sample_code like ${`${digit}%`} and t.result_version = 0 group by 1 order by 1`,
  );
  let done: BulkLab = { tasks: 0, values: 0 };
  for (const { from, to } of spansOf(days)) {
    const span = { tenantId, digit, from, to, now, items, hasFiles, ...crew };
    const added = await target.transaction(async (tx) => {
      // The statement's parts have no statistics: by them it would look up each row of one in all of another, and compile for seconds.
      await tx.execute(sql`set local enable_nestloop = off`);
      await tx.execute(sql`set local jit = off`);
      const made = await readRow<BulkLab>(tx, bulkSql({ ...span, base: newId() }));
      await tx.execute(bulkRecordsSql({ ...span, base: newId() }));
      await addPeriods(tx, tenantId, await readRows<IssuedTask>(tx, issuedSql(span)), now);
      return made;
    });
    done = { tasks: done.tasks + (added?.tasks ?? 0), values: done.values + (added?.values ?? 0) };
    onProgress?.(done);
  }
  return done;
}

/** Neighbouring days put together until they have tasks enough for a statement. */
function spansOf(days: readonly { readonly day: string; readonly tasks: number }[]): { from: string; to: string }[] {
  const spans: { from: string; to: string; tasks: number }[] = [];
  for (const { day, tasks } of days) {
    const last = spans.at(-1);
    const to = addDays(day, 1);
    if (last && last.tasks + tasks <= tasksOfSpan) spans.splice(-1, 1, { from: last.from, to, tasks: last.tasks + tasks });
    else spans.push({ from: day, to, tasks });
  }
  return spans;
}
