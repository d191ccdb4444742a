import { sql } from 'drizzle-orm';
import type { BilledReport } from '#domain/report/reportRows.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import { yuanOf } from '#server/kernel/core/money.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { settledOf } from '#server/spine/bill/settledOf.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { readRow } from '#server/storage/readRows.ts';

interface Charged {
  readonly requisitionId: string;
  readonly commodityIds: readonly string[];
  readonly reportKind: number;
  readonly groupKey: string;
}
/** `report-audit/billed`: what taking a report back would credit (docs/bill.md#moves), by bill, or by order where it is in none. */
export async function billedOf({ db, user, query }: CallContext<{ reportId?: string }>): Promise<BilledReport> {
  const report = await readRow<Charged>(
    db,
    sql`select r.requisition_id::text as requisition_id, r.commodity_ids::text[] as commodity_ids, r.report_kind::int as report_kind, r.group_key from report r
      where ${await reportsInSight(db, user)} and r.id::text = ${query.reportId ?? ''}`,
  );
  if (!report || report.reportKind === reportKind.auxiliary) return { documents: [] };
  const supplementNo = report.reportKind === reportKind.supplementary ? Number(report.groupKey.slice(1)) : 0;
  const lines = (await settledOf(db, user.tenantId, [report.requisitionId])).filter(
    (line) => line.supplementNo === supplementNo && report.commodityIds.includes(line.commodityId) && (line.isSent === 1 || line.billNo !== null),
  );
  const sums = new Map<string, { no: string; isBill: boolean; fen: number }>();
  for (const { billNo, orderNo, price } of lines) {
    const no = billNo ?? orderNo;
    sums.set(no, { no, isBill: billNo !== null, fen: (sums.get(no)?.fen ?? 0) + price });
  }
  return { documents: [...sums.values()].map(({ no, isBill, fen }) => ({ no, isBill, amountYuan: yuanOf(-fen) })) };
}
