import { sql } from 'drizzle-orm';
import { exceptionRow, keptRow, storedKept } from '#domain/desk/deskRows.ts';
import { keptContracts } from '#domain/desk/deskContracts.ts';
import type { SentOperation } from '#domain/kernel/offlineWire.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { deskContextOf } from '#server/kernel/act/deskContext.ts';
import { readPayload } from '#server/kernel/act/openAct.ts';
import { idFilter, neededParameter, pageRows, parameter } from '#server/kernel/resource/pageRows.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { ofPeers, peersOf } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

const nameOf = (id: string) => sql`(select u.real_name from user_account u where u.tenant_id = o.tenant_id and u.id = ${sql.raw(id)})`;
const keptColumns = sql`k.op_id, k.type, o.subject, k.author_id, coalesce(${nameOf('k.author_id')}, '') as author_name,
  coalesce((select u.account from user_account u where u.tenant_id = o.tenant_id and u.id = k.author_id), '') as author_account,
  k.device_id, k.seq, ${nameOf('k.courier_id')} as courier_name, k.reason, o.occurred_at, k.kept_time, k.decision, ${nameOf('k.decided_by')} as decided_by_name,
  k.decided_time, k.decision_reason, o.status, o.code`;
const keptAndLedger = sql`kept_act k join client_op o on o.tenant_id = k.tenant_id and o.op_id = k.op_id`;

export const keptRowCalls: readonly Call[] = serveCalls(keptContracts, {
  'GET sample/offline/kept/page': {
    handle: async ({ db, query, user }) => {
      const deviceId = parameter(query, 'deviceId');
      return pageRows(db, query, {
        row: keptRow,
        columns: keptColumns,
        from: keptAndLedger,
        where: [
          sql`k.tenant_id = ${user.tenantId}`,
          ofPeers(sql`k.author_id`, await peersOf(db, user)),
          parameter(query, 'isDecided') === '1' ? sql`k.decided_time is not null` : sql`k.decided_time is null`,
          deviceId !== '' && sql`k.device_id = ${deviceId}`,
          idFilter(query, 'authorId', sql`k.author_id`),
        ],
        order: sql`k.kept_time, k.device_id, k.seq`,
      });
    },
  },
  'GET sample/offline/kept/detail': {
    async handle({ db, query, user, request }) {
      const row = await readRow(
        db,
        sql`select ${keptColumns}, k.op from ${keptAndLedger} where ${allOf([sql`k.tenant_id = ${user.tenantId}`, sql`k.op_id = ${neededParameter(query, 'opId')}`, ofPeers(sql`k.author_id`, await peersOf(db, user))])}`,
        storedKept,
      );
      if (!row) throw new UserError(404, ['没有这条暂存操作', 'No such kept act']);
      const { op: text, ...kept } = row;
      const op = JSON.parse(text) as SentOperation;
      const read = await readPayload(deskContextOf(request), op);
      return { ...kept, lanes: op.lanes, payload: 'payload' in read ? read.payload : null };
    },
  },
  'GET sample/offline/exceptions/page': {
    handle: async ({ db, query, user }) => {
      const deviceId = parameter(query, 'deviceId');
      return pageRows(db, query, {
        row: exceptionRow,
        columns: sql`o.op_id, o.type, o.device_id, o.seq, o.author_id, coalesce(${nameOf('o.author_id')}, '') as author_name, ${nameOf('o.courier_id')} as courier_name,
        o.status, o.code, coalesce(o.params -> 'params', '{}'::jsonb) as params, o.occurred_at, o.server_time`,
        from: sql`client_op o`,
        where: [
          sql`o.tenant_id = ${user.tenantId}`,
          ofPeers(sql`o.author_id`, await peersOf(db, user)),
          sql`o.status in ('refused', 'conflict')`,
          sql`o.device_id is not null`,
          // Who named it before it was there had not been asked whether they may.
          sql`not exists (select 1 from client_op s where s.tenant_id = o.tenant_id and s.supersedes = o.op_id and (s.author_id = o.author_id or s.server_seq > o.server_seq))`,
          deviceId !== '' && sql`o.device_id = ${deviceId}`,
          idFilter(query, 'authorId', sql`o.author_id`),
        ],
        order: sql`o.server_time desc, o.server_seq desc`,
      });
    },
  },
});
