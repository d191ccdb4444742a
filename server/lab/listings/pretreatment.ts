import { sql, type SQL } from 'drizzle-orm';
import { batchKind } from '#domain/lab/batch/sheetChoices.ts';
import { pretreatmentContracts, pretreatmentList, type PretreatmentRow, type PretreatmentStep } from '#domain/lab/listings/pretreatment.ts';
import { malformed } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { codeFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nameOf } from '#server/spine/names.ts';
import { labReceiveServerTime } from '#server/spine/serverTimes.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { tubeInSight } from './labReceive.ts';
import { searchedByTasks, taskIsInSight, tasksAsked } from './taskSearch.ts';

const stepKinds: readonly number[] = [batchKind.separation, batchKind.extraction, batchKind.library];

/** The steps of a tube (alias s) in the asker's sight: places on sheets that were submitted. What is planned alone is no step. */
const stepsOf = (user: AskedListing['user'], more: SQL, sampleId: string | SQL = sql`s.id`): SQL =>
  sql`from lab_task t join lab_batch_place p on p.tenant_id = t.tenant_id and p.task_id = t.id
    join lab_batch b on b.tenant_id = p.tenant_id and b.id = p.rule_id and b.is_submit = 1 and b.is_deleted = 0 and b.batch_kind = any(${sql.param([...stepKinds])}::int[])
    where t.sample_id = ${sampleId} and ${taskIsInSight(user)} and ${more}`;

/** What is asked of a step: the last one that fits is the one that is shown. */
function stepAsked(asked: AskedListing): SQL {
  const kind = parameter(asked.query, 'step');
  if (kind !== '' && !stepKinds.includes(Number(kind))) throw malformed('step');
  return allOf([kind !== '' && sql`b.batch_kind = ${kind}`, codeFilter(asked.query, 'batch', sql`upper(b.batch)`), tasksAsked(asked)]);
}
const last =
  (column: SQL) =>
  (asked: AskedListing): SQL =>
    sql`(select ${column} ${stepsOf(asked.user, stepAsked(asked))} order by b.submit_time desc, p.id desc limit 1)`;

const listed: Listing<PretreatmentRow> = {
  columns: {
    sampleId: sql`s.id`,
    labCode: sql`s.lab_code`,
    sampleCode: sql`s.sample_code`,
    requisitionCode: sql`s.requisition_code`,
    personName: patientShown.name(sql`r.person_name`),
    commodityNames: nameOf.commodities('r'),
    sampleClassName: nameOf.sampleClass('s'),
    sendSampleClientName: nameOf.client('s'),
    labStatus: sql`s.lab_status`,
    receiveTime: sql`s.receive_time`,
    receiveServerTime: sql`s.create_time`,
    labReceiveTime: sql`s.lab_receive_time`,
    labReceiveServerTime,
    stepCount: (asked) => sql`(select count(*)::int ${stepsOf(asked.user, sql`true`)})`,
    lastStep: last(sql`b.batch_kind`),
    lastStepTime: last(sql`b.submit_time`),
    lastOperator: last(sql`b.operator`),
    batch: last(sql`b.batch`),
  },
  from: sql`sample s`,
  joins: sql`join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id`,
  where: (asked) => [sql`s.tenant_id = ${asked.user.tenantId}`, sql`exists (select 1 ${stepsOf(asked.user, stepAsked(asked))})`],
  searchedIn: {
    ...searchedByTasks,
    step: () => undefined,
    batch: () => undefined,
    receiveTime: sql`s.receive_time`,
    labReceiveTime: sql`s.lab_receive_time`,
  },
  order: sql`s.receive_time desc, s.id`,
  indexes: ['sample_time_ix', 'lab_task_group_uq', 'lab_batch_place_task_ix'],
};
export const servedPretreatment = defineListing(pretreatmentList, listed);

export const pretreatmentCalls: readonly Call[] = serveCalls(pretreatmentContracts, {
  'GET search/pretreatment/details': {
    async handle(context) {
      const { db, user } = context;
      const { id } = await tubeInSight(context);
      const tube = await readRow<{
        readonly sampleId: string;
        readonly sampleCode: string;
        readonly labCode: string | null;
        readonly sampleClassName: string | null;
        readonly sampleVolume: number | null;
        readonly receiveTime: string;
        readonly receiveServerTime: string;
        readonly labReceiveTime: string | null;
        readonly labReceiveServerTime: string | null;
      }>(
        db,
        sql`select s.id as sample_id, s.sample_code, s.lab_code, ${nameOf.sampleClass('s')} as sample_class_name, s.sample_volume::float8 as sample_volume, s.receive_time, s.create_time as receive_server_time,
            s.lab_receive_time, ${labReceiveServerTime} as lab_receive_server_time
          from sample s where s.tenant_id = ${user.tenantId} and s.id = ${id}`,
      );
      if (!tube) throw new Error('a tube in sight is not there');
      const steps = await readRows<PretreatmentStep>(
        db,
        sql`select p.id as place_id, b.id as rule_id, b.batch, b.batch_kind, (select n.panel_group_name from panel_group n where n.tenant_id = t.tenant_id and n.id = t.panel_group_id) as panel_group_name,
            p.round, p.well, p.state, p.reason, b.operator, b.reviewer, b.submit_time,
            (select n.instrument_name from instrument n where n.tenant_id = b.tenant_id and n.id = b.instrument_id) as instrument_name, coalesce(b.kit_lots, '[]'::jsonb) as kit_lots,
            p.library_code, p.dna_conc::float8 as dna_conc, p.lib_conc::float8 as lib_conc, p.volume::float8 as volume
          ${stepsOf(user, sql`true`, id)} order by b.submit_time, p.id`,
      );
      return { ...tube, steps };
    },
  },
});
