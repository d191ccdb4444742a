import { sql } from 'drizzle-orm';
import { enterTipContracts } from '#domain/sample/entryContracts.ts';
import { isId } from '#domain/kernel/ids.ts';
import { enterTip } from '#domain/sample/enterTip.ts';
import { UserError, missing } from '#server/kernel/core/answers.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow } from '#server/storage/readRows.ts';

export const enterTipCalls: readonly Call[] = serveCalls(enterTipContracts, {
  /** Stands in for the resource's own `detail`: the contract asks for a client's tip by `clientId`, the list's drawer by the tip's id. */
  'GET sample/enter-tip/detail': {
    /** Null where the client has no tip: a clerk's screen asks for every client. */
    async handle({ db, query, user }) {
      const [clientId, tipId, id] = [parameter(query, 'clientId'), parameter(query, 'tipId'), parameter(query, 'id')];
      const asked = tipId || id || clientId;
      if (!isId(asked)) throw missing('clientId');
      const found =
        clientId && !tipId && !id
          ? await readRow<{ id: string }>(
              db,
              sql`select id::text as id from enter_tip where tenant_id = ${user.tenantId} and send_sample_client_id = ${clientId} and is_deleted = 0`,
            )
          : { id: asked };
      const row = found && (await resourceReader(db, enterTip, user, new Map()).detail(found.id));
      if (!row && !clientId) throw new UserError(404, ['未找到录入提示', 'Entry tip not found']);
      return row ?? null;
    },
  },
});
