import { sql, type SQL } from 'drizzle-orm';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { auditContracts, auditGroups, auditQueue, type AuditDetail, type AuditedValue, type AuditRow } from '#domain/lab/audit/auditRows.ts';
import { auditLevel } from '#domain/lab/audit/resultAudit.ts';
import { changesOf, type ComparedVersion } from '#domain/lab/rules/resultVersions.ts';
import { signal } from '#domain/lab/rules/signals.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, selected, type AskedListing, type Listing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nameOf } from '#server/spine/names.ts';
import { tasksInSight } from '#server/spine/tasks/loadTasks.ts';
import { labReceiveServerTime } from '#server/spine/serverTimes.ts';
import { nowSql } from '#server/storage/clock.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { earlierValues } from '../results/earlierValues.ts';
import { searchedInTasks } from '../listings/taskSearch.ts';
import { hasJustSigned } from './auditActs.ts';
import { auditFactsOf, isInfoOpen } from './auditState.ts';
import { runOfResult } from './runOfResult.ts';

const isClear = sql`(t.detection_result = ${qualitativeResult.negative} and t.signals = '{}' and not ${isInfoOpen})`;
const isOverdue = sql`coalesce(t.external_due_time < ${nowSql}, false)`;
const asFlag = (condition: SQL): SQL => sql`case when ${condition} then 1 else 0 end`;

/** Aliases t (task), s (its tube), r (its requisition). */
const columns: PlainColumns<AuditRow> = {
  taskId: sql`t.id`,
  version: sql`t.version`,
  labCode: sql`t.lab_code`,
  sampleCode: sql`t.sample_code`,
  requisitionCode: sql`t.requisition_code`,
  personName: patientShown.name(sql`r.person_name`),
  sex: sql`r.sex`,
  age: sql`r.age::int`,
  sendSampleClientName: nameOf.client('s'),
  laboratoryId: sql`t.laboratory_id`,
  laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = t.tenant_id and l.id = t.laboratory_id)`,
  panelGroupId: sql`t.panel_group_id`,
  panelGroupName: sql`(select g.panel_group_name from panel_group g where g.tenant_id = t.tenant_id and g.id = t.panel_group_id)`,
  panelNames: sql`coalesce((select string_agg(p.panel_name, '、' order by array_position(t.panel_ids, p.id)) from panel p where p.tenant_id = t.tenant_id and p.id = any(t.panel_ids)), '')`,
  taskState: sql`t.task_state`,
  round: sql`t.round`,
  batch: sql`(select b.batch from lab_batch b where b.tenant_id = t.tenant_id and b.id = t.batch_id)`,
  resultVersion: sql`t.result_version`,
  detectionResult: sql`t.detection_result`,
  signals: sql`case when ${signal.infoOpen} <> all(t.signals) and ${isInfoOpen} then t.signals || ${signal.infoOpen}::text else t.signals end`,
  isClear: asFlag(isClear),
  isUrgent: sql`t.is_urgent`,
  isOverdue: asFlag(isOverdue),
  externalDueTime: sql`t.external_due_time`,
  labReceiveTime: sql`t.lab_receive_time`,
  labReceiveServerTime,
  checkUserNameOne: sql`t.check_user_name_one`,
  checkTimeOne: sql`t.check_time_one`,
  checkUserNameTwo: sql`t.check_user_name_two`,
  checkTimeTwo: sql`t.check_time_two`,
};
const joins = sql`join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id`;

/** Tasks that await the audit of a level, or those a person has passed first and may take back; without a level, of either. */
const awaiting = ({ query, user }: Pick<AskedListing, 'query' | 'user'>): SQL => {
  const level = parameter(query, 'level');
  if (parameter(query, 'isMine') === '1') return sql`t.task_state = ${taskState.secondAudit} and t.check_user_id_one = ${user.id}`;
  return level === String(auditLevel.first)
    ? sql`t.task_state = ${taskState.firstAudit}`
    : level === String(auditLevel.second)
      ? sql`t.task_state = ${taskState.secondAudit}`
      : sql`t.task_state in (${taskState.firstAudit}, ${taskState.secondAudit})`;
};

/** A flag of the query, where it was given. */
const flagged = (query: AskedListing['query'], name: string, condition: SQL): SQL | undefined => {
  const given = parameter(query, name);
  return given === '' ? undefined : given === '1' || given === 'true' ? condition : sql`not ${condition}`;
};

const queue: Listing<AuditRow> = {
  columns,
  from: sql`lab_task t`,
  joins,
  where: async ({ db, user, query }) => [await tasksInSight(db, user), parameter(query, 'isSearch') === '1' ? undefined : awaiting({ query, user })],
  searchedIn: {
    sampleCode: searchedInTasks.sampleCode,
    requisitionCode: searchedInTasks.requisitionCode,
    personName: searchedInTasks.personName,
    panelId: searchedInTasks.panelId,
    isClear: ({ query }) => flagged(query, 'isClear', isClear),
    isOverdue: ({ query }) => flagged(query, 'isOverdue', isOverdue),
    batch: ({ query, user }) => {
      const batch = parameter(query, 'batch').trim();
      return batch === ''
        ? undefined
        : sql`t.batch_id in (select b.id from lab_batch b where b.tenant_id = ${user.tenantId} and b.batch ilike ${`%${batch}%`})`;
    },
  },
  // What is looked up reaches back through all that was received: the newest first, as its index has it.
  order: ({ query }) =>
    parameter(query, 'isSearch') === '1' ? sql`t.lab_receive_time desc, t.id` : sql`t.is_urgent desc, t.external_due_time asc nulls last, t.id`,
  indexes: ['lab_task_open_ix', 'lab_task_queue_ix', 'lab_task_receive_ix'],
};
export const servedAuditQueue = defineListing(auditQueue, queue);

export const servedAuditGroups = defineListing(auditGroups, {
  columns: {
    panelGroupId: sql`t.panel_group_id`,
    panelGroupName: sql`g.panel_group_name`,
    panelGroup: sql`g.panel_group_name`,
    groupAErpCode: sql`g.group_a_erp_code`,
    countNumber: sql`count(*)::int`,
    clearCount: sql`count(*) filter (where ${isClear})::int`,
    overdueCount: sql`count(*) filter (where ${isOverdue})::int`,
  },
  from: sql`lab_task t left join panel_group g on g.tenant_id = t.tenant_id and g.id = t.panel_group_id`,
  where: async ({ db, user, query }) => [await tasksInSight(db, user), awaiting({ query, user })],
  groupBy: ['panelGroupId', 'panelGroupName', 'panelGroup', 'groupAErpCode'],
  order: sql`count(*) desc, t.panel_group_id`,
  indexes: ['lab_task_open_ix', 'lab_task_queue_ix'],
});

interface Item extends Omit<AuditedValue, 'previous'> {
  readonly itemId: string;
}

type Version = AuditDetail['versions'][number];
/** A task's versions, the newest first, each with what it changed. */
async function versionsOf(reader: Reader, tenantId: string, taskId: string, nameOf: ReadonlyMap<string, string>): Promise<Version[]> {
  const rows = await readRows<Omit<Version, 'changes'> & ComparedVersion>(
    reader,
    sql`select v.no, v.round, v.source, v.author_name, v.reason, v.create_time, v.line, v.detection_result, v.values, v.metrics, v.findings, v.conclusion ->> 'conclusion' as conclusion,
        coalesce(jsonb_typeof(v.conclusion) = 'object', false) as is_concluded,
        (select f.file_name from result_file f where f.tenant_id = v.tenant_id and f.id = v.file_id) as file_name,
        (select i.instrument_name from instrument i where i.tenant_id = v.tenant_id and i.id = coalesce(v.instrument_id, (select b.instrument_id from result_file f
          join lab_batch b on b.tenant_id = f.tenant_id and b.id = f.rule_id where f.tenant_id = v.tenant_id and f.id = v.file_id))) as instrument_name
      from lab_result_version v where v.tenant_id = ${tenantId} and v.task_id = ${taskId} order by v.no desc`,
  );
  return rows.map(({ values, metrics, findings, ...version }, at) => ({
    ...version,
    changes: changesOf({ values, metrics, findings, round: version.round }, rows[at + 1]).map(({ itemId, ...change }) => ({
      ...change,
      itemName: itemId === null ? null : (nameOf.get(itemId) ?? itemId),
    })),
  }));
}

export const auditCalls: readonly Call[] = serveCalls(auditContracts, {
  'GET lab/result-audit/detail': {
    async handle({ db, user, query, now }): Promise<AuditDetail> {
      const taskId = /^\d{1,19}$/.test(query.taskId ?? '') ? query.taskId! : '0';
      const row = await readRow<AuditRow & Pick<AuditDetail, 'clinicalDiagnosis' | 'samplingTime' | 'requisitionId'>>(
        db,
        sql`select ${selected(columns, { user })}, r.clinical_diagnosis, r.sampling_time, t.requisition_id from lab_task t ${joins} where ${allOf([await tasksInSight(db, user), sql`t.id = ${taskId}`])}`,
      );
      if (!row) throw new UserError(404, ['没有此检测任务', 'No such task'], { refusal: 'audit.unknown' });
      const { tenantId } = user;
      const facts = (await auditFactsOf(db, user, [taskId])).get(taskId);
      const items = await readRows<Item>(
        db,
        sql`select i.id as item_id, i.item_code, i.item_name, x.unit, x.value, x.result_status, x.reference_range, coalesce(x.is_edited, 0)::int as is_edited
          from lab_task t join item i on i.tenant_id = t.tenant_id and i.id = any(t.item_ids) left join lab_result x on x.tenant_id = t.tenant_id and x.task_id = t.id and x.item_id = i.id
          where t.tenant_id = ${tenantId} and t.id = ${taskId} order by array_position(t.item_ids, i.id)`,
      );
      const ids = items.map(({ itemId }) => itemId);
      const earlier = await earlierValues(db, tenantId, taskId, ids, now.slice(0, 10));
      const version = await readRow<{ metrics: AuditDetail['metrics']; conclusion: AuditDetail['conclusion'] }>(
        db,
        sql`select v.metrics, v.conclusion from lab_result_version v where v.tenant_id = ${tenantId} and v.task_id = ${taskId} and v.no = ${row.resultVersion}`,
      );
      const versions = await versionsOf(db, tenantId, taskId, new Map(items.map(({ itemId, itemName }) => [itemId, itemName])));
      const findings = await readRows<AuditDetail['findings'][number]>(
        db,
        sql`select f.name, f.name_en, f.finding_class, f.coverage::float8 as coverage, f.abundance::float8 as abundance, f.drug, f.reads, f.rpm::float8 as rpm, f.confidence, f.control_times::float8 as control_times, f.is_background::int as is_background, f.is_reported::int as is_reported from lab_finding f where f.tenant_id = ${tenantId} and f.task_id = ${taskId} order by f.rpm desc nulls last, f.id`,
      );
      const audits = await readRows<AuditDetail['audits'][number]>(
        db,
        sql`select a.level, a.result, a.result_version, a.opinion, a.sign_user_name, a.is_void, a.create_time from result_audit a where a.tenant_id = ${tenantId} and a.task_id = ${taskId} order by a.id desc`,
      );
      const { authors = [], releasers = [], redoOrderers = [], firstAuditor = null, missing = [], isGateHeld = false } = facts ?? {};
      return {
        ...row,
        values: items.map((item) => ({ ...item, previous: [...(earlier.get(item.itemId) ?? [])] })),
        metrics: version?.metrics ?? {},
        conclusion: version?.conclusion ?? null,
        findings,
        versions,
        audits,
        ...(await runOfResult(db, tenantId, taskId)),
        hands: { authors, releasers, redoOrderers, firstAuditor },
        missing,
        isGateHeld,
      };
    },
  },
  'GET lab/result-audit/signing': {
    handle: async ({ db, user, now }) => ({ isPasswordWanted: !(await hasJustSigned(db, user, now)) }),
  },
});
