import { sql } from 'drizzle-orm';
import { configContracts } from '#domain/report/configCalls.ts';
import { configType, reportConfig } from '#domain/report/reportConfig.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { chooseConfig, configMisfits } from '#domain/report/rules/configChoice.ts';
import { questionOf, wayToReport } from '#domain/report/rules/reportGroup.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { neededId, neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { notFound, setDisabled } from '#server/kernel/resource/resourceWrite.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { loadTasks } from '#server/spine/tasks/loadTasks.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { configsOf, conversionOf, orderOf } from '#server/spine/reports/configs.ts';
import { faultWords } from './faultWords.ts';
import { replayCriterion } from './replayCriterion.ts';
import { judgeConfig, saveConfig, saveCriterion, saveReceiver, saveStrategy } from './saveRules.ts';

const pageOf =
  (kind: number) =>
  async ({ db, query, user }: CallContext<Query>) =>
    resourceReader(db, reportConfig, user, new Map()).page({ ...query, configType: parameter(query, 'configType') || String(kind) });

export const configCalls: readonly Call[] = serveCalls(configContracts, {
  'GET report/report-config/default-page': { handle: pageOf(configType.byDefault) },
  'GET report/report-config/custom-page': { handle: pageOf(configType.custom) },
  'POST report/report-config/save': { write: (tx, { body, writing }) => saveConfig(tx, body, writing) },
  'POST report/report-config/enable': {
    async write(tx, { query, body, user, writing }) {
      const ids = idsOf({ query, body }, 'configId', 'configIds', 'id', 'ids');
      await setDisabled(tx, reportConfig, ids, 0, writing);
      for (const id of ids) await judgeConfig(tx, user.tenantId, id);
      return true as const;
    },
  },
  'GET report/report-config/convert-detail': {
    async handle({ db, query, user }) {
      const configId = neededId(query, parameter(query, 'configId') === '' ? 'id' : 'configId');
      const config = await resourceReader(db, reportConfig, user, new Map()).detail(configId);
      if (!config) throw notFound(reportConfig);
      const rows = await conversionOf(db, user.tenantId, configId);
      const items = await readRows<{ id: string; itemName: string; itemCode: string }>(
        db,
        sql`select id::text as id, item_name, item_code from item where tenant_id = ${user.tenantId} and id = ${anyId(rows.map(({ itemId }) => itemId))}`,
      );
      const itemOf = new Map(items.map((item) => [item.id, item]));
      return {
        configId,
        configName: String(config['configName']),
        conversionNo: Number(config['conversionNo'] ?? 0),
        rows: rows.map((row) => ({ ...row, itemName: itemOf.get(row.itemId)?.itemName ?? null, itemCode: itemOf.get(row.itemId)?.itemCode ?? null })),
      };
    },
  },
  'GET report/report-config/explain': {
    handle: ({ db, query, user, now }) => explain(db, user, neededParameter(query, 'sampleCode').trim(), now.slice(0, 10)),
  },
  'POST report/report-strategy/save': { write: (tx, { body, writing }) => saveStrategy(tx, body, writing) },
  'GET report/report-strategy/auto-release-state': {
    async handle({ db, user }) {
      const limit = inLaboratories(sql`w.laboratory_id`, await laboratoriesOf(db, user));
      return readRows(
        db,
        sql`select distinct on (w.laboratory_id) w.laboratory_id::text as laboratory_id, l.laboratory_name, w.is_on = 1 as is_on, w.reason, w.user_name, w.create_time
          from release_switch w left join laboratory l on l.tenant_id = w.tenant_id and l.id = w.laboratory_id
          where w.tenant_id = ${user.tenantId} ${limit ? sql`and (w.laboratory_id is null or ${limit})` : sql``} order by w.laboratory_id nulls first, w.id desc`,
      );
    },
  },
  'GET report/release-criterion/replay': {
    handle: ({ db, query, user }) => replayCriterion(db, user, neededId(query, parameter(query, 'criterionId') === '' ? 'id' : 'criterionId')),
  },
  'POST report/release-criterion/save': { write: (tx, { body, writing, now }) => saveCriterion(tx, body, writing, now) },
  'POST report/report-receiver/save': { write: (tx, { body, writing }) => saveReceiver(tx, body, writing) },
});

/** The reports a sample's requisition would make, and the configuration of each. Throws UserError 404 where it has no test task in sight. */
async function explain(reader: Reader, user: CallContext<Query>['user'], sampleCode: string, date: string) {
  const { tenantId } = user;
  const [named] = await loadTasks(reader, user, { codes: [sampleCode] }, false);
  if (!named) throw new UserError(404, ['该样本没有检测任务', 'The sample has no test task'], { refusal: 'reportConfig.noTask' });
  const ordered = (await orderOf(reader, tenantId, [named.requisitionId])).get(named.requisitionId);
  const all = await readRows<{ id: string }>(
    reader,
    sql`select id::text as id from lab_task where tenant_id = ${tenantId} and requisition_id = ${named.requisitionId}
      and task_state not in (${taskState.stopped}, ${taskState.voided}) order by id`,
  );
  const tasks = await loadTasks(reader, user, { taskIds: all.map(({ id }) => id) }, false);
  if (!ordered) throw new Error('a task was loaded and its requisition is not there');
  const configs = await configsOf(reader, tenantId, { laboratoryId: ordered.laboratoryId });
  const names = await namesOf(reader, tenantId, tasks);
  // What is reported together is so by the same rule that makes the reports.
  const groups = new Map<string, (typeof tasks)[number][]>();
  for (const task of tasks) {
    const { groupKey } = wayToReport(configs, ordered, task, date);
    groups.set(groupKey, [...(groups.get(groupKey) ?? []), task]);
  }
  return {
    requisitionCode: named.requisitionCode,
    reports: [...groups].map(([groupKey, own]) => {
      const question = questionOf(ordered, own, reportKind.regular, date);
      const { chosen, fault, trace } = chooseConfig(configs, question);
      return {
        groupKey,
        panelGroupNames: question.panelGroupIds.flatMap((id) => names.get(id) ?? []),
        commodityNames: question.commodityIds.flatMap((id) => names.get(id) ?? []),
        chosenId: chosen?.configId ?? null,
        fault: fault ? ([...faultWords[fault]] as [string, string]) : null,
        configs: trace.map(({ config, rank, misfit }) => ({
          configId: config.configId,
          configName: config.configName,
          templateName: config.templateName,
          strategyName: config.strategyName,
          rank,
          why: misfit === null ? null : ([...configMisfits[misfit]] as [string, string]),
        })),
      };
    }),
  };
}

async function namesOf(
  reader: Reader,
  tenantId: string,
  tasks: readonly { readonly panelGroupId: string; readonly commodityIds: readonly string[] }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(tasks.flatMap(({ panelGroupId, commodityIds }) => [panelGroupId, ...commodityIds]))];
  const rows = await readRows<{ id: string; name: string }>(
    reader,
    sql`select id::text as id, panel_group_name as name from panel_group where tenant_id = ${tenantId} and id = ${anyId(ids)}
      union all select id::text as id, commodity_name as name from commodity where tenant_id = ${tenantId} and id = ${anyId(ids)}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
