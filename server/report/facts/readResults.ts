import { sql } from 'drizzle-orm';
import { variantClass, confidence as confidences } from '#domain/lab/rules/judging.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { FactRow, Tone } from '#domain/report/reportFacts.ts';
import { converted, resultClassOf, type ConversionRow } from '#domain/report/rules/conversion.ts';
import { variantOf } from '#domain/report/variantName.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

const zh = (label: Label | undefined): string => label?.[0] ?? '';

interface ResultValue {
  readonly itemId: string;
  readonly itemName: string;
  readonly itemShortName: string | null;
  readonly value: string;
  readonly unit: string | null;
  readonly referenceRange: string | null;
  readonly resultStatus: string | null;
  readonly isNumber: boolean;
  readonly panelName: string | null;
  readonly method: string | null;
}
/** The values of these tasks, in their client's words. */
export async function resultRows(
  reader: Reader,
  tenantId: string,
  taskIds: readonly string[],
  conversion: readonly ConversionRow[],
): Promise<FactRow[]> {
  const rows = await readRows<ResultValue>(
    reader,
    sql`select x.item_id::text as item_id, x.item_name, i.item_short_name, x.value, x.unit, x.reference_range, x.result_status, x.number is not null as is_number, p.panel_name, p.method
      from lab_result x join lab_task t on t.tenant_id = x.tenant_id and t.id = x.task_id left join item i on i.tenant_id = x.tenant_id and i.id = x.item_id
      left join lateral (select p.panel_name, p.method, array_position(t.panel_ids, p.id) as place from panel p
        where p.tenant_id = t.tenant_id and p.id = any(t.panel_ids) and x.item_id = any(p.item_ids) order by array_position(t.panel_ids, p.id) limit 1) p on true
      where x.tenant_id = ${tenantId} and x.task_id = ${anyId(taskIds)} order by x.task_id, p.place, i.sort, x.item_id`,
  );
  return rows.map(({ resultStatus, isNumber, itemId, ...found }) => {
    const isOdd = resultStatus === 'high' || resultStatus === 'low';
    const { value, unit, referenceRange } = converted(
      {
        itemId,
        value: found.value,
        unit: found.unit ?? '',
        referenceRange: found.referenceRange ?? '',
        qualitativeResult: resultClassOf(found.value, resultStatus),
      },
      conversion,
    );
    const row = { ...found, value, unit, referenceRange };
    const tone: Tone | null = !isOdd ? null : isNumber ? resultStatus : 'abnormal';
    const cells = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '']));
    return { cells, tone };
  });
}

/** Genes with a reported variant, and its class. */
export async function variantsOf(reader: Reader, tenantId: string, taskIds: readonly string[]) {
  const rows = await readRows<{ name: string; findingClass: string | null }>(
    reader,
    sql`select name, finding_class from lab_finding where tenant_id = ${tenantId} and task_id = ${anyId(taskIds)} and is_reported = 1 order by task_id, id`,
  );
  return rows.map(({ name, findingClass }) => ({ gene: variantOf(name).gene, variantClass: findingClass }));
}

interface Found {
  readonly name: string;
  readonly nameEn: string | null;
  readonly findingClass: string | null;
  readonly reads: number | null;
  readonly rpm: string | null;
  readonly coverage: string | null;
  readonly abundance: string | null;
  readonly confidence: string | null;
  readonly drug: string | null;
}
/** Pathogens or variants found by these tasks. */
export async function foundRows(reader: Reader, tenantId: string, taskIds: readonly string[], isVariant: boolean): Promise<FactRow[]> {
  const rows = await readRows<Found>(
    reader,
    sql`select name, name_en, finding_class, reads, rpm::float8::text as rpm, coverage::float8::text as coverage, abundance::float8::text as abundance, confidence, drug
      from lab_finding where tenant_id = ${tenantId} and task_id = ${anyId(taskIds)} and is_reported = 1 order by task_id, id`,
  );
  return rows.map(({ findingClass, confidence, reads, ...row }) => {
    const told = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '']));
    if (isVariant) {
      const isGrave = findingClass === variantClass.pathogenic || findingClass === variantClass.likelyPathogenic;
      return {
        cells: { ...told, ...variantOf(row.name), findingClass: zh(variantClass.labelOf(findingClass)) || (findingClass ?? '') },
        tone: isGrave ? 'abnormal' : null,
      };
    }
    const cells = {
      ...told,
      findingClass: findingClass ?? '',
      reads: reads === null ? '' : String(reads),
      confidence: zh(confidences.labelOf(confidence)),
    };
    return { cells, tone: confidence === null || confidence === confidences.low ? null : 'abnormal' };
  });
}
