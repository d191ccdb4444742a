import { sql } from 'drizzle-orm';
import { partnerResultLists, resultPartners, type PartnerResultRow, type ResultPartner } from '#domain/op/partnerResult.ts';
import { defineListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { codeFilter } from '#server/kernel/resource/pageRows.ts';
import { nameOf } from '#server/spine/names.ts';
import { patientShown } from '#server/spine/patients.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { anyText } from '#server/storage/sqlParts.ts';

/** Alias p; s its tube, r its report, v its version, q its requisition, c its commodity. */
const listing = (key: ResultPartner): Listing<PartnerResultRow> => ({
  columns: {
    partnerResultId: sql`p.id`,
    kind: sql`p.kind`,
    pushState: sql`p.push_state`,
    sampleCode: sql`s.sample_code`,
    requisitionId: sql`p.requisition_id`,
    requisitionCode: sql`s.requisition_code`,
    reportNo: sql`r.report_no`,
    reportVersion: sql`v.version_no`,
    patientName: patientShown.name(sql`q.person_name`),
    contractLaboratoryId: sql`p.contract_laboratory_id`,
    contractLaboratoryName: nameOf.laboratory('p'),
    sendSampleClientId: sql`p.send_sample_client_id`,
    sendSampleClientName: nameOf.client('p'),
    commodityId: sql`p.commodity_id`,
    commodityName: sql`c.commodity_name`,
    commodityCode: sql`c.commodity_code`,
    samplingTime: sql`p.sampling_time`,
    receiveTime: sql`p.receive_time`,
    checkTimeTwo: sql`p.check_time_two`,
    success: sql`p.success`,
    remark: sql`p.remark`,
    attempt: sql`p.attempt`,
    nextTime: sql`p.next_time`,
    pushedTime: sql`p.pushed_time`,
  },
  from: sql`partner_result p join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id`,
  joins: sql`join report r on r.tenant_id = p.tenant_id and r.id = p.report_id join report_version v on v.tenant_id = p.tenant_id and v.id = p.version_id
    join requisition q on q.tenant_id = p.tenant_id and q.id = p.requisition_id left join commodity c on c.tenant_id = p.tenant_id and c.id = p.commodity_id`,
  where: async ({ db, user }) => [
    sql`p.tenant_id = ${user.tenantId}`,
    inLaboratories(sql`p.contract_laboratory_id`, await laboratoriesOf(db, user)),
    sql`p.partner = ${anyText(resultPartners[key].interfaces)}`,
  ],
  searchedIn: { sampleCode: ({ query }) => codeFilter(query, 'sampleCode', sql`s.sample_code`) },
  order: sql`p.check_time_two desc, p.id desc`,
  indexes: ['partner_result_time_ix', 'sample_pk', 'sample_code_uq'],
});

export const resultListings = [
  defineListing(partnerResultLists.deafness, listing('deafness')),
  defineListing(partnerResultLists.aishenpu, listing('aishenpu')),
] as const;
