import { rm } from 'node:fs/promises';
import { sql, type SQL } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { exportState, keptHours, mostRows } from '#domain/kernel/listExport.ts';
import { listByName } from '#domain/listings.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow } from '#server/storage/readRows.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import { takingFile } from '#server/kernel/core/patients.ts';
import { tooManyForAFile, writeList, xlsxType } from './exportRows.ts';
import type { JobKind, Jobs } from '#server/kernel/http/jobs.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import type { FindSource } from './listSources.ts';
import { nowMs, nowSql } from '#server/storage/clock.ts';

export const exportJob = 'list.export';
const interruptedTooOften: Label = ['服务器多次中断, 未能生成, 请重试', 'The server was interrupted several times; try again'];
const removeJob = 'list.export.remove';
const keptMs = keptHours * 3_600_000;

export interface AskedJob {
  readonly tenantId: string;
  readonly exportId: string;
}
interface Task {
  readonly resource: string;
  readonly query: Query;
  readonly language: Language;
  readonly createUser: string;
  readonly createUserName: string;
}

/** Its asker has thought better of it. */
class Ended extends Error {}

/** Removes a file and every word of it. */
export async function removeExport(database: Database, blobs: BlobStore, { tenantId, exportId }: AskedJob): Promise<void> {
  const gone = await readRow<{ sha256: string | null }>(
    database.orm,
    sql`delete from list_export where tenant_id = ${tenantId} and id = ${exportId} returning sha256`,
  );
  if (gone?.sha256) await dropFile(database, blobs, tenantId, gone.sha256);
}

/** Removes the bytes, unless a second file of the same moment is made of the same ones. */
async function dropFile(database: Database, blobs: BlobStore, tenantId: string, sha256: string): Promise<void> {
  const other = await readRow(database.orm, sql`select 1 from list_export where tenant_id = ${tenantId} and sha256 = ${sha256} limit 1`);
  if (!other) await blobs.drop(tenantId, sha256, blobOwner.listExport);
}

/** What is waited for or made. */
const stillOpen = ({ tenantId, exportId }: AskedJob): SQL =>
  sql`tenant_id = ${tenantId} and id = ${exportId} and state in (${exportState.waiting}, ${exportState.running})`;

/** What an account may do now: some lists show more to whoever may see all. */
export type RightsOf = (tenantId: string, userId: string) => Promise<ReadonlySet<string>>;

/** Makes the files that were asked for, one after another, and removes each a day after it has ended. A killed server's file is begun anew. */
export function listExportJobs(
  database: Database,
  blobs: BlobStore,
  jobs: () => Jobs,
  findSource: FindSource,
  rightsOf: RightsOf,
): readonly JobKind<AskedJob>[] {
  const { orm } = database;

  async function make(job: AskedJob, signal: AbortSignal): Promise<void> {
    const { tenantId } = job;
    const open = stillOpen(job);
    const task = await readRow<Task>(
      orm,
      sql`update list_export set state = ${exportState.running}, done_count = 0 where ${open}
        returning resource, query, language, create_user::text as create_user, create_user_name`,
    );
    if (!task) return;
    const permissions = await rightsOf(tenantId, task.createUser);
    const user = takingFile({ id: task.createUser, account: '', name: task.createUserName, tenantId, permissions });
    const draft = await blobs.draft();
    try {
      const asked = { db: database.lists, user, query: task.query, language: task.language };
      const list = listByName(task.resource);
      // An update has taken it away.
      if (!list) throw new UserError(404, ['此列表已不存在', 'This list is no more']);
      const source = await findSource(list, asked);
      const file = await writeList(
        { ...asked, source, query: source.query ?? task.query },
        source.all(mostRows, tooManyForAFile),
        draft,
        async (count) => {
          signal.throwIfAborted();
          const { rows } = await orm.execute(
            sql`update list_export set done_count = ${count}, total_count = greatest(total_count, ${count}) where ${open} returning 1`,
          );
          if (rows.length === 0) throw new Ended();
        },
      );
      await blobs.putFile(tenantId, draft, { sha256: file.sha256, size: file.size, mime: xlsxType }, blobOwner.listExport);
      const now = nowMs();
      const { rows } = await orm.execute(
        sql`update list_export set state = ${exportState.done}, total_count = ${file.rows}, done_count = ${file.rows}, sha256 = ${file.sha256}, size = ${file.size},
          end_time = ${formatDateTime(now)}, until_time = ${formatDateTime(now + keptMs)} where ${open} returning 1`,
      );
      if (rows.length === 0) await dropFile(database, blobs, tenantId, file.sha256);
    } catch (error) {
      await rm(draft, { force: true });
      // Whoever takes it over goes on with the row as it is.
      if (error instanceof Ended || signal.aborted) return;
      const said = error instanceof UserError ? error.label : (['服务器出错, 请重试', 'The server failed; try again'] as const);
      await orm.execute(
        sql`update list_export set state = ${exportState.failed}, fault = ${inLanguage(said, task.language)}, end_time = ${nowSql} where ${open}`,
      );
      if (!(error instanceof UserError)) console.error(error);
    }
  }

  return [
    {
      name: exportJob,
      retries: 3,
      expireSeconds: 3_600,
      async run(asked, signal) {
        await make(asked, signal);
        if (signal.aborted) return;
        await jobs().send(removeJob, asked, { key: asked.exportId, startAfter: new Date(nowMs() + keptMs) });
      },
      async givenUp(asked) {
        const said = sql`case language when 'zh' then ${interruptedTooOften[0]} else ${interruptedTooOften[1]} end`;
        await orm.execute(sql`update list_export set state = ${exportState.failed}, fault = ${said}, end_time = ${nowSql} where ${stillOpen(asked)}`);
        await jobs().send(removeJob, asked, { key: asked.exportId, startAfter: new Date(nowMs() + keptMs) });
      },
    },
    { name: removeJob, run: (asked) => removeExport(database, blobs, asked) },
  ];
}
