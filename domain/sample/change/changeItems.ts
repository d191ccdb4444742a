import { conflict, refuse, type Refusal } from '#domain/kernel/outcome.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { entryState } from '../entryState.ts';
import { formOfAll, isSpecific } from '../forms/entryForms.ts';
import { itemState, type ItemState } from '../itemState.ts';
import type { FormKey } from '../rules/entryForm.ts';
import { labStatus, type LabStatus } from '../sampleStatus.ts';
import type { AskedChange, ChangedTask, ChangedTube, ChangeFacts } from './changeFacts.ts';
import { staleFields } from './changeValues.ts';

/** A tube's item as it will be; null: there is none. */
export interface ItemMove {
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly commodityId: string;
  readonly from: ItemState | null;
  readonly to: ItemState | null;
  readonly handoverId: string | null;
}
export interface ChangedItems {
  readonly commodityIds: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly entryForm: FormKey;
  readonly isDoubleEntry: boolean;
  readonly items: readonly ItemMove[];
  /** Waiting tasks that are void, or made anew with what is ordered now. */
  readonly voided: readonly ChangedTask[];
  /** Tubes in the laboratory whose tasks are made from what is ordered now. */
  readonly remade: readonly ChangedTube[];
  /** Tasks there will be beside those that stay: of which tube and panel group. */
  readonly made: readonly { readonly sampleId: string; readonly panelGroupId: string }[];
}

const tooLate: readonly LabStatus[] = [labStatus.rejected, labStatus.terminated];
export const isInLab = ({ labStatus: status }: Pick<ChangedTube, 'labStatus'>): boolean => status >= labStatus.received && !tooLate.includes(status);
export const isOpenTube = ({ labStatus: status }: Pick<ChangedTube, 'labStatus'>): boolean => !tooLate.includes(status);

/** The items, tasks and form of another list of commodities; what speaks against it. */
export function planItems(facts: ChangeFacts, { addCommodityIds, removeCommodityIds }: AskedChange): ChangedItems | Refusal {
  const { requisition, tubes } = facts;
  const nameOf = (id: string): string => facts.commodities.find(({ commodityId }) => commodityId === id)?.commodityName ?? id;
  const added = [...new Set(addCommodityIds)];
  const removed = [...new Set(removeCommodityIds)];
  const isStale = added.some((id) => requisition.commodityIds.includes(id)) || removed.some((id) => !requisition.commodityIds.includes(id));
  if (isStale || added.some((id) => removed.includes(id))) return staleFields([['产品', 'Commodities']]);
  const commodityIds = [...requisition.commodityIds.filter((id) => !removed.includes(id)), ...added];
  if (added.length + removed.length === 0) return refuse('orderChange.nothing');
  if (commodityIds.length === 0) return refuse('orderChange.lastItem');
  const charged = facts.settled.find(({ commodityId }) => removed.includes(commodityId));
  if (charged) return refuse('orderChange.settled', { orderNo: charged.orderNo });
  const form = formOf(facts, commodityIds, added);
  if ('code' in form) return form;

  const items: ItemMove[] = [];
  for (const tube of tubes) {
    const { sampleId, sampleCode } = tube;
    const living = tube.items.filter(({ itemState: state }) => state !== itemState.cancelled);
    for (const commodityId of removed) {
      const item = living.find((one) => one.commodityId === commodityId);
      if (!item) continue;
      if (item.itemState === itemState.listed) return conflict('orderChange.listed', { commodityName: nameOf(commodityId), sampleCode });
      const to = item.itemState === itemState.handedOver ? itemState.cancelled : null;
      items.push({ sampleId, sampleCode, commodityId, from: item.itemState, to, handoverId: item.handoverId });
    }
    // The tube is as far as the item of it that is furthest; one that was rejected or ended may come back, for all that is ordered.
    const furthest = living.toSorted((one, other) => other.itemState - one.itemState)[0];
    const isReady = isOpenTube(tube) && tube.labStatus !== labStatus.pendingEntry;
    const to = (furthest?.itemState ?? (isReady ? itemState.waiting : itemState.notReady)) as ItemState;
    for (const commodityId of added) {
      const before = tube.items.find((one) => one.commodityId === commodityId);
      items.push({ sampleId, sampleCode, commodityId, from: before?.itemState ?? null, to, handoverId: handoverOf(to, before, furthest) });
    }
  }
  const tasks = planTasks(facts, { added, removed, nameOf });
  return 'code' in tasks ? tasks : { ...form, ...tasks, commodityIds, added, removed, items };
}

type Item = ChangedTube['items'][number];
/** An unsigned handover takes an added item along, so that it is signed for with it; a signed sheet stays what it was. */
const handoverOf = (to: ItemState, before: Item | undefined, furthest: Item | undefined): string | null => {
  if (to === itemState.listed) return furthest?.handoverId ?? null;
  return to === itemState.handedOver ? (before?.handoverId ?? null) : null;
};

/** The form and number of entries of another list: passes that were made stay, so they must still be what is asked for. */
function formOf(
  { requisition, commodities }: ChangeFacts,
  commodityIds: readonly string[],
  added: readonly string[],
): Pick<ChangedItems, 'entryForm' | 'isDoubleEntry'> | Refusal {
  const found = commodityIds.flatMap((id) => commodities.find(({ commodityId }) => commodityId === id) ?? []);
  const isUnusable = found.some(({ commodityId, isDisable }) => isDisable === 1 && added.includes(commodityId));
  if (found.length < commodityIds.length || isUnusable) return refuse('orderChange.unusable');
  const forms = found.map(({ entryForm }) => entryForm);
  if (new Set(forms.filter(isSpecific)).size > 1) return refuse('orderChange.formDiffers');
  const entryForm = formOfAll(forms);
  const { hasPass, isSettled, isDoubleEntry: wasDouble, isDoubleByClient, entryState: entered } = requisition;
  if ((hasPass || entered === entryState.settled) && entryForm !== requisition.entryForm) return refuse('orderChange.formDiffers');
  if (isSettled || entered === entryState.settled) return { entryForm, isDoubleEntry: wasDouble };
  const isDoubleEntry = isDoubleByClient || found.some((commodity) => commodity.isDoubleEntry);
  return hasPass && isDoubleEntry !== wasDouble ? refuse('orderChange.formDiffers') : { entryForm, isDoubleEntry };
}

interface Named {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly nameOf: (id: string) => string;
}
/** What becomes of the tasks: nothing that was begun is touched. */
function planTasks(
  { tubes, tasks, commodities }: ChangeFacts,
  { added, removed, nameOf }: Named,
): Pick<ChangedItems, 'voided' | 'remade' | 'made'> | Refusal {
  const begun = (task: ChangedTask): boolean => task.taskState !== taskState.waiting || task.hasResult || task.isPlaced;
  const gone = tasks.filter((task) => task.commodityIds.some((id) => removed.includes(id)));
  for (const task of gone.filter(begun)) {
    const commodityName = nameOf(task.commodityIds.find((id) => removed.includes(id)) ?? '');
    const hasResults = task.hasResult || (task.taskState >= taskState.firstAudit && task.taskState <= taskState.issued);
    if (hasResults) return refuse('orderChange.hasResults', { commodityName });
    return conflict('orderChange.begun', { commodityName, state: taskState.labelOf(task.taskState) });
  }
  // An outside laboratory does no tasks of ours; they are made when the tube comes home.
  const received = tubes.filter((tube) => isInLab(tube) && !tube.isSentOut && tube.primarySampleId === null);
  const shared: ChangedTask[] = [];
  const made: { sampleId: string; panelGroupId: string }[] = [];
  for (const { sampleId } of received) {
    const own = tasks.filter((task) => task.sampleId === sampleId);
    for (const id of added) {
      for (const panelGroupId of commodities.find(({ commodityId }) => commodityId === id)?.panelGroupIds ?? []) {
        const same = own.find((task) => task.panelGroupId === panelGroupId);
        // What is running with this panel group would never be run for the new commodity.
        if (same && begun(same))
          return conflict('orderChange.groupBegun', {
            commodityName: nameOf(id),
            group: same.panelGroupName,
            state: taskState.labelOf(same.taskState),
          });
        if (same) shared.push(same);
        made.push({ sampleId, panelGroupId });
      }
    }
    for (const task of own.filter((one) => gone.includes(one)))
      if (task.commodityIds.some((id) => !removed.includes(id))) made.push({ sampleId, panelGroupId: task.panelGroupId });
  }
  const voided = [...new Set([...gone, ...shared])];
  const touched = new Set([...voided, ...made].map(({ sampleId }) => sampleId));
  return {
    voided,
    remade: received.filter(({ sampleId }) => touched.has(sampleId)),
    made: made.filter((one, at) => made.findIndex((other) => other.sampleId === one.sampleId && other.panelGroupId === one.panelGroupId) === at),
  };
}
