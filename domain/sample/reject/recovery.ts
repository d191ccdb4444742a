import type { Label } from '#domain/kernel/label.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { entryState, type EntryState } from '../entryState.ts';
import { itemState, type ItemState } from '../itemState.ts';
import { labStatus, type LabStatus } from '../sampleStatus.ts';

/** A tube as it stood the moment it was rejected: what a recovery goes back to. */
export interface TubeBefore {
  readonly labStatus: LabStatus;
  readonly enterTime: string | null;
  readonly labReceiveTime: string | null;
  readonly labCode: string | null;
  /** Of its requisition. */
  readonly entryState: EntryState;
  /** Of a spare: the tube whose tasks it followed. */
  readonly primarySampleId: string | null;
  readonly items: readonly { readonly itemId: string; readonly itemState: ItemState; readonly handoverId: string | null }[];
  /** Its own tasks that waited. */
  readonly tasks: readonly { readonly taskId: string; readonly taskState: TaskState }[];
}
/** How things stand now, as far as a recovery depends on it. */
export interface TubeNow {
  readonly sampleId: string;
  /** Of its requisition. */
  readonly entryState: EntryState;
  readonly items: readonly { readonly itemId: string; readonly itemState: ItemState }[];
  /** The tasks that were its own, wherever they are now; `isKept`: that tube has begun with them, or was received before this one. */
  readonly tasks: readonly {
    readonly taskId: string;
    readonly taskState: TaskState;
    readonly sampleId: string;
    readonly sampleCode: string;
    readonly isKept: boolean;
    /** Another tube has them that was sent to another laboratory. */
    readonly isAway: boolean;
    /** One of its commodities is still ordered for this tube. */
    readonly isOrdered: boolean;
    /** Another tube of the requisition and class has been given the same work since. */
    readonly isTaken: boolean;
  }[];
  /** A tube of its requisition that is at the laboratory with tasks of its own; null: none. */
  readonly working: { readonly sampleId: string; readonly sampleCode: string } | null;
}
export interface Recovery {
  readonly to: LabStatus;
  readonly entryState: EntryState;
  /** Its entry was settled only while it was rejected: it has been entered since now. */
  readonly isEnteredNow: boolean;
  /** It has to be received by the laboratory again. */
  readonly isReceiptLost: boolean;
  /** Items that wait for a handover again. */
  readonly readyItemIds: readonly string[];
  /** Tasks that are void and live again, on this tube. */
  readonly taskIds: readonly string[];
  /** It was ordered for more meanwhile, and is at the laboratory with tasks of its own. */
  readonly hasMore: boolean;
  /** A spare that took its tasks over and has not begun with them gives them back, and follows it again; null: none. */
  readonly givenBackBy: string | null;
  /** The tube whose tasks it follows; null: it has its own, or none. */
  readonly followsId: string | null;
  /** In words, what is not as it was before. */
  readonly differences: readonly { readonly text: Label; readonly params: Readonly<Record<string, string>> }[];
}

const texts = {
  withdrawn: ['录入已撤回,恢复为待录入', 'Its entry was withdrawn: it waits for entry'],
  entered: ['其间已完成录入,恢复为已录入', 'It was entered meanwhile: it is entered now'],
  receiveAgain: ['原接收不再有效,需重新接收', 'Its receipt no longer stands: it has to be received again'],
  taken: ['检测已由备用管 {code} 接替,本管作备用', 'Spare {code} took its tasks over: it becomes the spare'],
  unordered: ['其间已撤去 {count} 个检测任务的项目', 'The items of {count} tasks were removed meanwhile'],
  itemsAdded: ['其间增加 {count} 个项目', '{count} items were added meanwhile'],
  itemsRemoved: ['其间删除 {count} 个项目', '{count} items were removed meanwhile'],
} as const satisfies Record<string, Label>;

/** Where a rejected tube goes back to: as it stood before, minus what happened since (docs/desk.md#recovery). */
export function recoveryOf(before: TubeBefore, now: TubeNow): Recovery {
  const open = before.entryState === entryState.closed ? entryState.waiting : before.entryState;
  const entry = now.entryState === entryState.closed ? open : now.entryState;
  const isEntered = entry === entryState.settled;
  const wasReceived = before.labStatus === labStatus.received;
  const left = now.tasks.filter((task) => task.taskState === taskState.voided);
  const ordered = left.filter(({ isOrdered }) => isOrdered);
  const voided = ordered.filter(({ isTaken }) => !isTaken);
  const elsewhere = now.tasks.find((task) => task.taskState !== taskState.voided && task.sampleId !== now.sampleId);
  const isSpare = before.tasks.length === 0 && before.primarySampleId !== null;
  // Tested elsewhere: it was received and had nothing to be done here.
  const isWithoutWork = before.tasks.length === 0 && !isSpare;
  const isGivenBack = wasReceived && isEntered && elsewhere !== undefined && !elsewhere.isKept;
  const isFollowing = wasReceived && isEntered && voided.length === 0 && !isGivenBack;
  const followed = isFollowing ? (elsewhere ?? (isSpare || ordered.length > 0 ? now.working : null)) : null;
  const staysReceived = wasReceived && isEntered && (voided.length > 0 || isGivenBack || followed !== null || isWithoutWork);
  const to = !isEntered ? labStatus.pendingEntry : staysReceived ? labStatus.received : labStatus.entered;
  const isLiving = (item: { readonly itemState: ItemState }): boolean => item.itemState !== itemState.cancelled;
  const known = new Map(before.items.filter(isLiving).map((item) => [item.itemId, item.itemState]));
  const living = now.items.filter(isLiving);
  const added = living.filter(({ itemId }) => !known.has(itemId));
  const removed = [...known.keys()].filter((itemId) => !living.some((item) => item.itemId === itemId));
  const isReady = (itemId: string): boolean =>
    (known.get(itemId) ?? itemState.waiting) > itemState.notReady || before.labStatus === labStatus.pendingEntry;
  const say = (text: Label, params: Readonly<Record<string, string>> = {}) => ({ text, params });
  return {
    to,
    entryState: entry,
    isEnteredNow: isEntered && before.labStatus === labStatus.pendingEntry,
    isReceiptLost: wasReceived && to !== labStatus.received,
    readyItemIds: isEntered ? living.filter((item) => item.itemState === itemState.notReady && isReady(item.itemId)).map(({ itemId }) => itemId) : [],
    taskIds: to === labStatus.received ? voided.map(({ taskId }) => taskId) : [],
    hasMore: to === labStatus.received && followed === null && added.length > 0,
    givenBackBy: isGivenBack ? elsewhere.sampleId : null,
    followsId: followed?.sampleId ?? null,
    differences: [
      ...(before.labStatus !== labStatus.pendingEntry && !isEntered ? [say(texts.withdrawn)] : []),
      ...(isEntered && before.labStatus === labStatus.pendingEntry ? [say(texts.entered)] : []),
      ...(wasReceived && to !== labStatus.received ? [say(texts.receiveAgain)] : []),
      ...(followed && !isSpare ? [say(texts.taken, { code: followed.sampleCode })] : []),
      ...(left.length > ordered.length ? [say(texts.unordered, { count: String(left.length - ordered.length) })] : []),
      ...(added.length > 0 ? [say(texts.itemsAdded, { count: String(added.length) })] : []),
      ...(removed.length > 0 ? [say(texts.itemsRemoved, { count: String(removed.length) })] : []),
    ],
  };
}
