import { useCallback, useRef, useState } from 'react';
import type { EntryGroup, EntryInstrument, EntrySheet, EntryTask } from '#domain/lab/resultEntry.ts';
import type { EnteredResult } from '#domain/lab/resultFile.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { newRequestId } from '#src/api/request.ts';
import { dropDraft, readDraft, saveDraft } from '#src/offline/store/drafts.ts';
import { findsBeside, isTyped, oddNumbers, sentOf, typedOf, typedOver, type TypedTask } from './entryEdit.ts';

/** What came of saving a task, or why it was not saved. */
export interface Told {
  readonly kind: 'saved' | 'conflict' | 'refused' | 'restored';
  /** In the user's language where it came from the server. */
  readonly text: Label | string;
}
interface Draft {
  readonly version: number;
  readonly round: number;
  /** What it was typed over. */
  readonly base: TypedTask;
  readonly typed: TypedTask;
}
const draftOf = (taskId: string): string => `result-entry:${taskId}`;
const unknown = new Map<string, never>();

/** The tasks of one grid, what is typed of them and what came of saving it. What is typed stays until the server has it. */
export function useEntry() {
  const [groups, setGroups] = useState<readonly EntryGroup[]>([]);
  const [tasks, setTasks] = useState<readonly EntryTask[]>([]);
  const [instruments, setInstruments] = useState<readonly EntryInstrument[]>([]);
  const [typed, setTyped] = useState<ReadonlyMap<string, TypedTask>>(unknown);
  const [told, setTold] = useState<ReadonlyMap<string, Told>>(unknown);
  const [isSaving, setSaving] = useState(false);
  // A row is saved under one key until it is another: a lost answer makes no second version.
  const keys = useRef(new Map<string, { readonly sent: string; readonly key: string }>());

  const standing = useRef(new Set<string>());

  const tell = useCallback((taskId: string, one: Told | null): void => {
    setTold((before) => {
      const next = new Map(before);
      if (one) next.set(taskId, one);
      else next.delete(taskId);
      return next;
    });
  }, []);

  /** Puts tasks on the grid; what stands there already stays as it is. */
  const take = useCallback(
    async (sheet: EntrySheet): Promise<void> => {
      const added = sheet.tasks.filter(({ taskId }) => !standing.current.has(taskId));
      for (const { taskId } of added) standing.current.add(taskId);
      setGroups((before) => [...before.filter((one) => sheet.groups.every((now) => now.panelGroupId !== one.panelGroupId)), ...sheet.groups]);
      setTasks((before) => [...before, ...added]);
      setInstruments((before) => [...new Map([...before, ...sheet.instruments].map((one) => [one.instrumentId, one])).values()]);
      for (const task of added) {
        const draft = await readDraft<Draft>(draftOf(task.taskId));
        if (!draft) continue;
        const { base, version, round } = draft.value;
        const kept = typedOver(base, typedOf(task), draft.value.typed);
        if (round !== task.round || task.refusal !== null || !isTyped(task, kept)) {
          void dropDraft(draftOf(task.taskId));
          continue;
        }
        setTyped((before) => (before.has(task.taskId) ? before : new Map(before).set(task.taskId, kept)));
        if (version !== task.version)
          tell(task.taskId, {
            kind: 'conflict',
            text: ['结果已被他人更改，请核对后保存', 'The result was changed by somebody else: look at it, then save'],
          });
        else tell(task.taskId, { kind: 'restored', text: ['已恢复上次未保存的内容', 'What was not saved is back'] });
      }
    },
    [tell],
  );
  const typedAt = (task: EntryTask): TypedTask => typed.get(task.taskId) ?? typedOf(task);
  const change = (task: EntryTask, next: TypedTask): void => {
    setTyped((before) => new Map(before).set(task.taskId, next));
    tell(task.taskId, null);
    void saveDraft(draftOf(task.taskId), { version: task.version, round: task.round, base: typedOf(task), typed: next } satisfies Draft);
  };
  const dirty = tasks.filter((task) => isTyped(task, typed.get(task.taskId)));

  async function saveOne(task: EntryTask, reason: string, instrumentId: string | null): Promise<boolean> {
    const group = groups.find((one) => one.panelGroupId === task.panelGroupId);
    const own = typedAt(task);
    if (!group) return false;
    const odd = own.findings.find((found) => found.name.trim() !== '' && oddNumbers(found).length > 0);
    if (odd) {
      tell(task.taskId, { kind: 'refused', text: [`${odd.name} 的数值有误`, `${odd.name}: a number is none`] });
      return false;
    }
    // Of another laboratory's tasks on the grid it says nothing.
    const isOwn = instruments.some((one) => one.instrumentId === instrumentId && one.laboratoryId === task.laboratoryId);
    const body = {
      ...sentOf(task, own, findsBeside(group)),
      ...(isOwn ? { instrumentId } : {}),
      ...(reason.trim() ? { reason: reason.trim() } : {}),
    };
    const sent = JSON.stringify(body);
    const known = keys.current.get(task.taskId);
    const key = known?.sent === sent ? known.key : newRequestId();
    keys.current.set(task.taskId, { sent, key });
    try {
      const made: EnteredResult = await ask('POST lab/result/web-upload', { body, quiet: true, headers: { 'Idempotency-Key': key } });
      const after = await ask('GET lab/result/entry-sheet', { query: { taskIds: task.taskId }, quiet: true }).catch(() => null);
      const fresh = after?.tasks[0] ?? {
        ...task,
        version: made.version,
        taskState: made.taskState,
        detectionResult: made.detectionResult,
        signals: made.signals,
      };
      setTasks((before) => before.map((one) => (one.taskId === task.taskId ? fresh : one)));
      setTyped((before) => new Map([...before].filter(([taskId]) => taskId !== task.taskId)));
      void dropDraft(draftOf(task.taskId));
      tell(task.taskId, { kind: 'saved', text: [`已保存为第 ${made.version} 版`, `Saved as version ${made.version}`] });
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { refusal } = (error.body ?? {}) as { readonly refusal?: string };
      const network: Label = ['连接不上服务器，内容已保留', 'The server cannot be reached; what you typed stays'];
      const faults = (error.problems ?? []).flatMap(({ field }) => {
        const at = /^values\.(\d+)$/.exec(field)?.[1];
        const item = at === undefined ? undefined : group.items.find(({ itemId }) => itemId === body.values[Number(at)]?.itemId);
        return item ? [item.itemName] : [];
      });
      const text: Label | string = error.isTransport
        ? network
        : faults.length > 0
          ? [`${faults.join('、')} 的值不能接收`, `Not taken: ${faults.join(', ')}`]
          : error.message;
      tell(task.taskId, { kind: refusal === 'result.changed' ? 'conflict' : 'refused', text });
      return false;
    }
  }
  /** Saves each row for itself, as measured on the instrument where one is named; answers how many were taken. */
  async function save(reason: string, instrumentId: string | null): Promise<number> {
    setSaving(true);
    try {
      let count = 0;
      for (const task of dirty) if (await saveOne(task, reason, instrumentId)) count += 1;
      return count;
    } finally {
      setSaving(false);
    }
  }
  /** Brings a task to where the server is; what is typed stays over it. */
  async function renew(taskId: string): Promise<void> {
    const sheet = await ask('GET lab/result/entry-sheet', { query: { taskIds: taskId } });
    const [fresh] = sheet.tasks;
    const seen = tasks.find((task) => task.taskId === taskId);
    if (!fresh || !seen) return;
    setTyped((before) => {
      const own = before.get(taskId);
      return own ? new Map(before).set(taskId, typedOver(typedOf(seen), typedOf(fresh), own)) : before;
    });
    setTasks((before) => before.map((task) => (task.taskId === taskId ? fresh : task)));
    tell(taskId, null);
  }
  /** Gives up what is typed of a task. */
  function drop(task: EntryTask): void {
    setTyped((before) => new Map([...before].filter(([taskId]) => taskId !== task.taskId)));
    tell(task.taskId, null);
    void dropDraft(draftOf(task.taskId));
  }
  return { groups, tasks, instruments, typedAt, dirty, told, isSaving, take, change, save, renew, drop };
}
