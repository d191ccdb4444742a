import { sql } from 'drizzle-orm';
import { plainLayout, readLayout, type LabelLayout } from '#domain/code/labelLayout.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';

export interface LabelStyle {
  readonly styleId: string | null;
  readonly styleName: string;
  readonly layout: LabelLayout;
}
interface StyleRow {
  readonly styleId: string;
  readonly styleName: string;
  readonly layout: unknown;
}
const plainStyle: LabelStyle = { styleId: null, styleName: '', layout: plainLayout };

/** The style that is named, or the default of a code type, a laboratory's own first. Null where a named one cannot be used. */
export async function labelStyleOf(
  reader: Reader,
  tenantId: string,
  { codeType, laboratoryId, styleId }: { readonly codeType: number; readonly laboratoryId: string | null; readonly styleId: string | null },
): Promise<LabelStyle | null> {
  const which = styleId === null ? sql`is_default = 1 and (laboratory_id is null or laboratory_id = ${laboratoryId})` : sql`id = ${styleId}`;
  const row = await readRow<StyleRow>(
    reader,
    sql`select id::text as style_id, style_name, layout from code_style where tenant_id = ${tenantId} and code_type = ${codeType} and is_deleted = 0 and is_disable = 0
      and ${which} order by laboratory_id nulls last, id limit 1`,
  );
  if (!row) return styleId === null ? plainStyle : null;
  return { ...row, layout: readLayout(row.layout) ?? plainLayout };
}
