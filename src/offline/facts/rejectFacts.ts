import type { RejectFacts } from '#domain/sample/rejectForesight.ts';
import type { RejectInput } from '#domain/sample/summaryReject.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { codeStyles } from './codeStates.ts';
import { isTakenIn, takenHere } from './ownReceptions.ts';

/** What this desk can look up for a rejection at reception: its own receptions, its copy of the code styles, and the server where it can be asked. */
export async function rejectFacts({ requisitionCode, sampleCode }: RejectInput, replaced?: OutboxOperation): Promise<RejectFacts> {
  const [isKnown, styles, ownTube, ownCode] = await Promise.all([
    isTakenIn(requisitionCode, replaced),
    codeStyles(),
    sampleCode ? takenHere(sampleCode, requisitionCode, replaced) : undefined,
    takenHere(requisitionCode, requisitionCode, replaced),
  ]);
  // Only what speaks against it is known here: what no desk of ours has is the server's to find.
  const takenBy = sampleCode ? ownTube?.requisitionCode : isKnown === false ? ownCode?.requisitionCode : undefined;
  return { isKnown, takenBy, tubeOf: ownCode?.requisitionCode, codeStyles: styles };
}
