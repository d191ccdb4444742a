import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LoopDisk } from '../../e2e/support/loopDisk.ts';
import { newDesk, settle } from './speed.ts';
import type { System } from './system.ts';

export interface PowerCut {
  readonly trials: number;
  /** Acts that were told to be saved, and were there or delivered after the cut. */
  readonly survived: number;
}

/**
 * The power goes right after the desk was told that an act is saved: nothing more reaches the disk and
 * the browser is killed. Everything before the act was flushed, so that each trial is about this act alone.
 */
export async function playPowerCut(system: System, trials: number): Promise<PowerCut> {
  const disk = new LoopDisk();
  const desk = newDesk(join(disk.path, 'profile'));
  const rig = await system.prepare({});
  let survived = 0;
  let accepted = 0;
  try {
    await desk.open();
    await rig.open(desk.context);
    for (let trial = 1; trial <= trials; trial++) {
      // What pages do right after they have opened is over.
      await wait(1000);
      rig.wire.set('refuse');
      disk.flush();
      const { taken } = await rig.save([rig.act(trial)]);
      disk.cut();
      await desk.kill();
      await disk.restore();
      accepted += taken.length;
      rig.wire.set('pass');
      await desk.open();
      await rig.open(desk.context);
      const isThere = async (): Promise<boolean> => {
        const [ledger, { waiting, tray }] = [await rig.ledger(), await rig.held()];
        return taken.every((name) => ledger.has(name) || waiting.includes(name) || tray.includes(name));
      };
      if (await settle([rig], isThere, 3000)) survived += taken.length;
    }
    return { trials: accepted, survived };
  } finally {
    await rig.close();
    await desk.kill();
    await disk.remove();
  }
}
