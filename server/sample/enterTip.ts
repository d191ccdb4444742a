import { sql } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { enterTip } from '#domain/sample/enterTip.ts';
import { UserError, missing } from '#server/kernel/answers.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { readRow } from '#server/storage/readRows.ts';

/** Stands in for the resource's own `detail`: the contract asks for a client's tip by `clientId`, the list's drawer by the tip's id. */
export const enterTipDetail: Call = defineCall({
  method: 'GET',
  service: 'sample',
  path: 'enter-tip/detail',
  title: ['录入提示详情', 'Entry tip of a client'],
  permission: 'enterTip_view',
  /** Null where the client has no tip: a clerk's screen asks for every client. */
  async handle({ db, query, user }) {
    const { clientId, tipId, id } = query;
    const asked = tipId ?? id ?? clientId ?? '';
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
});
