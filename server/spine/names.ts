import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { patientNamed } from '#server/kernel/core/patients.ts';
import { commodityNames } from '#server/storage/sqlParts.ts';

/** Names that stand beside ids, for aliases s (sample) and r (requisition). */
export const nameOf = {
  client: (alias: string) =>
    sql.raw(`(select n.client_name from send_sample_client n where n.tenant_id = ${alias}.tenant_id and n.id = ${alias}.send_sample_client_id)`),
  laboratory: (alias: string) =>
    sql.raw(`(select n.laboratory_name from laboratory n where n.tenant_id = ${alias}.tenant_id and n.id = ${alias}.contract_laboratory_id)`),
  /** Of the laboratory that tests it, else of the one that took it in; '' where there is none. */
  testingLaboratory: (alias: string) =>
    sql.raw(
      `coalesce((select n.laboratory_name from laboratory n where n.tenant_id = ${alias}.tenant_id and n.id = coalesce(${alias}.execute_laboratory_id, ${alias}.contract_laboratory_id)), '')`,
    ),
  /** Of reception's own record: what a detail entry settled may be another one. */
  receivedClient: (alias: string) =>
    sql.raw(
      `(select n.client_name from send_sample_client n where n.tenant_id = ${alias}.tenant_id and n.id = (${alias}.reception->>'sendSampleClientId')::bigint)`,
    ),
  sampleClass: (alias: string) =>
    sql.raw(`(select n.class_name from sample_class n where n.tenant_id = ${alias}.tenant_id and n.id = ${alias}.sample_class_id)`),
  commodities: (alias: string) => commodityNames(sql.raw(`${alias}.tenant_id`), sql.raw(`${alias}.commodity_ids`)),
} as const;

/** Names of the sample classes of a requisition's tubes. */
export const sampleClassNames = (alias: string) =>
  sql.raw(
    `coalesce((select string_agg(distinct n.class_name, '、') from sample t join sample_class n on n.tenant_id = t.tenant_id and n.id = t.sample_class_id where t.tenant_id = ${alias}.tenant_id and t.requisition_id = ${alias}.id), '')`,
  );

/** Dangerous pathogens that the settled entry of a requisition (alias r) suspects, as codes; null: none (docs/forms.md#infection, C-7). */
export const suspectedAgents = sql`(case when r.detail->>'suspectedBsl3' = '1' then array(select a.code::int from jsonb_array_elements_text(
    case jsonb_typeof(r.detail->'biosafetyAgents') when 'array' then r.detail->'biosafetyAgents' else '[]' end) as a(code)) end)`;

/** Names of the commodities of a tube (alias s) that no signed handover has brought to the lab yet. */
export const notHandedOver = sql`coalesce((select array_agg(c.commodity_name order by i.id) from sample_item i join commodity c on c.id = i.commodity_id and c.tenant_id = i.tenant_id
    where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state < ${itemState.handedOver}), '{}')`;

/** Ids of the requisitions of people of this name, as much of it as `patientNamed` asks for; undefined: nothing was typed. A subquery. */
export function requisitionsNamed({ user }: { readonly user: Pick<ActingUser, 'tenantId' | 'permissions'> }, typed: string): SQL | undefined {
  const named = patientNamed({ user }, typed, { column: sql`n.person_name`, grams: sql`n.grams` });
  return named && sql`(select n.id from requisition n where n.tenant_id = ${user.tenantId} and ${named})`;
}
