import { sql, type SQL } from 'drizzle-orm';
import { onPaper } from '#server/report/print/onPaper.ts';
import { closePeriods, reopenPeriods } from '#server/report/search/closePeriods.ts';
import type { Tx } from '#server/storage/tx.ts';

/** A version as its deliveries are concerned. */
export interface Delivered {
  readonly reportId: string;
  readonly versionId: string;
}

/** A way in which a report reaches its readers. Each acts within the act that changed the report. */
export interface Channel {
  /** A version was issued: writes down what is to be sent once its hold time is over. */
  readonly plan: (tx: Tx, tenantId: string, version: Delivered, now: string) => Promise<void>;
  /** Its withdrawal was applied for: nothing more is sent, what can be opened says that it is being corrected. */
  readonly hold: (tx: Tx, tenantId: string, version: Delivered, now: string) => Promise<void>;
  /** The application was rejected: all goes on where it was held. */
  readonly resume: (tx: Tx, tenantId: string, version: Delivered, now: string) => Promise<void>;
  /** It was withdrawn: what was not sent is withdrawn, what can be opened is dead. */
  readonly withdraw: (tx: Tx, tenantId: string, version: Delivered, now: string) => Promise<void>;
  /** Whether something of the version `v` (an alias of `report_version`) may have left the house. */
  readonly hasLeft: SQL;
}

/** Every channel there is. */
const channels: readonly Channel[] = [onPaper];

type Move = 'plan' | 'hold' | 'resume' | 'withdraw';
/** Tells every channel what became of a version, and the clock of its tasks (docs/report.md#turnaround): whatever issues or withdraws one calls this. */
export async function tellChannels(tx: Tx, tenantId: string, move: Move, version: Delivered, now: string): Promise<void> {
  if (move === 'plan') await closePeriods(tx, tenantId, [version.reportId], now);
  if (move === 'withdraw') await reopenPeriods(tx, tenantId, version.reportId, hasLeftHouse, now);
  for (const channel of channels) await channel[move](tx, tenantId, version, now);
}

/** Whether anything of the version `v` may have left the house, by any channel. */
export const hasLeftHouse: SQL =
  channels.length === 0
    ? sql`false`
    : sql`(${sql.join(
        channels.map(({ hasLeft }) => hasLeft),
        sql` or `,
      )})`;
