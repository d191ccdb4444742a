import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { longText, secret } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import type { Result } from '../rules/judging.ts';
import { isClear, signal, type Signal } from '../rules/signals.ts';
import { eyesFault, type Hands } from '../rules/taskMoves.ts';
import { taskState, type TaskState } from '../rules/taskState.ts';

/** Which of the two audits (docs/lab.md#audit). */
export const auditLevel = choices({ first: [1, '一审', 'First audit'], second: [2, '二审', 'Second audit'] });
export type AuditLevel = CodeOf<typeof auditLevel>;
/** What an auditor says. */
export const auditResult = choices({ passed: [1, '通过', 'Passed'], sentBack: [2, '回退', 'Sent back'] });
export type AuditResult = CodeOf<typeof auditResult>;

/** The right of each level, beside the one to look at results. */
export const auditRights: Readonly<Record<AuditLevel, string>> = { 1: 'resultAudit_first', 2: 'resultAudit_second' };
/** The rights of the audit's screen; a level's own stands beside the one to look. */
export const viewAudits: Right = { code: 'resultAudit_view', label: ['查看结果审核', 'View result audits'], roles: ['lab', 'audit1', 'audit2'] };
export const auditLevelRights: readonly Right[] = [
  { code: auditRights[1], label: ['结果一审', 'First audit of results'], roles: ['audit1'] },
  { code: auditRights[2], label: ['结果二审', 'Second audit of results'], roles: ['audit2'] },
];
/** Minutes after one's last audit in which the password is not asked for again. */
export const signedForMinutes = 30;

export const auditResultInput = z.object({
  taskId: z.string().regex(/^\d{1,19}$/),
  /** The task as it was seen. */
  version: z.int(),
  /** What was told to be looked at when it was seen. */
  signals: z.array(oneOf(signal)).nullish(),
  level: oneOf(auditLevel),
  result: oneOf(auditResult),
  opinion: z.string().trim().max(500).nullish(),
  /** The auditor's own password, as a handover's signer gives theirs, sealed with `signNonce`; absent where it was given a moment ago. */
  signPassword: z.string().min(1).max(4_000).nullish(),
  signNonce: z.string().min(8).max(64).nullish(),
  /** Set by the server: nobody else was asked for with it. */
  isAlone: z.boolean().optional(),
});
export type AuditResultInput = z.output<typeof auditResultInput>;

/** What is known of a task that is to be audited. */
export interface AuditedTask {
  readonly taskId: string;
  readonly labCode: string | null;
  readonly sampleCode: string;
  readonly requisitionCode: string;
  readonly laboratoryId: string;
  readonly panelGroupId: string;
  readonly taskState: TaskState;
  readonly version: number;
  readonly resultVersion: number;
  readonly detectionResult: Result | null;
  readonly signals: readonly Signal[];
  /** Names of the items that have no value yet. */
  readonly missing: readonly string[];
  /** Controls that failed after it was taken in hold it back (docs/lab.md#controls). */
  readonly isGateHeld: boolean;
  readonly checkerOne: string | null;
  readonly checkerTwo: string | null;
  readonly hands: Hands;
}
/** How the auditor stands to signing this task today. */
export type Signing =
  | { readonly state: 'ready'; readonly signUserId: string; readonly signatureVersion: string }
  | { readonly state: 'wanted' | 'wrong' | 'locked' | 'stopped' | 'unreadable' | 'noAuthority' | 'noSignature' };

export interface AuditState {
  readonly task: AuditedTask | null;
  readonly signing: Signing;
}
export interface AuditChange {
  readonly taskId: string;
  readonly level: AuditLevel;
  readonly result: AuditResult;
  readonly resultVersion: number;
  readonly from: TaskState;
  readonly to: TaskState;
}

const awaits: Readonly<Record<AuditLevel, TaskState>> = { 1: taskState.firstAudit, 2: taskState.secondAudit };
const passedTo: Readonly<Record<AuditLevel, TaskState>> = { 1: taskState.secondAudit, 2: taskState.audited };
/** From where a level may send back: what it is asked for, and what it has passed itself. */
const sentBackFrom: Readonly<Record<AuditLevel, readonly TaskState[]>> = {
  1: [taskState.secondAudit],
  2: [taskState.secondAudit, taskState.audited],
};
const signingRefusals = {
  wanted: 'signature.wanted',
  wrong: 'signature.wrong',
  locked: 'signature.locked',
  stopped: 'signature.stopped',
  unreadable: 'signature.unreadable',
  noAuthority: 'signature.noAuthority',
  noSignature: 'signature.none',
} as const;

const nameOf = ({ labCode, sampleCode }: Pick<AuditedTask, 'labCode' | 'sampleCode'>): string => labCode ?? sampleCode;

/**
 * What speaks against passing a result, as far as its row tells: its state, whose work it is, what it lacks, and whether it may be passed
 * with others. The signature is another matter. Null: nothing.
 */
export function passRefusal(task: AuditedTask, level: AuditLevel, person: string, isAlone: boolean): Refusal | null {
  const name = nameOf(task);
  if (task.taskState === passedTo[level])
    return conflict('audit.done', { name, by: (level === auditLevel.first ? task.checkerOne : task.checkerTwo) ?? '' });
  if (task.taskState !== awaits[level]) return conflict('audit.state', { name, state: taskState.labelOf(task.taskState) });
  const fault = eyesFault(level, person, task.hands);
  if (fault) return refuse(fault, { name });
  if (level === auditLevel.first && task.isGateHeld) return refuse('audit.gateHeld', { name });
  if (task.missing.length > 0) return refuse('audit.incomplete', { name, items: task.missing.join('、') });
  if (task.detectionResult === null) return refuse('audit.unjudged', { name });
  if (!isAlone && !isClear(task)) return refuse('audit.oneByOne', { name });
  return null;
}

const auditAsks = {
  opinion: longText('意见', 'Opinion', { max: 500, required: true }),
  signPassword: secret('本人密码', 'Your password', {
    required: true,
    help: ['用于签名, 30 分钟内不再询问', 'Signs the audit; not asked again for 30 minutes'],
  }),
} as const;

/** Passes a result to the next audit, or sends it back with a reason (docs/lab.md#audit). */
export const auditResults = defineCommand({
  name: 'result.audit',
  title: ['审核结果', 'Audit results'],
  service: 'lab',
  path: 'result-audit/audit',
  permission: 'resultAudit_view',
  roles: viewAudits.roles,
  screens: ['/lab/result-audit'],
  input: auditResultInput,
  asks: auditAsks,
  refusedAt: {
    'audit.opinionNeeded': 'opinion',
    'signature.wanted': 'signPassword',
    'signature.wrong': 'signPassword',
    'signature.unreadable': 'signPassword',
    'signature.locked': 'signPassword',
  },
  many: { of: 'tasks', keys: ['taskId', 'version', 'signals'], aloneAs: 'isAlone' },
  answer: shape({ taskId: z.string(), taskState: oneOf(taskState) }),
  version: 1,
  offline: false,
  lanes: ({ taskId }) => [`task:${taskId}`],
  subject: ({ taskId }) => taskId,
  refusals: {
    'audit.unknown': ['没有此检测任务', 'No such task'],
    'audit.notPermitted': ['没有{level}权限', 'Not permitted: {level}'],
    'audit.state': ['{name} 当前为{state},不能审核', '{name} is now: {state}; it cannot be audited'],
    'audit.done': ['{name} 已由 {by} 审核', '{name} was audited by {by}'],
    'audit.ownWork': ['不能审核自己的结果: {name}', 'Nobody audits their own work: {name}'],
    'audit.sameAuditor': ['二审须由另一人进行: {name}', 'The second audit is another person’s: {name}'],
    'audit.oneByOne': ['{name} 不是可批审的结果,须逐个审核', '{name} is not clear: audit it alone'],
    'audit.incomplete': ['{name} 缺少: {items}', '{name} lacks: {items}'],
    'audit.gateHeld': [
      '{name} 所在批次质控失控且未放行,请先放行或复检',
      'Controls of the run of {name} failed and were not released: release them, or do it again',
    ],
    'audit.unjudged': ['{name} 尚无检测结果,请先录入结论', '{name} has no conclusion yet'],
    'audit.changed': ['{name} 已被修改(现为第{no}版结果),请查看后再审核', '{name} was changed (now result version {no}): look at it again'],
    'audit.signalsChanged': ['{name} 现有提示: {signals},请查看后再审核', '{name} now tells: {signals}; look at it again'],
    'audit.opinionNeeded': ['回退须填写原因', 'Sending back needs a reason'],
    'signature.wanted': ['请输入本人密码以签名', 'Enter your password to sign'],
    'signature.wrong': ['密码错误', 'Wrong password'],
    'signature.locked': ['账号已锁定,请稍后再试', 'The account is locked; try again later'],
    'signature.stopped': ['账号已停用', 'The account is stopped'],
    'signature.unreadable': ['密码无法解读,请重新输入', 'The password could not be read; enter it again'],
    'signature.noAuthority': ['没有该项目组的签名授权', 'Not authorised to sign for this panel group'],
    'signature.none': ['没有有效的电子签名', 'No signature that is valid today'],
  },
  decide(
    { task, signing }: AuditState,
    { taskId, version, signals, level, result, opinion, isAlone = false }: AuditResultInput,
    { user },
  ): Outcome<AuditChange> {
    if (!task) return refuse('audit.unknown', { taskId });
    if (!user.permissions.has(auditRights[level])) return refuse('audit.notPermitted', { level: auditLevel.labelOf(level) });
    const name = nameOf(task);
    const from = task.taskState;
    const change = { taskId, level, result, resultVersion: task.resultVersion, from };
    if (result === auditResult.passed) {
      const refusal = passRefusal(task, level, user.id, isAlone);
      if (refusal) return refusal;
    } else {
      if (!opinion) return refuse('audit.opinionNeeded', { name });
      if (!sentBackFrom[level].includes(from)) return conflict('audit.state', { name, state: taskState.labelOf(from) });
    }
    if (version !== task.version) return conflict('audit.changed', { name, no: task.resultVersion });
    // Some signals come and go without the task: what nobody saw is not passed.
    const unseen = task.signals.filter((one) => signals && !signals.includes(one));
    if (result === auditResult.passed && unseen.length > 0)
      return conflict('audit.signalsChanged', {
        name,
        signals: signalsText(unseen),
      });
    if (signing.state !== 'ready') return refuse(signingRefusals[signing.state], { name });
    return accept({ ...change, to: result === auditResult.passed ? passedTo[level] : taskState.firstAudit });
  },
});

/** Why rows are not passed together: how many of each word, the results' first; a row counts for the first that holds. */
export function whatBlocks(
  rows: readonly Pick<AuditedTask, 'detectionResult' | 'signals'>[],
): readonly { readonly word: Label; readonly count: number }[] {
  const words: readonly (readonly [Label, (row: (typeof rows)[number]) => boolean])[] = [
    [['无结论', 'without a conclusion'], ({ detectionResult }) => detectionResult === null],
    ...qualitativeResult.options
      .filter(({ code }) => code !== qualitativeResult.negative)
      .map(({ code, label }) => [label, ({ detectionResult }: (typeof rows)[number]) => detectionResult === code] as const),
    ...signal.options.map(({ code, label }) => [label, ({ signals }: (typeof rows)[number]) => signals.some((one) => one === code)] as const),
  ];
  const first = rows.map((row) => words.findIndex(([, holds]) => holds(row)));
  return words.flatMap(([word], at) => {
    const count = first.filter((one) => one === at).length;
    return count > 0 ? [{ word, count }] : [];
  });
}

/** All of them in one text, as `signalWords` has them. */
export function signalsText(signals: readonly Signal[]): Label {
  const words = signalWords(signals);
  return [words.map(([zh]) => zh).join('、'), words.map(([, en]) => en).join(', ')];
}
/** The words of the signals, in the order in which they are looked at. */
export const signalWords = (signals: readonly Signal[]): Label[] =>
  signal.options.flatMap(({ code, label }) => (signals.some((one) => one === code) ? [label] : []));
