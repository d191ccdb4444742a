import { sql, type SQL } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { actionLabel } from '#domain/session/actionLabel.ts';
import { publicLogs } from '#domain/session/logCalls.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import type { PatientViewer } from '#server/kernel/core/patients.ts';
import { neededParameter, pageRows, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveUnder } from '#server/kernel/verbs/serveCalls.ts';
import { toldBy } from '#server/session/logViews.ts';
import { ofPeers, peersOf } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

type Asked = Readonly<Record<string, unknown>>;
type Row = Record<string, unknown> & { readonly methodName?: string };

/** A log of ours as one of the family's (docs/wire.md#system-resources). */
interface Log {
  readonly kind: keyof typeof publicLogs;
  readonly from: SQL;
  /** What lists show, and what the row's own page adds. */
  readonly columns: SQL;
  readonly further: (viewer: PatientViewer) => SQL;
  readonly time: SQL;
  /** Where an entry may name patients: who did it. */
  readonly author?: SQL;
}

/** The sentence columns every one of these logs has; this product is one service and keeps no environment. */
const common = sql`l.id::text as id, 'accession' as service_id, '' as server_host, '' as server_ip, '' as env`;

const logs: readonly Log[] = [
  {
    kind: 'usual',
    from: sql`login_log l`,
    columns: sql`${common}, case when l.error_code = 0 then 'info' else 'warn' end as log_level, l.grant_type as log_id, '/blade-auth/token' as request_uri,
      'POST' as method, 'login' as method_name, l.remote_ip, l.user_agent, l.account as create_by, l.login_time::timestamp(0)::text as create_time`,
    further: () => sql`l.login_time::timestamp(0)::text as log_data, l.client_id as params`,
    time: sql`l.login_time`,
  },
  {
    kind: 'api',
    from: sql`audit_entry l`,
    columns: sql`${common}, '1' as type, l.action as method_name, '' as title, 'POST' as method, l.subject as request_uri, '' as remote_ip, '' as user_agent,
      l.user_name as create_by, l.create_time::timestamp(0)::text as create_time`,
    further: (viewer) => sql`coalesce(nullif(${sql.raw(toldBy('l', 'after', viewer))}, 'null'::jsonb)::text, '') as params`,
    time: sql`l.create_time`,
    author: sql`l.user_id`,
  },
  {
    kind: 'error',
    from: sql`client_error l`,
    columns: sql`${common}, coalesce(l.reported->>'message', '') as title, '' as method, 'client' as method_name, coalesce(l.reported->>'url', '') as request_uri,
      coalesce(l.reported->>'type', '') as exception_name, '' as remote_ip, '' as user_agent, '' as file_name, -1 as line_number,
      coalesce((select u.account from user_account u where u.tenant_id = l.tenant_id and u.id = l.user_id), '') as create_by, l.create_time::timestamp(0)::text as create_time`,
    further: () =>
      sql`coalesce(l.reported->>'stack', '') as stack_trace, coalesce(l.reported->>'message', '') as message, coalesce(l.reported->>'info', '') as params`,
    time: sql`l.create_time`,
    author: sql`l.user_id`,
  },
];

/** What people did is called by its name. */
const named = ({ request }: CallContext<Asked>, kind: Log['kind'], row: Row): Row =>
  kind === 'api' ? { ...row, title: inLanguage(actionLabel(row.methodName ?? ''), languageOf(request)) } : row;

function callsOf({ kind, from, columns, further, time, author }: Log): readonly Call[] {
  const seen = async ({ db, user }: CallContext<Asked>) => (author ? ofPeers(author, await peersOf(db, user)) : undefined);
  return serveUnder(`log/${kind}`, publicLogs[kind], {
    'GET list': {
      async handle(context) {
        const { db, user, query } = context;
        // There is one service: a search for another finds nothing.
        const service = parameter(query, 'serviceId');
        const where = [
          sql`l.tenant_id = ${user.tenantId}`,
          await seen(context),
          service !== '' && !'accession'.includes(service) && sql`false`,
          parameter(query, 'serverHost') !== '' && sql`false`,
        ];
        const page = await pageRows<Row>(db, query, { columns, from, where, order: sql`${time} desc, l.id desc` });
        return { ...page, records: page.records.map((row) => named(context, kind, row)) };
      },
    },
    'GET detail': {
      async handle(context) {
        const id = neededParameter(context.query, 'id');
        const row = isId(id)
          ? await readRow<Row>(
              context.db,
              sql`select ${columns}, ${further(context)} from ${from} where ${allOf([sql`l.tenant_id = ${context.user.tenantId}`, sql`l.id = ${id}`, await seen(context)])}`,
            )
          : undefined;
        if (!row) throw new UserError(404, ['未找到日志', 'No such entry']);
        return named(context, kind, row);
      },
    },
  });
}

/** The three logs of the public flavour: who signed in, what people did, what clients reported of themselves. */
export const publicLogCalls: readonly Call[] = logs.flatMap(callsOf);
