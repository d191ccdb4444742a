import { sql } from 'drizzle-orm';
import { alarmRow, deviceRow, explainedRow, gapRow, undoneRow } from '#domain/desk/deskRows.ts';
import { deviceListingContracts } from '#domain/desk/deskContracts.ts';
import { z } from 'zod';
import type { DeviceState } from '#domain/kernel/offlineWire.ts';
import { malformed, UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { requireDesk } from '#server/kernel/desk/deskProof.ts';
import { deviceState } from '#server/kernel/desk/deviceState.ts';
import { neededParameter, pageRows, parameter } from '#server/kernel/resource/pageRows.ts';
import { policyValues } from '#server/kernel/core/policies.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { deviceExplained } from '#server/storage/deskWatchTables.ts';
import { insertInto } from '#server/storage/insertInto.ts';
import { ofPeers, peersOf } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import { nowSql } from '#server/storage/clock.ts';

const noSuchDesk = (): UserError => new UserError(404, ['没有这台前台', 'No such desk']);
const highestNumber = z.coerce.number().int().nonnegative().max(2_147_483_647).catch(0);
const nameOf = (id: string) => sql`(select u.real_name from user_account u where u.tenant_id = d.tenant_id and u.id = ${sql.raw(id)})`;
const desks = sql`device d left join device_watch w on w.tenant_id = d.tenant_id and w.device_id = d.device_id
  left join device_alarm a on a.tenant_id = d.tenant_id and a.device_id = d.device_id and a.cleared_time is null`;

/** Numbers that were given out and neither arrived nor were explained: as accounted for within the last minute, and of those since. */
const missing = sql`coalesce(w.gap_count, 0) + greatest(0, d.max_seq_reported - coalesce(w.counted_seq, 0)
  - (select count(*) from client_op o where o.tenant_id = d.tenant_id and o.device_id = d.device_id and o.seq > coalesce(w.counted_seq, 0) and o.seq <= d.max_seq_reported)
  - (select count(*) from device_explained e where e.tenant_id = d.tenant_id and e.device_id = d.device_id and e.seq > coalesce(w.counted_seq, 0) and e.seq <= d.max_seq_reported))`;
/** What a desk last said is of before its last acts arrived: no more can wait there than is missing here. */
const stillWaiting = sql`least(d.waiting, ${missing})::int`;

export const deviceListingCalls: readonly Call[] = serveCalls(deviceListingContracts, {
  /** One line a desk. Gaps are as they were accounted for within the last minute; nothing of the ledger is counted here. */
  'GET sample/offline/device-page': {
    async handle({ db, query, user }) {
      const [text, has, appVersion] = [parameter(query, 'text'), parameter(query, 'has'), parameter(query, 'appVersion')];
      const { silentMinutes } = await policyValues(db);
      const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
      return pageRows(db, query, {
        row: deviceRow,
        columns: sql`d.device_id, w.device_name, w.note, coalesce(${nameOf('d.user_id')}, '') as user_name, ${nameOf('d.last_courier_id')} as courier_name,
        d.last_seen, greatest(0, extract(epoch from ${nowSql} - d.last_seen))::int as silent_seconds, d.max_seq_reported,
        (select max(o.seq) from client_op o where o.tenant_id = d.tenant_id and o.device_id = d.device_id) as highest_received,
        coalesce(w.gap_count, 0)::bigint as gap_count, ${stillWaiting} as waiting, case when ${stillWaiting} > 0 then d.oldest_waiting_at end as oldest_waiting_at, d.app_version, d.revoked_time, a.raised_time as alarm_time,
        (select count(*)::int from kept_act k where k.tenant_id = d.tenant_id and k.device_id = d.device_id and k.decided_time is null) as kept_count,
        (select coalesce(sum(b.last_number - b.first_number + 1 - (select count(*) from number_use n where n.tenant_id = b.tenant_id and n.block_id = b.id)), 0)::int
          from number_block b where b.tenant_id = d.tenant_id and b.device_id = d.device_id and b.state = 1) as block_count`,
        from: desks,
        where: [
          sql`d.tenant_id = ${user.tenantId}`,
          has === 'gaps' && sql`w.gap_count > 0`,
          has === 'silent' && sql`d.revoked_time is null and d.last_seen < ${nowSql} - make_interval(mins => ${silentMinutes}::int)`,
          has === 'old' && sql`d.app_version is distinct from ${appVersion}`,
          has === 'alarm' && sql`a.id is not null`,
          text !== '' &&
            sql`(w.device_name ilike ${like} or w.note ilike ${like} or d.device_id ilike ${like} or exists (select 1 from user_account u where u.tenant_id = d.tenant_id and u.id = d.user_id and (u.real_name ilike ${like} or u.account ilike ${like})))`,
        ],
        order: sql`(a.id is null), (coalesce(w.gap_count, 0) = 0), d.last_seen desc, d.device_id`,
      });
    },
  },
  /** What is known of a desk's numbers: not arrived, arrived and refused, in conflict or kept, or given up. */
  'GET sample/offline/device-numbers': {
    async handle({ db, query, user }) {
      const of = sql`d.tenant_id = ${user.tenantId} and d.device_id = ${neededParameter(query, 'deviceId')}`;
      const kind = neededParameter(query, 'kind');
      if (kind === 'gaps') {
        const columns = sql`d.first_seq::float8 as first, d.last_seq::float8 as last`;
        return pageRows(db, query, { row: gapRow, columns, from: sql`device_gap d`, where: [of], order: sql`d.first_seq` });
      }
      if (kind === 'explained') {
        const columns = sql`d.seq::float8 as seq, d.how, coalesce(${nameOf('d.user_id')}, '') as user_name`;
        return pageRows(db, query, { row: explainedRow, columns, from: sql`device_explained d`, where: [of], order: sql`d.seq desc` });
      }
      if (kind !== 'acts') throw malformed('kind');
      return pageRows(db, query, {
        row: undoneRow,
        columns: sql`d.op_id, d.seq::float8 as seq, d.type, d.status, d.code, coalesce(d.params -> 'params', '{}'::jsonb) as params,
        coalesce(${nameOf('d.author_id')}, '') as author_name, d.occurred_at, d.server_time`,
        from: sql`client_op d`,
        where: [of, ofPeers(sql`d.author_id`, await peersOf(db, user)), sql`d.status in ('refused', 'conflict', 'kept')`],
        order: sql`d.seq desc nulls last, d.op_id`,
      });
    },
  },
  /** What the server holds and lacks of a desk's acts at this moment; `offline/state` is the desk's own word. */
  'GET sample/offline/device-state': {
    async handle({ db, query, user }): Promise<DeviceState> {
      const deviceId = neededParameter(query, 'deviceId');
      if (!(await readRow(db, sql`select 1 as one from device where tenant_id = ${user.tenantId} and device_id = ${deviceId}`))) throw noSuchDesk();
      return deviceState(db, user.tenantId, deviceId, highestNumber.parse(parameter(query, 'maxSeq')));
    },
  },
  /** What people here call a desk. */
  'POST sample/offline/device-save': {
    async write(tx, { body, user, now, writing: { opId } }) {
      const { deviceId, deviceName, note } = body;
      const known = await readRow<{ deviceName: string | null; note: string | null }>(
        tx,
        sql`select w.device_name, w.note from device d left join device_watch w on w.tenant_id = d.tenant_id and w.device_id = d.device_id
          where d.tenant_id = ${user.tenantId} and d.device_id = ${deviceId}`,
      );
      if (!known) throw noSuchDesk();
      const after = { deviceName: deviceName || null, note: note || null };
      await tx.execute(
        sql`insert into device_watch (tenant_id, device_id, device_name, note) values (${user.tenantId}, ${deviceId}, ${after.deviceName}, ${after.note})
          on conflict (tenant_id, device_id) do update set device_name = excluded.device_name, note = excluded.note`,
      );
      await writeAudit(tx, { user, deviceId: null, opId, action: 'device.save', subject: deviceId, before: known, after, now });
      return true as const;
    },
  },
  'GET sample/offline/alarm-page': {
    handle: ({ db, query, user }) => {
      const deviceId = parameter(query, 'deviceId');
      return pageRows(db, query, {
        row: alarmRow,
        columns: sql`a.id as alarm_id, a.device_id, w.device_name, a.silent_since, a.raised_time, a.gap_count, a.waiting, a.cleared_time`,
        from: sql`device_alarm a`,
        joins: sql`left join device_watch w on w.tenant_id = a.tenant_id and w.device_id = a.device_id`,
        where: [sql`a.tenant_id = ${user.tenantId}`, deviceId !== '' && sql`a.device_id = ${deviceId}`],
        order: sql`a.raised_time desc, a.id desc`,
      });
    },
  },
  'GET sample/offline/alarm-count': {
    async handle({ db, user }) {
      const row = await readRow<{ count: number }>(
        db,
        sql`select count(*)::int as count from device_alarm where tenant_id = ${user.tenantId} and cleared_time is null`,
      );
      return { count: row?.count ?? 0 };
    },
  },
  /** A desk says which numbers never come, so that they are no gaps. Known ones stay as they were first explained. */
  'POST sample/offline/explained-numbers': {
    async write(tx, { body, user, request, now }) {
      const { deviceId, numbers: list } = body;
      await requireDesk(tx, request, user.tenantId, deviceId);
      const rows = list.map(({ seq, how }) => ({ tenantId: user.tenantId, deviceId, seq, how, userId: user.id, createTime: now }));
      await tx.execute(sql`${insertInto(deviceExplained, rows)} on conflict do nothing`);
      return true as const;
    },
  },
});
