import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#server/storage/tx.ts';
import type { Channel, Delivered } from './channel.ts';
import { linkChannel } from '../links/linkChannel.ts';
import { mailChannel } from '../mail/mailChannel.ts';

/** Every channel there is. */
const channels: readonly Channel[] = [mailChannel, linkChannel];

type Move = 'plan' | 'hold' | 'resume' | 'withdraw';
/** Tells every channel what became of a version. */
export async function tellChannels(tx: Tx, tenantId: string, move: Move, version: Delivered, now: string): Promise<void> {
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
