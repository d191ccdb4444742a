import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newDesk, settle } from './speed.ts';
import type { System } from './system.ts';

export interface PowerCut {
  readonly trials: number;
  /** Acts that were told to be saved, and were there or delivered after the cut. */
  readonly survived: number;
}

const imageBytes = 400 * 1024 * 1024;

/** A disk in a file. What the browser has written and the system not yet handed to it is not in the file. */
class LoopDisk {
  readonly #folder = mkdtempSync(join(tmpdir(), 'accession-disk-'));
  readonly #image = join(this.#folder, 'disk.img');
  readonly path = join(this.#folder, 'mounted');

  constructor() {
    const file = openSync(this.#image, 'w');
    ftruncateSync(file, imageBytes);
    closeSync(file);
    mkdirSync(this.path);
    execFileSync('mkfs.ext4', ['-q', '-F', this.#image], { stdio: 'ignore' });
    this.#mount();
  }

  #mount(): void {
    execFileSync('mount', ['-o', 'loop', this.#image, this.path], { stdio: 'pipe' });
  }
  async #unmount(): Promise<void> {
    for (let tries = 0; tries < 50 && spawnSync('umount', [this.path]).status !== 0; tries++) await wait(100);
  }

  /** Everything up to here is on the disk. */
  flush(): void {
    execFileSync('sync', ['-f', this.path]);
  }
  /** The power goes: what is in the file now is all that is found afterwards. */
  async cut(): Promise<void> {
    const copy = `${this.#image}.cut`;
    execFileSync('cp', ['--sparse=always', this.#image, copy]);
    await this.#unmount();
    renameSync(copy, this.#image);
    this.#mount();
  }
  async remove(): Promise<void> {
    await this.#unmount();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Whether this machine lets us mount a disk in a file: else the reason. */
export async function whyNoLoopDisk(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'mounting a disk needs root';
  try {
    await new LoopDisk().remove();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'no loop disk') : 'no loop disk';
  }
}

/**
 * The power goes right after the desk was told that an act is saved: the browser is killed at once and the disk is what
 * its file held then. Everything before the act was flushed, so that each trial is about this act alone.
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
      await desk.kill();
      await disk.cut();
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
