import { sql } from 'drizzle-orm';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';

/**
 * When what an act follows from was done, by the lanes that name it and by the acts' own times: the receipt of a requisition
 * or tube, the signature under a tube's handover, the making of a handover. Two people may enter or scan one thing
 * independently, so that these do not count.
 */
export async function laneTimes(reader: Reader, tenantId: string, lanes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const codes = (kind: string) => anyText(lanes.filter((lane) => lane.startsWith(kind)).map((lane) => lane.slice(kind.length)));
  const rows = await readRows<{ lane: string; at: string }>(
    reader,
    sql`select lane, max(at) as at from (
        select 'req:' || r.requisition_code as lane, r.receive_time as at from requisition r where r.tenant_id = ${tenantId} and r.requisition_code = ${codes('req:')}
        union all select 'tube:' || s.sample_code, s.receive_time from sample s where s.tenant_id = ${tenantId} and s.sample_code = ${codes('tube:')}
        union all select 'tube:' || s.sample_code, h.sign_time from sample s join sample_item i on i.tenant_id = s.tenant_id and i.sample_id = s.id
          join handover h on h.tenant_id = i.tenant_id and h.id = i.handover_id where s.tenant_id = ${tenantId} and s.sample_code = ${codes('tube:')}
        union all select 'handover:' || h.handover_key, h.create_time from handover h where h.tenant_id = ${tenantId} and h.handover_key = ${codes('handover:')}
      ) earlier where at is not null group by lane`,
  );
  return new Map(rows.map(({ lane, at }) => [lane, at]));
}
