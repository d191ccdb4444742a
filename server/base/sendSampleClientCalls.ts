import { sql } from 'drizzle-orm';
import { loggedClient, salesman, sendSampleClientContracts } from '#domain/base/listContracts.ts';
import { sendSampleClient } from '#domain/base/sendSampleClient.ts';
import { idFilter } from '#server/kernel/resource/pageRows.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { defineView } from '#server/kernel/resource/views.ts';
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

export const sendSampleClientCalls: readonly Call[] = serveCalls(sendSampleClientContracts, {
  'GET base/send-sample-client/lazy-list': {
    /** The first of those that fit, short, for a picker that narrows by `keyword`. */
    async handle({ db, query, user }) {
      const rows = await resourceReader(db, sendSampleClient, user, new Map()).list({ size: portion, ascs: 'clientName', ...query });
      return rows.map((row) => ({
        id: plainText(row['id']),
        clientId: plainText(row['clientId']),
        clientCode: plainText(row['clientCode']),
        clientName: plainText(row['clientName']),
        contractLaboratoryId: plainText(row['contractLaboratoryId']) || null,
        hasChildren: false as const,
      }));
    },
  },
  'GET base/send-sample-client/listAll': {
    handle: ({ db, query, user }) => resourceReader(db, sendSampleClient, user, new Map()).list({ isDisable: '0,1', ...query }),
  },
  'GET base/send-sample-client/listForLog': {
    /** Every client that may stand in the log: disabled and removed ones, too. */
    handle: ({ db, user }) =>
      readRows(
        db,
        sql`select id as client_id, client_code, client_name, is_disable, is_deleted from send_sample_client where tenant_id = ${user.tenantId} order by search_key, id`,
        loggedClient,
      ),
  },
  'GET base/send-sample-client/getSendSampleSalerList': {
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
        salesman,
      ),
  },
});
