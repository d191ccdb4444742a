import { sql, type SQL } from 'drizzle-orm';
import { itemState } from '#domain/sample/itemState.ts';
import { lineState } from '#domain/bill/billChoices.ts';
import { allLines, viewLines } from '#domain/bill/billRights.ts';
import { customerSearch, usualCustomers, type CustomerRow } from '#domain/search/customerSearch.ts';
import { words } from '#domain/search/vocabulary.ts';
import { codeFilter, idFilter, parameter, rangeFilter } from '#server/kernel/resource/pageRows.ts';
import { conditionByKind, defineListing, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { itemsOfOwn } from '#server/spine/bill/lineSight.ts';
import { nameOf } from '#server/spine/names.ts';
import { patientNamed, patientNumbered, patientShown } from '#server/kernel/core/patients.ts';
import { sightOf } from '#server/spine/sight.ts';
import { labReceiveServerTime } from '#server/spine/serverTimes.ts';
import { itemColumns, itemFrom, itemJoins } from './itemColumns.ts';

/** What is billed of it (alias l), to who sees billable lines: all, or their own clients'. */
const ifBilling =
  (column: SQL) =>
  ({ user }: AskedListing): SQL =>
    !user.permissions.has(viewLines.code)
      ? sql`null`
      : user.permissions.has(allLines.code)
        ? column
        : sql`case when l.salesman_id = ${user.id} then ${column} end`;
type Condition = (asked: AskedListing) => SQL | undefined | false;
/** Requisitions (alias p) by a whole name, a number or a code: each by its own index, so that counting does without them. */
const ofRequisitions =
  (condition: Condition) =>
  (asked: AskedListing): SQL | undefined => {
    const found = condition(asked);
    return found ? sql`i.requisition_id in (select p.id from requisition p where p.tenant_id = ${asked.user.tenantId} and ${found})` : undefined;
  };
/** What hangs on the row's own requisition: looked up for each row that is read. */
const ofItsOwn =
  (condition: Condition) =>
  (asked: AskedListing): SQL | undefined => {
    const found = condition(asked);
    return found ? sql`exists (select 1 from requisition p where p.tenant_id = i.tenant_id and p.id = i.requisition_id and ${found})` : undefined;
  };

/** `comprehensive-query/customer-search-page`: aliases of `itemFrom` and `itemJoins`, k (the client) and l (its own living line). */
export const servedCustomerSearch = defineListing(customerSearch, {
  columns: {
    ...(itemColumns satisfies Partial<Record<keyof CustomerRow, SQL>>),
    requisitionCode: sql`s.requisition_code`,
    hospitalCode: sql`r.hospital_code`,
    labCode: sql`s.lab_code`,
    personName: patientShown.name(sql`r.person_name`),
    sex: sql`r.sex`,
    age: sql`r.age::int`,
    contactNumber: patientShown.telephone(sql`r.telephone`),
    credentialNo: patientShown.credentialNo(sql`r.credential_no`),
    patientNo: patientShown.patientNo(sql`r.patient_no`),
    resample: sql`coalesce(r.is_resample, 0)`,
    isUrgent: sql`coalesce(r.is_urgent, 0)`,
    contractLaboratoryId: sql`s.contract_laboratory_id`,
    contractLaboratoryName: nameOf.laboratory('s'),
    executeLaboratoryId: sql`s.execute_laboratory_id`,
    sendSampleClientId: sql`s.send_sample_client_id`,
    sendSampleClientName: sql`k.client_name`,
    sendSampleClientCode: sql`k.client_code`,
    agentCustomerId: sql`k.agent_customer_id`,
    agentCustomerName: sql`(select n.client_name from client n where n.tenant_id = k.tenant_id and n.id = k.agent_customer_id)`,
    samplingTime: sql`r.sampling_time`,
    receiveTime: sql`s.receive_time`,
    receiveServerTime: sql`s.create_time`,
    labReceiveTime: sql`s.lab_receive_time`,
    labReceiveServerTime,
    courierNumber: sql`r.courier_number`,
    remarks: sql`r.receive_remark`,
    chargeType: ifBilling(sql`l.charge_type`),
    billPriceStr: ifBilling(sql`(l.price / 100.0)::numeric(18,2)::text`),
    orderNo: ifBilling(
      sql`(select o.order_no from sales_order_line x join sales_order o on o.tenant_id = x.tenant_id and o.id = x.order_id where x.tenant_id = l.tenant_id and x.line_id = l.id)`,
    ),
    billNo: ifBilling(
      sql`(select b.bill_no from bill_line x join bill b on b.tenant_id = x.tenant_id and b.id = x.bill_id where x.tenant_id = l.tenant_id and x.line_id = l.id)`,
    ),
  },
  from: itemFrom,
  joins: sql`${itemJoins} left join send_sample_client k on k.tenant_id = s.tenant_id and k.id = s.send_sample_client_id
    left join sales_line l on l.tenant_id = i.tenant_id and l.requisition_id = i.requisition_id and l.commodity_id = i.commodity_id and l.supplement_no = 0
      and l.sign = 1 and l.state <> ${sql.raw(String(lineState.withdrawn))} and l.is_credited = 0`,
  where: async ({ db, user }) => [
    sql`i.tenant_id = ${user.tenantId}`,
    sql`i.item_state <> ${sql.raw(String(itemState.cancelled))}`,
    (await sightOf(db, user)).tubesOfEither,
    itemsOfOwn(user),
  ],
  searchedIn: {
    personName: ofRequisitions((asked) =>
      patientNamed(asked, parameter(asked.query, 'personName'), { column: sql`p.person_name`, grams: sql`p.grams`, isWhole: true }),
    ),
    telephone: ofRequisitions(({ query }) => patientNumbered(parameter(query, 'contactNumber'), sql`p.telephone`)),
    credentialNo: ofRequisitions(({ query }) => patientNumbered(parameter(query, 'credentialNo'), sql`p.credential_no`)),
    labStatus: sql`s.lab_status`,
    agentId: ({ query, user }) => {
      const found = idFilter(query, 'agentCustomerId', sql`n.agent_customer_id`);
      return found && sql`s.send_sample_client_id in (select n.id from send_sample_client n where n.tenant_id = ${user.tenantId} and ${found})`;
    },
    hospitalCode: ofRequisitions(({ query }) => codeFilter(query, 'hospitalCode', sql`p.hospital_code`)),
    courierNumber: ofRequisitions(({ query }) => codeFilter(query, 'courierNumber', sql`p.courier_number`)),
    samplingTime: ofItsOwn(({ query }) => rangeFilter(query, 'samplingTime', sql`p.sampling_time`)),
    isResample: ofItsOwn(({ query }) => conditionByKind(query, 'resample', words.isResample, sql`coalesce(p.is_resample, 0)`)),
  },
  usual: usualCustomers.applied,
  order: sql`s.receive_time desc, i.id`,
  indexes: [
    'sample_time_ix',
    'sample_code_uq',
    'sample_requisition_code_ix',
    'sample_lab_code_uq',
    'sample_item_uq',
    'lab_task_group_uq',
    'requisition_grams_ix',
    'requisition_same_phone_ix',
    'requisition_same_card_ix',
    'requisition_courier_ix',
    'requisition_hospital_code_ix',
    'sales_line_living_uq',
  ],
});
