import type { FastifyBaseLogger } from 'fastify';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import type { ServedCommand } from '#server/kernel/http/serve.ts';
import type { Database } from '#server/storage/database.ts';
import { runCommand, runTogether, type Act } from './runCommand.ts';

/** Acts that are done in one transaction: it holds its locks, and on the embedded engine everybody else, for so long. */
const actsTogether = 50;

/**
 * Does a command to many things, each an act of its own; receipts in the acts' order, null for one that failed and did nothing.
 * Where the command can do several at once and nothing ties them, they share transactions; what fails there is done one by one,
 * so that a fault is its own act's alone.
 */
export async function runMany(
  database: Database,
  served: ServedCommand,
  acts: readonly Act[],
  log: FastifyBaseLogger,
): Promise<readonly (Receipt | null)[]> {
  const receipts: (Receipt | null)[] = [];
  for (const group of groupsOf(served, acts)) {
    const together = group.length > 1 ? await done(() => runTogether(database, served, group)) : null;
    if (together) receipts.push(...together);
    else for (const act of group) receipts.push(await done(() => runCommand(database, served, act)));
  }
  return receipts;

  async function done<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      log.error({ err: error, type: served.command.name }, 'one of many acts failed');
      return null;
    }
  }
}

/** In their order: each as long as nothing ties its acts to each other. */
function groupsOf({ tiedBy }: ServedCommand, acts: readonly Act[]): readonly (readonly Act[])[] {
  const groups: Act[][] = [];
  let taken = new Set<string>();
  for (const act of acts) {
    const keys = tiedBy?.(act.payload) ?? null;
    const group = groups.at(-1);
    if (keys && group && taken.size > 0 && group.length < actsTogether && !keys.some((key) => taken.has(key))) group.push(act);
    else {
      groups.push([act]);
      taken = new Set();
    }
    for (const key of keys ?? []) taken.add(key);
  }
  return groups;
}
