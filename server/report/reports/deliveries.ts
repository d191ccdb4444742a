import { sql, type SQL } from 'drizzle-orm';
import { onPaper } from '#server/report/print/onPaper.ts';
import { closePeriods, reopenPeriods } from '#server/report/search/closePeriods.ts';
import type { Tx } from '#server/storage/tx.ts';
import { linkChannel } from '#server/report/links/linkChannel.ts';
import { mailChannel } from '#server/report/mail/mailChannel.ts';
import { resultChannel } from '#server/report/partner/resultChannel.ts';
import { smsChannel } from '#server/report/sms/smsChannel.ts';
import type { Channel, Delivered, Recipient } from './channel.ts';

/** Every channel there is. */
const channels: readonly Channel[] = [smsChannel, mailChannel, linkChannel, onPaper, resultChannel];

type Move = 'plan' | 'hold' | 'resume' | 'withdraw';
/** Tells every channel what became of a version, and the clock of its tasks (docs/report.md#turnaround): whatever issues or withdraws one calls this. */
export async function tellChannels(tx: Tx, tenantId: string, move: Move, version: Delivered, now: string): Promise<void> {
  if (move === 'plan') await closePeriods(tx, tenantId, [version.reportId], now);
  if (move === 'withdraw') await reopenPeriods(tx, tenantId, version.reportId, hasLeftHouse, now);
  for (const channel of channels) await channel[move](tx, tenantId, version, now);
}

/** Whom a version has reached by any channel. */
export async function recipientsOf(tx: Tx, tenantId: string, version: Delivered): Promise<readonly Recipient[]> {
  const found: Recipient[] = [];
  for (const channel of channels) found.push(...(await channel.recipients(tx, tenantId, version)));
  return found;
}

/** Whether anything of the version `v` may have left the house, by any channel. */
export const hasLeftHouse: SQL =
  channels.length === 0
    ? sql`false`
    : sql`(${sql.join(
        channels.map(({ hasLeft }) => hasLeft),
        sql` or `,
      )})`;
