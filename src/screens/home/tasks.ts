import { Baby, Handshake, Keyboard, type LucideIcon, PencilLine, Scale, ScanBarcode } from 'lucide-react';
import type { EntryWorkRow, LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { call, servicePath } from '#src/api/call.ts';
import type { TextKey } from '#src/console/messages.ts';
import type { WorklistName } from '#src/offline/worklists.ts';

interface TaskBase {
  readonly name: string;
  readonly title: TextKey;
  readonly icon: LucideIcon;
  readonly permission: string;
  /** Where it is done. */
  readonly path: string;
}
/** Work this desk keeps for going on without network: counted from the kept list, which is what its screen shows too. */
export interface ListTask extends TaskBase {
  readonly list: WorklistName;
  readonly isDue: (row: never) => boolean;
}
/** Work done online only: counted by the server. */
export interface PageTask extends TaskBase {
  readonly pagePath: string;
  readonly query: Readonly<Record<string, string>>;
}

const isNipt = (row: EntryWorkRow): boolean => row.entryForm === 'nipt';
const isGeneric = (row: EntryWorkRow): boolean => !isNipt(row);
const always = (): boolean => true;

export const listTasks: readonly ListTask[] = [
  { name: 'nipt1', title: 'home.nipt1', icon: Baby, permission: 'detail_enter', path: '/sample/nipt/1', list: 'entry1', isDue: isNipt },
  { name: 'nipt2', title: 'home.nipt2', icon: Baby, permission: 'detail_enter', path: '/sample/nipt/2', list: 'entry2', isDue: isNipt },
  {
    name: 'generic1',
    title: 'home.generic1',
    icon: Keyboard,
    permission: 'detail_enter',
    path: '/sample/detail-enter/1',
    list: 'entry1',
    isDue: isGeneric,
  },
  {
    name: 'generic2',
    title: 'home.generic2',
    icon: Keyboard,
    permission: 'detail_enter',
    path: '/sample/detail-enter/2',
    list: 'entry2',
    isDue: isGeneric,
  },
  {
    name: 'handover',
    title: 'home.handover',
    icon: Handshake,
    permission: 'handover_save',
    path: '/sample/sample-handover',
    list: 'handover',
    isDue: always,
  },
  {
    name: 'labReceive',
    title: 'home.labReceive',
    icon: ScanBarcode,
    permission: 'lab_receive',
    path: '/sample/todayReceivePage',
    list: 'labReceive',
    isDue: (row: LabReceiveWorkRow) => row.labStatus === labStatus.entered,
  },
];

export const pageTasks: readonly PageTask[] = [
  {
    name: 'mine',
    title: 'home.mine',
    icon: PencilLine,
    permission: 'detail_enter',
    path: '/sample/nipt/2',
    pagePath: 'enter-info/double-enter-page',
    query: { pass: 'mine' },
  },
  {
    name: 'arbitration',
    title: 'home.arbitration',
    icon: Scale,
    permission: 'detail_arbitrate',
    path: '/sample/arbitration',
    pagePath: 'enter-info/arbitration-page',
    query: {},
  },
];

/** How many rows a page call would list. Throws CallError. */
export async function countPage({ pagePath, query }: PageTask, signal: AbortSignal): Promise<number> {
  const page = await call<{ total: number | string }>('GET', servicePath('sample', pagePath), {
    query: { ...query, current: 1, size: 1 },
    signal,
    quiet: true,
    timeoutMs: 20_000,
  });
  return Number(page.total);
}

/** Acts of the entry: figures about it are shown to who does one of them. */
const entryActs = ['summary_enter', 'detail_enter', 'detail_arbitrate'];
export const isAboutEntry = (can: (permission: string) => boolean): boolean => entryActs.some(can);
