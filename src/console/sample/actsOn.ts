import { enterSummary } from '#domain/sample/summary.ts';
import { partnerReceive, receiveDeafness, receiveShangning } from '#domain/sample/partner/partnerReceive.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';

/** Codes that mean one tube and its requisition, as a reception or a kept work list has them together. */
export interface TubeCodes {
  readonly requisitionCode: string;
  readonly sampleCode: string;
  /** Of tubes, hospitals, laboratories and partners. */
  readonly others: readonly string[];
}
type Queued = Pick<OutboxOperation, 'type' | 'lanes' | 'subject' | 'receipt'>;

const receptions: ReadonlySet<string> = new Set([enterSummary, partnerReceive, receiveDeafness, receiveShangning].map(({ name }) => name));
export const isReception = ({ type }: Pick<OutboxOperation, 'type'>): boolean => receptions.has(type);
const codesOf = (lanes: readonly string[], kind: string): string[] =>
  lanes.filter((lane) => lane.startsWith(`${kind}:`)).map((lane) => lane.slice(kind.length + 1));

/** What a reception of this desk has together, by its lanes and by the server's word. */
function receivedTogether({ lanes, receipt }: Queued): TubeCodes[] {
  const said: { readonly requisitionCode?: string; readonly sampleCode?: string; readonly sampleCodes?: readonly string[] } = receipt?.result ?? {};
  const requisitionCode = said.requisitionCode ?? codesOf(lanes, 'req')[0];
  const tubes = said.sampleCodes ?? (said.sampleCode ? [said.sampleCode] : codesOf(lanes, 'tube'));
  return requisitionCode === undefined ? [] : tubes.map((sampleCode) => ({ requisitionCode, sampleCode, others: codesOf(lanes, 'partner') }));
}

/**
 * Acts that concern what a code means, by any code of it: those of its tubes and of its requisition, and of each handover one of the tubes stands on
 * all that was done to it. Another tube of the same requisition is another matter, unless the requisition itself is meant. `known`: codes that belong
 * together as far as this desk knows, beside what its own receptions say.
 */
export function actsOn<Act extends Queued>(operations: readonly Act[], code: string, known: readonly TubeCodes[] = []): Act[] {
  const together = [...known, ...operations.filter(isReception).flatMap(receivedTogether)];
  const meant = together.filter(
    ({ requisitionCode, sampleCode, others }) => requisitionCode === code || sampleCode === code || others.includes(code),
  );
  const codes = new Set([code, ...meant.flatMap(({ requisitionCode, sampleCode, others }) => [requisitionCode, sampleCode, ...others])]);
  const isNamed = ({ subject, lanes }: Queued): boolean =>
    codes.has(subject) || lanes.some((lane) => !lane.startsWith('handover:') && codes.has(lane.slice(lane.indexOf(':') + 1)));
  const handovers = new Set(operations.filter(isNamed).flatMap(({ lanes }) => lanes.filter((lane) => lane.startsWith('handover:'))));
  return operations.filter((act) => isNamed(act) || act.lanes.some((lane) => handovers.has(lane)));
}
