import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { FormKey } from '#domain/sample/rules/entryForm.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import type { EnteredCommodity, SummaryState } from '#domain/sample/summaryState.ts';
import { maySeeLaboratory } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { together } from '#server/storage/together.ts';

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
  readonly maxFetusCount: number | null;
  readonly laboratoryIds: string[] | null;
}

/** The commodities of an act as the rules know them, in the order asked; unknown ones are missing. */
export async function commoditiesOf(reader: Reader, tenantId: string, ids: readonly string[]): Promise<EnteredCommodity[]> {
  const found = await commoditiesById(reader, tenantId, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The same for several acts. */
export async function commoditiesById(reader: Reader, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, EnteredCommodity>> {
  const rows = await readRows<CommodityRow>(
    reader,
    sql`select c.id, c.commodity_code, c.commodity_name, c.entry_form, c.is_double_entry, c.is_cold_chain, c.is_disable, c.execute_type,
      c.sample_class_ids, c.holding_hours::int as holding_hours, c.min_volume, c.max_fetus_count::int as max_fetus_count,
      (select array_agg(distinct l.laboratory_id) from laboratory_commodity l where l.tenant_id = c.tenant_id and l.commodity_id = c.id and l.is_deleted = 0 and l.is_disable = 0) as laboratory_ids
    from commodity c where c.tenant_id = ${tenantId} and c.id = ${anyId([...new Set(ids)])} and c.is_deleted = 0`,
  );
  return new Map(rows.map((row) => [row.id, commodityOf(row)]));
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
    ...(row.maxFetusCount === null ? {} : { maxFetusCount: row.maxFetusCount }),
    ...(row.minVolume === null ? {} : { minimumVolume: Number(row.minVolume) }),
  };
}

export interface Places {
  readonly client: SummaryState['client'];
  readonly laboratory: SummaryState['laboratory'];
  /** The laboratory that tests the commodities for the contract laboratory: as master data says, else itself. */
  readonly executeLaboratoryId: string;
}
interface PlacesRow {
  readonly clientName: string | null;
  readonly isDisable: number;
  readonly isCredentialRequired: number | null;
  readonly isTelephoneRequired: number | null;
  readonly isDoubleEntry: number | null;
  readonly laboratoryName: string | null;
  readonly isAllowed: boolean;
  readonly executeLaboratoryId: string;
}

interface AskedPlaces {
  readonly sendSampleClientId: string;
  readonly contractLaboratoryId: string;
  readonly commodityIds: readonly string[];
}

/** placesOf for several requisitions of one person: those that come and go alike are asked for once. */
export async function placesOfEach(reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>, asked: readonly AskedPlaces[]): Promise<Places[]> {
  const nameOf = (one: AskedPlaces): string => [one.sendSampleClientId, one.contractLaboratoryId, ...one.commodityIds].join(' ');
  const distinct = [...new Map(asked.map((one) => [nameOf(one), one])).entries()];
  const places = await together(...distinct.map(([, one]) => placesOf(reader, user, one)));
  const byName = new Map(distinct.map(([name], index) => [name, places[index]!]));
  return asked.map((one) => byName.get(nameOf(one))!);
}

/** Where a requisition comes from and goes to, and whether the laboratory is one of the user's: one statement. */
export async function placesOf(reader: Reader, { id: userId, tenantId }: Pick<ActingUser, 'id' | 'tenantId'>, asked: AskedPlaces): Promise<Places> {
  const { sendSampleClientId: clientId, contractLaboratoryId: laboratoryId } = asked;
  const row = await readRow<PlacesRow>(
    reader,
    sql`select c.client_name, c.is_disable, c.is_credential_required, c.is_telephone_required, c.is_double_entry, l.laboratory_name,
      ${maySeeLaboratory(tenantId, userId, laboratoryId)} as is_allowed,
      coalesce((${executing(tenantId, laboratoryId, asked.commodityIds)}), ${laboratoryId}::bigint) as execute_laboratory_id
    from (select 1) one
    left join send_sample_client c on c.tenant_id = ${tenantId} and c.id = ${clientId} and c.is_deleted = 0
    left join laboratory l on l.tenant_id = ${tenantId} and l.id = ${laboratoryId} and l.is_deleted = 0`,
  );
  if (!row) throw new Error('a row that is always there was not');
  const { clientName, isDisable, laboratoryName, isAllowed, executeLaboratoryId } = row;
  return {
    client:
      clientName === null
        ? null
        : {
            clientName,
            isDisable,
            isCredentialRequired: row.isCredentialRequired === 1,
            isTelephoneRequired: row.isTelephoneRequired === 1,
            isDoubleEntry: row.isDoubleEntry === 1,
          },
    laboratory: laboratoryName === null ? null : { laboratoryName, isAllowed },
    executeLaboratoryId,
  };
}

export function sampleClassesOf(
  reader: Reader,
  tenantId: string,
  ids: readonly string[],
): Promise<{ classId: string; className: string; isDisable: number }[]> {
  return readRows(
    reader,
    sql`select id as class_id, class_name, is_disable from sample_class where tenant_id = ${tenantId} and id = ${anyId(ids)} and is_deleted = 0`,
  );
}

/** The laboratory that tests these commodities for the contract laboratory: as master data says, else itself. */
export async function executingLaboratory(reader: Reader, tenantId: string, laboratoryId: string, commodityIds: readonly string[]): Promise<string> {
  const row = await readRow<{ executeLaboratoryId: string }>(reader, executing(tenantId, laboratoryId, commodityIds));
  return row?.executeLaboratoryId ?? laboratoryId;
}

const executing = (
  tenantId: string,
  laboratoryId: string,
  commodityIds: readonly string[],
): SQL => sql`select x.execute_laboratory_id from laboratory_commodity x
    where x.tenant_id = ${tenantId} and x.laboratory_id = ${laboratoryId} and x.commodity_id = ${anyId(commodityIds)} and x.is_deleted = 0 and x.is_disable = 0
    order by array_position(${sql.param([...commodityIds])}::bigint[], x.commodity_id), x.id limit 1`;
