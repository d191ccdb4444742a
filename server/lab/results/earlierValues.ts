import { sql } from 'drizzle-orm';
import { earlierThatCount } from '#domain/lab/rules/signals.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

export interface PersonsValue {
  readonly value: string;
  /** `yyyy-MM-dd` of the result. */
  readonly date: string;
  readonly labCode: string | null;
}

/** So many values of a person's items are read: far more than the last three of each. */
const mostRead = 500;

/**
 * The earlier values of a task's person that count on a day, by item, the newest first (docs/lab.md#judging): of tasks whose second audit was
 * passed. A person is known by document, by name, birthday and sex, or by name and telephone; of two documents that differ, never.
 * `day`: `yyyy-MM-dd`.
 */
export async function earlierValues(
  reader: Reader,
  tenantId: string,
  taskId: string,
  itemIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, readonly PersonsValue[]>> {
  if (itemIds.length === 0) return new Map();
  const noOther = sql`(me.credential_no is null or o.credential_no is null or o.credential_no = me.credential_no)`;
  const rows = await readRows<PersonsValue & { readonly itemId: string }>(
    reader,
    sql`with me as (select r.* from lab_task t join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id where t.tenant_id = ${tenantId} and t.id = ${taskId}),
      same_person as (
        select o.id from me join requisition o on o.tenant_id = me.tenant_id and o.credential_no = me.credential_no
        union select o.id from me join requisition o on o.tenant_id = me.tenant_id and o.person_name = me.person_name and o.birth_date = me.birth_date and o.sex = me.sex and ${noOther}
        union select o.id from me join requisition o on o.tenant_id = me.tenant_id and o.telephone = me.telephone and o.person_name = me.person_name and ${noOther})
      select x.item_id, x.value, to_char(x.create_time, 'YYYY-MM-DD') as date, t.lab_code from same_person p
        join lab_task t on t.tenant_id = ${tenantId} and t.requisition_id = p.id and t.task_state in (${taskState.audited}, ${taskState.issued}) and t.id <> ${taskId}
        join lab_result x on x.tenant_id = t.tenant_id and x.task_id = t.id and x.item_id = ${anyId(itemIds)}
      order by x.create_time desc, x.id desc limit ${mostRead}`,
  );
  const byItem = new Map<string, PersonsValue[]>();
  for (const { itemId, ...value } of rows) byItem.set(itemId, [...(byItem.get(itemId) ?? []), value]);
  return new Map([...byItem].map(([itemId, values]) => [itemId, earlierThatCount(values, day)]));
}
