import { sql } from 'drizzle-orm';
import { lineState } from '#domain/bill/billChoices.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

/** A line that stands in a living order; `commodityId` says what of its requisition is settled. */
export interface SettledLine {
  readonly lineId: string;
  readonly requisitionId: string;
  readonly commodityId: string;
  readonly sampleCode: string;
  readonly orderNo: string;
  /** null: the order is in no bill with it. */
  readonly billNo: string | null;
  /** Fen. */
  readonly price: number;
  /** 1: its order went to the ERP. */
  readonly isSent: number;
}

/** What of these requisitions is settled (已结算, docs/bill.md#moves): lines in a living order that no red line takes back. */
export const settledOf = (reader: Reader, tenantId: string, requisitionIds: readonly string[]): Promise<SettledLine[]> =>
  requisitionIds.length === 0
    ? Promise.resolve([])
    : readRows<SettledLine>(
        reader,
        sql`select l.id::text as line_id, l.requisition_id::text as requisition_id, l.commodity_id::text as commodity_id, l.sample_code, o.order_no, b.bill_no, l.price::float8 as price,
            o.sended::int as is_sent
          from sales_line l join sales_order_line p on p.tenant_id = l.tenant_id and p.line_id = l.id join sales_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
          left join bill_line q on q.tenant_id = l.tenant_id and q.line_id = l.id left join bill b on b.tenant_id = q.tenant_id and b.id = q.bill_id
          where l.tenant_id = ${tenantId} and l.requisition_id = ${anyId(requisitionIds)} and l.sign = 1 and l.is_credited = 0
            and l.state in (${lineState.ordered}, ${lineState.billed}) order by l.id`,
      );
