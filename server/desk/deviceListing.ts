import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  deviceSaveInput,
  devicePaths,
  explainedInput,
  type AlarmRow,
  type DeviceRow,
  type ExplainedRow,
  type GapRow,
  type UndoneRow,
} from '#domain/desk/deviceRows.ts';
import type { DeviceState } from '#domain/kernel/offlineWire.ts';
import { malformed, UserError } from '#server/kernel/answers.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { requireDesk } from '#server/kernel/deskProof.ts';
import { deviceState } from '#server/kernel/deviceState.ts';
import { onceOnly } from '#server/kernel/onceOnly.ts';
import { neededParameter, pageRows, parameter } from '#server/kernel/pageRows.ts';
import { policyValues } from '#server/kernel/policies.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { deviceExplained } from '#server/storage/deskWatchTables.ts';
import { insertInto } from '#server/storage/insertInto.ts';
import { ofPeers, peersOf } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';

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

/** One line a desk. Gaps are as they were accounted for within the last minute; nothing of the ledger is counted here. */
const page = defineCall({
  method: 'GET',
  service: 'sample',
  path: devicePaths.page,
  title: ['前台列表', 'Desks'],
  permission: 'device_view',
  async handle({ db, query, user }) {
    const [text, has, appVersion] = [parameter(query, 'text'), parameter(query, 'has'), parameter(query, 'appVersion')];
    const { silentMinutes } = await policyValues(db);
    const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    return pageRows<DeviceRow>(db, query, {
      columns: sql`d.device_id, w.device_name, w.note, coalesce(${nameOf('d.user_id')}, '') as user_name, ${nameOf('d.last_courier_id')} as courier_name,
        d.last_seen, greatest(0, extract(epoch from now() - d.last_seen))::int as silent_seconds, d.max_seq_reported,
        (select max(o.seq) from client_op o where o.tenant_id = d.tenant_id and o.device_id = d.device_id) as highest_received,
        coalesce(w.gap_count, 0)::bigint as gap_count, ${stillWaiting} as waiting, case when ${stillWaiting} > 0 then d.oldest_waiting_at end as oldest_waiting_at, d.app_version, d.revoked_time, a.raised_time as alarm_time,
        (select count(*)::int from kept_act k where k.tenant_id = d.tenant_id and k.device_id = d.device_id and k.decided_time is null) as kept_count,
        (select coalesce(sum(b.last_number - b.first_number + 1 - (select count(*) from number_use n where n.tenant_id = b.tenant_id and n.block_id = b.id)), 0)::int
          from number_block b where b.tenant_id = d.tenant_id and b.device_id = d.device_id and b.state = 1) as block_count`,
      from: desks,
      where: [
        sql`d.tenant_id = ${user.tenantId}`,
        has === 'gaps' && sql`w.gap_count > 0`,
        has === 'silent' && sql`d.revoked_time is null and d.last_seen < now() - make_interval(mins => ${silentMinutes}::int)`,
        has === 'old' && sql`d.app_version is distinct from ${appVersion}`,
        has === 'alarm' && sql`a.id is not null`,
        text !== '' &&
          sql`(w.device_name ilike ${like} or w.note ilike ${like} or d.device_id ilike ${like} or exists (select 1 from user_account u where u.tenant_id = d.tenant_id and u.id = d.user_id and (u.real_name ilike ${like} or u.account ilike ${like})))`,
      ],
      order: sql`(a.id is null), (coalesce(w.gap_count, 0) = 0), d.last_seen desc, d.device_id`,
    });
  },
});

/** What is known of a desk's numbers: not arrived, arrived and refused, in conflict or kept, or given up. */
const numbers = defineCall({
  method: 'GET',
  service: 'sample',
  path: devicePaths.numbers,
  title: ['前台序号核对', 'Numbers of a desk'],
  permission: 'device_view',
  async handle({ db, query, user }) {
    const of = sql`d.tenant_id = ${user.tenantId} and d.device_id = ${neededParameter(query, 'deviceId')}`;
    const kind = neededParameter(query, 'kind');
    if (kind === 'gaps') {
      const columns = sql`d.first_seq::float8 as first, d.last_seq::float8 as last`;
      return pageRows<GapRow>(db, query, { columns, from: sql`device_gap d`, where: [of], order: sql`d.first_seq` });
    }
    if (kind === 'explained') {
      const columns = sql`d.seq::float8 as seq, d.how, coalesce(${nameOf('d.user_id')}, '') as user_name`;
      return pageRows<ExplainedRow>(db, query, { columns, from: sql`device_explained d`, where: [of], order: sql`d.seq desc` });
    }
    if (kind !== 'acts') throw malformed('kind');
    return pageRows<UndoneRow>(db, query, {
      columns: sql`d.op_id, d.seq::float8 as seq, d.type, d.status, d.code, coalesce(d.params -> 'params', '{}'::jsonb) as params,
        coalesce(${nameOf('d.author_id')}, '') as author_name, d.occurred_at, d.server_time`,
      from: sql`client_op d`,
      where: [of, ofPeers(sql`d.author_id`, await peersOf(db, user)), sql`d.status in ('refused', 'conflict', 'kept')`],
      order: sql`d.seq desc nulls last, d.op_id`,
    });
  },
});

/** What the server holds and lacks of a desk's acts at this moment; `offline/state` is the desk's own word. */
const state = defineCall({
  method: 'GET',
  service: 'sample',
  path: devicePaths.state,
  title: ['前台上传情况', 'What arrived of a desk'],
  permission: 'device_view',
  async handle({ db, query, user }): Promise<DeviceState> {
    const deviceId = neededParameter(query, 'deviceId');
    if (!(await readRow(db, sql`select 1 as one from device where tenant_id = ${user.tenantId} and device_id = ${deviceId}`))) throw noSuchDesk();
    return deviceState(db, user.tenantId, deviceId, highestNumber.parse(parameter(query, 'maxSeq')));
  },
});

/** What the house calls a desk. */
const save = defineCall({
  method: 'POST',
  service: 'sample',
  path: devicePaths.save,
  title: ['命名前台', 'Name a desk'],
  permission: 'device_save',
  handle: ({ db, body, user, now, request }) =>
    onceOnly(db, request, user, 'device.save', async (tx, opId) => {
      const asked = deviceSaveInput.safeParse(body);
      if (!asked.success) throw new UserError(400, ['请填写前台名称', 'Name the desk']);
      const { deviceId, deviceName, note } = asked.data;
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
      return true;
    }),
});

const alarmPage = defineCall({
  method: 'GET',
  service: 'sample',
  path: devicePaths.alarms,
  title: ['前台失联记录', 'Alarms of desks'],
  permission: 'device_view',
  handle: ({ db, query, user }) => {
    const deviceId = parameter(query, 'deviceId');
    return pageRows<AlarmRow>(db, query, {
      columns: sql`a.id as alarm_id, a.device_id, w.device_name, a.silent_since, a.raised_time, a.gap_count, a.waiting, a.cleared_time`,
      from: sql`device_alarm a`,
      joins: sql`left join device_watch w on w.tenant_id = a.tenant_id and w.device_id = a.device_id`,
      where: [sql`a.tenant_id = ${user.tenantId}`, deviceId !== '' && sql`a.device_id = ${deviceId}`],
      order: sql`a.raised_time desc, a.id desc`,
    });
  },
});

const alarmCount = defineCall({
  method: 'GET',
  service: 'sample',
  path: devicePaths.alarmCount,
  title: ['失联前台数', 'Desks in alarm'],
  permission: 'device_view',
  async handle({ db, user }) {
    const row = await readRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from device_alarm where tenant_id = ${user.tenantId} and cleared_time is null`,
    );
    return { count: row?.count ?? 0 };
  },
});

/** A desk says which numbers never come, so that they are no gaps. Known ones stay as they were first explained. */
const explain = defineCall({
  method: 'POST',
  service: 'sample',
  path: devicePaths.explained,
  title: ['说明前台序号', 'Explain numbers'],
  permission: null,
  handle: ({ db, body, user, now, request }) =>
    onceOnly(db, request, user, 'device.explain', async (tx) => {
      const asked = explainedInput.safeParse(body);
      if (!asked.success) throw new UserError(400, ['序号说明格式不正确', 'Malformed explanation']);
      const { deviceId, numbers: list } = asked.data;
      await requireDesk(tx, request, user.tenantId, deviceId);
      const rows = list.map(({ seq, how }) => ({ tenantId: user.tenantId, deviceId, seq, how, userId: user.id, createTime: now }));
      await tx.execute(sql`${insertInto(deviceExplained, rows)} on conflict do nothing`);
      return true;
    }),
});

export const deviceListingCalls: readonly Call[] = [page, numbers, state, save, alarmPage, alarmCount, explain];
