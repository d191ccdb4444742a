import { sql, type SQL } from 'drizzle-orm';
import type { StatementRow } from '#domain/bill/statement/statementRows.ts';
import { patientShown, type PatientColumn } from '#server/kernel/core/patients.ts';
import { nameOf } from '#server/spine/names.ts';
import { lineReceiveServerTime } from '#server/spine/serverTimes.ts';

/** Fen as yuan with two digits; null stays null. */
export const yuanSql = (fen: SQL): SQL => sql`to_char((${fen}) / 100.0, 'FM9999999999999990.00')`;

/** A billable line as statements and the wide query show it, alias l. */
export const chargedColumns = {
  lineId: sql`l.id`,
  sampleCode: sql`l.sample_code`,
  personName: patientShown.name(sql`l.person_name`),
  commodityId: sql`l.commodity_id`,
  commodityName: sql`(select n.commodity_name from commodity n where n.tenant_id = l.tenant_id and n.id = l.commodity_id)`,
  sendSampleClientId: sql`l.send_sample_client_id`,
  sendSampleClientName: nameOf.client('l'),
  billCustomerId: sql`l.bill_customer_id`,
  billCustomerName: sql`(select n.client_name from client n where n.tenant_id = l.tenant_id and n.id = l.bill_customer_id)`,
  contractLaboratoryId: sql`l.contract_laboratory_id`,
  contractLaboratoryName: nameOf.laboratory('l'),
  receiveTime: sql`l.receive_time`,
  receiveServerTime: lineReceiveServerTime,
  auditTime: sql`l.audit_time`,
  chargeType: sql`l.charge_type`,
  businessType: sql`l.business_type`,
  sign: sql`l.sign`,
  state: sql`l.state`,
  supplementaryed: sql`l.supplementaryed`,
  billPriceStr: yuanSql(sql`l.price`),
  orderNo: sql`(select o.order_no from sales_order_line x join sales_order o on o.tenant_id = x.tenant_id and o.id = x.order_id where x.tenant_id = l.tenant_id and x.line_id = l.id)`,
  billNo: sql`(select b.bill_no from bill_line y join bill b on b.tenant_id = y.tenant_id and b.id = y.bill_id where y.tenant_id = l.tenant_id and y.line_id = l.id)`,
} as const satisfies { readonly [Key in Exclude<keyof StatementRow, 'qty' | 'totalAmountYuan'>]: SQL | PatientColumn };
