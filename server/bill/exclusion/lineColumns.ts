import { sql } from 'drizzle-orm';
import type { ExcludedLine } from '#domain/bill/exclusion/exclusionLists.ts';
import { lineState } from '#domain/bill/billChoices.ts';
import { maskedToAll, patientShown } from '#server/kernel/core/patients.ts';
import type { PlainColumns } from '#server/kernel/verbs/listing.ts';
import { nameOf } from '#server/spine/names.ts';

/** Lines (alias l) with their order (alias o), where they have one. */
export const lineFrom = sql`sales_line l left join sales_order_line p on p.tenant_id = l.tenant_id and p.line_id = l.id
  left join sales_order o on o.tenant_id = p.tenant_id and o.id = p.order_id`;

/** Of `lineFrom`. */
export const lineColumns: PlainColumns<ExcludedLine> = {
  lineId: sql`l.id`,
  sampleCode: sql`l.sample_code`,
  requisitionCode: sql`l.requisition_code`,
  commodityId: sql`l.commodity_id`,
  commodityName: sql`(select c.commodity_name from commodity c where c.tenant_id = l.tenant_id and c.id = l.commodity_id)`,
  sendSampleClientId: sql`l.send_sample_client_id`,
  sendSampleClientName: nameOf.client('l'),
  personName: patientShown.name(sql`l.person_name`),
  contactNumber: maskedToAll(patientShown.telephone(sql`l.contact_number`)),
  contractLaboratoryId: sql`l.contract_laboratory_id`,
  contractLaboratoryName: nameOf.laboratory('l'),
  auditTime: sql`l.audit_time`,
  excludedBy: sql`l.excluded_by::int`,
  billPriceStr: sql`(l.price::numeric / 100)::numeric(18, 2)::text`,
  orderNo: sql`o.order_no`,
  isWithdrawn: sql`(l.state = ${lineState.withdrawn} or l.withdrawn = 1 or l.is_credited = 1)`,
};
