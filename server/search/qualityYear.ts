import { sql } from 'drizzle-orm';
import { isMonth } from '#domain/kernel/dates.ts';
import { computedCodes, isComputed, type ComputedIndex } from '#domain/search/qualityFigure.ts';
import {
  countedTubes,
  figurePart,
  monthState,
  qualityContracts,
  type CountedRow,
  type QualityCell,
  type QualityMonth,
  type QualityRow,
  type QualityYear,
} from '#domain/search/qualityIndexValue.ts';
import { malformed, UserError } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { defineListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { inLaboratories, laboratoriesOf, maySeeLaboratory } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { countedOf, type CountedMonth } from './qualityCounted.ts';

type Head = Omit<QualityMonth, 'uncounted'> & { readonly known: readonly string[] };

/** How a laboratory's months stand, each that is asked for. */
export async function readMonths(
  reader: Reader,
  { tenantId, laboratoryId, months }: { readonly tenantId: string; readonly laboratoryId: string; readonly months: readonly string[] },
): Promise<QualityMonth[]> {
  const counted = await readRows<{ indexCode: string }>(
    reader,
    sql`select index_code from quality_index where tenant_id = ${tenantId} and is_deleted = 0 and goal is not null and index_code = ${anyText(computedCodes)} order by index_code`,
  );
  const heads = await readRows<Head>(
    reader,
    sql`select m.month, coalesce(max(q.state), ${monthState.open})::int as state, max(q.close_user_name) as close_user_name, max(q.close_time) as close_time, max(q.reason) as reason,
        coalesce(array_agg(distinct t.id::text) filter (where t.id is not null), '{}') as typist_ids, coalesce(array_agg(distinct i.index_code) filter (where i.index_code is not null), '{}') as known
      from unnest(${sql.param([...months])}::text[]) m (month)
      left join quality_index_value q on q.tenant_id = ${tenantId} and q.laboratory_id = ${laboratoryId} and q.month = m.month
      left join quality_index i on i.tenant_id = q.tenant_id and i.id = q.quality_index_id left join lateral unnest(q.typist_ids) t (id) on true
      group by m.month order by m.month`,
  );
  return heads.map(({ known, ...head }) => ({
    ...head,
    uncounted: counted.flatMap(({ indexCode }) => (known.includes(indexCode) ? [] : [indexCode])),
  }));
}

const noLaboratory = (): UserError => new UserError(400, ['请选择检验所', 'Choose a laboratory'], { refusal: 'quality.noLaboratory' });
const idOf = (given: string, name: string): string => {
  if (!/^\d{1,18}$/.test(given)) throw malformed(name);
  return given;
};

export const qualityCalls: readonly Call[] = serveCalls(qualityContracts, {
  'GET search/quality-index-value/page': {
    /** Throws UserError 400 without a laboratory, 404 for one that is not the person's. */
    async handle({ db, user, query, now }): Promise<QualityYear> {
      if (!query.laboratoryId) throw noLaboratory();
      const laboratoryId = idOf(query.laboratoryId, 'laboratoryId');
      const year = query.year || now.slice(0, 4);
      if (!/^20\d{2}$/.test(year)) throw malformed('year');
      const { tenantId } = user;
      const mine = await readRow(
        db,
        sql`select 1 as found from laboratory where tenant_id = ${tenantId} and id = ${laboratoryId} and ${maySeeLaboratory(tenantId, user.id, laboratoryId)}`,
      );
      if (!mine) throw new UserError(404, ['没有此检验所', 'No such laboratory'], { refusal: 'quality.unknownLaboratory' });
      const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`);
      const indexes = await readRows<Omit<QualityRow, 'cells'>>(
        db,
        sql`select id::text as quality_index_id, index_code, index_name, phase::int as phase, numerator as numerator_text, denominator as denominator_text, unit, goal_side::int as goal_side,
            goal::float8 as goal from quality_index where tenant_id = ${tenantId} and is_deleted = 0 and goal is not null order by phase, sort, index_code`,
      );
      const cells = await readRows<QualityCell & { readonly qualityIndexId: string }>(
        db,
        sql`select quality_index_id::text as quality_index_id, month, numerator, denominator, value::float8 as value, source::int as source, version, update_time
          from quality_index_value where tenant_id = ${tenantId} and laboratory_id = ${laboratoryId} and month = ${anyText(months)} order by month`,
      );
      return {
        laboratoryId,
        year,
        months: await readMonths(db, { tenantId, laboratoryId, months }),
        rows: indexes.map((index) => ({
          ...index,
          cells: cells.flatMap(({ qualityIndexId, ...cell }) => (qualityIndexId === index.qualityIndexId ? [cell] : [])),
        })),
      };
    },
  },
});

/** What is listed: of which index, laboratory and month. Throws UserError 400 where one is missing or odd. */
function askedMonth(query: Query, tenantId: string): CountedMonth & { readonly indexCode: ComputedIndex } {
  const [laboratoryId, month, indexCode] = ['laboratoryId', 'month', 'indexCode'].map((name) => parameter(query, name)) as [string, string, string];
  if (laboratoryId === '') throw noLaboratory();
  if (!isMonth(month)) throw malformed('month');
  if (!isComputed(indexCode)) throw malformed('indexCode');
  return { tenantId, laboratoryId: idOf(laboratoryId, 'laboratoryId'), month, indexCode };
}
const unsearched = (): undefined => undefined;

const counted: Listing<CountedRow> = {
  columns: {
    countedId: sql`x.counted_id`,
    sampleCode: sql`s.sample_code`,
    requisitionCode: sql`r.requisition_code`,
    reportNo: sql`(select p.report_no from report p where p.tenant_id = r.tenant_id and p.id = x.report_id)`,
    personName: patientShown.name(sql`r.person_name`),
    sendSampleClientId: sql`coalesce(s.send_sample_client_id, r.send_sample_client_id)`,
    sendSampleClientName: sql`(select n.client_name from send_sample_client n where n.tenant_id = r.tenant_id and n.id = coalesce(s.send_sample_client_id, r.send_sample_client_id))`,
    countedTime: sql`x.counted_time`,
    isNumerator: sql`x.is_hit::int`,
    minutes: sql`x.minutes`,
  },
  from: ({ query, user }) => {
    const { indexCode, ...whose } = askedMonth(query, user.tenantId);
    return sql`(${countedOf(indexCode, whose)}) x join requisition r on r.tenant_id = ${user.tenantId} and r.id = x.requisition_id`;
  },
  joins: sql`left join sample s on s.tenant_id = r.tenant_id and s.id = x.sample_id`,
  where: async ({ db, user, query }) => [
    // What is counted is one laboratory's: either all of it is the person's or nothing.
    inLaboratories(sql`${askedMonth(query, user.tenantId).laboratoryId}::bigint`, await laboratoriesOf(db, user)),
  ],
  searchedIn: {
    laboratoryId: unsearched,
    indexCode: unsearched,
    month: unsearched,
    part: ({ query }) => parameter(query, 'part') === figurePart.numerator && sql`x.is_hit`,
  },
  // Where a query leaves it open: the tubes that were taken in this month, which is what Q101 is a share of.
  usual: (query, now) => ({
    ...query,
    indexCode: parameter(query, 'indexCode') || 'Q101',
    month: parameter(query, 'month') || now.slice(0, 7),
  }),
  order: sql`x.counted_time desc, x.counted_id`,
  indexes: ['sample_laboratory_ix', 'report_period_laboratory_ix', 'report_laboratory_ix', 'sms_message_laboratory_ix', 'requisition_pk'],
};
/** `quality-index-value/tubes`. */
export const servedCounted = defineListing(countedTubes, counted);
