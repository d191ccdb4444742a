import { sql } from 'drizzle-orm';
import type { Acting } from '#domain/kernel/command.ts';
import { amendItems, type AmendInput, type AmendState } from '#domain/sample/amendItems.ts';
import type { EntryState } from '#domain/sample/entryState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { SummaryAnswer } from '#domain/sample/rows.ts';
import type { FormKey } from '#domain/sample/rules/entryForm.ts';
import { labStatus, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { settledOf } from '#server/spine/bill/settledOf.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { changeRequisitions, changeTubes } from '#server/spine/changeRows.ts';
import { isEntrusted } from '#server/spine/entrusted.ts';
import { changeItems } from '#server/spine/items.ts';
import { markOf, noteActs } from '#server/spine/line.ts';
import { lockRequisitions, lockTubesOf, requireToUse } from '#server/spine/loading.ts';
import { moveSamples } from '#server/spine/moveSamples.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import { commoditiesOf, executingLaboratory } from './masterRows.ts';

interface RequisitionRow {
  readonly id: string;
  readonly commodityIds: string[];
  readonly entryForm: FormKey;
  readonly isDoubleEntry: number;
  readonly isDoubleByClient: number;
  readonly entryState: EntryState;
  readonly receiveTime: string;
  readonly entryPersonName: string;
  readonly contractLaboratoryId: string | null;
  readonly firstUserId: string | null;
  readonly secondUserId: string | null;
}
interface TubeRow {
  readonly id: string;
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  readonly isEntrusted: boolean;
}
interface LoadedAmend extends AmendState {
  readonly row: RequisitionRow | null;
  readonly tubes: readonly TubeRow[];
}

/** `summary.amendItems`: the requisition's list and each tube's items, together. */
export const servedAmendItems = serveCommand(amendItems, {
  load: loadAmend,
  async write(tx, { state, change, acting, input, opId }) {
    const { row, tubes } = state as LoadedAmend;
    const { tenantId } = acting.user;
    if (!row) throw new Error('amended a requisition that was not loaded');
    const mark = markOf(amendItems, { acting, opId }, input.reason);
    if (change.moves.length === 0) await noteActs(tx, tenantId, [{ mark, whose: { requisitionId: row.id } }]);
    await moveSamples(
      tx,
      tenantId,
      change.moves.map((move) => ({ move, mark })),
    );
    const isEntered = (status: LabStatus): boolean => status === labStatus.entered && !change.moves.some(({ to }) => to === labStatus.pendingEntry);
    const items = tubes.flatMap((tube) =>
      change.added.map((commodityId) => ({
        id: newId(),
        tenantId,
        requisitionId: row.id,
        sampleId: tube.id,
        sampleCode: tube.sampleCode,
        commodityId,
        itemState: isEntered(tube.labStatus) ? itemState.waiting : itemState.notReady,
        createTime: acting.now,
      })),
    );
    await changeItems(tx, tenantId, { requisitionId: row.id, removed: change.removed, added: items });
    const changed = {
      id: row.id,
      commodityIds: [...change.commodityIds],
      entryForm: change.entryForm,
      isDoubleEntry: change.isDoubleEntry ? 1 : 0,
      entryState: change.entryState,
    };
    await changeRequisitions(tx, tenantId, [changed], acting.now);
    if (row.contractLaboratoryId) {
      const executeLaboratoryId = await executingLaboratory(tx, tenantId, row.contractLaboratoryId, change.commodityIds);
      // What is entrusted is tested where it was sent.
      const here = tubes.filter(({ isEntrusted }) => !isEntrusted).map(({ id }) => ({ id, executeLaboratoryId }));
      await changeTubes(tx, tenantId, here, acting.now);
    }
    await syncLines(tx, tenantId, [row.id]);
    return answerOf(input, state as LoadedAmend);
  },
  answerRepeat: ({ input, state }) => answerOf(input, state as LoadedAmend),
});

function answerOf({ requisitionCode }: AmendInput, { row, tubes }: LoadedAmend): SummaryAnswer {
  return {
    requisitionId: row?.id ?? '',
    requisitionCode,
    sampleCodes: tubes.map(({ sampleCode }) => sampleCode),
    labStatus: tubes[0]?.labStatus ?? labStatus.pendingEntry,
    receiveTime: row?.receiveTime ?? '',
    by: row?.entryPersonName ?? '',
  };
}

async function loadAmend(tx: Tx, input: AmendInput, { user }: Acting): Promise<LoadedAmend> {
  const { tenantId } = user;
  const [row] = await lockRequisitions<RequisitionRow>(
    tx,
    user,
    [input.requisitionCode],
    sql`id, commodity_ids, entry_form, is_double_entry, entry_state, receive_time, entry_person_name, contract_laboratory_id, first_user_id, second_user_id,
      coalesce((select k.is_double_entry from send_sample_client k where k.tenant_id = r.tenant_id and k.id = r.send_sample_client_id), 0) as is_double_by_client`,
  );
  if (!row) return { row: null, tubes: [], requisition: null, samples: [], handedCommodityIds: [], commodities: [], passes: [] };
  const held = row.commodityIds.map(String);
  await requireToUse(tx, user, { commodityIds: input.commodityIds.filter((id) => !held.includes(id)) });
  const tubes = await lockTubesOf<TubeRow>(tx, user, [row.id], sql`s.id, s.sample_code, s.lab_status, ${isEntrusted} as is_entrusted`);
  const handed = await readRows<{ commodityId: string }>(
    tx,
    sql`select distinct commodity_id from sample_item where tenant_id = ${tenantId} and requisition_id = ${row.id} and item_state >= ${itemState.listed}`,
  );
  return {
    row,
    tubes,
    samples: tubes,
    requisition: {
      commodityIds: row.commodityIds.map(String),
      entryForm: row.entryForm,
      isDoubleEntry: row.isDoubleEntry === 1,
      isDoubleByClient: row.isDoubleByClient === 1,
      entryState: row.entryState,
    },
    handedCommodityIds: handed.map(({ commodityId }) => commodityId),
    commodities: await commoditiesOf(tx, tenantId, [...new Set([...input.commodityIds, ...row.commodityIds.map(String)])]),
    settled: await settledOf(tx, tenantId, [row.id]),
    passes: [...(row.firstUserId ? [1 as const] : []), ...(row.secondUserId ? [2 as const] : [])],
  };
}
