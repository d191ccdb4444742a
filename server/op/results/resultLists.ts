import { sql } from 'drizzle-orm';
import { yesNo } from '#domain/kernel/choices.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import {
  pushState,
  resultDays,
  resultLists,
  resultPartners,
  type PartnerResultRow,
  type ResultDayRow,
  type ResultPartnerKey,
} from '#domain/op/results/partnerResult.ts';
import { languageOf } from '#server/kernel/core/answers.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type AskedListing, type Listing, type ServedListing } from '#server/kernel/verbs/listing.ts';
import { periodColumns } from '#server/kernel/verbs/periods.ts';
import { nameOf } from '#server/spine/names.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { anyText } from '#server/storage/sqlParts.ts';

const success = sql`(case when p.push_state = ${pushState.done} then 1 else 0 end)`;
const isOff = sql`(p.push_state = ${pushState.waiting} and not exists (select 1 from op_interface i where i.tenant_id = p.tenant_id and i.id = p.interface_id
  and i.is_deleted = 0 and i.is_disable = 0))`;
/** Why it waits, where its interface is off; else what was said of it. */
const remark = ({ language, request }: AskedListing) =>
  sql`(case when ${isOff} then ${inLanguage(['接口已停用, 启用后推送', 'The interface is off: it is pushed once it is on'], language ?? (request ? languageOf(request) : 'zh'))}::text
    else p.remark end)`;

/** Alias p. */
const columns: Listing<PartnerResultRow>['columns'] = {
  partnerResultId: sql`p.id`,
  partner: sql`p.partner`,
  kind: sql`p.kind`,
  pushState: sql`p.push_state`,
  isHeld: sql`p.is_held`,
  attempt: sql`p.attempt`,
  nextTime: sql`p.next_time`,
  pushTime: sql`p.push_time`,
  success,
  remark,
  contractLaboratoryId: sql`p.contract_laboratory_id`,
  contractLaboratoryName: nameOf.laboratory('p'),
  sendSampleClientId: sql`p.send_sample_client_id`,
  sendSampleClientName: nameOf.client('p'),
  requisitionId: sql`p.requisition_id`,
  requisitionCode: sql`p.requisition_code`,
  sampleCode: sql`p.sample_code`,
  thirdBarCode: sql`p.third_bar_code`,
  patientName: patientShown.name(sql`p.patient_name`),
  commodityId: sql`p.commodity_id`,
  commodityName: sql`(select c.commodity_name from commodity c where c.tenant_id = p.tenant_id and c.id = p.commodity_id)`,
  commodityCode: sql`p.commodity_code`,
  reportNo: sql`p.report_no`,
  reportVersion: sql`p.report_version`,
  samplingTime: sql`p.sampling_time`,
  receiveTime: sql`p.receive_time`,
  checkTimeTwo: sql`p.check_time_two`,
};
const tables = sql`partner_result p`;
/** Pushes (alias p) to a partner, of the person's laboratories. */
const ofPartner =
  (key: ResultPartnerKey) =>
  async ({ db, user }: AskedListing) => [
    sql`p.tenant_id = ${user.tenantId}`,
    sql`lower(p.partner) = ${anyText(resultPartners[key].interfaces)}`,
    inLaboratories(sql`p.contract_laboratory_id`, await laboratoriesOf(db, user)),
  ];
const list = (key: ResultPartnerKey): Listing<PartnerResultRow> => ({
  columns,
  from: tables,
  where: async (asked) => [
    ...(await ofPartner(key)(asked)),
    parameter(asked.query, 'isLeft') === String(yesNo.yes) && sql`p.push_state in (${pushState.failed}, ${pushState.refused})`,
  ],
  order: sql`p.check_time_two desc nulls last, p.id desc`,
  indexes: ['partner_result_list_ix', 'partner_result_time_ix', 'partner_result_sample_ix'],
});

const day = periodColumns(sql`p.check_time_two`, 'checkTimeTwo', timeType.day);
const count = (...states: readonly number[]) =>
  sql`(count(*) filter (where p.push_state in (${sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  )})))`;
const counted: Listing<ResultDayRow>['columns'] = {
  checkDate: day('countTime'),
  fromTime: day('fromTime'),
  toTime: day('toTime'),
  doneCount: sql`${count(pushState.done)}::int`,
  waitingCount: sql`${count(pushState.waiting)}::int`,
  failedCount: sql`${count(pushState.failed, pushState.refused)}::int`,
  cancelledCount: sql`${count(pushState.cancelled)}::int`,
  doneRate: sql`round(100.0 * ${count(pushState.done)} / nullif(count(*) - ${count(pushState.cancelled)}, 0), 1)::float8`,
};
const days = (key: ResultPartnerKey): Listing<ResultDayRow> => ({
  columns: counted,
  from: tables,
  where: async (asked) => [...(await ofPartner(key)(asked)), sql`p.check_time_two is not null`],
  searchedIn: {
    sendSampleClientId: sql`p.send_sample_client_id`,
    contractLaboratoryId: sql`p.contract_laboratory_id`,
    commodityId: sql`p.commodity_id`,
    checkTimeTwo: sql`p.check_time_two`,
  },
  groupBy: ['checkDate', 'fromTime', 'toTime'],
  order: sql`check_date desc`,
  isIdText: true,
  indexes: ['partner_result_list_ix'],
});

/** `deafness/resultList`, `aishenpu/list`, and both by day. */
export const resultListings: readonly ServedListing[] = (['deafness', 'aishenpu'] as const).flatMap((key) => [
  defineListing(resultLists[key], list(key)),
  defineListing(resultDays[key], days(key)),
]);
