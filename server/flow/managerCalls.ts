import { sql } from 'drizzle-orm';
import { flowMode, instanceState, suspensionState, type FlowExecution, type FlowProcess } from '#domain/flow/flowRows.ts';
import { UserError, malformed } from '#server/kernel/answers.ts';
import { neededParameter, pageRows, parameter } from '#server/kernel/pageRows.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { uploadedForm } from '#server/kernel/uploadedForm.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { ensureShipped } from './deploy.ts';
import { flowOnce } from './flowOnce.ts';
import { executionColumns, like, notThere, openTask, processColumns, runTables } from './flowSql.ts';
import { idsOf } from '#server/kernel/idList.ts';
import { deployFor, neededCategory } from './modelCalls.ts';
import { largestModel, readModel } from './readModel.ts';
import { endRun, lockRun } from './runs.ts';

type Asked = Record<string, string>;

const list = defineCall<Asked>({
  method: 'GET',
  service: 'flow',
  path: 'manager/list',
  title: ['流程管理列表', 'Deployed processes'],
  permission: 'flowManager_view',
  handle: async ({ database, db, query, user }) => {
    await ensureShipped(database, user.tenantId);
    const category = parameter(query, 'category');
    const mode = Number(parameter(query, 'mode')) || flowMode.common;
    return pageRows<FlowProcess>(db, query, {
      columns: processColumns,
      from: sql`flow_process p`,
      where: [
        sql`p.tenant_id = ${user.tenantId}`,
        sql`p.is_deleted = 0`,
        sql`p.mode = ${mode}`,
        category !== '' && sql`p.category = ${category}`,
        like(parameter(query, 'key'), sql`p.process_key`),
        like(parameter(query, 'name'), sql`p.name`),
      ],
      order: sql`p.process_key, p.version desc`,
    });
  },
});

const changeState = defineCall<Asked>({
  method: 'POST',
  service: 'flow',
  path: 'manager/change-state',
  title: ['变更流程状态', 'Activate or suspend a process'],
  permission: 'flowManager_save',
  handle: (context) =>
    flowOnce(context, 'flowProcess.changeState', async (tx, { user }) => {
      const { query } = context;
      const state = neededParameter(query, 'state');
      if (state !== 'active' && state !== 'suspend') throw malformed('state');
      const row = await readRow<{ name: string; version: number }>(
        tx,
        sql`update flow_process set suspension_state = ${state === 'active' ? suspensionState.active : suspensionState.suspended}
          where tenant_id = ${user.tenantId} and is_deleted = 0 and id::text = ${neededParameter(query, 'processId')} returning name, version::int as version`,
      );
      if (!row) throw notThere('没有此流程', 'No such process');
      return { answer: true, subject: `${row.name} v${row.version}`, after: { state } };
    }),
});

const removeDeployment = defineCall<Asked>({
  method: 'POST',
  service: 'flow',
  path: 'manager/delete-deployment',
  title: ['删除部署', 'Remove deployed processes'],
  permission: 'flowManager_remove',
  /** Its finished runs stay to be read; with running ones it stays itself. */
  handle: (context) =>
    flowOnce(context, 'flowProcess.remove', async (tx, { user }) => {
      const ids = idsOf(context, 'deploymentIds');
      const rows = await readRows<{ id: string; name: string; version: number }>(
        tx,
        sql`select id::text as id, name, version::int as version from flow_process where tenant_id = ${user.tenantId} and is_deleted = 0 and deployment_id = ${anyId(ids)} order by id for update`,
      );
      if (rows.length === 0) throw notThere('没有此流程', 'No such process');
      for (const { id, name, version } of rows) {
        const running = await readRow<{ count: number }>(
          tx,
          sql`select count(*)::int as count from flow_instance where tenant_id = ${user.tenantId} and process_id = ${id} and state = ${instanceState.running}`,
        );
        if (running && running.count > 0)
          throw new UserError(
            409,
            [
              `${name} v${version} 还有 ${running.count} 个进行中的流程, 不能删除`,
              `${name} v${version} has ${running.count} running processes and cannot be removed`,
            ],
            { refusal: 'flow.running', params: { count: running.count } },
          );
      }
      await tx.execute(sql`update flow_process set is_deleted = 1 where tenant_id = ${user.tenantId} and id = ${anyId(rows.map(({ id }) => id))}`);
      return { answer: true, subject: rows.map(({ name, version }) => `${name} v${version}`).join() };
    }),
});

const deployUpload = defineCall({
  method: 'POST',
  service: 'flow',
  path: 'manager/deploy-upload',
  title: ['上传部署流程', 'Deploy a file'],
  permission: 'flowManager_save',
  multipart: true,
  async handle(context) {
    const { fields, bytes, fileName } = await uploadedForm(context.request, largestModel);
    return flowOnce(context, 'flowProcess.deployUpload', async (tx, acting) => {
      if (bytes && !/\.(bpmn20\.xml|bpmn)$/i.test(fileName)) throw new UserError(400, ['仅支持 bpmn20.xml 文件', 'Only bpmn20.xml files are taken']);
      const xml = bytes?.toString('utf8') ?? '';
      const model = await readModel(xml);
      const category = neededCategory(parameter(fields, 'category'));
      const made = await deployFor(context, tx, { xml, model, category, tenantIds: parameter(fields, 'tenantIds') }, acting);
      return { answer: { processIds: made }, subject: model.key, after: { category, fileName, processIds: made } };
    });
  },
});

const follow = defineCall<Asked>({
  method: 'GET',
  service: 'flow',
  path: 'follow/list',
  title: ['流程跟踪列表', 'Running processes'],
  permission: 'flowFollow_view',
  handle: ({ db, query, user }) => {
    const instance = parameter(query, 'processInstanceId');
    return pageRows<FlowExecution>(db, query, {
      columns: executionColumns,
      from: runTables,
      joins: openTask,
      where: [
        sql`i.tenant_id = ${user.tenantId}`,
        sql`i.state = ${instanceState.running}`,
        instance !== '' && sql`i.id::text = ${instance}`,
        like(parameter(query, 'processDefinitionKey'), sql`p.process_key`),
        like(parameter(query, 'startUser'), sql`i.start_user_name`),
      ],
      order: sql`i.start_time desc, i.id desc`,
    });
  },
});

const removeInstance = defineCall<Asked>({
  method: 'POST',
  service: 'flow',
  path: 'follow/delete-process-instance',
  title: ['终止流程', 'End running processes'],
  permission: 'flowFollow_remove',
  handle: (context) =>
    flowOnce(context, 'flowInstance.end', async (tx, acting) => {
      const ids = idsOf(context, 'processInstanceId').toSorted();
      const reason = parameter(context.query, 'deleteReason').slice(0, 200);
      if (reason === '') throw new UserError(400, ['请填写终止原因', 'Say why it is ended'], { refusal: 'flow.noReason' });
      for (const id of ids) {
        const run = await lockRun(tx, acting.user.tenantId, id);
        if (!run) throw notThere('没有此流程实例', 'No such running process');
        if (run.state !== instanceState.running) throw new UserError(409, ['流程已结束', 'The process has ended'], { refusal: 'flow.ended' });
        await endRun(tx, run, reason, acting);
      }
      return { answer: true, subject: ids.join(), reason };
    }),
});

export const managerCalls: readonly Call[] = [list, changeState, removeDeployment, deployUpload, follow, removeInstance];
