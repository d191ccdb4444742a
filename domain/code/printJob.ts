import { z } from 'zod';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { choices } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { idText } from '#domain/kernel/ids.ts';
import { codeText, reasonInput } from '#domain/sample/codeText.ts';

/** What labels are printed for. */
export const jobKind = choices({
  first: [1, '首次打印', 'First print'],
  reprint: [2, '重打', 'Printed again'],
  replace: [3, '更换', 'Replaced'],
});
/** waiting: some labels did not come out yet. toCheck: all did, one must be scanned back. released: the batch may be used. */
export const jobState = choices({
  waiting: [1, '待打印', 'To print'],
  printing: [2, '打印中', 'Printing'],
  toCheck: [3, '待核对', 'To check'],
  released: [4, '已放行', 'Released'],
});
export type JobState = (typeof jobState)[keyof Pick<typeof jobState, 'waiting' | 'printing' | 'toCheck' | 'released'>];
export const printChannel = choices({
  browser: ['browser', '浏览器', 'Browser'],
  zpl: ['zpl', '标签打印机 (ZPL)', 'Label printer (ZPL)'],
  desk: ['desk', '前台离线', 'Desk, offline'],
});
/** How a run of the printer ended. */
export const runOutcome = choices({
  running: [1, '进行中', 'Under way'],
  complete: [2, '完成', 'Complete'],
  stopped: [3, '中断', 'Stopped'],
  abandoned: [4, '未回报', 'Not reported'],
});

export interface PrintJob {
  readonly printId: string;
  readonly state: JobState;
  readonly codes: readonly string[];
  /** Labels that came out, from the first on. */
  readonly done: number;
  /** The run under way; null: none. */
  readonly run: {
    readonly runId: string;
    readonly from: number;
    readonly userId: string;
    readonly userName: string;
    readonly deviceId: string | null;
    readonly beginTime: string;
  } | null;
}
export interface JobInHand {
  /** Null: no such job. */
  readonly job: PrintJob | null;
}

const jobRefusals = {
  'printJob.unknown': ['没有此打印任务', 'No such print job'],
  'printJob.released': ['此批标签已放行: 请用“重打”并填写原因', 'These labels are released: print again with a reason'],
  'printJob.busy': ['{by} 自 {at} 起正在打印', '{by} has been printing them since {at}'],
  'printJob.outOfRange': ['请填写 1 到 {most} 之间的标签序号', 'A label from 1 to {most}'],
  'printJob.reasonNeeded': ['第 {from} 张已打印过: 请填写重新打印的原因', 'Label {from} came out already: give the reason for printing it again'],
  'printJob.notBegun': ['尚未开始打印', 'Printing was not begun'],
  'printJob.notPrinted': ['尚有 {left} 张未打印', '{left} labels are still to print'],
  'printJob.otherCode': ['{code} 不是本批标签', '{code} is not a label of this batch'],
} as const;

const beginInput = z.object({
  printId: idText,
  /** The label to begin with, from 1; the next one where it is left out. */
  from: z.coerce.number().int().min(1).nullish(),
  channel: z.enum(['browser', 'zpl']).default('browser'),
  /** Goes on where another person or desk began and said nothing more. */
  takeOver: z.boolean().default(false),
  reason: reasonInput.nullish(),
});
export type BeginPrint = z.output<typeof beginInput>;
export interface BegunRun {
  readonly printId: string;
  readonly from: number;
  readonly reason: string | null;
  /** Ended without a word: it is closed as such. */
  readonly abandoned: string | null;
}

/** What speaks against printing a job once more, whoever asks; null: nothing. */
export const printRefusal = ({ state }: { readonly state: number }): Refusal | null =>
  state === jobState.released ? refuse('printJob.released') : null;

/** Labels of a job go to the printer, from label n on. Only one person prints a job at a time. */
export const beginPrint = defineCommand({
  name: 'printRun.begin',
  title: ['开始打印', 'Begin printing'],
  service: 'code',
  path: 'print/begin',
  permission: 'code_print',
  roles: ['reception', 'lab', 'ops'],
  input: beginInput,
  answer: shape({ printId: z.string(), runId: z.string(), from: z.int(), total: z.int() }),
  version: 1,
  offline: false,
  lanes: ({ printId }) => [`print:${printId}`],
  subject: ({ printId }) => printId,
  refusals: jobRefusals,
  decide({ job }: JobInHand, { printId, from: asked, takeOver, reason }: BeginPrint, { user, deviceId }): Outcome<BegunRun> {
    if (!job) return refuse('printJob.unknown');
    const refusal = printRefusal(job);
    if (refusal) return refusal;
    const { run, done, codes } = job;
    const isOwn = run?.userId === user.id && run.deviceId === deviceId;
    if (run && !isOwn && !takeOver) return conflict('printJob.busy', { by: run.userName, at: run.beginTime });
    const from = asked ?? Math.min(done + 1, codes.length);
    // No label is left out: from one that came out already, or the next.
    if (from > Math.min(done + 1, codes.length)) return refuse('printJob.outOfRange', { most: Math.min(done + 1, codes.length) });
    if (from <= done && !reason) return refuse('printJob.reasonNeeded', { from });
    return accept({ printId, from, reason: reason ?? null, abandoned: run?.runId ?? null });
  },
});

const completeInput = z.object({
  printId: idText,
  /** The last label that came out well; 0: none. All of them where it is left out. */
  upTo: z.coerce.number().int().min(0).nullish(),
});
export type CompletePrint = z.output<typeof completeInput>;
export interface CompletedRun {
  readonly printId: string;
  readonly runId: string;
  readonly from: number;
  readonly upTo: number;
  readonly printed: readonly string[];
  readonly state: JobState;
}

/** Says how far the printer came. A jam in the middle leaves the job waiting for label n + 1. */
export const completePrint = defineCommand({
  name: 'printRun.complete',
  title: ['完成打印', 'Complete printing'],
  service: 'code',
  path: 'print/complete',
  permission: 'code_print',
  roles: ['reception', 'lab', 'ops'],
  input: completeInput,
  answer: shape({ printId: z.string(), from: z.int(), done: z.int(), total: z.int(), state: oneOf(jobState) }),
  version: 1,
  offline: false,
  lanes: ({ printId }) => [`print:${printId}`],
  subject: ({ printId }) => printId,
  refusals: jobRefusals,
  decide({ job }: JobInHand, { printId, upTo: said }: CompletePrint): Outcome<CompletedRun> {
    if (!job) return refuse('printJob.unknown');
    const { run, codes } = job;
    if (!run) return refuse('printJob.notBegun');
    const upTo = said ?? codes.length;
    if (upTo > codes.length || upTo < run.from - 1) return refuse('printJob.outOfRange', { most: codes.length });
    const state = upTo === codes.length ? jobState.toCheck : jobState.waiting;
    return accept({ printId, runId: run.runId, from: run.from, upTo, printed: codes.slice(run.from - 1, upTo), state });
  },
});

const checkInput = z.object({ printId: idText, code: codeText(64) });
export type CheckPrint = z.output<typeof checkInput>;

/** One label is scanned back: it proves printer, symbology and layout, and the batch may be used. */
export const checkPrint = defineCommand({
  name: 'printRun.check',
  title: ['扫描核对放行', 'Scan back and release'],
  service: 'code',
  path: 'print/check',
  permission: 'code_print',
  roles: ['reception', 'lab', 'ops'],
  input: checkInput,
  answer: shape({ printId: z.string(), code: z.string(), state: oneOf(jobState) }),
  version: 1,
  offline: false,
  lanes: ({ printId }) => [`print:${printId}`],
  subject: ({ code }) => code,
  refusals: jobRefusals,
  decide({ job }: JobInHand, { printId, code }: CheckPrint): Outcome<{ readonly printId: string; readonly code: string }> {
    if (!job) return refuse('printJob.unknown');
    if (job.state === jobState.released) return refuse('printJob.released');
    if (!job.codes.includes(code)) return refuse('printJob.otherCode', { code });
    if (job.state !== jobState.toCheck) return refuse('printJob.notPrinted', { left: job.codes.length - job.done });
    return accept({ printId, code });
  },
});
