import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What a proof stands on that takes servers down: a folder and an installation's key of its own. `ends` are called when it is over, the last
 * first; `run` ends the process with 1 unless the proof answers true.
 */
export function proofGround(name: string) {
  const begun = Date.now();
  const folder = mkdtempSync(join(tmpdir(), `accession-${name}-`));
  const keyFile = join(folder, 'installation.key');
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
  return {
    folder,
    keyFile,
    ends,
    /** With the seconds since its begin. */
    say: (text: string): void => console.log(`${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${text}`),
    pause: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
    run: async (prove: () => Promise<boolean>): Promise<void> => {
      try {
        process.exitCode = (await prove()) ? 0 : 1;
      } finally {
        for (const end of ends.toReversed()) await Promise.resolve(end()).catch(() => {});
      }
    },
  };
}
