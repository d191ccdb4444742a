import { sql, type SQL } from 'drizzle-orm';
import { viewBills, viewOrders } from '#domain/bill/billRights.ts';
import { mostTubes, type TimelineTube } from '#domain/search/sampleDetail.ts';
import { viewReports } from '#domain/report/reportRows.ts';
import { itemsOfOwn, linesInSight, type BillViewer } from '#server/spine/bill/lineSight.ts';
import { nameOf } from '#server/spine/names.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { sightOf } from '#server/spine/sight.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { seesContent } from './content.ts';

/** A tube of a timeline with what its events are found by. */
export interface FoundTube extends TimelineTube {
  readonly requisitionId: string;
}

/** Tubes by one of their own codes: each is asked for by its index, eight look-ups. */
const byOwnCode = (tenantId: string, codes: SQL): SQL => sql`select id from sample where tenant_id = ${tenantId} and sample_code = ${codes}
  union select sample_id from sample_code_change where tenant_id = ${tenantId} and old_code = ${codes}
  union select id from sample where tenant_id = ${tenantId} and requisition_code = ${codes}
  union select id from sample where tenant_id = ${tenantId} and lab_code = ${codes}
  union select id from sample where tenant_id = ${tenantId} and test_tube_number = ${codes}
  union select t.id from requisition q join sample t on t.tenant_id = q.tenant_id and t.requisition_id = q.id where q.tenant_id = ${tenantId} and q.hospital_code = ${codes}
  union select t.id from thirdparty_bind_entry e join sample t on t.tenant_id = e.tenant_id and t.sample_code = e.bar_code
    where e.tenant_id = ${tenantId} and e.thirdparty_bar_code = ${codes} and e.release_time is null
  union select sample_id from expected_sample where tenant_id = ${tenantId} and thirdparty_bar_code = ${codes} and sample_id is not null`;

/** Tubes by what they came in or stand in: a parcel, a report, an order, a bill; of those the person may see. */
export async function byDocument(db: Reader, user: BillViewer, codes: SQL): Promise<SQL> {
  const { tenantId } = user;
  const may = ({ code }: { readonly code: string }): boolean => user.permissions.has(code);
  const ofLines = async (head: SQL, place: SQL, id: SQL, no: SQL): Promise<SQL> =>
    sql`select t.id from ${head} d join ${place} x on x.tenant_id = d.tenant_id and x.${id} = d.id join sales_line l on l.tenant_id = x.tenant_id and l.id = x.line_id
      join sample t on t.tenant_id = l.tenant_id and t.requisition_id = l.requisition_id where ${await linesInSight(db, user, 'd')} and d.${no} = ${codes}`;
  const parts = [
    sql`select t.id from requisition q join sample t on t.tenant_id = q.tenant_id and t.requisition_id = q.id where q.tenant_id = ${tenantId} and q.courier_number = ${codes}`,
    may(viewReports) &&
      sql`select t.id from report r join sample t on t.tenant_id = r.tenant_id and t.requisition_id = r.requisition_id where ${await reportsInSight(db, user)} and r.report_no = ${codes}`,
    may(viewOrders) && (await ofLines(sql`sales_order`, sql`sales_order_line`, sql`order_id`, sql`order_no`)),
    may(viewBills) && (await ofLines(sql`bill`, sql`bill_line`, sql`bill_id`, sql`bill_no`)),
  ].filter((part): part is SQL => part !== false);
  return sql.join(parts, sql` union `);
}

/** A code as it was typed, and in capitals. */
export function codesTyped(code: string): readonly string[] {
  const typed = code.normalize('NFKC').trim();
  return [...new Set([typed, typed.toUpperCase()])];
}

/**
 * Every tube in a person's sight that a code leads to, the newest first, one more than `mostTubes` where there are more: by its sample (also a replaced
 * one), requisition, lab, tube, hospital or partner's code; only where none has it, by a courier's, report's, order's or bill's number.
 */
export async function findTubes(db: Reader, user: BillViewer, code: string): Promise<FoundTube[]> {
  const codes = anyText(codesTyped(code));
  const own = await tubesAmong(db, user, byOwnCode(user.tenantId, codes));
  return own.length > 0 ? own : tubesAmong(db, user, await byDocument(db, user, codes));
}

async function tubesAmong(db: Reader, user: BillViewer, ids: SQL): Promise<FoundTube[]> {
  const { tubesOfEither } = await sightOf(db, user);
  const hasContent = seesContent(user);
  return readRows<FoundTube>(
    db,
    sql`select s.id as sample_id, s.requisition_id, s.sample_code, s.requisition_code, r.hospital_code, s.lab_code, s.test_tube_number, s.lab_status::int as lab_status,
        ${hasContent ? patientShown.name(sql`r.person_name`)({ user }) : sql`null`} as person_name, ${nameOf.commodities('r')} as commodity_names, ${nameOf.client('s')} as send_sample_client_name,
        ${nameOf.laboratory('s')} as contract_laboratory_name, nullif(${nameOf.testingLaboratory('s')}, '') as execute_laboratory_name, s.receive_time, s.create_time as receive_server_time
      from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
      where ${tubesOfEither} and s.id = any(array(${ids}))
        and (${ownTube(user)})
      order by s.receive_time desc, s.id limit ${mostTubes + 1}`,
  );
}
/** A tube (alias s) with an item of the person's own. */
export const ownTube = (user: BillViewer): SQL =>
  sql`exists (select 1 from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and ${itemsOfOwn(user)}) or ${seesContent(user) ? sql`true` : sql`false`}`;
