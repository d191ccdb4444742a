import { sql } from 'drizzle-orm';
import { replayContracts, type ReplayLine, type ReplayStatus } from '#domain/op/replay.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { logsInSight } from '../logs/logLists.ts';
import { replayJob } from './replayJob.ts';

/** `interface-logs/replay`: lines are done again behind the screen, their asker alone sees how far. */
export const replayCalls: readonly Call[] = serveCalls(replayContracts, {
  'POST op/interface-logs/replay': {
    async write(tx, { body: { ids, mode, reason }, user, jobs, writing: { deviceId, opId }, now }) {
      const asked = [...new Set(ids)];
      // In the order in which they came: of what a partner said twice the later word holds.
      const lines = await readRows<Pick<ReplayLine, 'interfaceLogId' | 'name'>>(
        tx,
        sql`select l.id::text as interface_log_id, concat_ws(' ', l.create_time, l.interface_name, l.third_bar_code) as name from interface_log l
          where ${await logsInSight(tx, user)} and l.id = ${anyId(asked)} order by l.id`,
      );
      if (lines.length < asked.length) throw new UserError(404, ['没有此日志', 'No such line'], { refusal: 'interfaceLog.unknown' });
      const taskId = newId();
      const rows = lines.map((line): ReplayLine => ({ ...line, outcome: 'waiting', message: null, replayLogId: null }));
      await tx.execute(sql`insert into process_task (id, tenant_id, kind, action, subject, state, total_count, changes, create_user, create_user_name, create_time)
        values (${taskId}, ${user.tenantId}, ${replayJob}, ${mode}, '', 0, ${rows.length}, ${JSON.stringify(rows)}::jsonb, ${user.id}, ${user.name}, ${now})`);
      for (const { interfaceLogId: subject } of lines)
        await writeAudit(tx, { user, deviceId, opId, action: 'interfaceLog.replay', subject, before: null, after: { mode, taskId }, reason, now });
      await jobs?.send(replayJob, { tenantId: user.tenantId, taskId }, { tx, key: taskId });
      return { taskId };
    },
  },
  'GET op/interface-logs/replay-status': {
    async handle({ db, user, query: { taskId = '' } }) {
      const row = await readRow<Omit<ReplayStatus, 'taskId'>>(
        db,
        sql`select action as mode, state::int as state, total_count, done_count, changes as rows from process_task
          where tenant_id = ${user.tenantId} and kind = ${replayJob} and create_user = ${user.id} and id::text = ${taskId}`,
      );
      if (!row) throw new UserError(404, ['没有此重放任务', 'No such replay'], { refusal: 'interfaceLog.noReplay' });
      return { taskId, ...row };
    },
  },
});
