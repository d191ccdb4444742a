import { sql } from 'drizzle-orm';
import { removeHandover, saveHandover, type RemoveHandoverInput, type RemoveHandoverState } from '#domain/sample/handover.ts';
import type { HandoverItem, HandoverStatus, SaveHandoverInput, SaveHandoverState } from '#domain/sample/handoverState.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import { serveCommand, serveTogether, type Asked, type Several, type Tx } from '#server/kernel/http/serve.ts';
import { listItems, unlistItems } from '#server/spine/items.ts';
import { markOf, noteActs } from '#server/spine/line.ts';
import { lockHandovers, lockTubes, requireLiving } from '#server/spine/loading.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { handoverTable } from '#server/storage/sampleTables.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import { together } from '#server/storage/together.ts';

export interface HandoverRow {
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
export const handoverColumns = sql`h.id, h.handover_key, h.commodity_id, h.handover_status, h.handover_total, h.action_user_id, h.action_user_name, h.create_time, h.sign_user_id, h.sign_user_name, h.sign_time, h.is_deleted`;

interface LoadedSave extends SaveHandoverState {
  readonly row: HandoverRow | null;
  /** Contract laboratories of its tubes. */
  readonly laboratoryIds: readonly string[];
}

/** `handover.save`: the list, and its tubes' items claimed by it. */
export const servedSaveHandover = serveTogether(saveHandover, {
  // Two lists meet in their key or in a tube.
  tiedBy(payload) {
    const { handoverKey, sampleCodes } = (payload ?? {}) as Partial<Record<'handoverKey' | 'sampleCodes', unknown>>;
    if (typeof handoverKey !== 'string' || !Array.isArray(sampleCodes)) return null;
    return [`handover ${handoverKey.toLowerCase()}`, ...sampleCodes.map((code) => `tube ${normalCode(String(code))}`)];
  },
  loadAll: loadSaves,
  async writeAll(tx, acts) {
    const { user, now } = acts[0].acting;
    const { tenantId } = user;
    const made = acts.map(({ state, change, acting, opId }) => ({
      mark: markOf(saveHandover, { acting, opId }),
      change,
      laboratoryIds: (state as LoadedSave).laboratoryIds,
      id: newId(),
      createTime: acting.occurredAt ?? acting.now,
    }));
    const rows = made.map(({ id, change, laboratoryIds, createTime }) => ({
      id,
      tenantId,
      handoverKey: change.handoverKey,
      commodityId: change.commodityId,
      handoverStatus: change.handoverStatus,
      handoverTotal: change.handoverTotal,
      laboratoryIds: [...laboratoryIds],
      actionUserId: user.id,
      actionUserName: user.name,
      createTime,
      updateTime: now,
    }));
    const places = made.flatMap(({ id, change: { commodityId, sampleCodes } }) =>
      sampleCodes.map((sampleCode) => ({ handoverId: id, commodityId, sampleCode })),
    );
    const [, claimed] = await together(
      tx.execute(insertMany(handoverTable, rows)),
      listItems(tx, tenantId, places),
      noteActs(
        tx,
        tenantId,
        made.map(({ mark, change: { sampleCodes } }) => ({ mark, whose: { sampleCodes } })),
      ),
    );
    const total = made.reduce((sum, { change }) => sum + change.handoverTotal, 0);
    if (claimed !== total) throw new Error('a tube of the handover was no longer waiting');
    return made.map(({ id, change, createTime }) => ({
      handoverId: id,
      handoverKey: change.handoverKey,
      handoverStatus: change.handoverStatus,
      handoverTotal: change.handoverTotal,
      createTime,
      by: user.name,
    }));
  },
  answerRepeat({ state, change }) {
    const { row } = state as LoadedSave;
    if (!row) throw new Error('repeated a handover that was not loaded');
    return {
      handoverId: row.id,
      handoverKey: change.handoverKey,
      handoverStatus: row.handoverStatus,
      handoverTotal: row.handoverTotal,
      createTime: row.createTime,
      by: row.actionUserName,
    };
  },
});

interface ItemRow {
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  readonly commodityId: string | null;
  readonly laboratoryId: string | null;
  readonly handoverKey: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

async function loadSaves(tx: Tx, acts: Several<Asked<SaveHandoverInput>>): Promise<LoadedSave[]> {
  const { user } = acts[0].acting;
  const { tenantId } = user;
  const inputs = acts.map(({ input }) => input);
  const codes = inputs.flatMap(({ sampleCodes }) => sampleCodes);
  const commodityIds = [...new Set(inputs.map(({ commodityId }) => commodityId))];
  const [founds, commodities] = await together(
    lockHandovers<HandoverRow>(tx, user, sql`h.handover_key = ${anyText(inputs.map(({ handoverKey }) => handoverKey))}`, handoverColumns),
    readRows<{ id: string; commodityName: string }>(
      tx,
      sql`select id, commodity_name from commodity where tenant_id = ${tenantId} and id = ${anyId(commodityIds)} and is_deleted = 0`,
    ),
    // Tubes first, in one order for everybody, so that two desks with the same tubes wait instead of locking each other out.
    lockTubes(tx, user, codes, sql`s.id`),
    requireLiving(tx, user, codes),
  );
  const [listed, items] = await together(
    readRows<{ handoverId: string; sampleCode: string }>(
      tx,
      sql`select i.handover_id, s.sample_code from sample_item i join sample s on s.id = i.sample_id and s.tenant_id = i.tenant_id
      where i.tenant_id = ${tenantId} and i.handover_id = ${anyId(founds.map(({ id }) => id))} order by s.sample_code`,
    ),
    readRows<ItemRow>(
      tx,
      sql`select s.sample_code, s.lab_status, s.contract_laboratory_id as laboratory_id, i.commodity_id, h.handover_key, h.action_user_name as by, h.create_time as at
      from sample s left join sample_item i on i.tenant_id = s.tenant_id and i.sample_id = s.id and i.commodity_id = ${anyId(commodityIds)}
        left join handover h on h.tenant_id = i.tenant_id and h.id = i.handover_id
      where s.tenant_id = ${tenantId} and s.sample_code = ${anyText(codes)}`,
    ),
  );
  return inputs.map(({ handoverKey, commodityId, sampleCodes }) => {
    const found = founds.find((row) => row.handoverKey === handoverKey);
    const wanted = new Set(sampleCodes);
    const own = items.filter(({ sampleCode }) => wanted.has(sampleCode));
    return {
      row: found ?? null,
      laboratoryIds: [...new Set(own.flatMap(({ laboratoryId }) => laboratoryId ?? []))],
      existing: found
        ? {
            commodityId: found.commodityId,
            sampleCodes: listed.filter(({ handoverId }) => handoverId === found.id).map(({ sampleCode }) => sampleCode),
            by: found.actionUserName,
            at: found.createTime,
          }
        : null,
      commodityName: commodities.find(({ id }) => id === commodityId)?.commodityName ?? null,
      items: itemsOf(own, commodityId),
    };
  });
}

/** The tubes as far as one commodity cares; a tube stands once a commodity it was ordered for, or once without. */
function itemsOf(rows: readonly ItemRow[], commodityId: string): HandoverItem[] {
  const byTube = new Map<string, HandoverItem>();
  for (const { sampleCode, labStatus, commodityId: ordered, handoverKey, by, at } of rows) {
    const isOfCommodity = ordered === commodityId;
    if (byTube.has(sampleCode) && !isOfCommodity) continue;
    byTube.set(sampleCode, {
      sampleCode,
      labStatus,
      isOfCommodity,
      taken: isOfCommodity && handoverKey !== null ? { handoverKey, by: by ?? '', at: at ?? '' } : null,
    });
  }
  return [...byTube.values()];
}

/** `handover.remove`: the row stays, marked; its tubes wait again. */
export const servedRemoveHandover = serveCommand(removeHandover, {
  async load(tx, { handoverKey, ids }: RemoveHandoverInput, { user }): Promise<RemoveHandoverState> {
    const which = handoverKey === undefined ? sql`h.id = ${anyId(ids ?? [])}` : sql`h.handover_key = ${handoverKey}`;
    const rows = await lockHandovers<HandoverRow>(tx, user, sql`h.is_deleted = 0 and ${which}`, handoverColumns);
    return {
      handovers: rows.map((row) => ({ handoverId: row.id, handoverStatus: row.handoverStatus, signedBy: row.signUserName, signTime: row.signTime })),
    };
  },
  async write(tx, { change, acting, opId }) {
    const { tenantId } = acting.user;
    const mark = markOf(removeHandover, { acting, opId });
    await noteActs(
      tx,
      tenantId,
      change.handoverIds.map((handoverId) => ({ mark, whose: { handoverId } })),
    );
    await unlistItems(tx, tenantId, change.handoverIds);
    await tx.execute(
      sql`update handover set is_deleted = 1, update_time = ${acting.now}, version = version + 1 where tenant_id = ${tenantId} and id = ${anyId(change.handoverIds)}`,
    );
    return { handoverIds: change.handoverIds };
  },
});
