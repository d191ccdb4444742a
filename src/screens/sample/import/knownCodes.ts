import type { Remote } from 'comlink';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { ask } from '#src/api/ask.ts';
import { counts } from '#src/offline/store/standing.ts';
import { readContact } from '#src/offline/platform/contact.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { takenBackBy } from '../takenBack.ts';
import type { ImportWorker, SheetCodes } from '#workers/excelImport.ts';

const fields = ['requisitionCodes', 'sampleCodes'] as const;
/** Codes that cross between page and worker, and to the server, in one go: more would hold up the page. */
const atOnce = 2_000;

/** Codes that acts of this computer carry and the server may not have yet: their lanes say them, an act itself is sealed. */
async function ownCodes(): Promise<SheetCodes> {
  const acts = await readOperations({ types: ['summary.enter', 'summary.cancel'] });
  const undos = takenBackBy(acts);
  const lanes = acts.filter((act) => act.type === 'summary.enter' && counts(act) && !undos.has(act.opId)).flatMap((act) => act.lanes);
  const of = (kind: string): string[] => lanes.filter((lane) => lane.startsWith(kind)).map((lane) => lane.slice(kind.length));
  return { requisitionCodes: of('req:'), sampleCodes: of('tube:') };
}

/** Asks the server, piece by piece, which codes of the sheet it has; false where it cannot be asked. */
async function tellServerCodes(
  remote: Remote<ImportWorker>,
  counts: Readonly<Record<keyof SheetCodes, number>>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const field of fields) {
    for (let from = 0; from < counts[field]; from += atOnce) {
      const slice = await remote.codesFrom(field, from, atOnce);
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
      let known: readonly string[];
      try {
        known = (await ask('POST sample/enter-info/known-codes', { body: { [field]: slice }, quiet: true, signal: timeout }))[field];
      } catch {
        if (signal.aborted) throw new DOMException('cancelled', 'AbortError');
        return false;
      }
      await remote.know(field, known);
    }
  }
  return true;
}

/**
 * Tells the import which codes of its sheet are known: here, and, online, on the server. Answers whether the server could be asked;
 * without, only this computer's own were looked at.
 */
export async function tellKnownCodes(
  remote: Remote<ImportWorker>,
  counts: Readonly<Record<keyof SheetCodes, number>>,
  signal: AbortSignal,
): Promise<boolean> {
  const [own, isServerAsked] = await Promise.all([ownCodes(), tellServerCodes(remote, counts, signal)]);
  for (const field of fields)
    for (let from = 0; from < own[field].length; from += atOnce) await remote.know(field, own[field].slice(from, from + atOnce));
  return isServerAsked;
}

/** The desk's clock, set by the server's. yyyy-MM-dd HH:mm:ss. */
export async function deskNow(): Promise<string> {
  return formatDateTime(Date.now() + (await readContact()).offsetMs);
}
