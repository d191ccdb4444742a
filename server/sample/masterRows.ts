import { sql } from 'drizzle-orm';
import type { FormKey } from '#domain/sample/rules/entryForm.ts';
import { entryFormOf } from '#domain/sample/rules/forms.ts';
import type { EnteredCommodity, SummaryState } from '#domain/sample/summary.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

interface CommodityRow {
  readonly id: string;
  readonly commodityCode: string;
  readonly commodityName: string;
  readonly entryForm: string;
  readonly isDoubleEntry: number | null;
  readonly isColdChain: number | null;
  readonly isDisable: number;
  readonly executeType: number;
  readonly sampleClassIds: string[] | null;
  readonly holdingHours: number | null;
  readonly minVolume: string | null;
  readonly laboratoryIds: string[] | null;
}

/** The commodities of an act as the rules know them, in the order asked; unknown ones are missing. */
export async function commoditiesOf(reader: Reader, tenantId: string, ids: readonly string[]): Promise<EnteredCommodity[]> {
  const rows = await readRows<CommodityRow>(reader, sql`select c.id, c.commodity_code, c.commodity_name, c.entry_form, c.is_double_entry, c.is_cold_chain, c.is_disable, c.execute_type,
      c.sample_class_ids, c.holding_hours::int as holding_hours, c.min_volume,
      (select array_agg(distinct l.laboratory_id) from laboratory_commodity l where l.tenant_id = c.tenant_id and l.commodity_id = c.id and l.is_deleted = 0 and l.is_disable = 0) as laboratory_ids
    from commodity c where c.tenant_id = ${tenantId} and c.id = ${anyId(ids)} and c.is_deleted = 0`);
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    return row ? [commodityOf(row)] : [];
  });
}

/** A commodity that no laboratory claims is anybody's: its laboratories are then not known. */
function commodityOf(row: CommodityRow): EnteredCommodity {
  return {
    commodityId: row.id,
    commodityCode: row.commodityCode,
    commodityName: row.commodityName,
    isDisable: row.isDisable,
    entryForm: entryFormOf(row.entryForm).key satisfies FormKey,
    isDoubleEntry: row.isDoubleEntry === 1,
    isColdChain: row.isColdChain === 1,
    executeType: row.executeType,
    ...(row.sampleClassIds && row.sampleClassIds.length > 0 ? { sampleClassIds: row.sampleClassIds.map(String) } : {}),
    ...(row.laboratoryIds ? { laboratoryIds: row.laboratoryIds.map(String) } : {}),
    ...(row.holdingHours === null ? {} : { holdingHours: row.holdingHours }),
    ...(row.minVolume === null ? {} : { minimumVolume: Number(row.minVolume) }),
  };
}

export async function clientOf(reader: Reader, tenantId: string, id: string): Promise<SummaryState['client']> {
  const row = await readRow<{ clientName: string; isDisable: number; isCredentialRequired: number | null; isTelephoneRequired: number | null }>(reader, sql`
    select client_name, is_disable, is_credential_required, is_telephone_required from send_sample_client where tenant_id = ${tenantId} and id = ${id} and is_deleted = 0`);
  return row ? { clientName: row.clientName, isDisable: row.isDisable, isCredentialRequired: row.isCredentialRequired === 1, isTelephoneRequired: row.isTelephoneRequired === 1 } : null;
}

export async function laboratoryOf(reader: Reader, tenantId: string, id: string): Promise<{ laboratoryName: string; laboratoryCode: string } | null> {
  const row = await readRow<{ laboratoryName: string; laboratoryCode: string }>(reader, sql`select laboratory_name, laboratory_code from laboratory where tenant_id = ${tenantId} and id = ${id} and is_deleted = 0`);
  return row ?? null;
}

export function sampleClassesOf(reader: Reader, tenantId: string, ids: readonly string[]): Promise<{ classId: string; className: string; isDisable: number }[]> {
  return readRows(reader, sql`select id as class_id, class_name, is_disable from sample_class where tenant_id = ${tenantId} and id = ${anyId(ids)} and is_deleted = 0`);
}

/** The laboratory that tests these commodities for the contract laboratory: as master data says, else itself. */
export async function executingLaboratory(reader: Reader, tenantId: string, laboratoryId: string, commodityIds: readonly string[]): Promise<string> {
  const row = await readRow<{ executeLaboratoryId: string }>(reader, sql`select execute_laboratory_id from laboratory_commodity
    where tenant_id = ${tenantId} and laboratory_id = ${laboratoryId} and commodity_id = ${anyId(commodityIds)} and is_deleted = 0 and is_disable = 0
    order by array_position(${sql.param([...commodityIds])}::bigint[], commodity_id), id limit 1`);
  return row?.executeLaboratoryId ?? laboratoryId;
}
