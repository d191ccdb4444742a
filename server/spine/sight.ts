import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import type { Reader } from '#server/storage/readRows.ts';

/**
 * What a person may see, as one condition for each kind of row: the tenant and the laboratories, never one without the other. For lists and
 * look-ups; what an act changes is loaded by `loading.ts`. What belongs to no laboratory yet is everybody's.
 */
export interface Sight {
  /** Alias r. */
  readonly requisitions: SQL;
  /** Alias s: tubes as the laboratory that took them in knows them. */
  readonly tubes: SQL;
  /** Alias s: tubes as the laboratory that tests them awaits them. */
  readonly tubesToTest: SQL;
  /** Alias s: tubes of either. */
  readonly tubesOfEither: SQL;
  /** Aliases i (item) and s (its tube). */
  readonly items: SQL;
  /** Alias h: living handovers with a tube of the person's laboratories. */
  readonly handovers: SQL;
  /** Aliases p (picture) and r (its requisition, where it was received): living ones. */
  readonly pictures: SQL;
  /** Alias a: receipts at the lab's door. */
  readonly receipts: SQL;
}

/** The sight of an account, worked out by one question. */
export async function sightOf(reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<Sight> {
  const laboratories = await laboratoriesOf(reader, user);
  const ofTenant = (alias: string): SQL => sql`${sql.raw(alias)}.tenant_id = ${user.tenantId}`;
  const within = (column: SQL): SQL => {
    const limit = inLaboratories(column, laboratories);
    return limit ? sql`(${limit} or ${column} is null)` : sql`true`;
  };
  const ownOnly = (column: SQL): SQL => inLaboratories(column, laboratories) ?? sql`true`;
  const handedOver =
    laboratories === null ? sql`true` : sql`(h.laboratory_ids && ${sql.param([...laboratories])}::bigint[] or h.laboratory_ids = '{}')`;
  return {
    requisitions: sql`${ofTenant('r')} and ${within(sql`r.contract_laboratory_id`)}`,
    tubes: sql`${ofTenant('s')} and ${within(sql`s.contract_laboratory_id`)}`,
    tubesToTest: sql`${ofTenant('s')} and ${within(sql`coalesce(s.execute_laboratory_id, s.contract_laboratory_id)`)}`,
    tubesOfEither: sql`${ofTenant('s')} and (${within(sql`s.contract_laboratory_id`)} or ${ownOnly(sql`s.execute_laboratory_id`)})`,
    items: sql`${ofTenant('i')} and ${within(sql`s.contract_laboratory_id`)}`,
    handovers: sql`${ofTenant('h')} and h.is_deleted = 0 and ${handedOver}`,
    pictures: sql`${ofTenant('p')} and p.is_deleted = 0 and ${within(sql`r.contract_laboratory_id`)}`,
    receipts: sql`${ofTenant('a')} and ${ownOnly(sql`a.laboratory_id`)}`,
  };
}
