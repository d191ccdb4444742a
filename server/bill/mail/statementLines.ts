import { sql, type SQL } from 'drizzle-orm';
import { billEmailType, lineState } from '#domain/bill/billChoices.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import type { StatementCycle } from '#domain/bill/statement/statementCycle.ts';

/** Whose statement, of which laboratory and which days. */
export interface StatementKey extends StatementCycle {
  readonly tenantId: string;
  readonly type: CodeOf<typeof billEmailType>;
  readonly contractLaboratoryId: string;
  /** Billing customer or sending client, by type. */
  readonly clientId: string;
}

/** A moment's column within a cycle's days. */
export const withinCycle = (column: SQL, { begin, end }: StatementCycle): SQL =>
  sql`(${column} >= ${`${begin} 00:00:00`} and ${column} <= ${`${end} 23:59:59`})`;

/** Lines that a statement may show, alias l: charged or to be charged, red ones included; what is kept out of orders, or its report taken back, stands on none. */
export const stated: SQL = sql`(l.reported = 1 and l.state <> ${lineState.withdrawn} and l.withdrawn = 0 and (l.excluded_by = 0 or l.state in (${lineState.ordered}, ${lineState.billed})))`;

/**
 * The lines of a mailed statement, alias l (docs/bill.md#statements): a billing customer is told what stands in its bills that were sent for the
 * cycle, a sending client what was reported in it.
 */
export const linesOfStatement = (key: StatementKey): SQL =>
  key.type === billEmailType.bill
    ? sql`(l.tenant_id = ${key.tenantId} and l.id in (select y.line_id from bill b join bill_line y on y.tenant_id = b.tenant_id and y.bill_id = b.id
        where b.tenant_id = ${key.tenantId} and b.bill_customer_id = ${key.clientId} and b.contract_laboratory_id = ${key.contractLaboratoryId} and b.sended = 1 and b.is_deleted = 0
          and ${withinCycle(sql`coalesce(b.reconciliation_time, b.send_time)`, key)}))`
    : sql`(l.tenant_id = ${key.tenantId} and l.send_sample_client_id = ${key.clientId} and l.contract_laboratory_id = ${key.contractLaboratoryId} and ${stated}
        and ${withinCycle(sql`l.audit_time`, key)})`;
