import { sql } from 'drizzle-orm';
import { earlierThatCount } from '#domain/lab/rules/signals.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

export interface PersonsValue {
  readonly value: string;
  /** The unit it was told in. */
  readonly unit: string | null;
  /** `yyyy-MM-dd` of the result. */
  readonly date: string;
  readonly labCode: string | null;
}

/** So many values of an item of a person are read: far more than the last three. */
const mostRead = 20;

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
  return (await earlierValuesOf(reader, tenantId, [taskId], itemIds, day)).get(taskId) ?? new Map();
}

/** The same of many tasks, by task and item, with one statement. */
export async function earlierValuesOf(
  reader: Reader,
  tenantId: string,
  taskIds: readonly string[],
  itemIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly PersonsValue[]>>> {
  if (itemIds.length === 0 || taskIds.length === 0) return new Map();
  const noOther = sql`(me.credential_no is null or o.credential_no is null or o.credential_no = me.credential_no)`;
  const rows = await readRows<PersonsValue & { readonly ofTask: string; readonly itemId: string }>(
    reader,
    sql`with me as (select r.*, t.id as of_task from lab_task t join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)}),
      same_person as (
        select me.of_task, o.id from me join requisition o on o.tenant_id = me.tenant_id and o.credential_no = me.credential_no
        union select me.of_task, o.id from me join requisition o on o.tenant_id = me.tenant_id and o.person_name = me.person_name and o.birth_date = me.birth_date and o.sex = me.sex and ${noOther}
        union select me.of_task, o.id from me join requisition o on o.tenant_id = me.tenant_id and o.telephone = me.telephone and o.person_name = me.person_name and ${noOther}),
      found as (
        select p.of_task, x.item_id, x.value, x.unit, to_char(x.create_time, 'YYYY-MM-DD') as date, t.lab_code, row_number() over (partition by p.of_task, x.item_id order by x.create_time desc, x.id desc) as place
        from same_person p join lab_task t on t.tenant_id = ${tenantId} and t.requisition_id = p.id and t.task_state in (${taskState.audited}, ${taskState.issued}) and t.id <> p.of_task
          join lab_result x on x.tenant_id = t.tenant_id and x.task_id = t.id and x.item_id = ${anyId(itemIds)})
      select of_task, item_id, value, unit, date, lab_code from found where place <= ${mostRead} order by of_task, item_id, place`,
  );
  const byTask = new Map<string, Map<string, PersonsValue[]>>();
  for (const { ofTask, itemId, ...value } of rows) {
    const own = byTask.get(ofTask) ?? byTask.set(ofTask, new Map()).get(ofTask)!;
    own.set(itemId, [...(own.get(itemId) ?? []), value]);
  }
  return new Map(
    [...byTask].map(([taskId, byItem]) => [taskId, new Map([...byItem].map(([itemId, values]) => [itemId, earlierThatCount(values, day)]))]),
  );
}
