import { sql } from 'drizzle-orm';
import { beginPrint, checkPrint, completePrint, jobState, runOutcome, type JobState, type PrintJob } from '#domain/code/printJob.ts';
import { numberState } from '#domain/code/useNumbers.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { inSight } from '#server/spine/loading.ts';
import { numberUseTable, printRunTable } from '#server/storage/codeTables.ts';
import { newId } from '#server/storage/ids.ts';
import { insertInto } from '#server/storage/insertInto.ts';
import { readRow } from '#server/storage/readRows.ts';
import { appliedCodes, blocksOfApply } from './codeApplyStore.ts';

interface JobRow {
  readonly printId: string;
  readonly state: JobState;
  readonly codes: readonly string[];
  readonly done: number;
  readonly kind: number;
  readonly codeType: number;
  readonly applyId: string;
  readonly reason: string | null;
  readonly laboratoryId: string | null;
}
interface RunRow {
  readonly runId: string;
  readonly from: number;
  readonly userId: string;
  readonly userName: string;
  readonly deviceId: string | null;
  readonly beginTime: string;
}
interface LoadedJob {
  readonly job: (PrintJob & Pick<JobRow, 'kind' | 'codeType' | 'applyId' | 'reason' | 'laboratoryId'>) | null;
}

/** The job, locked, with its run under way. */
async function lockJob(tx: Tx, user: ActingUser, printId: string): Promise<LoadedJob> {
  const { tenantId } = user;
  const row = await readRow<JobRow>(
    tx,
    sql`select j.id::text as print_id, j.state, j.codes, j.done_count as done, j.kind, j.code_type, j.apply_id::text as apply_id, j.reason,
        a.laboratory_id::text as laboratory_id
      from print_job j join code_apply a on a.tenant_id = j.tenant_id and a.id = j.apply_id
      where j.tenant_id = ${tenantId} and j.id = ${printId} and ${inSight(user, sql`a.laboratory_id`)} for update of j`,
  );
  if (!row) return { job: null };
  const run = await readRow<RunRow>(
    tx,
    sql`select id::text as run_id, from_label as from, user_id::text as user_id, user_name, device_id, begin_time from print_run
      where tenant_id = ${tenantId} and print_id = ${printId} and outcome = ${runOutcome.running}`,
  );
  return { job: { ...row, run: run ?? null } };
}

export const servedPrints: readonly ServedCommand[] = [
  serveCommand(beginPrint, {
    load: (tx, { printId }, { user }) => lockJob(tx, user, printId),
    async write(tx, { input, state, change, acting: { user, deviceId, now } }) {
      const { job } = state as LoadedJob;
      if (!job) throw new Error('began a job that was not loaded');
      const { from, abandoned, printId } = change;
      if (abandoned)
        await tx.execute(
          sql`update print_run set outcome = ${runOutcome.abandoned}, end_time = ${now} where tenant_id = ${user.tenantId} and id = ${abandoned}`,
        );
      const runId = newId();
      await tx.insert(printRunTable).values({
        id: runId,
        tenantId: user.tenantId,
        printId,
        kind: job.kind,
        codeType: job.codeType,
        laboratoryId: job.laboratoryId,
        channel: input.channel,
        firstCode: job.codes[from - 1] ?? '',
        lastCode: job.codes.at(-1) ?? '',
        fromLabel: from,
        labelCount: 0,
        outcome: runOutcome.running,
        reason: change.reason ?? job.reason,
        deviceId,
        userId: user.id,
        userName: user.name,
        beginTime: now,
      });
      await tx.execute(
        sql`update print_job set state = ${jobState.printing}, done_count = least(done_count, ${from - 1}) where tenant_id = ${user.tenantId} and id = ${printId}`,
      );
      return { printId, runId, from, total: job.codes.length };
    },
  }),
  serveCommand(completePrint, {
    load: (tx, { printId }, { user }) => lockJob(tx, user, printId),
    async write(tx, { state, change, acting: { user, deviceId, now }, opId }) {
      const { job } = state as LoadedJob;
      if (!job) throw new Error('completed a job that was not loaded');
      const { printed, printId, upTo, from } = change;
      const blocks = await blocksOfApply(tx, user.tenantId, job.applyId);
      const placed = await appliedCodes(tx, user.tenantId, job.codeType, blocks, printed);
      const rows = placed.map(({ segmentId, number, code }) => ({
        tenantId: user.tenantId,
        segmentId,
        number,
        code,
        blockId: blocks.find((block) => block.segmentId === segmentId && number >= block.first && number <= block.last)?.blockId ?? '0',
        state: numberState.printed,
        deviceId: deviceId ?? '',
        opId,
        userId: user.id,
        userName: user.name,
        printTime: now,
      }));
      // What was printed before counts on; a code that is void meanwhile stays so.
      if (rows.length > 0)
        await tx.execute(
          sql`${insertInto(numberUseTable, rows)} on conflict (tenant_id, segment_id, number) do update set print_count = number_use.print_count + 1`,
        );
      await tx.execute(
        sql`update print_run set outcome = ${change.state === jobState.toCheck ? runOutcome.complete : runOutcome.stopped}, label_count = ${printed.length},
          last_code = ${printed.at(-1) ?? ''}, end_time = ${now} where tenant_id = ${user.tenantId} and id = ${change.runId}`,
      );
      await tx.execute(
        sql`update print_job set state = ${change.state}, done_count = ${upTo} where tenant_id = ${user.tenantId} and id = ${printId}`,
      );
      return { printId, from, done: upTo, total: job.codes.length, state: change.state };
    },
  }),
  serveCommand(checkPrint, {
    load: (tx, { printId }, { user }) => lockJob(tx, user, printId),
    async write(tx, { change: { printId, code }, acting: { user, now } }) {
      await tx.execute(
        sql`update print_job set state = ${jobState.released}, check_code = ${code}, check_user_name = ${user.name}, check_time = ${now}
          where tenant_id = ${user.tenantId} and id = ${printId}`,
      );
      await tx.execute(sql`update number_use set check_time = ${now} where tenant_id = ${user.tenantId} and code = ${code}`);
      return { printId, code, state: jobState.released };
    },
  }),
];
