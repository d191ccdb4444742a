import { sql } from 'drizzle-orm';
import type { Label } from '#domain/kernel/label.ts';
import type { InterfaceLogRow } from '#domain/op/interfaceLog.ts';
import type { ReplayLine } from '#domain/op/replay.ts';
import type { Database } from '#server/storage/database.ts';
import type { Whose } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { isReplayed } from '../logs/logLists.ts';

/** Who has lines done again, and how. */
export interface Replaying {
  readonly database: Database;
  readonly whose: Whose;
  /** Under the key they came with. */
  readonly isAsSent: boolean;
}
/** What became of a line, written in the transaction that notes it. */
export type Written = (tx: Tx) => Promise<Partial<ReplayLine>>;

/** A call as it stands in the log. */
export interface LoggedLine extends Pick<InterfaceLogRow, 'interfaceType' | 'credentialType' | 'operation' | 'isReplayed' | 'callKey' | 'apiUrl'> {
  readonly logId: string;
  readonly interfaceId: string;
  readonly hasPayload: boolean;
}

export const refusedBy =
  ([zh, en]: Label): Written =>
  async () => ({ outcome: 'refused', message: [zh, en] });

/** Whether the line was done again meanwhile; it is locked, so that of two at once one alone is. */
export async function isReplayedNow(tx: Tx, { tenantId }: Whose, logId: string): Promise<boolean> {
  const row = await readRow<{ isReplayed: boolean }>(
    tx,
    sql`with own as (select l.tenant_id, l.id from interface_log l where l.tenant_id = ${tenantId} and l.id = ${logId} for update)
      select ${isReplayed} as is_replayed from own l`,
  );
  return row?.isReplayed ?? true;
}
