import type { NewBind } from '#domain/code/bindCode.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { thirdpartyBindTable } from '#server/storage/codeTables.ts';
import { newId } from '#server/storage/ids.ts';
import type { Tx } from '#server/storage/tx.ts';
import { arriveBound } from './expected.ts';

/** Ties a partner's code to ours. A tube that is here already is what was announced under it. */
export async function insertBind(tx: Tx, { user, now }: Acting, made: NewBind): Promise<{ bindId: string }> {
  const bindId = newId();
  await tx
    .insert(thirdpartyBindTable)
    .values({ ...made, id: bindId, tenantId: user.tenantId, bindUserId: user.id, bindUser: user.name, createTime: now });
  await arriveBound(tx, user.tenantId, made.barCode, now);
  return { bindId };
}
