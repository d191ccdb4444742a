import { sql } from 'drizzle-orm';
import { processState } from '#domain/base/commodityQualified.ts';
import { replayMode, type ReplayLine, type ReplayStatus } from '#domain/op/replay.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { replayLine } from './replayLine.ts';
import type { Replaying } from './replayParts.ts';

export const replayJob = 'op.replay';

interface Asked {
  readonly tenantId: string;
  readonly taskId: string;
}
interface Task extends Pick<ReplayStatus, 'mode' | 'state'> {
  readonly lines: readonly ReplayLine[];
  readonly createUser: string;
}

/** Does lines of the log again one by one, noting each together with what came of it: a job that died goes on behind the last that was noted. */
export function replaying(database: Database): JobKind<Asked> {
  const { orm } = database;
  const taskOf = ({ tenantId, taskId }: Asked) =>
    readRow<Task>(
      orm,
      sql`select action as mode, state::int as state, changes as lines, create_user::text as create_user from process_task
        where tenant_id = ${tenantId} and kind = ${replayJob} and id = ${taskId}`,
    );
  const note = (tx: Reader, { tenantId, taskId }: Asked, lines: readonly ReplayLine[], state: number): PromiseLike<unknown> =>
    tx.execute(sql`update process_task set state = ${state}, done_count = ${lines.filter(({ outcome }) => outcome !== 'waiting').length},
        changes = ${JSON.stringify(lines)}::jsonb ${state >= processState.done ? sql`, end_time = ${nowText()}` : sql``} where tenant_id = ${tenantId} and id = ${taskId}`);
  return {
    name: replayJob,
    retries: 5,
    expireSeconds: 3_600,
    async run(asked, signal) {
      const task = await taskOf(asked);
      if (!task || task.state >= processState.done) return;
      const replay: Replaying = {
        database,
        whose: { tenantId: asked.tenantId, id: task.createUser },
        isAsSent: task.mode === replayMode.asSent,
      };
      const lines = [...task.lines];
      for (const [at, line] of lines.entries()) {
        if (signal.aborted) return;
        if (line.outcome !== 'waiting') continue;
        const write = await replayLine(replay, line.interfaceLogId).catch(toldBy);
        await database.transaction(async (tx) => {
          lines[at] = { ...line, ...(await write(tx)) };
          await note(tx, asked, lines, processState.running);
        });
      }
      await note(orm, asked, lines, processState.done);
    },
    async givenUp(asked) {
      const task = await taskOf(asked);
      if (task && task.state < processState.done) await note(orm, asked, task.lines, processState.failed);
    },
  };
}

/** What a line says that could not be done again: why, where that is known. */
function toldBy(error: unknown): () => Promise<Pick<ReplayLine, 'outcome' | 'message'>> {
  if (error instanceof UserError) {
    const [zh, en] = error.label;
    return async () => ({ outcome: 'refused', message: [zh, en] });
  }
  console.error(error);
  return async () => ({ outcome: 'failed', message: ['处理失败, 请重试', 'It could not be done; try again'] });
}
