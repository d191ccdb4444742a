import {
  CalendarClock,
  FileClock,
  FileText,
  FileX,
  Handshake,
  Hourglass,
  type LucideIcon,
  PencilLine,
  Scale,
  ScanBarcode,
  ShieldCheck,
  Undo2,
} from 'lucide-react';
import type { Label } from '#domain/kernel/label.ts';
import type { Service } from '#domain/kernel/services.ts';
import { deApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';
import { reportStanding, reportState, type ReportState } from '#domain/report/reportState.ts';
import { enterDetail } from '#domain/sample/detailEntry.ts';
import { toCorrect } from '#domain/sample/entryContracts.ts';
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
  readonly service: Service;
  readonly pagePath: string;
  readonly query: Readonly<Record<string, string>>;
  /** Shown only while there is some, and as what a person must look at. */
  readonly isAlarm?: true;
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

const audits = [
  { level: 1, permission: 'resultAudit_first', word: ['一审', 'first audit'] },
  { level: 2, permission: 'resultAudit_second', word: ['二审', 'second audit'] },
] as const;
/** Each level of audit: what awaits it, and what of that is late. */
const auditTasks = audits.flatMap(({ level, permission, word }): readonly PageTask[] => {
  const common = { permission, path: '/lab/result-audit', service: 'lab', pagePath: 'result-audit/page' } as const;
  return [
    { ...common, name: `audit${level}`, title: [`待${word[0]}`, `Awaiting ${word[1]}`], icon: ShieldCheck, query: { level: String(level) } },
    {
      ...common,
      name: `audit${level}Late`,
      title: [`超期未${word[0]}`, `Late for ${word[1]}`],
      icon: Hourglass,
      query: { level: String(level), isOverdue: '1' },
      isAlarm: true,
    },
  ];
});

function reportTask(name: string, title: Label, icon: LucideIcon, permission: string, state: ReportState): PageTask {
  return {
    name,
    title,
    icon,
    permission,
    path: `/lab-report/report-audit?tab=${state}`,
    service: 'report',
    pagePath: 'report-audit/page',
    query: { state: String(state) },
  };
}

const standingIcons: Readonly<Record<number, LucideIcon>> = {
  [reportStanding.dueToday]: CalendarClock,
  [reportStanding.late]: Hourglass,
  [reportStanding.cameBack]: Undo2,
};
/** Reports that are not out, in whatever state: each number opens all of them by the same filter. */
const standingTasks = reportStanding.options.map(({ code, label: [zh, en] }): PageTask => ({
  name: `reportsStanding${code}`,
  title: [`报告${zh}`, `Reports: ${en}`],
  icon: standingIcons[Number(code)] ?? FileClock,
  permission: 'report_audit',
  path: `/lab-report/report-audit?tab=&standing=${code}`,
  service: 'report',
  pagePath: 'report-audit/page',
  query: { standing: String(code) },
  ...(code === reportStanding.late ? { isAlarm: true } : {}),
}));

export const pageTasks: readonly PageTask[] = [
  {
    name: 'mine',
    title: ['待我更正', 'For me to correct'],
    icon: PencilLine,
    permission: enterDetail.permission,
    // What is to be corrected stands beside every second pass.
    path: passRoute(enteredAs(''), 2),
    service: 'sample',
    pagePath: 'enter-info/double-enter-page',
    query: toCorrect,
  },
  {
    name: 'arbitration',
    title: ['待仲裁', 'To arbitrate'],
    icon: Scale,
    permission: 'detail_arbitrate',
    path: '/sample/arbitration',
    service: 'sample',
    pagePath: 'enter-info/arbitration-page',
    query: {},
  },
  ...auditTasks,
  {
    name: 'casesLate',
    title: ['超期异常登记', 'Overdue abnormal cases'],
    icon: Hourglass,
    permission: 'abnormal_process',
    path: '/sample/operate-abnormal',
    service: 'sample',
    pagePath: 'abnormal-registration/page',
    query: { isOverdue: '1' },
    isAlarm: true,
  },
  {
    name: 'reversals',
    title: ['待批反审核', 'Reversals to decide'],
    icon: Undo2,
    permission: 'deApproval_decide',
    path: `/search/sampleDeApproval?state=${deApprovalState.waiting}`,
    service: 'search',
    pagePath: 'sampleDeApproval/page',
    query: { state: String(deApprovalState.waiting) },
  },
  reportTask('reportsToAudit', ['待审核报告', 'Reports to audit'], ShieldCheck, 'report_audit', reportState.toAudit),
  ...standingTasks,
  reportTask('reportsToMake', ['待生成报告', 'Reports to make'], FileClock, 'report_generate', reportState.waiting),
  {
    ...reportTask('reportsFailed', ['生成失败的报告', 'Reports that could not be made'], FileX, 'report_generate', reportState.failed),
    isAlarm: true,
  },
];

/** How many rows a page call would list. Throws CallError. */
export async function countPage(
  { service, pagePath, query }: PageTask,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly isMore: boolean }> {
  const page = await call<{ total: number | string; isTotalCapped?: boolean }>('GET', servicePath(service, pagePath), {
    query: { ...query, current: 1, size: 1 },
    signal,
    quiet: true,
    timeoutMs: 20_000,
  });
  return { count: Number(page.total), isMore: page.isTotalCapped === true };
}

/** Acts of the entry: figures about it are shown to who does one of them. */
const entryActs = ['summary_enter', 'detail_enter', 'detail_arbitrate'];
export const isAboutEntry = (can: (permission: string) => boolean): boolean => entryActs.some(can);
