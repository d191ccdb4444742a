import { sql } from 'drizzle-orm';
import { sendSampleClient } from '#domain/base/sendSampleClient.ts';
import { idFilter, pageRows, parameter, rangeFilter } from '#server/kernel/pageRows.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { containsPattern } from '#server/storage/grams.ts';
import { readRows } from '#server/storage/readRows.ts';

const portion = '50';

/** A change of a sending client as the log shows it. */
interface ClientLogRow {
  readonly logId: string;
  readonly clientId: string;
  readonly clientCode: string;
  readonly clientName: string;
  /** save, enable, disable or remove. */
  readonly verb: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly createUserName: string;
  readonly createTime: string;
}

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
    path: 'send-sample-client/pageLog',
    title: ['送检单位变更记录', 'Changes of sending clients'],
    permission: 'sendSampleClient_view',
    /** The audit trail of these rows, newest first; removed clients stand in it, too. */
    handle({ db, query, user }) {
      const name = parameter(query, 'clientName');
      return pageRows<ClientLogRow>(db, query, {
        columns: sql`a.id as log_id, c.id as client_id, c.client_code, c.client_name, split_part(a.action, '.', 2) as verb, a.before, a.after, a.user_name as create_user_name, a.create_time`,
        // From the clients to their entries: the trail itself is long and found by its subject.
        from: sql`send_sample_client c join audit_entry a on a.tenant_id = c.tenant_id and a.subject = c.id::text and a.action like 'sendSampleClient.%'`,
        where: [
          sql`c.tenant_id = ${user.tenantId}`,
          idFilter(query, 'clientId', sql`c.id`),
          name !== '' && sql`c.search_key like ${containsPattern(name)}`,
          rangeFilter(query, 'createTime', sql`a.create_time`),
        ],
        order: sql`a.id desc`,
      });
    },
  }),
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'send-sample-client/listForLog',
    title: ['送检单位(变更记录用)', 'Sending clients of the log'],
    permission: 'sendSampleClient_view',
    /** Every client that may stand in the log: disabled and removed ones, too. */
    handle: ({ db, user }) =>
      readRows(
        db,
        sql`select id as client_id, client_code, client_name, is_disable, is_deleted from send_sample_client where tenant_id = ${user.tenantId} order by search_key, id`,
      ),
  }),
];
