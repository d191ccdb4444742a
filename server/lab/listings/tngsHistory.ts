import { sql, type SQL } from 'drizzle-orm';
import { placeKind, placeState } from '#domain/lab/batch/sheetChoices.ts';
import { mostBatches, mostPathogens, tngsHistory, tngsHistoryContracts, type TngsHistoryRow } from '#domain/lab/listings/tngsHistory.ts';
import { contaminationPercent, isContamination } from '#domain/lab/rules/contamination.ts';
import { confidence } from '#domain/lab/rules/judging.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { codeFilter, idFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import { conditionOfListing, defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { withinLimit } from '#server/kernel/verbs/withinLimit.ts';
import { nameOf } from '#server/spine/names.ts';
import { tasksInSight } from '#server/spine/tasks/loadTasks.ts';
import { containsPattern } from '#server/storage/grams.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { numberIn } from './niptResample.ts';
import { searchedInTasks } from './taskSearch.ts';

/** What came of a place: the newest version of the round that stood on it. A repetition's results are another batch's. */
const versionOf = (place: SQL): SQL => sql`(select v.findings, v.metrics, v.detection_result from lab_result_version v
  where v.tenant_id = ${place}.tenant_id and v.task_id = ${place}.task_id and v.round = ${place}.round order by v.no desc limit 1)`;
const isSample = (place: SQL): SQL => sql`${place}.kind = ${placeKind.sample} and ${place}.state < ${placeState.voided}`;

/** All samples of the batch: those that were searched for are none the fewer for it. */
const samplesOf = sql`(select count(*)::int from lab_batch_place q where q.tenant_id = p.tenant_id and q.rule_id = p.rule_id and ${isSample(sql`q`)})`;
const foundIn = sql`(select count(*)::int from lab_batch_place q cross join lateral ${versionOf(sql`q`)} w
  where q.tenant_id = p.tenant_id and q.rule_id = p.rule_id and ${isSample(sql`q`)} and w.findings @> jsonb_build_array(jsonb_build_object('name', f.name)))`;
/** The surest first. */
const surest = sql`case f.confidence when ${confidence.high} then 0 when ${confidence.middle} then 1 when ${confidence.low} then 2 else 3 end, f.rpm desc nulls last, f.name`;
const findings = sql`jsonb_to_recordset(v.findings) f(name text, confidence text, rpm float8)`;
/** The rule itself is `isContamination`. */
const isSuspected = sql`${foundIn} * 100 > ${samplesOf} * ${contaminationPercent}::int`;
const measure = (name: string): SQL => numberIn(sql`(v.metrics ->> ${sql.raw(`'${name}'`)})`);

const listed: Listing<TngsHistoryRow> = {
  columns: {
    sampleId: sql`t.sample_id`,
    placeId: sql`p.id`,
    ruleId: sql`b.id`,
    batch: sql`b.batch`,
    batchKind: sql`b.batch_kind`,
    well: sql`p.well`,
    labCode: sql`t.lab_code`,
    sampleCode: sql`t.sample_code`,
    requisitionCode: sql`t.requisition_code`,
    personName: patientShown.name(sql`r.person_name`),
    sampleClassName: nameOf.sampleClass('s'),
    laboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = b.tenant_id and n.id = b.laboratory_id)`,
    state: sql`p.state`,
    detectionResult: sql`v.detection_result`,
    pathogens: sql`coalesce((select string_agg(f.name, '、' order by ${surest}) from ${findings}), '')`,
    suspected: sql`coalesce((select string_agg(f.name, '、' order by ${surest}) from ${findings} where ${isSuspected}), '')`,
    foundPathogens: sql`coalesce((select jsonb_agg(jsonb_build_object('name', f.name, 'confidence', f.confidence, 'rpm', f.rpm, 'found', ${foundIn}, 'samples', ${samplesOf}, 'isSuspected', ${isSuspected})
      order by ${surest}) from ${findings}), '[]')`,
    rawReads: measure('rawReads'),
    humanReads: measure('humanReads'),
    q30: measure('q30'),
    spikeRpm: measure('spikeRpm'),
    createTime: sql`b.create_time`,
  },
  from: sql`lab_batch b join lab_batch_place p on p.tenant_id = b.tenant_id and p.rule_id = b.id and ${isSample(sql`p`)} join lab_task t on t.tenant_id = p.tenant_id and t.id = p.task_id`,
  joins: sql`join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id
    left join lateral ${versionOf(sql`p`)} v on true`,
  where: async ({ db, user, query }) => {
    const name = parameter(query, 'foundName');
    return [
      sql`b.tenant_id = ${user.tenantId} and b.line = 'tngs' and b.is_submit = 1 and b.is_deleted = 0`,
      await tasksInSight(db, user),
      idFilter(query, 'ruleId', sql`b.id`),
      name !== '' &&
        sql`exists (select 1 from ${versionOf(sql`p`)} v where v.findings @> jsonb_build_array(jsonb_build_object('name', ${name}::text)))`,
    ];
  },
  searchedIn: {
    ...searchedInTasks,
    // The line within a batch's name is written small.
    batch: ({ query }) => codeFilter(query, 'batch', sql`upper(b.batch)`),
    pathogens({ query }) {
      const typed = parameter(query, 'pathogens');
      return (
        typed !== '' &&
        sql`exists (select 1 from ${versionOf(sql`p`)} v cross join lateral jsonb_to_recordset(v.findings) f(name text, "nameEn" text)
          where lower(f.name) like ${containsPattern(typed)} or lower(f."nameEn") like ${containsPattern(typed)})`
      );
    },
  },
  order: sql`b.create_time desc, b.id, p.seq`,
  indexes: ['lab_batch_line_ix', 'lab_batch_place_seq_uq', 'lab_result_version_pk'],
};
export const servedTngsHistory = defineListing(tngsHistory, listed);

export const tngsHistoryCalls: readonly Call[] = serveCalls(tngsHistoryContracts, {
  'GET op/tngs/heat-map': {
    async handle({ db, user, query, now }) {
      const asked: AskedListing = { db, user, query, now };
      const of = sql`from ${listed.from} where ${await conditionOfListing(tngsHistory, listed, asked)}`;
      return withinLimit(db, async (limited) => {
        const counted = await readRow<{ count: number }>(limited, sql`select count(distinct b.id)::int as count ${of}`);
        const newest = await readRows<{ ruleId: string; batch: string; samples: number }>(
          limited,
          sql`select p.rule_id, p.batch, ${samplesOf} as samples from (select b.tenant_id, b.id as rule_id, b.batch, b.create_time ${of}
            group by b.tenant_id, b.id, b.batch, b.create_time order by b.create_time desc, b.id limit ${mostBatches}) p order by p.create_time, p.rule_id`,
        );
        const found = await readRows<{ ruleId: string; name: string; found: number }>(
          limited,
          sql`select p.rule_id, f.name, count(distinct p.id)::int as found from lab_batch_place p cross join lateral ${versionOf(sql`p`)} v cross join lateral ${findings}
            where p.tenant_id = ${user.tenantId} and p.rule_id = ${anyId(newest.map(({ ruleId }) => ruleId))} and ${isSample(sql`p`)} group by p.rule_id, f.name`,
        );
        const samples = new Map(newest.map((one) => [one.ruleId, one.samples]));
        const total = new Map<string, number>();
        for (const one of found) total.set(one.name, (total.get(one.name) ?? 0) + one.found);
        const names = [...total.keys()].toSorted((one, other) => (total.get(other) ?? 0) - (total.get(one) ?? 0) || one.localeCompare(other));
        const pathogens = names.slice(0, mostPathogens);
        const shown = new Set(pathogens);
        return {
          batches: newest,
          pathogens,
          cells: found
            .filter(({ name }) => shown.has(name))
            .map((one) => ({ ...one, isSuspected: isContamination(one.found, samples.get(one.ruleId) ?? 0) })),
          batchCount: counted?.count ?? 0,
          pathogenCount: names.length,
        };
      });
    },
  },
});
