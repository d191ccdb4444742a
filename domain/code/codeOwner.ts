import { normalCode } from '#domain/sample/codeText.ts';
import { codeType } from './codeStyle.ts';
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

const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const textOf = (value: unknown): string => (typeof value === 'string' ? normalCode(value) : '');

/** A segment as the server sends it with the master data. */
export const ownedSegmentOf = (row: Readonly<Record<string, unknown>>): OwnedSegment => ({
  codeType: Number(row['codeType']),
  sendSampleClientId: idOf(row['sendSampleClientId']),
  laboratoryId: idOf(row['laboratoryId']),
  isDisable: Number(row['isDisable'] ?? 0),
  prefix: textOf(row['prefix']),
  digits: Number(row['digits']),
  first: Number(row['firstNumber']),
  last: Number(row['lastNumber']),
});

/** Segments of which those that have a say on a code are found without looking at all: the client's own, and those of the code's shape. */
export class SegmentIndex {
  private readonly byClient = new Map<string, OwnedSegment[]>();
  private readonly byPrefix = new Map<string, OwnedSegment[]>();
  private readonly digits = new Set<number>();
  constructor(segments: readonly OwnedSegment[]) {
    const put = (map: Map<string, OwnedSegment[]>, key: string, segment: OwnedSegment): void => {
      const there = map.get(key);
      if (there) there.push(segment);
      else map.set(key, [segment]);
    };
    for (const segment of segments) {
      if (segment.sendSampleClientId !== null) put(this.byClient, segment.sendSampleClientId, segment);
      put(this.byPrefix, segment.prefix, segment);
      this.digits.add(segment.digits);
    }
  }
  stateOf(use: CodeUse): CodeState {
    const sameShape = [...this.digits].flatMap((digits) => this.byPrefix.get(use.code.slice(0, Math.max(0, use.code.length - digits))) ?? []);
    return codeStateOf(use, [...(this.byClient.get(use.sendSampleClientId) ?? []), ...sameShape]);
  }
}

/** A requisition's codes, and for whom they came in. */
interface CodesOfRequisition {
  readonly requisitionCode?: unknown;
  readonly sendSampleClientId?: unknown;
  readonly contractLaboratoryId?: unknown;
  readonly tubes: readonly { readonly sampleCode?: unknown }[];
}

/** Facts for R-07 by the segments alone; none where the client is not known yet. What was voided or given to whom, the server knows. */
export function codeStatesIn(
  { requisitionCode, sendSampleClientId, contractLaboratoryId, tubes }: CodesOfRequisition,
  segments: SegmentIndex,
): { readonly requisitionState?: CodeState; readonly tubeStates?: Readonly<Record<string, CodeState>> } {
  const clientId = idOf(sendSampleClientId);
  if (clientId === null) return {};
  const whose = { sendSampleClientId: clientId, laboratoryId: idOf(contractLaboratoryId) };
  const codes = tubes.map(({ sampleCode }) => textOf(sampleCode)).filter((code) => code !== '');
  return {
    requisitionState: segments.stateOf({ ...whose, code: textOf(requisitionCode), codeType: codeType.requisition }),
    tubeStates: Object.fromEntries(codes.map((code) => [code, segments.stateOf({ ...whose, code, codeType: codeType.sample })])),
  };
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
