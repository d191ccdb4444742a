import { takeOver, tryRun } from '#src/offline/platform/locks.ts';
import { onCommit } from '#src/offline/platform/mutations.ts';
import { isNumberKey } from '#src/offline/store/numberRows.ts';

/** A sender writes down what it does at least so often: a request is given up after 12 s. */
const stuckMs = 15_000;
let movedAt = Date.now();
let isWatching = false;

/** Notes whenever some sender of this desk writes: acts that change without a new number are its work, or a person's. */
function watchSenders(): void {
  if (isWatching) return;
  isWatching = true;
  onCommit((changed) => {
    const [ops, meta] = [changed('accession-outbox', 'ops'), changed('accession-outbox', 'meta')];
    const isTouched = ops === 'all' || ops.size > 0;
    const isNew = meta !== 'all' && [...meta].some(isNumberKey);
    if (isTouched && !isNew) movedAt = Date.now();
  });
}

/** One sender at a time; one that holds the place and does nothing - a worker that hangs - loses it. Safety never hangs on it. */
export async function runOrTakeOver<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  watchSenders();
  const done = await tryRun(name, work);
  const stillMs = Date.now() - movedAt;
  if (done !== null || (stillMs >= 0 && stillMs < stuckMs)) return done;
  movedAt = Date.now();
  return takeOver(name, work);
}
