import { sql } from 'drizzle-orm';
import { managerContracts } from '#domain/flow/flowCalls.ts';
import { instanceState, suspensionState } from '#domain/flow/flowRows.ts';
import { UserError, malformed } from '#server/kernel/core/answers.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { uploadedForm } from '#server/kernel/http/uploadedForm.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { flowAct } from './flowAct.ts';
import { notThere } from './flowSql.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import { deployFor, neededCategory } from './modelCalls.ts';
import { largestModel, readModel } from './readModel.ts';
import { endRun, lockRun } from './runs.ts';

export const managerCalls: readonly Call[] = serveCalls(managerContracts, {
  'POST flow/manager/change-state': {
    write: (tx, context) =>
      flowAct(tx, context, 'flowProcess.changeState', async () => {
        const { user } = context;
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
  },
  'POST flow/manager/delete-deployment': {
    write: (tx, context) =>
      flowAct(tx, context, 'flowProcess.remove', async () => {
        const { user } = context;
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
  },
  'POST flow/manager/deploy-upload': {
    async handle(context) {
      const { fields, bytes, fileName } = await uploadedForm(context.request, largestModel);
      return context.once((tx, writing) =>
        flowAct(tx, { ...context, writing }, 'flowProcess.deployUpload', async () => {
          if (bytes && !/\.(bpmn20\.xml|bpmn)$/i.test(fileName))
            throw new UserError(400, ['仅支持 bpmn20.xml 文件', 'Only bpmn20.xml files are taken']);
          const xml = bytes?.toString('utf8') ?? '';
          const model = await readModel(xml);
          const category = neededCategory(parameter(fields, 'category'));
          const made = await deployFor(context, tx, { xml, model, category, tenantIds: parameter(fields, 'tenantIds') });
          return { answer: { processIds: made }, subject: model.key, after: { category, fileName, processIds: made } };
        }),
      );
    },
  },
  'POST flow/follow/delete-process-instance': {
    write: (tx, context) =>
      flowAct(tx, context, 'flowInstance.end', async () => {
        const acting = context;
        const ids = idsOf(context, 'processInstanceId').toSorted();
        const reason = parameter({ ...context.body, ...context.query }, 'deleteReason').slice(0, 200);
        if (reason === '') throw new UserError(400, ['请填写终止原因', 'Say why it is ended'], { refusal: 'flow.noReason' });
        for (const id of ids) {
          const run = await lockRun(tx, acting.user.tenantId, id);
          if (!run) throw notThere('没有此流程实例', 'No such running process');
          if (run.state !== instanceState.running) throw new UserError(409, ['流程已结束', 'The process has ended'], { refusal: 'flow.ended' });
          await endRun(tx, run, reason, acting);
        }
        return { answer: true, subject: ids.join(), reason };
      }),
  },
});
