import { businessType, excludedBy, lineState } from '#domain/bill/billChoices.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import type { DocumentLine } from '#domain/bill/documents/runningItems.ts';

/** A billable line as far as ordering it goes. Price in fen. */
export interface PoolLine extends Omit<DocumentLine, 'price'> {
  readonly sampleCode: string;
  readonly state: number;
  readonly reported: number;
  readonly excludedBy: number;
  readonly businessType: number;
  readonly chargeType: number;
  readonly sign: 1 | -1;
  readonly price: number | null;
  /** Why it has that price or none. */
  readonly priceReason: Label | null;
  /** Of its tube; null where it is not there. */
  readonly labStatus: number | null;
  /** The order it stands in. */
  readonly orderNo: string | null;
  readonly contractLaboratoryId: string | null;
  readonly sendSampleClientId: string | null;
  readonly agentCustomerId: string | null;
  readonly billCustomerId: string | null;
  readonly erpCode: string | null;
}

/** Why a line cannot be ordered (docs/bill.md#orders). */
export const selectReasons = {
  unreported: ['报告未发', 'Not reported'],
  excluded: ['已排除', 'Excluded'],
  withdrawn: ['已撤回', 'Withdrawn'],
  ordered: ['已在订单{no}', 'In order {no}'],
  agent: ['缺代理商', 'No agent'],
  client: ['缺送检单位', 'No sending client'],
  customer: ['缺结算客户', 'No billing customer'],
  price: ['无价格({why})', 'No price ({why})'],
  salesman: ['缺销售员', 'No salesperson'],
  laboratory: ['缺检验所', 'No laboratory'],
  recheck: ['重采、复检在复检订单开单', 'Redraws and rechecks have orders of their own'],
  plain: ['非重采、复检', 'No redraw or recheck'],
} as const satisfies Record<string, Label>;
export type SelectReason = keyof typeof selectReasons;

/** What an order with a reason may pass over. */
const lifted: ReadonlySet<SelectReason> = new Set<SelectReason>(['unreported', 'excluded', 'agent', 'salesman']);
/** What is in the lab can be charged for in advance. */
const inLab = 104;

/** Redraws and rechecks are ordered by themselves. */
export const isRecheckKind = (kind: number): boolean => kind === businessType.redraw || kind === businessType.recheck;

/** What of a line decides whether it can be ordered. */
export type SelectedLine = Pick<
  PoolLine,
  | 'state'
  | 'reported'
  | 'excludedBy'
  | 'sign'
  | 'price'
  | 'agentCustomerId'
  | 'sendSampleClientId'
  | 'billCustomerId'
  | 'salesmanId'
  | 'contractLaboratoryId'
>;

/** All that speaks against ordering a line, in the order of the words; empty: it can be. `server/bill/orders/reasonSql.ts` says the same in SQL. */
export function selectable(line: SelectedLine): SelectReason[] {
  const found: readonly (readonly [SelectReason, boolean])[] = [
    ['unreported', line.reported === 0 && line.sign === 1 && line.state !== lineState.withdrawn],
    ['excluded', line.excludedBy !== excludedBy.none],
    ['withdrawn', line.state === lineState.withdrawn],
    ['ordered', line.state === lineState.ordered || line.state === lineState.billed],
    ['agent', line.agentCustomerId === null],
    ['client', line.sendSampleClientId === null],
    ['customer', line.billCustomerId === null],
    ['price', line.price === null],
    ['salesman', line.salesmanId === null],
    ['laboratory', line.contractLaboratoryId === null],
  ];
  return found.filter(([, is]) => is).map(([reason]) => reason);
}

/** The same where a person forces it: what is left then. From the lab's receipt on a report is not waited for. */
export function forcible(line: PoolLine): SelectReason[] {
  const isEarly = line.labStatus === null || line.labStatus < inLab;
  return selectable(line).filter((reason) => !lifted.has(reason) || (reason === 'unreported' && isEarly));
}

/** A line's reasons in words; one that a newer server knows says its name. */
export const reasonText = (line: Pick<PoolLine, 'orderNo' | 'priceReason'>, reasons: readonly SelectReason[], language: 'zh' | 'en'): string =>
  reasons
    .map((reason) =>
      fillLabel(
        selectReasons[reason] ?? [reason, reason],
        { no: line.orderNo ?? '', why: line.priceReason?.[language === 'zh' ? 0 : 1] ?? '-' },
        language,
      ),
    )
    .join(language === 'zh' ? '、' : ', ');
