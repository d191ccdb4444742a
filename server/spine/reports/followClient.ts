import { sql } from 'drizzle-orm';
import type { Tx } from '#server/storage/tx.ts';
import { orderOf } from './configs.ts';

/** Another client sends a requisition: its reports are listed, counted, titled and delivered for that client from now on. What was issued says what it said. */
export async function followClient(tx: Tx, tenantId: string, requisitionId: string, now: string): Promise<void> {
  const order = (await orderOf(tx, tenantId, [requisitionId])).get(requisitionId);
  if (!order) return;
  await tx.execute(sql`update report set send_sample_client_id = ${order.sendSampleClientId}, report_title_id = ${order.reportTitleId}, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and requisition_id = ${requisitionId}`);
  await tx.execute(sql`update report_period set send_sample_client_id = ${order.sendSampleClientId}, update_time = ${now}
    where tenant_id = ${tenantId} and requisition_id = ${requisitionId}`);
}
