import { sql } from 'drizzle-orm';
import { receiptKind } from '#server/storage/labTables.ts';

/** When the server heard of acts that carry their own time (docs/decisions/008-open-readings.md): what stands beside that time in lists. */

/** Of the receipt that tube s has in the laboratory now. */
export const labReceiveServerTime = sql`case when s.lab_receive_time is not null then (select n.create_time from lab_receive_record n
  where n.tenant_id = s.tenant_id and n.sample_id = s.id and n.kind = ${receiptKind.received} order by n.round desc limit 1) end`;
/** Of the making of handover h. */
export const handoverServerTime = sql`(select min(a.create_time) from audit_entry a where a.tenant_id = h.tenant_id and a.subject = left(h.handover_key, 8) || ' (' || h.handover_total || ')' and a.action = 'handover.save' and a.user_id = h.action_user_id)`;
/** Of the receipt that line l is charged for. */
export const lineReceiveServerTime = sql`(select n.create_time from requisition n where n.tenant_id = l.tenant_id and n.id = l.requisition_id)`;
