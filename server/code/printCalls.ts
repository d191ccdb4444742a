import { sql } from 'drizzle-orm';
import type { LabelsOfJob } from '#domain/code/codeAnswers.ts';
import { printContracts } from '#domain/code/codeContracts.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { plainLayout, readLayout, type LabelFacts } from '#domain/code/labelLayout.ts';
import { runOutcome, type JobState } from '#domain/code/printJob.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isId } from '#domain/kernel/ids.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import { neededParameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { inSight } from '#server/spine/loading.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';

interface JobRow {
  readonly printId: string;
  readonly applyId: string;
  readonly kind: number;
  readonly codeType: number;
  readonly codes: readonly string[];
  readonly total: number;
  readonly done: number;
  readonly state: JobState;
  readonly reason: string | null;
  readonly styleName: string;
  readonly layout: unknown;
  readonly clientName: string | null;
  readonly clientCode: string | null;
  readonly laboratoryName: string | null;
  readonly appliedBy: string;
  readonly appliedAt: string;
  readonly printingBy: string | null;
}

async function jobOf(reader: Reader, user: ActingUser, printId: string): Promise<JobRow | undefined> {
  if (!isId(printId)) return undefined;
  return readRow<JobRow>(
    reader,
    sql`select j.id::text as print_id, j.apply_id::text as apply_id, j.kind, j.code_type, j.codes, j.total_count as total, j.done_count as done, j.state, j.reason,
        j.style_name, j.layout, c.client_name, c.client_code, l.laboratory_name, a.create_user_name as applied_by, a.create_time as applied_at,
        (select r.user_name from print_run r where r.tenant_id = j.tenant_id and r.print_id = j.id and r.outcome = ${runOutcome.running}) as printing_by
      from print_job j join code_apply a on a.tenant_id = j.tenant_id and a.id = j.apply_id
        left join send_sample_client c on c.tenant_id = a.tenant_id and c.id = a.send_sample_client_id
        left join laboratory l on l.tenant_id = a.tenant_id and l.id = a.laboratory_id
      where j.tenant_id = ${user.tenantId} and j.id = ${printId} and ${inSight(user, sql`a.laboratory_id`)}`,
  );
}
const unknown = (): UserError => new UserError(404, ['没有此打印任务', 'No such print job'], { refusal: 'printJob.unknown' });

/** Labels say what they said when they were first printed: the application's day and person, not the reprint's. */
const labelsCall = (isLab: boolean) => ({
  cost: 'print' as const,
  async handle({ db, query, user, request }: CallContext<Query>): Promise<LabelsOfJob> {
    const job = await jobOf(db, user, neededParameter(query, 'printId'));
    if (!job || (job.codeType === codeType.lab) !== isLab) throw unknown();
    const language = languageOf(request);
    const shared = {
      kind: inLanguage(codeType.labelOf(job.codeType) ?? ['', ''], language),
      client: job.clientName ?? '',
      clientCode: job.clientCode ?? '',
      laboratory: job.laboratoryName ?? '',
      date: job.appliedAt.slice(0, 10),
      user: job.appliedBy,
    };
    const labels = job.codes.map((code, at): LabelFacts => ({ ...shared, code, serial: `${at + 1}/${job.total}` }));
    const { printId, applyId, state, total, done, reason, styleName, printingBy } = job;
    return {
      printId,
      applyId,
      jobKind: job.kind,
      state,
      total,
      done,
      reason,
      styleName,
      layout: readLayout(job.layout) ?? plainLayout,
      labels,
      printingBy,
    };
  },
});

export const printCalls: readonly Call[] = serveCalls(printContracts, {
  'GET code/print/get-sample': labelsCall(false),
  'GET code/print/get-lab': labelsCall(true),
  'GET code/print/print-count': {
    async handle({ db, query, user }) {
      const printId = neededParameter(query, 'printId');
      const job = await jobOf(db, user, printId);
      if (!job) throw unknown();
      const runs = await readRow<{ runs: number; printed: number }>(
        db,
        sql`select count(*)::int as runs, coalesce(sum(label_count), 0)::int as printed from print_run where tenant_id = ${user.tenantId} and print_id = ${printId}`,
      );
      return {
        printId,
        total: job.total,
        done: job.done,
        left: job.total - job.done,
        state: job.state,
        printed: runs?.printed ?? 0,
        runs: runs?.runs ?? 0,
      };
    },
  },
});
