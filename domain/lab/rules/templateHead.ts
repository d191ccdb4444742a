import type { CodeOf } from '#domain/kernel/choices.ts';
import type { SheetRow } from '#domain/sheet/sheetTypes.ts';
import type { FindingRole } from './resultFindings.ts';
import { resultLayout, type ItemRole, type ResultTemplate, type SampleRole } from './resultSheet.ts';

/** Columns as a template keeps them. */
export type ResultTemplateColumns = readonly {
  readonly at: number;
  readonly title: string;
  readonly role: SampleRole | ItemRole | FindingRole | null;
  readonly itemId: string | null;
  readonly metric?: string | null;
}[];

const searchedRows = 40;
const titleKey = (cell: SheetRow[number] | undefined): string =>
  (cell === null || cell === undefined ? '' : typeof cell === 'object' ? cell.text : String(cell)).normalize('NFKC').replace(/\s/g, '').toLowerCase();

/**
 * Where a file has the columns of its template: under the same titles, whatever their order and the row they stand in. Files without
 * header have them where the template has them.
 */
export function headOf(
  rows: readonly SheetRow[],
  columns: ResultTemplateColumns,
  layout: CodeOf<typeof resultLayout>,
): ResultTemplate | 'file.noHead' | 'file.noCode' {
  const known = columns.filter(({ role, itemId, metric }) => role !== null || itemId !== null || (metric ?? null) !== null);
  const whole = known.map((column) => ({ ...column, metric: column.metric ?? null }));
  const isCode = ({ role }: { readonly role: string | null }): boolean => role === 'labCode' || role === 'sampleCode';
  if (layout === resultLayout.noHeader) return whole.some(isCode) ? { layout, headRow: -1, columns: whole } : 'file.noCode';
  const heads = rows.slice(0, searchedRows).map((row, headRow) => {
    const at = new Map(row.map((cell, index) => [titleKey(cell), index] as const).toReversed());
    const found = whole.flatMap((column) => {
      const index = at.get(titleKey(column.title));
      return index === undefined ? [] : [{ ...column, at: index }];
    });
    return { headRow, columns: found };
  });
  const best = heads.filter((head) => head.columns.length > 0).toSorted((a, b) => b.columns.length - a.columns.length || a.headRow - b.headRow)[0];
  if (!best) return 'file.noHead';
  return best.columns.some(isCode) ? { layout, ...best } : 'file.noCode';
}
