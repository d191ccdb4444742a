import { sql } from 'drizzle-orm';
import { customerStatement, statementContracts, wideQuery } from '#domain/bill/statement/statementRows.ts';
import { exportState, mostRows } from '#domain/kernel/listExport.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { languageOf, missing, UserError } from '#server/kernel/core/answers.ts';
import { enqueueExport } from '#server/kernel/export/enqueueExport.ts';
import { fileHeaders, tooManyForAFile } from '#server/kernel/export/exportRows.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { pageOfListing, type AskedListing, type ServedListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls, type Once } from '#server/kernel/verbs/serveCalls.ts';
import { readRow } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { cycleAsked, servedStatement, servedWide, statementTotal, wide } from './statementLists.ts';

type Filters = Readonly<Record<string, string | number | null | undefined>>;
const downloaded: Readonly<Record<string, Resource>> = { [customerStatement.name]: customerStatement, [wideQuery.name]: wideQuery };
const noSuchFile = (): UserError => new UserError(404, ['没有此下载, 可能已过期', 'No such download: it may have been removed']);
/** Filters of a body as a list's parameters; empty ones are none. */
const queryOf = (body: Filters): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (value === null || value === undefined || value === '' ? [] : [[name, String(value)] as const])),
  );

/** Begins a file of a whole list behind the screen, as the list's own export does. */
const started =
  (resource: Resource, listing: ServedListing) =>
  async ({ database, body, user, request, now, jobs, once }: CallContext<unknown, Filters> & { readonly once: Once }) => {
    const language = languageOf(request);
    // Nobody's statement is no file.
    if (resource === customerStatement && !body['billCustomerId'] && !body['sendSampleClientId']) throw missing('billCustomerId');
    const source = await listing.source({ db: database.lists, user, query: queryOf(body), language });
    const count = await source.count(mostRows);
    if (count > mostRows) throw tooManyForAFile();
    // What was left open is as it is now, whenever the file is made.
    const query = source.query ?? queryOf(body);
    const taskId = await once((tx, writing) => enqueueExport(tx, { resource, source, query, language, count, writing, jobs, now }));
    return { taskId, totalCount: count };
  };

/** Statements and the wide query as files, and what a statement comes to. */
export const statementCalls: readonly Call[] = serveCalls(statementContracts, {
  'GET bill/checkQuery/customerQuery-sum': {
    async handle(context) {
      const { query, now } = context;
      const asked: AskedListing = { ...context, query: { ...query, cycleMonth: parameter(query, 'cycleMonth') || now.slice(0, 7) } };
      const cycle = await cycleAsked(asked);
      return { begin: cycle?.begin ?? null, end: cycle?.end ?? null, ...(await statementTotal(asked)) };
    },
  },
  'POST bill/checkQuery/customerQuery-download': { cost: 'export', handle: started(customerStatement, servedStatement) },
  'POST bill/checkQuery/integratedQuery-download': { cost: 'export', handle: started(wideQuery, servedWide) },
  'POST bill/checkQuery/integratedQuery-list': {
    handle: (context) => pageOfListing(wideQuery, wide, { ...context, query: queryOf(context.body) }),
  },
  'GET bill/checkQuery/customerQuery-result': {
    async handle({ db, user, query: { taskId } }) {
      const row = await readRow<{
        taskId: string;
        state: 0 | 1 | 2 | 3 | 4;
        totalCount: number;
        doneCount: number;
        fault: string | null;
        untilTime: string | null;
      }>(
        db,
        sql`select id::text as task_id, state::int as state, total_count, done_count, fault, until_time from list_export
          where tenant_id = ${user.tenantId} and id = ${taskId} and create_user = ${user.id} and resource = ${anyText(Object.keys(downloaded))}`,
      );
      if (!row) throw noSuchFile();
      return row;
    },
  },
  'GET bill/checkQuery/customerQuery-file': {
    async handle({ db, blobs, user, query: { taskId }, request, reply, now }) {
      const row = await readRow<{ resource: string; sha256: string; size: number }>(
        db,
        sql`select resource, sha256, size from list_export where tenant_id = ${user.tenantId} and id = ${taskId} and create_user = ${user.id}
          and resource = ${anyText(Object.keys(downloaded))} and state = ${exportState.done} and until_time > ${now}`,
      );
      const bytes = row ? await blobs.read(user.tenantId, row.sha256) : null;
      const resource = row && downloaded[row.resource];
      if (!row || !bytes || !resource) throw noSuchFile();
      return fileHeaders(reply, resource, languageOf(request), Number(row.size)).send(bytes);
    },
  },
});
