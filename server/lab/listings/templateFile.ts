import { sql } from 'drizzle-orm';
import { placeState } from '#domain/lab/batch/sheetChoices.ts';
import { exportTemplate, type ExportTemplate } from '#domain/lab/listings/exportTemplate.ts';
import { labReceiveList, type LabReceiveTask } from '#domain/lab/listings/labReceive.ts';
import { receiveTemplates, type TemplateFacts } from '#domain/lab/listings/receiveTemplates.ts';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import { languageOf, malformed } from '#server/kernel/core/answers.ts';
import type { ListSource } from '#server/kernel/export/listSources.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import type { WireRow } from '#server/kernel/resource/resourceRead.ts';
import type { AskedListing } from '#server/kernel/verbs/listing.ts';
import { tasksInSight } from '#server/spine/tasks/loadTasks.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

/** The received tasks in the layout of a bench's programme, where the query asks for one. */
export async function templateFile(asked: AskedListing, list: ListSource): Promise<ListSource> {
  const wanted = parameter(asked.query, 'template');
  if (wanted === '') return list;
  const title = exportTemplate.labelOf(wanted);
  if (!title) throw malformed('template');
  const template = receiveTemplates[wanted as ExportTemplate];
  const language = asked.language ?? (asked.request ? languageOf(asked.request) : 'zh');
  const leftOut: (readonly [Label, string])[] = [];
  let others = 0;
  // Columns and their order are the template's own; what else may be asked by is named among the conditions.
  const { columns: _columns, ...query } = list.query ?? asked.query;
  const searchOnly = Object.fromEntries(
    Object.entries<Field>(labReceiveList.fields).flatMap(([key, field]) => (key in template.fields ? [] : [[key, { ...field, column: false }]])),
  );
  return {
    ...list,
    resource: {
      ...labReceiveList,
      title: [`${labReceiveList.title[0]}-${title[0].replace('/', '')}`, `${labReceiveList.title[1]} (${title[1].toLowerCase()})`],
      fields: { ...template.fields, ...searchOnly },
    },
    query,
    isHeadLocked: true,
    notes: () => [...(others > 0 ? [[['其他申请单, 未导出', 'Other requisitions, left out'], String(others)] as const] : []), ...leftOut],
    async *all(most, tooMany) {
      const seen = new Set<string>();
      for await (const portion of list.all(most, tooMany)) {
        const rows = portion as unknown as readonly LabReceiveTask[];
        const facts = await factsOf(asked, rows);
        yield rows.flatMap((row): WireRow[] => {
          const known = facts.get(row.taskId);
          if (!known || (template.isByTube && seen.has(row.sampleId))) return [];
          seen.add(row.sampleId);
          if (template.fault && entryFormOf(known.entryForm).key !== wanted) {
            others += 1;
            return [];
          }
          const fault = template.fault?.(row, known);
          if (fault) {
            leftOut.push([['未导出', 'Left out'], `${row.labCode ?? row.sampleCode}: ${inLanguage(fault, language)}`]);
            return [];
          }
          return [{ ...row, ...template.values(row, known, language) }];
        });
      }
    },
  };
}

/** What the templates need of these tasks beyond their rows; of a tube, what stands on tasks the asker sees. */
async function factsOf({ db, user }: AskedListing, rows: readonly LabReceiveTask[]): Promise<ReadonlyMap<string, TemplateFacts>> {
  const sight = await tasksInSight(db, user);
  const found = await readRows<TemplateFacts & { readonly taskId: string }>(
    db,
    sql`select o.id as task_id, r.entry_form, coalesce(r.detail, r.reception) as detail, r.age_unit, s.test_tube_number, s.test_tube_batch_no, s.sample_volume::float8 as sample_volume,
        p.well, p.index1, p.index2,
        coalesce((select string_agg(distinct n.panel_name, '、') from lab_task t join panel n on n.tenant_id = t.tenant_id and n.id = any(t.panel_ids) where t.sample_id = o.sample_id and ${sight}), '') as tube_panels,
        coalesce((select jsonb_object_agg(x.item_code, x.value) from lab_task t join lab_result x on x.tenant_id = t.tenant_id and x.task_id = t.id where t.sample_id = o.sample_id and ${sight}), '{}') as results
      from lab_task o join sample s on s.tenant_id = o.tenant_id and s.id = o.sample_id join requisition r on r.tenant_id = o.tenant_id and r.id = o.requisition_id
        left join lateral (select b.well, b.index1, b.index2 from lab_batch_place b where b.tenant_id = o.tenant_id and b.task_id = o.id and b.state < ${placeState.voided} order by b.id desc limit 1) p on true
      where o.tenant_id = ${user.tenantId} and o.id = ${anyId(rows.map(({ taskId }) => taskId))}`,
  );
  return new Map(found.map(({ taskId, ...facts }) => [taskId, facts]));
}
