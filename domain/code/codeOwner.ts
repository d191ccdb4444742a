import { numberOf, type CodeShape, type NumberRange } from './numberBlock.ts';

/** A segment as far as it says whose codes are. */
export interface OwnedSegment extends CodeShape, NumberRange {
  readonly codeType: number;
  /** null: ours. */
  readonly sendSampleClientId: string | null;
  /** null: every laboratory's. */
  readonly laboratoryId: string | null;
  readonly isDisable: number;
}
/** Where a code stands for a client. `outside`: the client has a segment of its own, and the code is not of it. */
export type CodeState = 'usable' | 'voided' | 'otherClient' | 'otherLaboratory' | 'outside';

/** For whom a code came in. */
export interface CodeUse {
  readonly code: string;
  readonly codeType: number;
  readonly sendSampleClientId: string;
  readonly laboratoryId: string | null;
}

const covers = (segment: OwnedSegment, code: string): boolean => {
  const number = numberOf(segment, code);
  return number !== null && number >= segment.first && number <= segment.last;
};

/**
 * Whose a code is, by the segments alone. Codes of a disabled segment were printed and stay its client's; but only an
 * enabled segment makes a client one that has codes of its own. A code nobody has a segment for is any client's that
 * has none.
 */
export function codeStateOf({ code, codeType, sendSampleClientId, laboratoryId }: CodeUse, segments: readonly OwnedSegment[]): CodeState {
  const ofType = segments.filter((segment) => segment.codeType === codeType);
  const serves = (segment: OwnedSegment): boolean => segment.laboratoryId === null || laboratoryId === null || segment.laboratoryId === laboratoryId;
  const covering = ofType.filter((segment) => covers(segment, code));
  const own = covering.filter((segment) => segment.sendSampleClientId === sendSampleClientId);
  if (own.some(serves)) return 'usable';
  if (own.length > 0) return 'otherLaboratory';
  if (covering.some((segment) => segment.sendSampleClientId !== null)) return 'otherClient';
  const hasOwn = ofType.some((segment) => segment.sendSampleClientId === sendSampleClientId && segment.isDisable === 0 && serves(segment));
  return hasOwn ? 'outside' : 'usable';
}
