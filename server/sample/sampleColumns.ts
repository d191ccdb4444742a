import { sql } from 'drizzle-orm';
import { itemState } from '#domain/sample/itemState.ts';
import type { TubeRow } from '#domain/sample/rows.ts';
import { nameOf } from '#server/spine/names.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/**
 * 1 where the code of tube s stands for one that nobody scanned: its requisition was rejected without a tube. A requisition
 * that was taken in has a hash of its content, and one label for both is then the tube's own.
 */
export const isCodeInvented = sql`(s.sample_code = s.requisition_code and coalesce((select made.content_hash = '' from requisition made where made.tenant_id = s.tenant_id
  and made.id = s.requisition_id), false))::int`;

/** Fields of a tube under the names of `tubeFields`, for alias s. */
export const tubeColumns = sql`s.id as sample_id, s.sample_code, s.test_tube_number, s.test_tube_batch_no, s.test_tube_expire_time::text as test_tube_expire_time, s.sample_class_id, ${nameOf.sampleClass('s')} as sample_class_name,
  s.sample_quantity, s.sample_volume::float8 as sample_volume, coalesce(s.sample_condition, '{}') as sample_condition, s.lab_status, s.reject_code, s.reject_reason, ${isCodeInvented} as is_code_invented`;

/** All tubes of requisition r, as the rules of its acts read them. */
export const actedTubes = sql`(select coalesce(jsonb_agg(jsonb_build_object('sampleCode', t.sample_code, 'labStatus', t.lab_status, 'isInHandover',
  exists (select 1 from sample_item i where i.tenant_id = t.tenant_id and i.sample_id = t.id and i.item_state >= ${itemState.listed})) order by t.id), '[]')
  from sample t where t.tenant_id = r.tenant_id and t.requisition_id = r.id)`;

/** The tubes of a requisition, in the order they were entered. */
export function tubesOf(reader: Reader, tenantId: string, requisitionId: string): Promise<TubeRow[]> {
  return readRows<TubeRow>(
    reader,
    sql`select ${tubeColumns} from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId} order by s.id`,
  );
}
