import { sql } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { isWorkedAt } from '#server/kernel/http/jobs.ts';
import { exportContracts, storedExport } from '#domain/kernel/exportCalls.ts';
import { exportState, mostRows } from '#domain/kernel/listExport.ts';
import { verbPermission, type Resource } from '#domain/kernel/resource.ts';
import { listByName } from '#domain/listings.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { languageOf, malformed, missing, UserError } from '#server/kernel/core/answers.ts';
import { fileHeaders, tooManyForAFile } from '#server/kernel/export/exportRows.ts';
import { takingFile } from '#server/kernel/core/patients.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { enqueueExport } from '#server/kernel/export/enqueueExport.ts';
import { exportJob, removeExport } from '#server/kernel/export/exportJob.ts';
import type { FindSource } from '#server/kernel/export/listSources.ts';

const interrupted: Label = ['服务器曾中断, 将自动重新生成', 'The server was interrupted; the file will be made anew by itself'];
const noSuchFile = (): UserError => new UserError(404, ['没有此导出文件, 可能已过期', 'No such file: it may have been removed']);

function listNamed(name: string): Resource {
  const found = listByName(name);
  if (!found) throw malformed('resource');
  return found;
}

function idIn({ query, body }: Pick<CallContext<unknown>, 'query' | 'body'>): string {
  const sides = [body, query] as (Readonly<Record<string, unknown>> | null | undefined)[];
  const id = plainText(sides.map((side) => side?.['id']).find((value) => value !== undefined));
  if (id === '') throw missing('id');
  if (!isId(id)) throw malformed('id');
  return id;
}

/** Files of long lists, made behind the screen: asked for, looked after, fetched and removed by their asker alone. */
export function exportCalls(findSource: FindSource): readonly Call[] {
  return serveCalls(exportContracts, {
    'POST system/my-export/start': {
      cost: 'export',
      async handle({ database, body, user, request, now, jobs, once }) {
        const { query } = body;
        const resource = listNamed(body.resource);
        requirePermission(user, verbPermission(resource, 'page'));
        const language = languageOf(request);
        const source = await findSource(resource, { db: database.lists, user: takingFile(user), query, language });
        const count = await source.count(mostRows);
        if (count > mostRows) throw tooManyForAFile();
        return once(async (tx, writing) => {
          const exportId = await enqueueExport(tx, { resource, source, query, language, count, writing, jobs, now });
          return { id: exportId, totalCount: count };
        });
      },
    },
    'GET system/my-export/list': {
      async handle({ db, user, request, jobs }) {
        const language = languageOf(request);
        const isInterrupted = jobs ? sql`state = ${exportState.running} and not ${isWorkedAt(exportJob, sql`list_export.id::text`)}` : sql`false`;
        const rows = await readRows(
          db,
          sql`select id::text as id, resource, state::int as state, total_count, done_count, size, fault, create_time, end_time, until_time, ${isInterrupted} as is_interrupted
            from list_export where tenant_id = ${user.tenantId} and create_user = ${user.id} order by create_time desc, id desc`,
          storedExport,
        );
        return rows.map(({ isInterrupted, ...row }) => {
          const resource = listByName(row.resource);
          const title = resource ? inLanguage(resource.title, language) : row.resource;
          // A file whose server has died is begun anew; until then nobody is making it.
          return isInterrupted
            ? { ...row, title, state: exportState.waiting, doneCount: 0, fault: inLanguage(interrupted, language) }
            : { ...row, title };
        });
      },
    },
    'POST system/my-export/cancel': {
      async write(tx, context) {
        const { user, now } = context;
        const { rows } = await tx.execute(
          sql`update list_export set state = ${exportState.cancelled}, end_time = ${now} where tenant_id = ${user.tenantId} and id = ${idIn(context)}
              and create_user = ${user.id} and state in (${exportState.waiting}, ${exportState.running}) returning 1`,
        );
        if (rows.length === 0) throw noSuchFile();
        return true;
      },
    },
    'POST system/my-export/remove': {
      async handle(context) {
        const { database, blobs, user } = context;
        const exportId = await context.once(async (tx) => {
          const id = idIn(context);
          // What is still being made is cancelled first.
          const { rows } = await tx.execute(
            sql`update list_export set state = ${exportState.cancelled} where tenant_id = ${user.tenantId} and id = ${id} and create_user = ${user.id}
              and state not in (${exportState.waiting}, ${exportState.running}) returning 1`,
          );
          if (rows.length === 0) throw noSuchFile();
          return id;
        });
        await removeExport(database, blobs, { tenantId: user.tenantId, exportId });
        return true;
      },
    },
    'GET system/my-export/download': {
      async handle(context) {
        const { db, blobs, user, request, reply } = context;
        const row = await readRow<{ resource: string; sha256: string; size: number }>(
          db,
          sql`select resource, sha256, size from list_export where tenant_id = ${user.tenantId} and id = ${idIn({ query: context.query, body: null })}
            and create_user = ${user.id} and state = ${exportState.done} and until_time > ${context.now}`,
        );
        if (!row) throw noSuchFile();
        const resource = listNamed(row.resource);
        // Who may no longer see the list no longer gets its file.
        requirePermission(user, verbPermission(resource, 'page'));
        const bytes = await blobs.read(user.tenantId, row.sha256);
        if (!bytes) throw noSuchFile();
        return fileHeaders(reply, resource, languageOf(request), Number(row.size)).send(bytes);
      },
    },
  });
}
