import { vi } from 'vitest';

/** A machine that does much beside is slow, not wrong: so long a test waits for what it expects, ms. */
export const patienceMs = 30_000;

/** The files of a worker have the same `vi`: it is told once. */
const own = vi as typeof vi & { isPatient?: boolean };
if (!own.isPatient) {
  const { waitFor } = vi;
  vi.waitFor = (expecting, options) => waitFor(expecting, options ?? { timeout: patienceMs });
  own.isPatient = true;
}
