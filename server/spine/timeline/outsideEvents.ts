import { sql, type SQL } from 'drizzle-orm';
import { pushState } from '#domain/op/results/partnerResult.ts';
import { deskOwner, noticeState } from '#domain/sample/reject/rejectChoices.ts';
import { timelineAct } from '#domain/search/sampleDetail.ts';
import { eventOf, type TubeKeys } from './eventColumns.ts';

/** The way of the parcel that a requisition came in, as its courier tells of it. */
export const parcels = ({ tenantId, requisitionIds }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`e.accept_time`,
    what: sql`${timelineAct.parcel}::text`,
    by: sql`nullif(e.accept_address, '')`,
    content: sql`p.courier_number || coalesce(' · ' || nullif(e.remark, ''), '')`,
    no: sql`p.courier_number`,
    rank: sql`p.id`,
  })} from requisition r join parcel p on p.tenant_id = r.tenant_id and p.courier_number = r.courier_number
    join parcel_event e on e.tenant_id = p.tenant_id and e.parcel_id = p.id where r.tenant_id = ${tenantId} and r.id = ${requisitionIds}`;

/** Whom the house told of a rejection, a recovery or an abnormal case of the tubes; the number or address is nobody's to read here. */
export const notices = ({ tenantId, sampleIds, sampleCodes }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`n.send_time`,
    what: sql`${timelineAct.notice}::text`,
    sampleCode: sql`o.sample_code`,
    content: sql`n.receiver_name`,
    rank: sql`n.id`,
  })} from (select j.tenant_id, ${deskOwner.rejection}::int as owner_type, j.id, j.sample_code from reject_record j where j.tenant_id = ${tenantId} and j.sample_code = ${sampleCodes}
      union all select j.tenant_id, ${deskOwner.recovery}::int, j.id, j.sample_code from reject_record j where j.tenant_id = ${tenantId} and j.sample_code = ${sampleCodes}
      union all select c.tenant_id, ${deskOwner.abnormal}::int, c.case_id, c.sample_code from abnormal_case_tube c where c.tenant_id = ${tenantId} and c.sample_id = ${sampleIds}) o
    join desk_notice n on n.tenant_id = o.tenant_id and n.owner_type = o.owner_type and n.owner_id = o.id
    where n.state = ${noticeState.sent} and n.send_time is not null`;

/** Results that a partner has taken, or was told are no longer so. */
export const pushes = ({ tenantId, sampleCodes }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`p.push_time`,
    what: sql`${timelineAct.push}::text`,
    sampleCode: sql`p.sample_code`,
    content: sql`p.partner || ' · ' || p.report_no || ' v' || p.report_version`,
    no: sql`p.report_no`,
    rank: sql`p.id`,
  })} from partner_result p where p.tenant_id = ${tenantId} and p.sample_code = ${sampleCodes} and p.push_state = ${pushState.done} and p.push_time is not null`;
