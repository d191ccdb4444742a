import { sql } from 'drizzle-orm';
import { recordState } from '#domain/lab/process/processChoices.ts';
import { reportState, reportVersionState } from '#domain/report/reportState.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Whether what a message tells of still stands: its version is out, or the new sample is awaited. It stays so until the transaction is over. */
export async function isStanding(
  tx: Tx,
  tenantId: string,
  { ownerId, isResampling }: { readonly ownerId: string; readonly isResampling: number },
): Promise<boolean> {
  const found = await readRow(
    tx,
    isResampling === 1
      ? sql`select 1 as found from lab_process_record p where p.tenant_id = ${tenantId} and p.id = ${ownerId} and p.state = ${recordState.inForce} for share of p`
      : sql`select 1 as found from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id where v.tenant_id = ${tenantId} and v.id = ${ownerId}
          and v.state = ${reportVersionState.issued} and r.state = ${reportState.issued} for share of r`,
  );
  return found !== undefined;
}
