import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const imageBytes = 400 * 1024 * 1024;

/** A disk in a file (ext4, loop-mounted). What was written and the system has not yet handed to it is not in the file. */
export class LoopDisk {
  readonly #folder = mkdtempSync(join(tmpdir(), 'accession-disk-'));
  readonly #image = join(this.#folder, 'disk.img');
  readonly path = join(this.#folder, 'mounted');

  /** Throws where this machine lets nobody mount. */
  constructor() {
    const file = openSync(this.#image, 'w');
    ftruncateSync(file, imageBytes);
    closeSync(file);
    mkdirSync(this.path);
    try {
      execFileSync('mkfs.ext4', ['-q', '-F', this.#image], { stdio: 'pipe' });
      this.#mount();
    } catch (error) {
      rmSync(this.#folder, { recursive: true, force: true });
      throw error;
    }
  }

  #mount(): void {
    execFileSync('mount', ['-o', 'loop', this.#image, this.path], { stdio: 'pipe' });
  }
  async #unmount(): Promise<void> {
    for (let tries = 0; tries < 50 && spawnSync('umount', [this.path]).status !== 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100));
  }

  /** Everything up to here is on the disk. */
  flush(): void {
    execFileSync('sync', ['-f', this.path]);
  }

  /** The power goes, with nobody writing any more: what is in the file now is all that is found afterwards. */
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

/** Why this machine has no such disk; null where it has. */
export async function whyNoLoopDisk(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'mounting a disk needs root';
  try {
    await new LoopDisk().remove();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'no loop disk') : 'no loop disk';
  }
}
