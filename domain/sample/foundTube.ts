import type { Label } from '#domain/kernel/label.ts';
import { labStatus, type LabStatus } from './sampleStatus.ts';

/** A requisition has few tubes, but a hospital's code may stand on many requisitions: the newest are told, and that there may be more. */
export const mostFound = 50;

/** One thing that happened to a tube. */
export interface FoundAct {
  /** By the clock of the desk; beside it when the server had it, where it was told. */
  readonly at: string;
  readonly serverTime: string | null;
  readonly what: 'receive' | 'first' | 'second' | 'enter' | 'replace' | 'handover' | 'sign' | 'labReceive' | 'cancelReceive' | 'picture' | 'reject';
  readonly by: string | null;
  /** A reason, or what it was done to. */
  readonly why: string | null;
}

/** One tube that a code leads to, and what is known of it now. */
export interface FoundTube {
  readonly sampleId: string;
  readonly requisitionCode: string;
  readonly sampleCode: string;
  readonly hospitalCode: string | null;
  readonly testTubeNumber: string | null;
  readonly labCode: string | null;
  readonly labStatus: LabStatus;
  readonly sampleClassName: string | null;
  readonly commodityNames: string;
  readonly sendSampleClientName: string | null;
  readonly contractLaboratoryName: string | null;
  readonly executeLaboratoryName: string | null;
  readonly receiveTime: string;
  readonly entryPersonName: string;
  readonly rejectReason: string | null;
  /** Whose it is, as far as the asking person may know; null: not at all. */
  readonly personName: string | null;
  readonly sex: number | null;
  readonly age: number | null;
  readonly ageUnit: number | null;
  /** Never whole. */
  readonly telephone: string | null;
  /** The newest handover it stands on. */
  readonly handover: { readonly by: string; readonly signedBy: string | null } | null;
  /** Labels of it that were replaced, the oldest first. */
  readonly replaced: readonly {
    readonly oldCode: string;
    readonly newCode: string;
    readonly reason: string;
    readonly by: string;
    readonly at: string;
  }[];
  /** What was done to it, the oldest first; never a value of an entry. */
  readonly acts: readonly FoundAct[];
}

/** Where a tube is, by the last act that moved it. */
export function placeOf({
  labStatus: status,
  handover,
  contractLaboratoryName: taken,
  executeLaboratoryName: tests,
}: Pick<FoundTube, 'labStatus' | 'handover' | 'contractLaboratoryName' | 'executeLaboratoryName'>): Label {
  const at = taken ?? '';
  if (status === labStatus.rejected) return [`${at} 拒收区`, `With what ${at || 'reception'} rejected`];
  if (status === labStatus.terminated) return ['已终止', 'Terminated'];
  if (status === labStatus.pendingEntry) return [`${at} 前处理,待录入`, `At reception of ${at}, waiting for its entry`];
  if (status !== labStatus.entered) return [`${tests ?? at} 实验室`, `In the laboratory of ${tests ?? at}`];
  if (!handover) return [`${at} 前处理,待交接`, `At reception of ${at}, waiting for its handover`];
  return handover.signedBy === null
    ? [`${handover.by} 的交接单上,待签收`, `On a handover of ${handover.by}, waiting for a signature`]
    : [`${handover.signedBy} 已签收,待${tests ?? at}实验室接收`, `Signed for by ${handover.signedBy}; the laboratory of ${tests ?? at} awaits it`];
}

/** What a scanner may have read: no blanks, at least four characters, a digit among them. */
export const looksLikeCode = (text: string): boolean => /^(?=.*\d)[A-Z0-9-]{4,40}$/.test(text.normalize('NFKC').trim().toUpperCase());
