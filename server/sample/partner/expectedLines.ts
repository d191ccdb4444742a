import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { expectedSource } from '#domain/op/expected.ts';
import type { ExpectedLine } from '#domain/sample/partner/partnerInput.ts';
import { desksOfTheirOwn, partners, type Partner, type PartnerKey } from '#domain/sample/partners.ts';
import { inSight } from '#server/spine/loading.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';

/** What is expected (alias e) of a partner. */
export function ofPartner(key: PartnerKey): SQL {
  const { interfaces }: Partner = partners[key];
  if (interfaces) return sql`e.source = ${expectedSource.partner} and lower(e.partner) = ${anyText(interfaces)}`;
  return sql`e.source in (${expectedSource.partner}, ${expectedSource.wechat}, ${expectedSource.clientList})
    and not (e.source = ${expectedSource.partner} and lower(e.partner) = ${anyText(desksOfTheirOwn)})`;
}

/** What is expected (alias e) under one of these codes: ours, or the partner's. */
export const underCodes = (tenantId: string, codes: readonly string[]): SQL =>
  sql`e.id in (select o.id from expected_sample o where o.tenant_id = ${tenantId} and o.bar_code = ${anyText(codes)}
    union select o.id from expected_sample o where o.tenant_id = ${tenantId} and o.thirdparty_bar_code = ${anyText(codes)})`;

/** Our living code of a partner's (alias e); null: none is bound. */
export const boundCode = sql`(select b.bar_code from thirdparty_bind_entry b where b.tenant_id = e.tenant_id and b.thirdparty_bar_code = e.thirdparty_bar_code
  and b.release_time is null limit 1)`;

/** So many lines of one code say that it is none's. */
const mostLines = 5;

interface Row extends Omit<ExpectedLine, 'arrived'> {
  readonly requisitionId: string | null;
  readonly requisitionCode: string | null;
  readonly sampleCode: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

/**
 * Lines of a partner's list that a code leads to, within the user's laboratories; of others nothing is known. They are not locked here: a reception
 * takes its requisition first and the line after it, wherever it is made, so that no two wait for each other.
 */
export async function expectedLines(reader: Reader, user: ActingUser, partner: PartnerKey, code: string): Promise<ExpectedLine[]> {
  const rows = await readRows<Row>(
    reader,
    sql`select e.id::text as expected_id, e.state::int as state, coalesce(e.thirdparty_bar_code, e.external_key) as thirdparty_bar_code, e.bar_code, ${boundCode} as bound_code,
        e.laboratory_id::text as laboratory_id, e.send_sample_client_id::text as send_sample_client_id, e.commodity_ids::text[] as commodity_ids, e.courier_number,
        e.values, e.close_reason, s.requisition_id::text as requisition_id, s.requisition_code, s.sample_code, s.entry_person_name as by, s.receive_time as at
      from expected_sample e left join sample s on s.tenant_id = e.tenant_id and s.id = e.sample_id
      where e.tenant_id = ${user.tenantId} and ${ofPartner(partner)} and ${inSight(user, sql`e.laboratory_id`)} and ${underCodes(user.tenantId, [code])}
      order by e.create_time, e.id limit ${mostLines}`,
  );
  return rows.map(({ requisitionId, requisitionCode, sampleCode, by, at, ...line }) => ({
    ...line,
    arrived: requisitionId && sampleCode ? { requisitionId, requisitionCode: requisitionCode ?? '', sampleCode, by: by ?? '', at: at ?? '' } : null,
  }));
}
