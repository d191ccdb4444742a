import { sql } from 'drizzle-orm';
import type { Language } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { exportState, mostOpen } from '#domain/kernel/listExport.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { takingFile } from '#server/kernel/core/patients.ts';
import type { Jobs } from '#server/kernel/http/jobs.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import type { Writing } from '#server/kernel/resource/resourceWrite.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { exportJob } from './exportJob.ts';
import { patientsIn, withoutPatients } from './exportRows.ts';
import type { ListSource } from './listSources.ts';

/** Which list, how long it is, and for whom. */
export interface WantedExport {
  readonly resource: Resource;
  readonly source: ListSource;
  readonly query: Query;
  readonly language: Language;
  readonly count: number;
  readonly writing: Writing;
  readonly jobs: Jobs | null | undefined;
  readonly now: string;
}

/** Leaves a file of a list to be made behind the screen, with a note in the audit trail; answers its id. UserError 409 where its asker has too many that are not made yet, 503 where no jobs are done. */
export async function enqueueExport(tx: Tx, { resource, source, query, language, count, writing, jobs, now }: WantedExport): Promise<string> {
  const { user } = writing;
  if (!jobs) throw new UserError(503, ['后台任务未启动', 'No jobs are being done here']);
  const open = await readRow<{ count: number }>(
    tx,
    sql`select count(*)::int as count from list_export where tenant_id = ${user.tenantId} and create_user = ${user.id} and state in (${exportState.waiting}, ${exportState.running})`,
  );
  if ((open?.count ?? 0) >= mostOpen)
    throw new UserError(
      409,
      [`已有 ${mostOpen} 个导出在进行, 请等其完成或取消`, `${mostOpen} files are being made already: wait for one, or cancel it`],
      { refusal: 'export.tooManyOpen' },
    );
  const exportId = newId();
  await tx.execute(sql`insert into list_export (id, tenant_id, resource, query, language, state, total_count, create_user, create_user_name, create_time)
    values (${exportId}, ${user.tenantId}, ${resource.name}, ${JSON.stringify(query)}::jsonb, ${language}, ${exportState.waiting}, ${count}, ${user.id}, ${user.name}, ${now})`);
  const patients = patientsIn({ source, query, user: takingFile(user) });
  const after = { rows: count, ...(patients ? { patients } : {}), ...withoutPatients(resource, query) };
  await writeAudit(tx, { ...writing, action: 'myExport.start', subject: resource.name, before: null, after, now });
  await jobs.send(exportJob, { tenantId: user.tenantId, exportId }, { tx, key: exportId });
  return exportId;
}
