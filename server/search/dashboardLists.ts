import { sql, type SQL } from 'drizzle-orm';
import { entryState } from '#domain/sample/entryState.ts';
import { receivedTubes, waitingRequisitions } from '#domain/search/dashboardLists.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { defineListing, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { nameOf } from '#server/spine/names.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';

/** Whose figures the dashboard counts. */
export const ofDashboard =
  (alias: 's' | 'r') =>
  async ({ db, user }: Pick<AskedListing, 'db' | 'user'>): Promise<readonly (SQL | undefined)[]> => [
    sql`${sql.raw(alias)}.tenant_id = ${user.tenantId}`,
    inLaboratories(sql`${sql.raw(alias)}.contract_laboratory_id`, await laboratoriesOf(db, user)),
  ];
/** Open ones alone, as `requisition_open_ix` holds them: however long the history is. */
export const isWaiting = sql.raw(`r.entry_state < ${entryState.settled}`);

const tubes = defineListing(receivedTubes, {
  columns: {
    sampleId: sql`s.id`,
    sampleCode: sql`s.sample_code`,
    requisitionCode: sql`s.requisition_code`,
    personName: patientShown.name(sql`(select r.person_name from requisition r where r.tenant_id = s.tenant_id and r.id = s.requisition_id)`),
    labStatus: sql`s.lab_status`,
    receiveTime: sql`s.receive_time`,
    receiveServerTime: sql`s.create_time`,
    sendSampleClientName: nameOf.client('s'),
    laboratoryName: nameOf.laboratory('s'),
  },
  from: sql`sample s`,
  where: ofDashboard('s'),
  order: sql`s.receive_time desc, s.id`,
  indexes: ['sample_time_ix', 'sample_laboratory_ix'],
});
const waiting = defineListing(waitingRequisitions, {
  columns: {
    requisitionId: sql`r.id`,
    requisitionCode: sql`r.requisition_code`,
    personName: patientShown.name(sql`r.person_name`),
    entryState: sql`r.entry_state`,
    commodityNames: nameOf.commodities('r'),
    receiveTime: sql`r.receive_time`,
    receiveServerTime: sql`r.create_time`,
    sendSampleClientName: nameOf.client('r'),
    laboratoryName: nameOf.laboratory('r'),
  },
  from: sql`requisition r`,
  where: async (asked) => [...(await ofDashboard('r')(asked)), isWaiting],
  // The longest of each state first, as its index has them: ordered by time alone all history would be gone through for the few that are open.
  order: sql`r.entry_state, r.receive_time, r.id`,
  indexes: ['requisition_open_ix'],
});
export const dashboardListings = [tubes, waiting];
