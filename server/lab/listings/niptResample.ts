import { sql, type SQL } from 'drizzle-orm';
import { entryForm } from '#domain/base/entryForm.ts';
import { mostPoints, niptResampleContracts, niptResamples, type NiptPoint, type NiptResampleRow } from '#domain/lab/listings/niptResample.ts';
import { resultKind } from '#domain/base/item.ts';
import { metric, metricNames } from '#domain/lab/rules/metrics.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { idFilter } from '#server/kernel/resource/pageRows.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { conditionOfListing, defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { withinLimit } from '#server/kernel/verbs/withinLimit.ts';
import { tasksInSight } from '#server/spine/tasks/loadTasks.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { commodityNames } from '#server/storage/sqlParts.ts';
import { searchedByTasks, tasksAsked } from './taskSearch.ts';

/** A call for a new tube, of `lab_process_record`. */
const newSample = 2;

/** A text as a number; null where it is none. */
export const numberIn = (text: SQL): SQL => sql`case when ${text} ~ '^-?[0-9]+([.][0-9]+)?$' then (${text})::float8 end`;
const entered = (key: string): SQL => numberIn(sql`(r.detail ->> ${sql.raw(`'${key}'`)})`);
const gaDays = sql`(${entered('gaWeeks')} * 7 + coalesce(${entered('gaDays')}, 0))::int`;
const namesOfFf = `array[${metricNames[metric.fetalFraction]!.map((name) => `'${name}'`).join(', ')}]`;
const plainName = (column: string): SQL => sql.raw(`lower(regexp_replace(${column}, '[(（].*?[)）]|[[:space:]_-]', '', 'g'))`);
/** The fetal fraction that a version gives as an item's value (`measureOfItem`). */
const ffOfItem = sql`(select e.value from jsonb_each_text(v."values") e join item i on i.tenant_id = v.tenant_id and i.id = e.key::bigint
  where i.result_kind = ${sql.raw(String(resultKind.quantitative))} and (${plainName('i.item_code')} = any(${sql.raw(namesOfFf)}) or ${plainName('i.item_name')} = any(${sql.raw(namesOfFf)})) limit 1)`;
const ffOfVersion = sql`coalesce(v.metrics ->> ${sql.raw(`'${metric.fetalFraction}'`)}, ${ffOfItem})`;
/** Of the last result before the call that tells it: what came of the new tube is no cause of it. */
const ff = sql`(select ${numberIn(sql`m.said`)} from lab_result_version v, lateral (select ${ffOfVersion} as said) m
  where v.tenant_id = x.tenant_id and v.task_id = any(x.task_ids) and v.create_time <= x.create_time and m.said is not null order by v.create_time desc, v.no desc limit 1)`;

/** Of the call's newest follow-up. */
const lastTrack = (column: SQL): SQL =>
  sql`(select ${column} from lab_process_track k where k.tenant_id = x.tenant_id and k.record_id = x.id order by k.id desc limit 1)`;

const listed: Listing<NiptResampleRow> = {
  columns: {
    recordId: sql`x.id`,
    sampleId: sql`x.sample_id`,
    labCode: sql`x.lab_code`,
    sampleCode: sql`x.sample_code`,
    requisitionCode: sql`x.requisition_code`,
    personName: patientShown.name(sql`r.person_name`),
    commodityNames: commodityNames(sql`x.tenant_id`, sql`x.commodity_ids`),
    sendSampleClientName: sql`(select n.client_name from send_sample_client n where n.tenant_id = x.tenant_id and n.id = x.send_sample_client_id)`,
    laboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = x.tenant_id and n.id = x.laboratory_id)`,
    gestation: sql`(${gaDays} / 7)::text || '+' || (${gaDays} % 7)::text`,
    bmi: entered('bmi'),
    ff,
    reasonCode: sql`x.reason_code`,
    reason: sql`x.reason`,
    notify: sql`x.notify`,
    lastTrack: lastTrack(sql`k.content`),
    lastTrackTime: lastTrack(sql`k.create_time`),
    newSampleCode: sql`x.new_sample_code`,
    state: sql`x.state`,
    closerName: sql`x.closer_name`,
    closeTime: sql`x.close_time`,
    version: sql`x.version`,
    creator: sql`x.create_user_name`,
    createTime: sql`x.create_time`,
  },
  from: sql`lab_process_record x join requisition r on r.tenant_id = x.tenant_id and r.id = x.requisition_id`,
  where: async (asked) => [
    sql`x.tenant_id = ${asked.user.tenantId} and x.kind = ${newSample} and r.entry_form = ${entryForm.nipt}`,
    idFilter(asked.query, 'recordId', sql`x.id`),
    sql`exists (select 1 from lab_task t where t.id = any(x.task_ids) and ${await tasksInSight(asked.db, asked.user)} and ${tasksAsked(asked)})`,
  ],
  searchedIn: searchedByTasks,
  order: sql`x.create_time desc, x.id`,
  indexes: ['lab_process_record_kind_ix', 'lab_task_pk'],
};
export const servedNiptResamples = defineListing(niptResamples, listed);

export const niptResampleCalls: readonly Call[] = serveCalls(niptResampleContracts, {
  'GET search/non-invasive-chart': {
    async handle({ db, user, query, now }) {
      const asked: AskedListing = { db, user, query, now };
      const of = sql`from (select x.id as record_id, coalesce(x.lab_code, x.sample_code) as lab_code, ${gaDays} as ga_days, ${ff} as ff, x.state, x.create_time
        from ${listed.from} where ${await conditionOfListing(niptResamples, listed, asked)}) c`;
      const isPoint = sql`c.ga_days is not null and c.ff is not null`;
      return withinLimit(db, async (limited) => {
        const counts = await readRow<{ pointCount: number; lackingCount: number }>(
          limited,
          sql`select (count(*) filter (where ${isPoint}))::int as point_count, (count(*) filter (where not (${isPoint})))::int as lacking_count ${of}`,
        );
        return {
          points: await readRows<NiptPoint>(
            limited,
            sql`select c.record_id, c.lab_code, c.ga_days, c.ff, c.state ${of} where ${isPoint} order by c.create_time desc, c.record_id limit ${mostPoints}`,
          ),
          pointCount: counts?.pointCount ?? 0,
          lackingCount: counts?.lackingCount ?? 0,
        };
      });
    },
  },
});
