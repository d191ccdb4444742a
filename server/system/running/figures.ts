import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { credentialType } from '#domain/op/interfaceLog.ts';
import { breakerState } from '#domain/op/rules/breaker.ts';
import { thresholds } from '#domain/system/running/alarmRules.ts';
import type { PolicyValues } from '#domain/system/policies.ts';
import { retentions } from '#domain/system/running/retention.ts';
import type { NodeFacts, NodeRow, OperationsState, QueueRow, RetentionRow } from '#domain/system/running/operations.ts';
import { schemaVersion } from '#server/kernel/http/health.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';

const dayMs = 86_400_000;

/** The nodes that are known, those that run first. `now`: yyyy-MM-dd HH:mm:ss. */
export async function readNodes(reader: Reader, now: string): Promise<NodeRow[]> {
  const rows = await readRows<Omit<NodeRow, 'state'> & { facts: NodeFacts }>(
    reader,
    sql`select node_id, started_time, seen_time, stopped_time, facts from server_node order by stopped_time nulls first, node_id`,
  );
  const silentFrom = formatDateTime(toMs(now) - thresholds.nodeSeconds * 1000);
  return rows.map((row) => ({ ...row, state: row.stoppedTime !== null ? 'stopped' : row.seenTime < silentFrom ? 'silent' : 'running' }));
}

/** How every queue stands. */
export async function readQueues(reader: Reader, crons: Readonly<Record<string, string>>): Promise<QueueRow[]> {
  const rows = await readRows<Omit<QueueRow, 'cron'>>(
    reader,
    sql`select q.name, count(*) filter (where j.state in ('created', 'retry'))::int as waiting, count(*) filter (where j.state = 'active')::int as active,
        count(*) filter (where j.state = 'failed')::int as failed,
        extract(epoch from pgboss.job_now() - min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= pgboss.job_now()))::int as oldest_seconds,
        (array_agg(j.output order by j.completed_on desc) filter (where j.state = 'completed'))[1] as last_did,
        to_char(max(j.completed_on) filter (where j.state = 'completed') at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as last_done
      from pgboss.queue q left join pgboss.job j on j.name = q.name where q.name not like '\\_\\_%' group by q.name order by q.name`,
  );
  return rows.map((row) => ({ ...row, lastDid: didOf(row.lastDid), cron: crons[row.name] ?? null }));
}

/** Since when the oldest job of each queue could have begun and has not, s. */
export function readWaiting(reader: Reader): Promise<{ name: string; seconds: number }[]> {
  return readRows(
    reader,
    sql`select j.name, extract(epoch from pgboss.job_now() - min(j.start_after))::int as seconds from pgboss.job j
      where j.state in ('created', 'retry') and j.start_after <= pgboss.job_now() group by j.name`,
  );
}

/** Figures by name; null for whatever else a job may answer. */
function didOf(output: unknown): QueueRow['lastDid'] {
  const read = z.record(z.string(), z.number()).safeParse(output);
  return read.success && Object.keys(read.data).length > 0 ? read.data : null;
}

const fewRows = 10_000;
/** How long each kind of data is kept, how much of it there is, and how old the oldest is. */
export async function readRetention(reader: Reader, policies: PolicyValues): Promise<RetentionRow[]> {
  const found: RetentionRow[] = [];
  for (const { table, keeps, time } of retentions) {
    const name = sql.identifier(table);
    // Few are counted; of many the database has a figure for its plans.
    const of = await readRow<{ rows: number; oldest: string | null }>(
      reader,
      sql`select greatest((select count(*) from (select 1 from ${name} limit ${fewRows}) few), sum(c.reltuples))::int as rows,
          ${time ? sql`(select min(${sql.identifier(time)}) from ${name})` : sql`null::timestamptz`} as oldest
        from pg_class c where c.relkind <> 'p' and (c.oid = to_regclass(${table}) or c.oid in (select i.inhrelid from pg_inherits i where i.inhparent = to_regclass(${table})))
        having count(*) > 0`,
    );
    if (!of) throw new Error(`no table ${table}`);
    const days = !keeps || 'perRow' in keeps ? null : 'policy' in keeps ? Number(policies[keeps.policy]) || null : keeps.days;
    found.push({ table, days, ...of });
  }
  return found;
}

/** The database as it sees itself; how long a statement takes is between two times of its own clock. */
export async function readDatabase(reader: Reader, database: Database): Promise<OperationsState['database']> {
  const row = await readRow<{ version: string; bytes: string; connections: number; longestSeconds: number | null }>(
    reader,
    sql`select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database())::text as bytes,
        (select count(*)::int from pg_stat_activity a where a.datname = current_database()) as connections,
        (select extract(epoch from max(statement_timestamp() - a.query_start))::int from pg_stat_activity a
          where a.datname = current_database() and a.state = 'active' and a.pid <> pg_backend_pid()) as longest_seconds`,
  );
  const replicas = await readRows<{ name: string; state: string; lagBytes: number }>(
    reader,
    sql`select coalesce(r.application_name, '') as name, coalesce(r.state, '') as state, coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), r.replay_lsn), 0)::float8 as lag_bytes
      from pg_stat_replication r order by 1`,
  );
  if (!row) throw new Error('no database');
  const [bytes, schema] = [Number(row.bytes), await schemaVersion(database)];
  return {
    ...row,
    kind: database.kind,
    schema,
    bytes,
    replicas: replicas.map((one) => ({ ...one, lagBytes: Math.max(0, Math.round(one.lagBytes)) })),
  };
}

/** Desks of all tenants that are silent and owe acts. */
export async function countSilentDesks(reader: Reader): Promise<number> {
  return (await readRow<{ count: number }>(reader, sql`select count(*)::int as count from device_alarm a where a.cleared_time is null`))?.count ?? 0;
}
/** Interfaces of all tenants whose calls do not leave. */
export async function countOpenBreakers(reader: Reader): Promise<number> {
  const open = sql`select count(*)::int as count from interface_breaker b where b.state = ${breakerState.open}`;
  return (await readRow<{ count: number }>(reader, open))?.count ?? 0;
}

/** The desks of all tenants that were heard within a day. */
export async function readDesks(reader: Reader, now: string): Promise<OperationsState['desks']> {
  const since = formatDateTime(toMs(now) - dayMs);
  const versions = await readRows<{ version: string; count: number; waiting: number }>(
    reader,
    sql`select coalesce(d.app_version, '') as version, count(*)::int as count, coalesce(sum(d.waiting), 0)::int as waiting from device d
      where d.revoked_time is null and d.last_seen >= ${since} group by 1 order by 2 desc, 1`,
  );
  const sum = (of: 'count' | 'waiting'): number => versions.reduce((total, row) => total + row[of], 0);
  return {
    count: sum('count'),
    inAlarm: await countSilentDesks(reader),
    waiting: sum('waiting'),
    versions: versions.map(({ version, count }) => ({ version, count })),
  };
}

/** The interfaces of all tenants within a day. */
export async function readInterfaces(reader: Reader, now: string): Promise<OperationsState['interfaces']> {
  const since = formatDateTime(toMs(now) - dayMs);
  const row = await readRow<Omit<OperationsState['interfaces'], 'open'>>(
    reader,
    sql`select count(*)::int as calls, (count(*) filter (where l.credential_type = ${credentialType.bad}))::int as failed
      from interface_log l where l.create_time >= ${since}`,
  );
  if (!row) throw new Error('no interfaces');
  return { ...row, open: await countOpenBreakers(reader) };
}
