import { sql, type SQL } from 'drizzle-orm';
import { entrustContracts, entrustsIn, entrustsOut, type EntrustRow } from '#domain/sample/entrust/entrustRows.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { defineListing, type AskedListing, type Listing, type ServedListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { isOutside } from '#server/spine/entrusted.ts';
import { nameOf } from '#server/spine/names.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';

const nameOfLaboratory = (id: SQL): SQL => sql`(select l.laboratory_name from laboratory l where l.tenant_id = n.tenant_id and l.id = ${id})`;

/** Records (alias n) of one side: each side sees its own, and of the tube no more than it needs. */
const listing = (side: SQL, indexes: readonly string[]): Listing<EntrustRow> => ({
  columns: {
    entrustId: sql`n.id`,
    state: sql`n.state`,
    sampleCode: sql`n.sample_code`,
    requisitionCode: sql`n.requisition_code`,
    sampleClassName: nameOf.sampleClass('s'),
    commodityNames: sql`coalesce((select string_agg(c.commodity_name, '、' order by i.id) from sample_item i join commodity c on c.tenant_id = i.tenant_id and c.id = i.commodity_id
      where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state <> ${itemState.cancelled}), '')`,
    entrustLaboratoryName: nameOfLaboratory(sql`n.entrust_laboratory_id`),
    entrustPerson: sql`n.entrust_person`,
    entrustTime: sql`n.entrust_time`,
    entrustedLaboratoryName: nameOfLaboratory(sql`n.entrusted_laboratory_id`),
    entrustedPerson: sql`n.entrusted_person`,
    entrustedTime: sql`n.entrusted_time`,
    courierNumber: sql`n.courier_number`,
    reason: sql`n.reason`,
    isOutside,
    by: sql`coalesce(n.cancel_user_name, n.entrusted_person)`,
    at: sql`coalesce(n.cancel_time, n.entrusted_time)`,
  },
  from: sql`entrust_record n`,
  joins: sql`left join sample s on s.tenant_id = n.tenant_id and s.id = n.sample_id`,
  where: async ({ db, user }: AskedListing) => [sql`n.tenant_id = ${user.tenantId}`, inLaboratories(side, await laboratoriesOf(db, user)) ?? false],
  order: sql`n.entrust_time desc, n.id`,
  indexes,
});

export const entrustListings: readonly ServedListing[] = [
  defineListing(entrustsOut, listing(sql`n.entrust_laboratory_id`, ['entrust_record_out_ix', 'entrust_record_time_ix', 'entrust_record_code_ix'])),
  // What an outside laboratory takes in is told by who sent it.
  defineListing(
    entrustsIn,
    listing(sql`(case when ${isOutside} then n.entrust_laboratory_id else n.entrusted_laboratory_id end)`, [
      'entrust_record_in_ix',
      'entrust_record_time_ix',
      'entrust_record_code_ix',
    ]),
  ),
];

export const entrustCalls: readonly Call[] = serveCalls(entrustContracts, {
  // Those of others, too: who is limited to their own must be able to send to another one.
  'GET sample/sample-entrust/laboratories': {
    handle: ({ db, user }) =>
      readRows(
        db,
        sql`select id::text as id, laboratory_code as code, laboratory_name as name from laboratory where tenant_id = ${user.tenantId} and is_deleted = 0
          and coalesce(is_disable, 0) = 0 order by laboratory_code, id`,
      ),
  },
});
