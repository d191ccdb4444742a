import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';

/** Where a tube stands (docs/contract.md#sample-statuses). */
export const labStatus = choices({
  pendingEntry: [101, '待录入', 'Pending entry'],
  entered: [103, '已录入', 'Entered'],
  received: [104, '已接收', 'Received'],
  firstAudited: [106, '一审通过', 'First audited'],
  secondAudited: [107, '二审通过', 'Second audited'],
  issued: [108, '已发报告', 'Report issued'],
  terminated: [110, '已终止', 'Terminated'],
  rejected: [111, '已拒收', 'Rejected'],
});
export const labStatusShape = z.literal([101, 103, 104, 106, 107, 108, 110, 111]);
export type LabStatus = z.output<typeof labStatusShape>;

/**
 * Every legal move of a tube's status, once (docs/forms.md#movements): no act may leave this table.
 * 103 -> 101: an entry was withdrawn, or items were added that ask for another entry.
 */
export const legalMoves: Readonly<Record<LabStatus, readonly LabStatus[]>> = {
  101: [103, 111],
  103: [101, 104, 111],
  104: [103, 106, 110, 111],
  106: [104, 107],
  107: [104, 106, 108],
  108: [104, 106, 107],
  110: [104],
  111: [101, 103, 104],
};
/** What a tube may be the moment it becomes known. */
export const firstStatuses: readonly LabStatus[] = [labStatus.pendingEntry, labStatus.rejected];

/** One tube's move; `from` is null for a new tube. */
export interface StatusMove {
  readonly sampleCode: string;
  readonly from: LabStatus | null;
  readonly to: LabStatus;
}

export function isLegalMove({ from, to }: Pick<StatusMove, 'from' | 'to'>): boolean {
  return from === null ? firstStatuses.includes(to) : legalMoves[from].includes(to);
}

/** Statuses between entry and report: what the lab's tasks alone decide. Reception's 101 and 111 are no way to anywhere. */
const inTheLab: readonly LabStatus[] = [103, 104, 106, 107, 108, 110];

/**
 * The shortest legal way of a tube within the lab to the status its tasks ask for (104 to 107 by 106), a step each; empty where it is there.
 * Throws where there is none: what is rejected or not yet entered is moved by reception's acts.
 */
export function wayOf(sampleCode: string, from: LabStatus, to: LabStatus): StatusMove[] {
  const ways = new Map<LabStatus, StatusMove[]>([[from, []]]);
  for (const [at, way] of ways) {
    if (at === to) return way;
    for (const next of legalMoves[at]) {
      if (inTheLab.includes(at) && inTheLab.includes(next) && !ways.has(next)) ways.set(next, [...way, { sampleCode, from: at, to: next }]);
    }
  }
  throw new Error(`no way of ${sampleCode} from ${from} to ${to} in the lab`);
}
