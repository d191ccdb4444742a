import { sql } from 'drizzle-orm';
import { thirdpartyContracts } from '#domain/base/listContracts.ts';
import { sendSampleClient } from '#domain/base/sendSampleClient.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { idRow, readRows } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

/** Calls on third parties' codes beyond the resources' own verbs. */
export const thirdpartyCalls: readonly Call[] = serveCalls(thirdpartyContracts, {
  'GET base/code-thirdparty-rule/getSendSampleClientList': {
    /** Each client once; `affiliationId` narrows to one partner's. */
    async handle({ db, query, user }) {
      const affiliationId = parameter(query, 'affiliationId');
      const rows = await readRows(
        db,
        sql`select distinct send_sample_client_id::text as id from thirdparty_rule where ${allOf([
          // A rule that is off takes no code.
          sql`tenant_id = ${user.tenantId} and is_deleted = 0 and is_disable = 0`,
          affiliationId !== '' && sql`affiliation_id::text = ${affiliationId}`,
        ])}`,
        idRow,
      );
      if (rows.length === 0) return [];
      return resourceReader(db, sendSampleClient, user, new Map()).list({ ids: rows.map(({ id }) => id).join() });
    },
  },
});
