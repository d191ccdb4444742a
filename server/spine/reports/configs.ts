import { sql } from 'drizzle-orm';
import { groupMode } from '#domain/report/reportState.ts';
import { waitMode } from '#domain/report/reportStrategy.ts';
import type { ConversionRow } from '#domain/report/rules/conversion.ts';
import type { GroupingConfig, OrderFacts } from '#domain/report/rules/reportGroup.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

/** A configuration as a report is made by it. */
export interface StoredConfig extends GroupingConfig {
  readonly configName: string;
  readonly templateId: string;
  readonly templateName: string | null;
  /** Whose template it is; null: every laboratory's. */
  readonly templateLaboratoryId: string | null;
  /** The version that prints. */
  readonly liveNo: number | null;
  readonly strategyId: string;
  readonly strategyName: string | null;
  readonly conversionNo: number;
  readonly isAutoRelease: boolean;
}

/** The living configurations of a laboratory, or one of them. Callers have judged whose the laboratory is. */
export function configsOf(
  reader: Reader,
  tenantId: string,
  of: { readonly laboratoryId: string } | { readonly configId: string },
): Promise<StoredConfig[]> {
  const which = 'configId' in of ? sql`c.id::text = ${of.configId}` : sql`c.laboratory_id = ${of.laboratoryId}`;
  return readRows<StoredConfig>(
    reader,
    sql`select c.id::text as config_id, c.config_name, c.laboratory_id::text as laboratory_id, c.report_kind::int as report_kind,
        coalesce(c.send_sample_client_ids, '{}')::text[] as send_sample_client_ids, coalesce(c.report_title_ids, '{}')::text[] as report_title_ids,
        coalesce(c.commodity_ids, '{}')::text[] as commodity_ids, coalesce(c.panel_group_ids, '{}')::text[] as panel_group_ids,
        c.valid_from::text as valid_from, c.valid_to::text as valid_to, c.is_disable::int as is_disable, c.template_id::text as template_id, c.strategy_id::text as strategy_id,
        coalesce(c.conversion_no, 0)::int as conversion_no, t.template_name, t.laboratory_id::text as template_laboratory_id, t.live_no::int as live_no, s.strategy_name,
        coalesce(s.group_mode, ${groupMode.byPanelGroup})::int as group_mode, coalesce(s.wait_mode, ${waitMode.all})::int as wait_mode, coalesce(s.is_auto_generate = 1 and s.is_disable = 0, false) as is_auto_generate,
        coalesce(s.is_auto_release = 1 and s.is_disable = 0, false) as is_auto_release,
        coalesce(t.live_no is not null and t.is_disable = 0, false) as is_template_live
      from report_config c left join report_template t on t.tenant_id = c.tenant_id and t.id = c.template_id and t.is_deleted = 0
      left join report_strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id and s.is_deleted = 0
      where c.tenant_id = ${tenantId} and c.is_deleted = 0 and ${which} order by c.id`,
  );
}

/** How its client wants results worded. */
export async function conversionOf(reader: Reader, tenantId: string, configId: string): Promise<readonly ConversionRow[]> {
  const row = await readRow<{ conversion: readonly ConversionRow[] | null }>(
    reader,
    sql`select conversion from report_config where tenant_id = ${tenantId} and id = ${configId} and is_deleted = 0`,
  );
  return row?.conversion ?? [];
}

/** What a requisition's reports are sought a configuration by, beside their tasks. */
export interface Ordered extends OrderFacts {
  readonly requisitionId: string;
  readonly requisitionCode: string;
  /** Tubes that have not reached the laboratory. */
  readonly awaitedTubes: number;
}

/** Whose orders these are, and the title their clients' reports bear; by requisition. One without a contract is of the laboratory that tests it. */
export async function orderOf(reader: Reader, tenantId: string, requisitionIds: readonly string[]): Promise<ReadonlyMap<string, Ordered>> {
  const rows = await readRows<Ordered>(
    reader,
    sql`select r.id::text as requisition_id, r.requisition_code, r.send_sample_client_id::text as send_sample_client_id,
        coalesce(r.contract_laboratory_id, (select t.laboratory_id from lab_task t where t.tenant_id = r.tenant_id and t.requisition_id = r.id order by t.id limit 1))::text as laboratory_id,
        (select x.id::text from report_title x where x.tenant_id = r.tenant_id and x.is_deleted = 0 and x.is_default = 1
          and (x.send_sample_client_id = r.send_sample_client_id or x.send_sample_client_id is null) order by x.send_sample_client_id nulls last limit 1) as report_title_id,
        (select count(*)::int from sample s where s.tenant_id = r.tenant_id and s.requisition_id = r.id and s.primary_sample_id is null
          and s.lab_status in (${labStatus.pendingEntry}, ${labStatus.entered})) as awaited_tubes
      from requisition r where r.tenant_id = ${tenantId} and r.id = ${anyId(requisitionIds)}`,
  );
  return new Map(rows.map((row) => [row.requisitionId, row]));
}
