import { FileText, Handshake, type LucideIcon, PencilLine, Scale, ScanBarcode } from 'lucide-react';
import type { Label } from '#domain/kernel/label.ts';
import { enterDetail } from '#domain/sample/detailEntry.ts';
import { enteredAs, passRoute, screenForms } from '#domain/sample/forms/entryForms.ts';
import type { EntryWorkRow, LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { call, servicePath } from '#src/api/call.ts';
import { menuIcons } from '#src/console/menuIcons.ts';
import type { WorklistName } from '#src/offline/master/worklists.ts';

interface TaskBase {
  readonly name: string;
  readonly title: Label;
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

const always = (): boolean => true;
const passes = [
  { pass: 1, list: 'entry1', word: ['待一录', 'first entry'] },
  { pass: 2, list: 'entry2', word: ['待二录', 'second entry'] },
] as const;

/** Both passes of each form that has screens of its own. */
const entryTasks = screenForms.toReversed().flatMap((form) =>
  passes.map(({ pass, list, word }): ListTask => ({
    name: `${form.key}${pass}`,
    title: [`${form.title[0]} ${word[0]}`, `${form.title[1]}, ${word[1]}`],
    icon: menuIcons[form.screen.icon] ?? FileText,
    permission: enterDetail.permission,
    path: passRoute(form, pass),
    list,
    isDue: (row: EntryWorkRow) => enteredAs(row.entryForm) === form,
  })),
);

export const listTasks: readonly ListTask[] = [
  ...entryTasks,
  {
    name: 'handover',
    title: ['待交接', 'To hand over'],
    icon: Handshake,
    permission: 'handover_save',
    path: '/sample/sample-handover',
    list: 'handover',
    isDue: always,
  },
  {
    name: 'labReceive',
    title: ['待接收', 'To receive'],
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
    title: ['待我更正', 'For me to correct'],
    icon: PencilLine,
    permission: enterDetail.permission,
    // What is to be corrected stands beside every second pass.
    path: passRoute(enteredAs(''), 2),
    pagePath: 'enter-info/double-enter-page',
    query: { pass: 'mine' },
  },
  {
    name: 'arbitration',
    title: ['待仲裁', 'To arbitrate'],
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
