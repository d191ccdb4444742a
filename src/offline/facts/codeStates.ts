import { codePatternOf, type CodePattern } from '#domain/code/codeMatch.ts';
import { codeStatesIn, ownedSegmentOf, SegmentIndex } from '#domain/code/codeOwner.ts';
import type { Existing } from '#domain/sample/rules/entryForm.ts';
import { keptMaster } from '#src/offline/master/masterData.ts';

/** The enabled code styles, from the desk's own copy. */
export const codeStyles = async (): Promise<readonly CodePattern[]> =>
  (await keptMaster('codeStyle')).filter((row) => Number(row['isDisable'] ?? 0) === 0).map(codePatternOf);

/** Facts for C-CODE and R-07 from the desk's own copies. */
export async function codeStates(
  requisition: Parameters<typeof codeStatesIn>[0],
): Promise<Pick<Existing, 'requisitionState' | 'tubeStates' | 'codeStyles'>> {
  const segments = new SegmentIndex((await keptMaster('numberSegment')).map(ownedSegmentOf));
  return { codeStyles: await codeStyles(), ...codeStatesIn(requisition, segments) };
}
