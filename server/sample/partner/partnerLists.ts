import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { addDays } from '#domain/kernel/dates.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { expectedState } from '#domain/op/expected.ts';
import { longestPartnerCode } from '#domain/sample/partner/partnerInput.ts';
import {
  mostPartnerCodes,
  partnerContracts,
  partnerDays,
  partnerLists,
  type PartnerRow,
  type PartnerWorkRow,
} from '#domain/sample/partner/partnerRows.ts';
import { codesIn, normalCode } from '#domain/sample/codeText.ts';
import { isPartnerKey, partnerKeys, type PartnerKey } from '#domain/sample/partners.ts';
import { languageOf, malformed } from '#server/kernel/core/answers.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { defineListing, selected, type AskedListing, type Listing, type ServedListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { inSight } from '#server/spine/loading.ts';
import { nameOf } from '#server/spine/names.ts';
import { patientShown, seesPatients } from '#server/kernel/core/patients.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { shownValues } from '../shownValues.ts';
import { boundCode, ofPartner, underCodes } from './expectedLines.ts';

/** What was told under a name; null where nothing was. */
export const told = (name: string): SQL => sql`(e.values->>${name}::text)`;
/** The same as a number; null where it is none of ours. */
const toldNumber = (name: string): SQL => sql`(case when ${told(name)} ~ '^[0-9]{1,3}$' then ${told(name)}::int end)`;
const stateName = (language: Language): SQL =>
  sql`(case e.state ${sql.join(
    expectedState.options.map(({ code, label }) => sql`when ${code}::int then ${inLanguage(label, language)}::text`),
    sql` `,
  )} else '' end)`;
const sampleCode = sql`coalesce((select t.sample_code from sample t where t.tenant_id = e.tenant_id and t.id = e.sample_id), e.bar_code)`;
const theirCode = sql`coalesce(e.thirdparty_bar_code, e.external_key)`;

/** Aliases e (what is expected), s (the tube it arrived as). */
export const announcedColumns: Listing<PartnerRow>['columns'] = {
  expectedId: sql`e.id`,
  partner: sql`e.partner`,
  state: sql`e.state`,
  receiveStatusName: ({ language, request }) => stateName(language ?? (request ? languageOf(request) : 'zh')),
  testTubeNumber: theirCode,
  thirdBarCode: theirCode,
  barCode: sql`e.bar_code`,
  sampleCode,
  requisitionCode: sql`s.requisition_code`,
  personName: patientShown.name(told('personName')),
  sex: toldNumber('sex'),
  age: toldNumber('age'),
  birthDate: told('birthDate'),
  telephone: patientShown.telephone(told('telephone')),
  credentialNo: patientShown.credentialNo(told('credentialNo')),
  patientNo: patientShown.patientNo(told('patientNo')),
  department: told('department'),
  doctorName: told('doctorName'),
  hospitalCode: told('hospitalCode'),
  courierNumber: sql`e.courier_number`,
  samplingTime: told('samplingTime'),
  sendSampleClientId: sql`e.send_sample_client_id`,
  sendSampleClientName: nameOf.client('e'),
  laboratoryId: sql`e.laboratory_id`,
  laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = e.tenant_id and l.id = e.laboratory_id)`,
  commodityIds: sql`e.commodity_ids::text[]`,
  commodityNames: nameOf.commodities('e'),
  expectTime: sql`e.expect_time`,
  receiveTime: sql`e.receive_time`,
  receiveServerTime: sql`case when e.receive_time is not null then s.create_time end`,
  closeReason: sql`e.close_reason`,
  remark: told('remark'),
};
/** Their tables: counting does without the joins. */
export const announcedTables = sql`expected_sample e`;
export const announcedJoins = sql`left join sample s on s.tenant_id = e.tenant_id and s.id = e.sample_id`;

/** The days a desk looks at, as a condition of the query. */
const deskDays = (now: string) => ({
  expectTimeBegin: addDays(now.slice(0, 10), -partnerDays.back),
  expectTimeEnd: addDays(now.slice(0, 10), partnerDays.ahead),
});
const narrowing = [
  'barCodes',
  'thirdBarCode',
  'sampleCode',
  'courierNumber',
  'expectTimeBegin',
  'expectTimeEnd',
  'receiveTimeBegin',
  'receiveTimeEnd',
];
const usual = (query: Query, now: string): Query =>
  narrowing.some((name) => parameter(query, name) !== '') ? query : { ...query, ...deskDays(now) };

/** Codes that are asked for; throws where there are too many. */
function askedCodes(query: Query): readonly string[] {
  const codes = codesIn([query['barCodes'] ?? ''].flat().join(','));
  if (codes.length > mostPartnerCodes) throw malformed('barCodes');
  return codes;
}

const listing = (partner: PartnerKey): Listing<PartnerRow> => ({
  columns: announcedColumns,
  from: announcedTables,
  joins: announcedJoins,
  where: async ({ db, user, query }) => {
    const codes = askedCodes(query);
    return [
      sql`e.tenant_id = ${user.tenantId}`,
      inLaboratories(sql`e.laboratory_id`, await laboratoriesOf(db, user)),
      ofPartner(partner),
      codes.length > 0 && underCodes(user.tenantId, codes),
    ];
  },
  usual,
  order: sql`e.expect_time desc, e.id desc`,
  indexes: ['expected_sample_partner_ix', 'expected_sample_time_ix', 'expected_sample_own_ix', 'expected_sample_their_ix', 'expected_sample_here_ix'],
});

export const partnerListings: readonly ServedListing[] = partnerKeys.map((key) => defineListing(partnerLists[key], listing(key)));

function partnerAsked(query: Query): PartnerKey {
  const key = neededParameter(query, 'partner');
  if (!isPartnerKey(key)) throw malformed('partner');
  return key;
}
const columnsFor = (asked: AskedListing): Readonly<Record<string, SQL>> =>
  Object.fromEntries(Object.entries(announcedColumns).map(([key, column]) => [key, typeof column === 'function' ? column(asked) : column]));

/** What a desk of a partner keeps to receive without network, the days it looks at: a table to be counted. */
export const deskLines = (user: ActingUser, partner: PartnerKey, now: string): SQL => {
  const { expectTimeBegin, expectTimeEnd } = deskDays(now);
  return sql`${announcedTables} ${announcedJoins} where e.tenant_id = ${user.tenantId} and ${ofPartner(partner)} and ${inSight(user, sql`e.laboratory_id`)}
    and e.expect_time >= ${`${expectTimeBegin} 00:00:00`} and e.expect_time <= ${`${expectTimeEnd} 23:59:59`}`;
};
/** The first `most` of them by when they are awaited. */
export async function partnerWorkRows(reader: Reader, user: ActingUser, partner: PartnerKey, now: string, most: number): Promise<PartnerWorkRow[]> {
  const asked = { db: reader, user, now, query: {} };
  const classes = sql`array(select distinct k.id::text from commodity c cross join lateral unnest(c.sample_class_ids) as k(id) where c.tenant_id = e.tenant_id and c.id = any(e.commodity_ids) order by 1)`;
  const rows = await readRows<Omit<PartnerWorkRow, 'isMasked'>>(
    reader,
    sql`select ${selected({ ...columnsFor(asked), boundCode, sampleClassIds: classes, values: sql`e.values` })} from ${deskLines(user, partner, now)} order by e.expect_time, e.id limit ${most}`,
  );
  const isMasked = !seesPatients({ user });
  return rows.map((row) => ({ ...row, values: shownValues(user, row.values, []), isMasked }));
}

export const partnerCalls: readonly Call[] = serveCalls(partnerContracts, {
  'GET sample/partner/counts': {
    async handle({ db, query, user, now }) {
      const partner = partnerAsked(query);
      const { expectTimeBegin, expectTimeEnd } = deskDays(now);
      const counted = await readRow<{ expected: number; arrived: number; missing: number }>(
        db,
        sql`select (count(*) filter (where e.state <> ${expectedState.cancelled}))::int as expected, (count(*) filter (where e.state = ${expectedState.arrived}))::int as arrived,
            (count(*) filter (where e.state in (${expectedState.due}, ${expectedState.missing}) and e.expect_time <= ${now}))::int as missing
          from expected_sample e where e.tenant_id = ${user.tenantId} and ${ofPartner(partner)} and ${inSight(user, sql`e.laboratory_id`)}
            and e.expect_time >= ${`${expectTimeBegin} 00:00:00`} and e.expect_time <= ${`${expectTimeEnd} 23:59:59`}`,
      );
      return counted ?? { expected: 0, arrived: 0, missing: 0 };
    },
  },
  'GET sample/partner/line': {
    async handle(context) {
      const { db, query, user } = context;
      const partner = partnerAsked(query);
      const code = normalCode(neededParameter(query, 'code'));
      if (code.length > longestPartnerCode) throw malformed('code');
      const found = await readRows<PartnerRow & { boundCode: string | null }>(
        db,
        sql`select ${selected({ ...columnsFor(context), boundCode })} from ${announcedTables} ${announcedJoins}
          where e.tenant_id = ${user.tenantId} and ${ofPartner(partner)} and ${inSight(user, sql`e.laboratory_id`)} and ${underCodes(user.tenantId, [code])} order by e.create_time, e.id limit 5`,
      );
      const [one] = found;
      if (!one || found.length > 1) return { line: null, count: found.length, boundCode: null, sampleClassIds: [] };
      const { boundCode: bound, ...line } = one;
      const classes = await readRows<{ id: string }>(
        db,
        sql`select distinct k.id::text as id from commodity c cross join lateral unnest(c.sample_class_ids) as k(id) where c.tenant_id = ${user.tenantId}
          and c.id = ${anyId(line.commodityIds)} order by 1`,
      );
      return { line, count: 1, boundCode: bound, sampleClassIds: classes.map(({ id }) => id) };
    },
  },
});
