import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
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

  /**
   * The power goes: from this moment on nothing more reaches the file, whoever is still writing. What the system had not
   * been made to hand over is lost, the file system's journal is as it was; it is found again after `restore`.
   */
  cut(): void {
    // FS_IOC_SHUTDOWN without a flush of the log, as file systems are tested with; Node has no ioctl, every Debian has perl.
    execFileSync(
      'perl',
      ['-e', 'open(my $f, "<", $ARGV[0]) or die $!; my $flags = pack("L", 2); ioctl($f, 0x8004587d, $flags) or die $!', this.path],
      {
        stdio: 'pipe',
      },
    );
  }
  /** The power is back: what had reached the file is mounted again. Nobody may have a file open there. */
  async restore(): Promise<void> {
    await this.#unmount();
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
    const disk = new LoopDisk();
    disk.cut();
    await disk.restore();
    await disk.remove();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'no loop disk') : 'no loop disk';
  }
}
