import { findHead, type NamedItem, type TemplateColumn } from '#domain/base/resultTemplate.ts';
import { resourceByName } from '#domain/resources.ts';
import { insertRows, type InsertedBy } from '#server/storage/insertRows.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { sql } from 'drizzle-orm';

/** A template of the demo as its files are written by it. */
export interface LabTemplate {
  readonly id: string;
  readonly groupCode: string;
  readonly layout: null;
  readonly columns: readonly TemplateColumn[];
}

const sampleTitles = ['实验室编号', '姓名', '孔位'];
/** Groups whose results come in files, and the measures these tell beside the items. */
const measures: Readonly<Record<string, readonly string[]>> = {
  PG01: ['原始读段数', '比对率', '重复率', 'GC含量', '胎儿浓度'],
  PG04: ['Q30', '内参RPM'],
  PG07: [],
  PG08: [],
};

/** Makes a template for each group whose instruments write files: a row a sample, a column an item. */
export async function addTemplates(tx: Tx, by: InsertedBy): Promise<readonly LabTemplate[]> {
  const groups = await readRows<{ id: string; code: string; name: string; items: NamedItem[] }>(
    tx,
    sql`select g.id, g.panel_group_code as code, g.panel_group_name as name, (select jsonb_agg(jsonb_build_object('itemId', i.id::text, 'itemCode', i.item_code, 'itemName', i.item_name, 'itemShortName', i.item_short_name) order by p.id, i.sort)
        from panel p join item i on i.tenant_id = p.tenant_id and i.id = any(p.item_ids) where p.tenant_id = g.tenant_id and p.panel_group_id = g.id) as items
      from panel_group g where g.tenant_id = ${by.tenantId} and g.is_deleted = 0 order by g.panel_group_code`,
  );
  const made = groups.flatMap(({ id: panelGroupId, code, name, items }) => {
    const titles = measures[code];
    if (!titles) return [];
    const head = findHead([[...sampleTitles, ...items.map(({ itemName }) => itemName), ...titles]], items);
    if (!head) throw new Error(`demo data: a template without header for ${code}`);
    const itemCount = head.columns.filter(({ itemId }) => itemId !== null).length;
    const row = {
      id: newId(),
      templateName: `${name}仪器导出`,
      panelGroupId,
      fileName: `${code}.csv`,
      sheetName: 'Sheet1',
      headerRow: 1,
      itemCount,
      columns: head.columns,
    };
    return [{ row, template: { id: row.id, groupCode: code, layout: null, columns: head.columns } }];
  });
  await insertRows(
    tx,
    resourceByName('resultTemplate'),
    made.map(({ row }) => row),
    by,
  );
  return made.map(({ template }) => template);
}
