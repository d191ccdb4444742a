import type { LabStatus } from './sampleStatus.ts';

/** A requisition has few tubes, but a hospital's code may stand on many requisitions: the newest are told, and that there may be more. */
export const mostFound = 50;

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
  /** When it was done by the desk's clock; the server's time of the same act stands beside it. */
  readonly receiveTime: string;
  readonly receiveServerTime: string;
  readonly entryPersonName: string;
  readonly enterTime: string | null;
  readonly labReceiveTime: string | null;
  readonly labReceiveServerTime: string | null;
  readonly labReceiveUserName: string | null;
  readonly rejectTime: string | null;
  readonly rejectServerTime: string | null;
  readonly rejectUserName: string | null;
  readonly rejectReason: string | null;
}

/** What a scanner may have read: no blanks, at least four characters, a digit among them. */
export const looksLikeCode = (text: string): boolean => /^(?=.*\d)[A-Z0-9-]{4,40}$/.test(text.normalize('NFKC').trim().toUpperCase());
