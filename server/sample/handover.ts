import { sql } from 'drizzle-orm';
import type { Acting } from '#domain/kernel/command.ts';
import {
  handoverStatus,
  removeHandover,
  saveHandover,
  type HandoverItem,
  type HandoverStatus,
  type RemoveHandoverInput,
  type RemoveHandoverState,
  type SaveHandoverInput,
  type SaveHandoverState,
} from '#domain/sample/handover.ts';
import { signHandover, signerPermission, type SignHandoverInput, type SignHandoverState } from '#domain/sample/handoverSign.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/serve.ts';
import type { SignerCheck } from '#server/ports/signerCheck.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { handoverTable } from '#server/storage/sampleTables.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';

interface HandoverRow {
  readonly id: string;
  readonly handoverKey: string;
  readonly commodityId: string;
  readonly handoverStatus: HandoverStatus;
  readonly handoverTotal: number;
  readonly actionUserId: string;
  readonly actionUserName: string;
  readonly createTime: string;
  readonly signUserId: string | null;
  readonly signUserName: string | null;
  readonly signTime: string | null;
  readonly isDeleted: number;
}
const columns = sql`id, handover_key, commodity_id, handover_status, handover_total, action_user_id, action_user_name, create_time, sign_user_id, sign_user_name, sign_time, is_deleted`;

const lockByKey = (tx: Tx, tenantId: string, handoverKey: string): Promise<HandoverRow | undefined> =>
  readRow<HandoverRow>(tx, sql`select ${columns} from handover where tenant_id = ${tenantId} and handover_key = ${handoverKey} for update`);

const tubesOf = (tx: Tx, tenantId: string, handoverId: string): Promise<{ sampleCode: string; labStatus: LabStatus }[]> =>
  readRows(
    tx,
    sql`select s.sample_code, s.lab_status from sample_item i join sample s on s.id = i.sample_id and s.tenant_id = i.tenant_id where i.tenant_id = ${tenantId} and i.handover_id = ${handoverId} order by s.sample_code`,
  );

interface LoadedSave extends SaveHandoverState {
  readonly row: HandoverRow | null;
}

/** `handover.save`: the list, and its tubes' items claimed by it. */
export const servedSaveHandover = serveCommand(saveHandover, {
  load: loadSave,
  async write(tx, { change, acting }) {
    const { tenantId } = acting.user;
    const handoverId = newId();
    const laboratories = await readRows<{ id: string }>(
      tx,
      sql`select distinct contract_laboratory_id as id from sample where tenant_id = ${tenantId} and sample_code = ${anyText(change.sampleCodes)} and contract_laboratory_id is not null`,
    );
    const createTime = acting.occurredAt ?? acting.now;
    await tx.insert(handoverTable).values({
      id: handoverId,
      tenantId,
      handoverKey: change.handoverKey,
      commodityId: change.commodityId,
      handoverStatus: change.handoverStatus,
      handoverTotal: change.handoverTotal,
      laboratoryIds: laboratories.map(({ id }) => id),
      actionUserId: acting.user.id,
      actionUserName: acting.user.name,
      createTime,
      updateTime: acting.now,
    });
    const claimed = await tx.execute(sql`update sample_item set item_state = ${itemState.listed}, handover_id = ${handoverId}
      where tenant_id = ${tenantId} and commodity_id = ${change.commodityId} and sample_code = ${anyText(change.sampleCodes)} and item_state = ${itemState.waiting}`);
    if (claimed.rowCount !== change.handoverTotal) throw new Error('a tube of the handover was no longer waiting');
    return {
      handoverId,
      handoverKey: change.handoverKey,
      handoverStatus: change.handoverStatus,
      handoverTotal: change.handoverTotal,
      createTime,
      by: acting.user.name,
    };
  },
  answerRepeat({ state, change }) {
    const { row } = state as LoadedSave;
    return {
      handoverId: row?.id,
      handoverKey: change.handoverKey,
      handoverStatus: row?.handoverStatus,
      handoverTotal: row?.handoverTotal,
      createTime: row?.createTime,
      by: row?.actionUserName,
    };
  },
});

interface ItemRow {
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  readonly isOfCommodity: boolean;
  readonly handoverKey: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

async function loadSave(tx: Tx, input: SaveHandoverInput, { user }: Acting): Promise<LoadedSave> {
  const { tenantId } = user;
  const found = await lockByKey(tx, tenantId, input.handoverKey);
  const codes = found ? (await tubesOf(tx, tenantId, found.id)).map(({ sampleCode }) => sampleCode) : [];
  const commodity = await readRow<{ commodityName: string }>(
    tx,
    sql`select commodity_name from commodity where tenant_id = ${tenantId} and id = ${input.commodityId} and is_deleted = 0`,
  );
  // Tubes first, in one order for everybody, so that two desks with the same tubes wait instead of locking each other out.
  await tx.execute(sql`select id from sample where tenant_id = ${tenantId} and sample_code = ${anyText(input.sampleCodes)} order by id for update`);
  const items = await readRows<ItemRow>(
    tx,
    sql`select s.sample_code, s.lab_status, i.id is not null as is_of_commodity, h.handover_key, h.action_user_name as by, h.create_time as at
    from sample s left join sample_item i on i.tenant_id = s.tenant_id and i.sample_id = s.id and i.commodity_id = ${input.commodityId}
      left join handover h on h.tenant_id = i.tenant_id and h.id = i.handover_id
    where s.tenant_id = ${tenantId} and s.sample_code = ${anyText(input.sampleCodes)}`,
  );
  return {
    row: found ?? null,
    existing: found ? { commodityId: found.commodityId, sampleCodes: codes, by: found.actionUserName, at: found.createTime } : null,
    commodityName: commodity?.commodityName ?? null,
    items: items.map(({ sampleCode, labStatus, isOfCommodity, handoverKey, by, at }): HandoverItem => ({
      sampleCode,
      labStatus,
      isOfCommodity,
      taken: handoverKey === null ? null : { handoverKey, by: by ?? '', at: at ?? '' },
    })),
  };
}

/** `handover.sign`, with whoever knows how to check a signer. */
export function servedSignHandover(checkSigner: SignerCheck): ServedCommand {
  return serveCommand(signHandover, {
    async load(tx, input: SignHandoverInput, { user }): Promise<SignHandoverState> {
      const { tenantId } = user;
      const row = await lockByKey(tx, tenantId, input.handoverKey);
      const signer = await checkSigner(tx, {
        tenantId,
        account: input.signAccount,
        sealed: input.signPassword,
        nonce: input.handoverKey,
        permission: signerPermission,
      });
      const living = row && row.isDeleted === 0 ? row : null;
      return {
        handover: living && {
          handoverId: living.id,
          handoverStatus: living.handoverStatus,
          actionUserId: living.actionUserId,
          signUserId: living.signUserId,
          signedBy: living.signUserName,
          signTime: living.signTime,
        },
        signer,
        items: living ? await tubesOf(tx, tenantId, living.id) : [],
      };
    },
    async write(tx, { input, change, acting }) {
      const { tenantId } = acting.user;
      const signed =
        await tx.execute(sql`update handover set handover_status = ${change.handoverStatus}, sign_user_id = ${change.signUserId}, sign_user_name = ${change.signUserName}, sign_time = ${change.signTime}, update_time = ${acting.now}, version = version + 1
        where tenant_id = ${tenantId} and id = ${change.handoverId} and handover_status = ${handoverStatus.pending}`);
      if (signed.rowCount !== 1) throw new Error('the handover was no longer pending');
      await tx.execute(
        sql`update sample_item set item_state = ${itemState.handedOver} where tenant_id = ${tenantId} and handover_id = ${change.handoverId} and item_state = ${itemState.listed}`,
      );
      return { ...change, handoverKey: input.handoverKey };
    },
    answerRepeat: ({ input, change }) => ({ ...change, handoverKey: input.handoverKey }),
  });
}

/** `handover.remove`: the row stays, marked; its tubes wait again. */
export const servedRemoveHandover = serveCommand(removeHandover, {
  async load(tx, { handoverKey, ids }: RemoveHandoverInput, { user }): Promise<RemoveHandoverState> {
    const which = handoverKey === undefined ? sql`id = ${anyId(ids ?? [])}` : sql`handover_key = ${handoverKey}`;
    const rows = await readRows<HandoverRow>(
      tx,
      sql`select ${columns} from handover where tenant_id = ${user.tenantId} and is_deleted = 0 and ${which} order by id for update`,
    );
    return {
      handovers: rows.map((row) => ({ handoverId: row.id, handoverStatus: row.handoverStatus, signedBy: row.signUserName, signTime: row.signTime })),
    };
  },
  async write(tx, { change, acting }) {
    const { tenantId } = acting.user;
    await tx.execute(
      sql`update sample_item set item_state = ${itemState.waiting}, handover_id = null where tenant_id = ${tenantId} and handover_id = ${anyId(change.handoverIds)}`,
    );
    await tx.execute(
      sql`update handover set is_deleted = 1, update_time = ${acting.now}, version = version + 1 where tenant_id = ${tenantId} and id = ${anyId(change.handoverIds)}`,
    );
    return { handoverIds: change.handoverIds };
  },
});
