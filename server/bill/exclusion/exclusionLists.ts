import { sql, type SQL } from 'drizzle-orm';
import { exclusionAct, exclusionKind } from '#domain/bill/billChoices.ts';
import {
  clientExcludeHistory,
  clientRestoreHistory,
  commodityRestores,
  excludedSamples,
  sampleExcludeHistory,
  sampleRestoreHistory,
} from '#domain/bill/exclusion/exclusionLists.ts';
import { maskedToAll, patientNamed, patientShown } from '#server/kernel/core/patients.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type AskedListing, type ServedListing } from '#server/kernel/verbs/listing.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { nameOf, requisitionsNamed } from '#server/spine/names.ts';
import { lineColumns, lineFrom } from './lineColumns.ts';

/** Columns of what names its client and commodity (alias given). */
const named = (alias: string) => {
  const of = sql.raw(alias);
  return {
    sendSampleClientId: sql`${of}.send_sample_client_id`,
    sendSampleClientName: nameOf.client(alias),
    commodityId: sql`${of}.commodity_id`,
    commodityName: sql`(select c.commodity_name from commodity c where c.tenant_id = ${of}.tenant_id and c.id = ${of}.commodity_id)`,
    applicant: sql`coalesce(${of}.applicant, '')`,
    reason: sql`${of}.reason`,
    creator: sql`${of}.creator_name`,
    createTime: sql`${of}.create_time`,
  };
};

/** What is noted of an exclusion (alias e). */
const recordColumns = { ...named('e'), exclusionRecordId: sql`e.id`, sendSampleClientCode: sql`e.send_sample_client_code` };
const order = sql`e.create_time desc, e.id`;

const clientHistory = (list: typeof clientExcludeHistory, act: number): ServedListing =>
  defineListing(list, {
    columns: recordColumns,
    from: sql`exclusion_record e`,
    // What was said of one commodity of a client stands with what was said of the client.
    where: async ({ db, user }) => [
      await linesInSight(db, user, 'e'),
      sql`e.kind in (${exclusionKind.client}, ${exclusionKind.commodity})`,
      sql`e.act = ${act}`,
    ],
    searchedIn: { applicant: sql`e.applicant` },
    order,
    indexes: ['exclusion_record_time_ix', 'exclusion_record_client_ix'],
  });

const sampleHistory = (list: typeof sampleExcludeHistory, act: number): ServedListing => {
  const { sendSampleClientCode: _code, ...columns } = recordColumns;
  return defineListing(list, {
    columns: {
      ...columns,
      sampleCode: sql`e.sample_code`,
      personName: patientShown.name(sql`e.person_name`),
      contactNumber: maskedToAll(patientShown.telephone(sql`e.contact_number`)),
      auditTime: sql`e.audit_time`,
      orderNo: sql`e.order_no`,
    },
    from: sql`exclusion_record e`,
    where: async ({ db, user }) => [await linesInSight(db, user, 'e'), sql`e.kind = ${exclusionKind.sample}`, sql`e.act = ${act}`],
    searchedIn: {
      applicant: sql`e.applicant`,
      personName: (asked) => patientNamed(asked, parameter(asked.query, 'personName'), { column: sql`e.person_name` }),
    },
    order,
    indexes: ['exclusion_record_time_ix', 'exclusion_record_sample_ix'],
  });
};

/** Exceptions (alias e) of clients (alias k) in a person's sight. */
const servedExceptions = defineListing(commodityRestores, {
  columns: { ...named('e'), exceptionId: sql`e.send_sample_client_id || '.' || e.commodity_id`, sendSampleClientCode: sql`k.client_code` },
  from: sql`exclusion_exception e join send_sample_client k on k.tenant_id = e.tenant_id and k.id = e.send_sample_client_id`,
  where: async ({ db, user }) => [sql`e.tenant_id = ${user.tenantId}`, await linesInSight(db, user, 'k')],
  order: sql`e.create_time desc, e.send_sample_client_id, e.commodity_id`,
  isIdText: true,
  indexes: ['exclusion_exception_pk'],
});

const byName = ({ user, query }: AskedListing): SQL | undefined => {
  const requisitions = requisitionsNamed({ user }, parameter(query, 'personName'));
  return requisitions ? sql`l.requisition_id in ${requisitions}` : undefined;
};
const servedExcluded = defineListing(excludedSamples, {
  columns: lineColumns,
  from: lineFrom,
  where: async ({ db, user }) => [await linesInSight(db, user, 'l'), sql`l.excluded_by >= 2`, sql`l.sign = 1`],
  searchedIn: { personName: byName },
  order: sql`l.audit_time desc nulls first, l.id`,
  indexes: ['sales_line_excluded_ix'],
});

export const exclusionListings: readonly ServedListing[] = [
  clientHistory(clientExcludeHistory, exclusionAct.excluded),
  clientHistory(clientRestoreHistory as unknown as typeof clientExcludeHistory, exclusionAct.restored),
  servedExceptions,
  sampleHistory(sampleExcludeHistory, exclusionAct.excluded),
  sampleHistory(sampleRestoreHistory as unknown as typeof sampleExcludeHistory, exclusionAct.restored),
  servedExcluded,
];
