import { runOutcome } from '#domain/code/printJob.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { printRunTable } from '#server/storage/codeTables.ts';
import { newId } from '#server/storage/ids.ts';

interface DeskRun {
  readonly blockId: string;
  readonly kind: number;
  readonly codeType: number;
  readonly laboratoryId: string | null;
  readonly codes: readonly string[];
  readonly deviceId: string;
  readonly reason: string | null;
  /** When the desk printed. */
  readonly beginTime: string;
}
/** A desk's own print, as the ledger keeps it: over when the server hears of it. */
export async function insertRun(tx: Tx, user: ActingUser, { codes, ...run }: DeskRun): Promise<void> {
  await tx.insert(printRunTable).values({
    ...run,
    id: newId(),
    tenantId: user.tenantId,
    channel: 'desk',
    firstCode: codes[0] ?? '',
    lastCode: codes.at(-1) ?? '',
    fromLabel: 1,
    labelCount: codes.length,
    outcome: runOutcome.complete,
    userId: user.id,
    userName: user.name,
    endTime: run.beginTime,
  });
}
