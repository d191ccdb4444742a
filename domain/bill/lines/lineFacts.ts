import type { PricePeriod } from '#domain/base/priceAt.ts';
import type { TaskState } from '#domain/lab/rules/taskState.ts';
import type { ReportState } from '#domain/report/reportState.ts';
import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import type { Label } from '#domain/kernel/label.ts';

/** A price policy with what else it sets a price for; fen, null where the contract says nothing of it. */
export interface LinePolicy extends PricePeriod {
  readonly supplementPrice: number | null;
  readonly recheckPrice: number | null;
  readonly stopPrice: number | null;
  readonly billErpCode: string | null;
}

/** A tube of the requisition, and what it was ordered for. */
export interface TubeFact {
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  /** The tube whose tasks it follows; null: its own. */
  readonly primarySampleId: string | null;
  readonly executeLaboratoryId: string | null;
  /** Another house tests it. */
  readonly isOuter: boolean;
  readonly commodityIds: readonly string[];
}
/** A test task that is not void. */
export interface TaskFact {
  readonly taskId: string;
  readonly sampleId: string;
  readonly taskState: TaskState;
  readonly commodityIds: readonly string[];
  readonly checkTimeTwo: string | null;
}
/** A stop that was not taken back. */
export interface StopFact {
  readonly taskIds: readonly string[];
  readonly isBillable: 0 | 1 | null;
}
/** A report of the requisition, an annex excepted. */
export interface ReportFact {
  readonly reportId: string;
  readonly reportKind: number;
  readonly groupKey: string;
  readonly state: ReportState;
  readonly commodityIds: readonly string[];
  readonly firstIssueTime: string | null;
  readonly issueTime: string | null;
}
/** What the requisition's sample was drawn again for. */
export interface RedrawFact {
  /** `yyyy-MM-dd`: when the original sample was received. */
  readonly receiveDate: string;
  /** The original's report is out: what follows is a further test, not a new sample. */
  readonly isReported: boolean;
  /** Commodities the original still has a line for. */
  readonly livingCommodityIds: readonly string[];
}
/** The sending client as master data have it now. */
export interface ClientFact {
  readonly sendSampleClientId: string;
  readonly agentCustomerId: string | null;
  readonly billCustomerId: string | null;
  readonly salesmanId: string | null;
  readonly managerArea: string | null;
  readonly isGiving: boolean;
}

/** What a line says beside where it stands: it follows the requisition and master data until it is ordered. */
export interface LineMaster {
  readonly requisitionCode: string;
  /** The lowest tube that stands for it. */
  readonly sampleId: string | null;
  readonly sampleCode: string;
  readonly personName: string | null;
  readonly contactNumber: string | null;
  readonly sendSampleClientId: string | null;
  readonly agentCustomerId: string | null;
  readonly billCustomerId: string | null;
  readonly salesmanId: string | null;
  readonly managerArea: string | null;
  readonly contractLaboratoryId: string | null;
  readonly executeLaboratoryId: string | null;
  readonly sampleTime: string | null;
  readonly receiveTime: string;
}
/** What a line costs and why; fen. Frozen when its report is issued. */
export interface LinePrice {
  readonly businessType: 1 | 2 | 3 | 4;
  readonly chargeType: 0 | 1 | 2;
  /** Of a gift: what it would be if it were none. */
  readonly chargeTypeBefore: 0 | 1 | null;
  readonly price: number | null;
  readonly listPrice: number | null;
  readonly priceBefore: number | null;
  readonly pricePolicyId: string | null;
  readonly priceReason: Label;
  readonly priceParams: Readonly<Record<string, string>>;
  readonly erpCode: string | null;
}
/** The report of a line: null and 0 where none is out. */
export interface LineReport {
  readonly reported: 0 | 1;
  readonly auditTime: string | null;
  readonly reportId: string | null;
}
export interface LineKey {
  readonly commodityId: string;
  /** 0: the requisition's own; else which supplementary report. */
  readonly supplementNo: number;
}

/** A line that is there. */
export interface KnownLine extends LineKey, LineMaster, LinePrice, LineReport {
  readonly lineId: string;
  readonly sign: 1 | -1;
  readonly isCredited: 0 | 1;
  readonly withdrawn: 0 | 1;
  readonly state: 0 | 1 | 2 | 3 | 9;
  /** The order it stands in was sent. */
  readonly isSent: boolean;
}

/** All that decides which lines a requisition has. */
export interface LineFacts {
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly commodityIds: readonly string[];
  readonly contractLaboratoryId: string | null;
  readonly personName: string | null;
  readonly contactNumber: string | null;
  readonly sampleTime: string | null;
  readonly receiveTime: string;
  /** The requisition itself is free of charge. */
  readonly isFree: boolean;
  readonly client: ClientFact | null;
  /** Commodities that are bought in rather than tested here. */
  readonly boughtCommodityIds: readonly string[];
  readonly tubes: readonly TubeFact[];
  readonly tasks: readonly TaskFact[];
  readonly stops: readonly StopFact[];
  readonly reports: readonly ReportFact[];
  readonly redraw: RedrawFact | null;
  readonly policies: readonly LinePolicy[];
  readonly lines: readonly KnownLine[];
}
