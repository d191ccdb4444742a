import { sql } from 'drizzle-orm';
import { sendSampleClient } from '#domain/base/sendSampleClient.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { readRows } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

/** Calls on third parties' codes beyond the resources' own verbs. */
export const thirdpartyCalls: readonly Call[] = [
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'code-thirdparty-rule/getSendSampleClientList',
    title: ['有第三方条码规则的送检单位', 'Clients with third-party code rules'],
    permission: 'thirdpartyRule_view',
    /** Each client once; `affiliationId` narrows to one partner's. */
    async handle({ db, query, user }) {
      const affiliationId = query['affiliationId'];
      const rows = await readRows<{ id: string }>(
        db,
        sql`select distinct send_sample_client_id::text as id from thirdparty_rule where ${allOf([
          sql`tenant_id = ${user.tenantId} and is_deleted = 0`,
          affiliationId !== undefined && affiliationId !== '' && sql`affiliation_id::text = ${affiliationId}`,
        ])}`,
      );
      if (rows.length === 0) return [];
      return resourceReader(db, sendSampleClient, user, new Map()).list({ ids: rows.map(({ id }) => id).join() });
    },
  }),
];
