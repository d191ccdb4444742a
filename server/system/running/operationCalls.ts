import { sql } from 'drizzle-orm';
import { jobGone, operationContracts, type AlarmRow, type FailedJob } from '#domain/system/running/operations.ts';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { languageOf, pageOf, UserError } from '#server/kernel/core/answers.ts';
import { policyValues } from '#server/kernel/core/policies.ts';
import { shownError } from '#server/kernel/http/logging.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { pageRows, parameter } from '#server/kernel/resource/pageRows.ts';
import { pagingOf } from '#server/kernel/resource/resourceQuery.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { readDatabase, readDesks, readInterfaces, readNodes, readQueues, readRetention } from './figures.ts';

const alarmColumns = sql`a.id::text as alarm_id, a.kind, a.subject, a.value, a.since_time, a.raised_time, a.cleared_time, a.told_time`;
const longestMessage = 300;

type Settled = Pick<CallContext<unknown, { jobIds: string[] }>, 'jobs' | 'database' | 'user' | 'now' | 'body' | 'request'>;

/** Retries or drops jobs that failed for good; each answers for itself. */
async function settle(how: 'retry' | 'discard', { jobs, database, user, now, body, request }: Settled): Promise<ManyAnswer[]> {
  const ids = [...new Set(body.jobIds)];
  const done = (await jobs?.settleFailed(how, ids)) ?? new Set();
  if (done.size > 0)
    await database.transaction((tx) =>
      writeAudit(tx, {
        user,
        deviceId: null,
        opId: null,
        action: `installation.${how}Jobs`,
        subject: `${done.size}`,
        before: null,
        after: [...done],
        now,
      }),
    );
  return ids.map((id) =>
    done.has(id)
      ? { id, status: 'applied', code: null, text: null }
      : { id, status: 'refused', code: 'job.gone', text: inLanguage(jobGone, languageOf(request)) },
  );
}

export const operationCalls = serveCalls(operationContracts, {
  'GET system/operations/state': {
    async handle({ db, database, now }) {
      const [of, nodes, desks, interfaces] = [
        await readDatabase(db, database),
        await readNodes(db, now),
        await readDesks(db, now),
        await readInterfaces(db, now),
      ];
      const alarms = await readRows<AlarmRow>(
        db,
        sql`select ${alarmColumns} from installation_alarm a where a.cleared_time is null and a.raised_time is not null order by a.raised_time desc, a.id`,
      );
      return { serverTime: now, database: of, nodes, desks, interfaces, alarms };
    },
  },
  'GET system/operations/queues': { handle: async ({ db, jobs }) => (jobs ? readQueues(db, jobs.crons) : []) },
  'GET system/operations/failed-jobs': {
    async handle({ db, jobs, query }) {
      const { current, size } = pagingOf(query);
      // Without queues there is not even a table of them.
      if (!jobs) return pageOf([], 0, current, size);
      const name = parameter(query, 'name');
      const page = await pageRows<Omit<FailedJob, 'message'> & { output: unknown }>(db, query, {
        columns: sql`j.id::text as job_id, j.name, j.created_on as create_time, coalesce(j.completed_on, j.created_on) as failed_time, (j.retry_count + 1)::int as tries, j.output`,
        from: sql`pgboss.job j`,
        where: [sql`j.state = 'failed'`, sql`j.name not like '%.givenUp'`, name !== '' && sql`j.name = ${name}`],
        order: sql`j.completed_on desc, j.id`,
      });
      return {
        ...page,
        records: page.records.map(({ output, ...row }) => ({
          ...row,
          message: String(shownError(output)['message'] ?? '').slice(0, longestMessage),
        })),
      };
    },
  },
  'GET system/operations/alarms': {
    handle: ({ db, query }) =>
      pageRows<AlarmRow>(db, query, {
        columns: alarmColumns,
        from: sql`installation_alarm a`,
        where: [sql`a.raised_time is not null`],
        order: sql`a.raised_time desc nulls first, a.id`,
      }),
  },
  'GET system/operations/retention': { handle: async ({ db, database }) => readRetention(db, await policyValues(database.orm)) },
  'POST system/operations/retry-jobs': { handle: (context) => settle('retry', context) },
  'POST system/operations/discard-jobs': { handle: (context) => settle('discard', context) },
  'POST system/operations/forget-node': {
    async handle({ database, user, now, body: { nodeId } }) {
      return database.transaction(async (tx) => {
        const nodes = await readNodes(tx, now);
        const node = nodes.find((one) => one.nodeId === nodeId);
        if (node?.state === 'running') throw new UserError(409, ['该节点正在运行', 'That node is running']);
        const gone = await readRow<{ nodeId: string }>(tx, sql`delete from server_node where node_id = ${nodeId} returning node_id`);
        if (gone)
          await writeAudit(tx, {
            user,
            deviceId: null,
            opId: null,
            action: 'installation.forgetNode',
            subject: nodeId,
            before: node,
            after: null,
            now,
          });
        return true as const;
      });
    },
  },
});
