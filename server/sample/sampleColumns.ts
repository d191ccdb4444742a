import { sql } from 'drizzle-orm';
import type { TubeRow } from '#domain/sample/rows.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { commodityNames } from '#server/storage/sqlParts.ts';

/** Names that stand beside ids, for aliases s (sample) and r (requisition). */
export const nameOf = {
  client: (alias: string) =>
    sql.raw(`(select n.client_name from send_sample_client n where n.tenant_id = ${alias}.tenant_id and n.id = ${alias}.send_sample_client_id)`),
  laboratory: (alias: string) =>
    sql.raw(`(select n.laboratory_name from laboratory n where n.tenant_id = ${alias}.tenant_id and n.id = ${alias}.contract_laboratory_id)`),
  sampleClass: (alias: string) =>
    sql.raw(`(select n.class_name from sample_class n where n.tenant_id = ${alias}.tenant_id and n.id = ${alias}.sample_class_id)`),
  commodities: (alias: string) => commodityNames(sql.raw(`${alias}.tenant_id`), sql.raw(`${alias}.commodity_ids`)),
} as const;

/** Names of the sample classes of a requisition's tubes. */
export const sampleClassNames = (alias: string) =>
  sql.raw(
    `coalesce((select string_agg(distinct n.class_name, '、') from sample t join sample_class n on n.tenant_id = t.tenant_id and n.id = t.sample_class_id where t.tenant_id = ${alias}.tenant_id and t.requisition_id = ${alias}.id), '')`,
  );

/** Fields of a tube under the names of `tubeFields`, for alias s. */
export const tubeColumns = sql`s.id as sample_id, s.sample_code, s.test_tube_number, s.test_tube_batch_no, s.test_tube_expire_time::text as test_tube_expire_time, s.sample_class_id, ${nameOf.sampleClass('s')} as sample_class_name,
  s.sample_quantity, s.sample_volume::float8 as sample_volume, coalesce(s.sample_condition, '{}') as sample_condition, s.lab_status, s.reject_code, s.reject_reason`;

/** The tubes of a requisition, in the order they were entered. */
export function tubesOf(reader: Reader, tenantId: string, requisitionId: string): Promise<TubeRow[]> {
  return readRows<TubeRow>(
    reader,
    sql`select ${tubeColumns} from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId} order by s.id`,
  );
}
