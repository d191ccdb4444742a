import { amendItems } from '#domain/sample/amendItems.ts';
import { receiveSample } from '#domain/lab/labReceive.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import { signIn } from '#src/offline/session/enter.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { acceptUpdate } from '#src/offline/send/registerWorker.ts';
import type { Act } from '../peers/peer.ts';

const commands = { 'summary.enter': enterSummary, 'summary.amendItems': amendItems, 'labTask.receive': receiveSample };
export type CommandName = keyof typeof commands;
/** An act for the product: what its screens hand to the queue. */
export interface OurAct extends Act {
  readonly command: CommandName;
}

const nameOf = ({ record, edit }: Act): string => `${record}/${edit}`;

/** The console's own modules, the very ones its page has loaded: this file is built with it and shares its chunks. */
const bench = {
  async saveAll(acts: readonly OurAct[]): Promise<{ took: number[]; taken: string[]; opIds: string[] }> {
    const took: number[] = [];
    const taken: string[] = [];
    const opIds: string[] = [];
    for (const act of acts) {
      const started = performance.now();
      const saved = await enqueue<never>(act.command, act.body as never).catch(() => null);
      took.push(performance.now() - started);
      if (!saved) continue;
      taken.push(nameOf(act));
      opIds.push(saved.opId);
    }
    return { took, taken, opIds };
  },
  /** The desk has the keys of who works here. */
  canSave: () => deskKeys() !== null,
  signInAgain: (account: string, password: string) => signIn({ account, password }),
  acceptUpdate,
};
export type OurPage = typeof bench;
(globalThis as unknown as { ours: OurPage }).ours = bench;
