import { fillLabel, inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { jobTitle } from './jobTitles.ts';

/** What an installation raises an alarm for (docs/operations.md#alarms). */
export const alarmKinds = ['node', 'disk', 'queue', 'job', 'backup', 'drill', 'certificate', 'interface', 'desk'] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** What each says, and what its figure counts. */
const alarmTexts: Readonly<Record<AlarmKind, Label>> = {
  node: ['节点 {subject} 无响应 {value} 分钟', 'Node {subject} has been silent for {value} min'],
  disk: ['节点 {subject} 磁盘仅余 {value}%', 'Node {subject} has {value} % of its disk left'],
  queue: ['任务 {subject} 已排队 {value} 分钟', 'Jobs of {subject} have waited for {value} min'],
  job: ['任务 {subject} 一小时内失败 {value} 次', 'Jobs of {subject} failed {value} times within an hour'],
  backup: ['已 {value} 小时没有备份', 'No backup for {value} hours'],
  drill: ['已 {value} 天没有恢复演练', 'No restore was tried for {value} days'],
  certificate: ['证书 {subject} 还有 {value} 天到期', 'Certificate {subject} ends in {value} days'],
  interface: ['{value} 个接口已熔断', '{value} interfaces have their breaker open'],
  desk: ['{value} 个前台失联且有未传操作', '{value} desks are silent and owe something'],
};

/** What an alarm says. */
export function alarmText(
  { kind, subject, value }: { readonly kind: AlarmKind; readonly subject: string; readonly value: number },
  language: Language,
): string {
  const isOfQueue = kind === 'queue' || kind === 'job';
  return fillLabel(alarmTexts[kind], { subject: isOfQueue ? inLanguage(jobTitle(subject), language) : subject, value }, language);
}

/** Found in so many looks in a row, one a minute, it is raised; not found in so many, it is cleared: what flickers tells nobody twice. */
export const looksToRaise = 2;
export const looksToClear = 5;

/** Where something is raised, and, already raised, up to where it stays: the second is the milder. */
export const thresholds = {
  /** A node says a word every 15 s. */
  nodeSeconds: 90,
  diskPercent: { raise: 10, stay: 12 },
  queueMinutes: { raise: 15, stay: 5 },
  certificateDays: 21,
  failedMinutes: 60,
} as const;

/** Whether a figure is bad; of what is raised already, by the milder bound. `isLow`: small figures are the bad ones. */
export const isBad = (value: number, { raise, stay }: { readonly raise: number; readonly stay: number }, isOpen: boolean, isLow = false): boolean => {
  const bound = isOpen ? stay : raise;
  return isLow ? value < bound : value > bound;
};

/** How an alarm stands: how many looks in a row found it, how many did not, and when it was raised. */
export interface Standing {
  readonly badLooks: number;
  readonly goodLooks: number;
  readonly raisedTime: string | null;
}

/** What one look makes of it: `pending`, `raised` for the first time, `open`, `cleared`, or `dropped` where it never was raised. */
export function afterLook(
  { badLooks, goodLooks, raisedTime }: Standing,
  isFound: boolean,
): Pick<Standing, 'badLooks' | 'goodLooks'> & { readonly turn: 'pending' | 'raised' | 'open' | 'cleared' | 'dropped' } {
  if (isFound) {
    const looks = badLooks + 1;
    return { badLooks: looks, goodLooks: 0, turn: raisedTime !== null ? 'open' : looks >= looksToRaise ? 'raised' : 'pending' };
  }
  if (raisedTime === null) return { badLooks: 0, goodLooks: 0, turn: 'dropped' };
  const looks = goodLooks + 1;
  return { badLooks: 0, goodLooks: looks, turn: looks >= looksToClear ? 'cleared' : 'open' };
}
