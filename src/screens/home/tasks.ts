import { Baby, Handshake, Keyboard, type LucideIcon, PencilLine, Scale, ScanBarcode } from 'lucide-react';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import type { LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { call, servicePath } from '#src/api/call.ts';
import type { TextKey } from '#src/console/messages.ts';
import { refreshWorklist, worklist } from '#src/offline/worklists.ts';

/** Something a person may have to do today: its right, where it is done, and how many there are. */
export interface Task {
  readonly name: string;
  readonly title: TextKey;
  readonly icon: LucideIcon;
  readonly permission: string;
  readonly path: string;
  /** Throws CallError where the server cannot be asked. */
  readonly count: (signal: AbortSignal) => Promise<number>;
}

const ask = <T>(path: string, query: Record<string, string | number>, signal: AbortSignal): Promise<T> => call<T>('GET', servicePath('sample', path), { query, signal, quiet: true, timeoutMs: 20_000 });

/** How many rows a page call would list. */
async function total(path: string, query: Record<string, string | number>, signal: AbortSignal): Promise<number> {
  return Number((await ask<{ total: number | string }>(path, { ...query, current: 1, size: 1 }, signal)).total);
}

/** Tubes the lab waits for: of the list this desk keeps for receiving without network. */
async function toReceive(): Promise<number> {
  const rows = await refreshWorklist<LabReceiveWorkRow>('labReceive');
  return countToReceive(rows);
}
const countToReceive = (rows: readonly LabReceiveWorkRow[]): number => rows.filter((row) => row.labStatus === labStatus.entered).length;

/** The same from what this desk last got; null where it never did. */
export async function keptToReceive(): Promise<number | null> {
  const kept = await worklist<LabReceiveWorkRow>('labReceive');
  return kept ? countToReceive(kept.rows) : null;
}

export const tasks: readonly Task[] = [
  {
    name: 'entry1', title: 'home.entry1', icon: Keyboard, permission: 'detail_enter', path: '/sample/detail-enter/1',
    count: async (signal) => {
      const [single, double] = await Promise.all([total('enter-info/single-enter-page', { pass: 1 }, signal), total('enter-info/double-enter-page', { pass: 1 }, signal)]);
      return single + double;
    },
  },
  { name: 'entry2', title: 'home.entry2', icon: Baby, permission: 'detail_enter', path: '/sample/nipt/2', count: (signal) => total('enter-info/double-enter-page', { pass: 2 }, signal) },
  { name: 'mine', title: 'home.mine', icon: PencilLine, permission: 'detail_enter', path: '/sample/nipt/2', count: (signal) => total('enter-info/double-enter-page', { pass: 'mine' }, signal) },
  { name: 'arbitration', title: 'home.arbitration', icon: Scale, permission: 'detail_arbitrate', path: '/sample/arbitration', count: (signal) => total('enter-info/arbitration-page', {}, signal) },
  { name: 'handover', title: 'home.handover', icon: Handshake, permission: 'handover_save', path: '/sample/sample-handover', count: async (signal) => Number(await ask<number>('sample-handover/no-handover-count', {}, signal)) },
  { name: 'labReceive', title: 'home.labReceive', icon: ScanBarcode, permission: 'lab_receive', path: '/sample/todayReceivePage', count: toReceive },
];
