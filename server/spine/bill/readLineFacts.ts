import { sql, type SQL } from 'drizzle-orm';
import { chargeType, lineState, sign } from '#domain/bill/billChoices.ts';
import type {
  ClientFact,
  KnownLine,
  LineFacts,
  LinePolicy,
  RedrawFact,
  ReportFact,
  StopFact,
  TaskFact,
  TubeFact,
} from '#domain/bill/lines/lineFacts.ts';
import { processKind, recordState } from '#domain/lab/process/processChoices.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { isOuterTube } from '#server/spine/reports/outerTube.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { together } from '#server/storage/together.ts';

type Of<Fact> = Fact & { readonly requisitionId: string };
type Head = Pick<
  LineFacts,
  'requisitionId' | 'requisitionCode' | 'commodityIds' | 'contractLaboratoryId' | 'personName' | 'contactNumber' | 'sampleTime' | 'receiveTime'
> & { readonly free: number };

/** A policy as a price is chosen by it, alias p; fen, days as `yyyy-MM-dd`. */
export const policyColumns: SQL = sql`p.id::text as price_policy_id, p.send_sample_client_id::text as send_sample_client_id, p.commodity_id::text as commodity_id,
  p.agent_client_id::text as agent_client_id, p.bill_price::float8 as bill_price, p.contract_time_begin::text as contract_time_begin, p.contract_time_end::text as contract_time_end,
  p.is_disable::int as is_disable, p.supplement_price::float8 as supplement_price, p.recheck_price::float8 as recheck_price, p.stop_price::float8 as stop_price, p.bill_erp_code`;

/** A line as the plan knows it, alias l; whether its order was sent is part of it. */
const lineColumns: SQL = sql`l.id::text as line_id, l.requisition_id::text as requisition_id, l.requisition_code, l.sample_id::text as sample_id, l.sample_code, l.person_name, l.contact_number,
  l.commodity_id::text as commodity_id, l.supplement_no, l.business_type::int as business_type, l.send_sample_client_id::text as send_sample_client_id,
  l.agent_customer_id::text as agent_customer_id, l.bill_customer_id::text as bill_customer_id, l.salesman_id::text as salesman_id, l.manager_area, l.erp_code,
  l.contract_laboratory_id::text as contract_laboratory_id, l.execute_laboratory_id::text as execute_laboratory_id, l.sample_time, l.receive_time, l.audit_time, l.report_id::text as report_id,
  l.reported::int as reported, l.charge_type::int as charge_type, l.charge_type_before::int as charge_type_before, l.price::float8 as price, l.list_price::float8 as list_price,
  l.price_before::float8 as price_before, l.price_policy_id::text as price_policy_id, l.price_reason, l.price_params, l.sign::int as sign, l.is_credited::int as is_credited,
  l.withdrawn::int as withdrawn, l.state::int as state`;

/**
 * All that decides which lines requisitions have (docs/bill.md#lines), by their ids; those that are not there are left out. The lines are locked in
 * the order of their ids before anything else is read, where `isLocking`.
 */
export async function readLineFacts(reader: Reader, tenantId: string, requisitionIds: readonly string[], isLocking: boolean): Promise<LineFacts[]> {
  const mine = sql`tenant_id = ${tenantId} and`;
  const ids = anyId(requisitionIds);
  const lines = await readRows<Of<Omit<KnownLine, 'isSent'>>>(
    reader,
    sql`select ${lineColumns} from sales_line l where l.${mine} l.requisition_id = ${ids} order by l.id ${isLocking ? sql`for update of l` : sql``}`,
  );
  const [heads, clients, tubes, tasks, stops, reports, redraws, policies, bought, sent] = await together(
    readRows<Head>(
      reader,
      sql`select r.id::text as requisition_id, r.requisition_code, r.commodity_ids::text[] as commodity_ids, r.contract_laboratory_id::text as contract_laboratory_id, r.person_name,
          r.telephone as contact_number, r.sampling_time as sample_time, r.receive_time, coalesce(r.is_free, 0)::int as free
        from requisition r where r.${mine} r.id = ${ids} order by r.id`,
    ),
    readRows<Of<Omit<ClientFact, 'isGiving'>> & { readonly giving: number }>(
      reader,
      sql`select r.id::text as requisition_id, c.id::text as send_sample_client_id, c.agent_customer_id::text as agent_customer_id, c.bill_customer_id::text as bill_customer_id,
          c.salesman_id::text as salesman_id, c.manager_area, coalesce(c.is_giving, 0)::int as giving
        from requisition r join send_sample_client c on c.tenant_id = r.tenant_id and c.id = r.send_sample_client_id
        where r.${mine} r.id = ${ids}`,
    ),
    readRows<Of<TubeFact>>(
      reader,
      sql`select s.requisition_id::text as requisition_id, s.id::text as sample_id, s.sample_code, s.lab_status::int as lab_status, s.primary_sample_id::text as primary_sample_id,
          s.execute_laboratory_id::text as execute_laboratory_id, ${isOuterTube} as is_outer,
          array(select i.commodity_id::text from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state <> ${itemState.cancelled}) as commodity_ids
        from sample s where s.${mine} s.requisition_id = ${ids} order by s.id`,
    ),
    readRows<Of<TaskFact>>(
      reader,
      sql`select t.requisition_id::text as requisition_id, t.id::text as task_id, t.sample_id::text as sample_id, t.task_state::int as task_state, t.commodity_ids::text[] as commodity_ids,
          t.check_time_two from lab_task t where t.${mine} t.requisition_id = ${ids} and t.task_state <> ${taskState.voided} order by t.id`,
    ),
    readRows<Of<StopFact>>(
      reader,
      sql`select p.requisition_id::text as requisition_id, p.task_ids::text[] as task_ids, p.is_billable::int as is_billable from lab_process_record p
        where p.${mine} p.sample_id in (select s.id from sample s where s.${mine} s.requisition_id = ${ids}) and p.kind = ${processKind.stop} and p.state <> ${recordState.takenBack} order by p.id`,
    ),
    readRows<Of<ReportFact>>(
      reader,
      sql`select r.requisition_id::text as requisition_id, r.id::text as report_id, r.report_kind::int as report_kind, r.group_key, r.state::int as state, r.commodity_ids::text[] as commodity_ids,
          r.first_issue_time, r.issue_time from report r where r.${mine} r.requisition_id = ${ids} and r.report_kind <> ${reportKind.auxiliary} order by r.id`,
    ),
    readRows<Of<RedrawFact>>(reader, redrawSql(tenantId, ids)),
    readRows<Of<LinePolicy>>(
      reader,
      sql`select r.id::text as requisition_id, ${policyColumns} from requisition r join price_policy p on p.tenant_id = r.tenant_id and p.send_sample_client_id = r.send_sample_client_id
          and p.commodity_id = any(r.commodity_ids) and p.is_deleted = 0 where r.${mine} r.id = ${ids} order by p.id`,
    ),
    readRows<{ readonly commodityId: string }>(
      reader,
      sql`select distinct c.id::text as commodity_id from requisition r join commodity c on c.tenant_id = r.tenant_id and c.id = any(r.commodity_ids)
        where r.${mine} r.id = ${ids} and c.charge_type = ${chargeType.purchased}`,
    ),
    readRows<{ readonly lineId: string }>(
      reader,
      sql`select p.line_id::text as line_id from sales_order_line p join sales_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
        where p.${mine} p.line_id = ${anyId(lines.filter(({ state }) => state === lineState.ordered).map(({ lineId }) => lineId))} and o.sended = 1`,
    ),
  );
  const sentIds = new Set(sent.map(({ lineId }) => lineId));
  return heads.map(({ free, ...head }): LineFacts => {
    const own = <Fact extends { readonly requisitionId: string }>(facts: readonly Fact[]): Fact[] =>
      facts.filter(({ requisitionId }) => requisitionId === head.requisitionId);
    const [client] = own(clients);
    return {
      ...head,
      isFree: free === 1,
      client: client ? { ...client, isGiving: client.giving === 1 } : null,
      boughtCommodityIds: bought.map(({ commodityId }) => commodityId),
      tubes: own(tubes),
      tasks: own(tasks),
      stops: own(stops),
      reports: own(reports),
      redraw: own(redraws)[0] ?? null,
      policies: own(policies),
      lines: own(lines).map((line) => ({ ...line, isSent: sentIds.has(line.lineId) })),
    };
  });
}

/**
 * What requisitions were drawn again for: the sample a redraw names, by the code it has or had, or the one whose request a tube of theirs answered.
 * Another tube of the same requisition is no redraw of it.
 */
const redrawSql = (tenantId: string, ids: SQL): SQL => sql`select distinct on (w.requisition_id) w.requisition_id::text as requisition_id,
    left(o.receive_time::text, 10) as receive_date, f.lab_status = ${labStatus.issued} as is_reported,
    array(select l.commodity_id::text from sales_line l where l.tenant_id = ${tenantId} and l.requisition_id = f.requisition_id and l.sign = ${sign.plus} and l.state <> ${lineState.withdrawn}
      and l.is_credited = 0 and l.supplement_no = 0 order by 1) as living_commodity_ids
  from (
    select r.id as requisition_id, f.id as sample_id, 1 as place from requisition r join sample f on f.tenant_id = r.tenant_id and f.sample_code = r.original_sample_code
      where r.tenant_id = ${tenantId} and r.id = ${ids} and r.is_resample = 1
    union all
    select r.id, c.sample_id, 2 from requisition r join sample_code_change c on c.tenant_id = r.tenant_id and c.old_code = r.original_sample_code
      where r.tenant_id = ${tenantId} and r.id = ${ids} and r.is_resample = 1
    union all
    select s.requisition_id, p.sample_id, 3 from sample s join lab_process_record p on p.tenant_id = s.tenant_id and p.new_sample_code = s.sample_code and p.new_sample_id = s.id
      where s.tenant_id = ${tenantId} and s.requisition_id = ${ids} and p.kind = ${processKind.resample} and p.state = ${recordState.completed}) w
  join sample f on f.tenant_id = ${tenantId} and f.id = w.sample_id and f.requisition_id <> w.requisition_id
  join requisition o on o.tenant_id = ${tenantId} and o.id = f.requisition_id
  order by w.requisition_id, w.place, f.id`;
