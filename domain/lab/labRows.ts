import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import type { ReceivedSample } from './receiveState.ts';

/** lab-task/today-receive-page and cancel-receive-page: one act at the lab's door. */
export interface LabReceiveRow {
  readonly recordId: string;
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly requisitionCode: string;
  readonly testTubeNumber: string | null;
  readonly labCode: string | null;
  readonly laboratoryId: string;
  readonly laboratoryName: string;
  readonly labStatus: LabStatus;
  readonly personName: string | null;
  readonly commodityNames: string;
  readonly sampleClassName: string | null;
  readonly sendSampleClientName: string | null;
  /** What became of the tube by this act. */
  readonly receiveStatusName: string;
  /** scan or manual. */
  readonly inputMode: string | null;
  readonly actionUserName: string;
  readonly actTime: string;
  /** When the server received it. */
  readonly actServerTime: string;
  /** Of a cancelled receipt. */
  readonly reason: string | null;
}

/** Answer of labTask.receive. */
export interface ReceiveAnswer {
  readonly sampleCode: string;
  readonly requisitionCode: string;
  readonly labCode: string;
  readonly laboratoryId: string;
  readonly receivedBy: string;
  readonly labReceiveTime: string;
}

/** lab-task/receive-check: what a receipt of this code would say. `refusal` is null where it would go through. */
export interface ReceiveCheck {
  readonly code: string;
  readonly verdict: 'ready' | 'repeat' | 'refused' | 'conflict';
  readonly refusal: { readonly code: string; readonly text: string } | null;
  readonly sampleCode: string | null;
  readonly requisitionCode: string | null;
  readonly labCode: string | null;
  readonly receivedBy: string | null;
  readonly labReceiveTime: string | null;
  /** The tubes of the code as the rule read them: a desk asks its own rule over them. */
  readonly samples: readonly ReceivedSample[];
}

/** lab-task/receive-status?batchId=: progress of an imported list of codes. */
export interface ReceiveBatch {
  readonly batchId: string;
  readonly fileName: string;
  readonly totalCount: number;
  readonly rows: readonly (ReceiveCheck & { readonly line: number })[];
}

/** lab-task/receiveStatistics: receipts of a span by laboratory and commodity. */
export interface ReceiveStatisticRow {
  /** A day, a week (2026-W05), a month or a year, as was asked. */
  readonly countTime: string;
  readonly laboratoryName: string;
  readonly commodityName: string;
  /** Receipts that stand: a cancelled one is none. */
  readonly receiveCount: number;
  readonly cancelCount: number;
}
