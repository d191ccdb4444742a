import { sql } from 'drizzle-orm';
import { sendSampleClient } from '#domain/base/sendSampleClient.ts';
import { idFilter } from '#server/kernel/pageRows.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { defineView } from '#server/kernel/views.ts';
import { readRows } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

const portion = '50';

/** Removed clients keep their history. */
export const sendSampleClientLogView = defineView({
  name: 'sendSampleClientLog',
  grams: { clientName: 'grams' },
  select: `select a.id, a.tenant_id, a.create_time, a.user_name as create_user_name, c.id as client_id, c.client_code, c.client_name, c.grams, split_part(a.action, '.', 2) as verb, a.before, a.after
  from send_sample_client c join audit_entry a on a.tenant_id = c.tenant_id and a.subject = c.id::text and a.action like 'sendSampleClient.%'`,
});

export const sendSampleClientCalls: readonly Call[] = [
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'send-sample-client/lazy-list',
    title: ['送检单位选择', 'Sending client selector'],
    permission: 'sendSampleClient_view',
    /** The first of those that fit, short, for a picker that narrows by `keyword`. */
    async handle({ db, query, user }) {
      const rows = await resourceReader(db, sendSampleClient, user, new Map()).list({ size: portion, ascs: 'clientName', ...query });
      return rows.map(({ id, clientId, clientCode, clientName, contractLaboratoryId }) => ({
        id,
        clientId,
        clientCode,
        clientName,
        contractLaboratoryId,
        hasChildren: false,
      }));
    },
  }),
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'send-sample-client/listAll',
    title: ['全部送检单位(含停用)', 'All sending clients, disabled ones too'],
    permission: 'sendSampleClient_view',
    handle: ({ db, query, user }) => resourceReader(db, sendSampleClient, user, new Map()).list({ isDisable: '0,1', ...query }),
  }),
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'send-sample-client/listForLog',
    title: ['送检单位(变更记录用)', 'Sending clients of the log'],
    permission: 'sendSampleClientLog_view',
    /** Every client that may stand in the log: disabled and removed ones, too. */
    handle: ({ db, user }) =>
      readRows(
        db,
        sql`select id as client_id, client_code, client_name, is_disable, is_deleted from send_sample_client where tenant_id = ${user.tenantId} order by search_key, id`,
      ),
  }),
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'send-sample-client/getSendSampleSalerList',
    title: ['送检单位的销售员', 'Sales people of sending clients'],
    permission: 'sendSampleClient_view',
    /** Whoever looks after a sending client, or after those that are asked for, and after how many; all by name. */
    handle: ({ db, query, user }) =>
      readRows(
        db,
        sql`select u.id::text as id, u.id::text as salesman_id, u.real_name as salesman_name, u.account, u.phone, c.client_count
        from (select salesman_id, count(*)::int as client_count from send_sample_client k where ${allOf([
          sql`k.tenant_id = ${user.tenantId}`,
          sql`k.is_deleted = 0`,
          sql`k.salesman_id is not null`,
          idFilter(query, 'clientId', sql`k.id`),
          idFilter(query, 'contractLaboratoryId', sql`k.contract_laboratory_id`),
        ])} group by salesman_id) c
        join user_account u on u.tenant_id = ${user.tenantId} and u.id = c.salesman_id order by u.search_key, u.id`,
      ),
  }),
];
