import type { Foresight } from '#domain/kernel/foresight.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { RejectState } from './rejectState.ts';
import { labStatus } from './sampleStatus.ts';

type Codes = NonNullable<RejectState['codes']>;

/** What a desk looks up for a rejection at reception; undefined or left out: it cannot tell. */
export interface RejectFacts extends Partial<Codes> {
  /** Somebody has taken the requisition in. */
  readonly isKnown: boolean | undefined;
  /** The requisition that has the tube which is meant; null: no other. */
  readonly takenBy?: string | null | undefined;
  readonly codeStyles: Codes['codeStyles'];
}

interface MeantCodes {
  readonly requisitionCode: string;
  readonly sampleCode?: string | null | undefined;
}

const unknownTexts = {
  all: ['条码, 以及此前是否已录入、交接或拒收', 'its codes, and whether it was entered, handed over or rejected before'],
  before: ['此前是否已录入、交接或拒收', 'whether it was entered, handed over or rejected before'],
  codes: ['条码是否另有所用', 'whether its codes stand for something else'],
} as const satisfies Record<string, Label>;

/** How codes must look is judged of a requisition that nobody has taken in: an odd code that reception took with a reason may be rejected. */
export function foreseeReject({ requisitionCode, sampleCode }: MeantCodes, facts: RejectFacts): Foresight<RejectState> {
  const { isKnown, takenBy, tubeOf, isRequisition, codeStyles } = facts;
  const areCodesKnown = takenBy !== undefined && (isKnown === true || (tubeOf !== undefined && isRequisition !== undefined));
  const unknown = [
    ...(isKnown === undefined ? [unknownTexts.all] : isKnown ? [unknownTexts.before] : []),
    ...(isKnown !== undefined && !areCodesKnown ? [unknownTexts.codes] : []),
  ];
  const waiting = { sampleCode: sampleCode ?? requisitionCode, labStatus: labStatus.pendingEntry, isInHandover: false, rejected: null };
  return {
    unknown,
    state: {
      isKnown: isKnown !== false,
      samples: isKnown === false ? [] : [waiting],
      takenBy: takenBy ?? null,
      codes: { tubeOf: tubeOf ?? null, isRequisition: isRequisition ?? false, codeStyles },
    },
  };
}
