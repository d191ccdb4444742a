import { offlineCommandByName } from '#domain/offlineCommands.ts';
import { problemText, type Problem } from '#domain/kernel/check.ts';
import type { Command } from '#domain/kernel/command.ts';
import type { Label, Language } from '#domain/kernel/label.ts';
import type { Refusal } from '#domain/kernel/outcome.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import type { VerdictKind } from '#src/ui/scan/Verdict.tsx';

export interface ActVerdict {
  readonly kind: VerdictKind;
  readonly word: Label;
  /** In the user's language. */
  readonly detail: string;
}

/** An act that says no to a tube: done, it is a refusal, and its reason is what one wants to read. */
export interface Refusing {
  readonly word: Label;
  /** The act itself did not go through. */
  readonly failed: Label;
  /** In the user's language. */
  readonly reason: string;
}
/** The word for an applied act, e.g. 已接收; or what it is, by the act. */
export type Done = Label | ((operation: OutboxOperation) => Label | Refusing);

const texts = {
  saved: ['已保存', 'Saved'],
  savedDetail: ['已保存到本机,待上传', 'Saved on this computer, waiting to be sent'],
  toCheck: ['服务器还会核对: ', 'The server will still check: '],
  heldAuth: ['已保存到本机,重新登录后上传', 'Saved on this computer; sent after signing in again'],
  heldUpdate: ['已保存到本机,升级后上传', 'Saved on this computer; sent after the update'],
  quarantined: ['服务器多次出错,已转到待处理', 'The server failed on it repeatedly; see the tray'],
  repeat: ['重复', 'Repeat'],
  refused: ['拒绝', 'Refused'],
  conflict: ['冲突', 'Conflict'],
  blocked: ['等待', 'Waiting'],
  blockedDetail: ['同一申请单的前一操作尚未解决', 'An earlier act of this requisition is unresolved'],
  dropped: ['已撤销', 'Undone'],
} as const satisfies Record<string, Label>;

const say = (label: Label, language: Language): string => label[language === 'zh' ? 0 : 1];

/** What the rule said against an act before it was saved. */
export const refusalVerdict = (command: Command, { kind, code, params }: Refusal, language: Language): ActVerdict => ({
  kind: 'refused',
  word: kind === 'conflict' ? texts.conflict : texts.refused,
  detail: refusalText(command, code, params, language),
});

/** The truth about one act as a verdict: waiting, done, repeat, refused. */
export function actVerdict(operation: OutboxOperation, done: Done, language: Language): ActVerdict {
  const own = typeof done === 'function' ? done(operation) : done;
  if (!('word' in own)) return verdictOf(operation, own, language);
  const { kind, word, detail } = verdictOf(operation, own.word, language);
  if (kind === 'refused') return { kind, word: own.failed, detail };
  if (kind !== 'ok' && kind !== 'waiting') return { kind, word, detail };
  return { kind: 'refused', word: own.word, detail: [own.reason, detail].filter(Boolean).join(' · ') };
}

/** What the desk could not know of an act that has no answer yet; empty where it knew all. */
function toCheckText({ toCheck = [] }: OutboxOperation, language: Language): string {
  return toCheck.length === 0
    ? ''
    : `${say(texts.toCheck, language)}${toCheck.map((one) => say(one, language)).join(language === 'zh' ? '、' : ', ')}`;
}

/** The refusal's sentence, and the first of what the server wrote of single fields. */
function saidBy({ type, receipt }: OutboxOperation, language: Language): string {
  const of = (receipt?.problems ?? []).slice(0, 3).map((problem) => problemText(problem as Problem, language));
  const why = receipt?.code ? refusalText(offlineCommandByName(type), receipt.code, receipt.params ?? {}, language) : '';
  return [why, ...of].filter(Boolean).join(' · ');
}

function verdictOf(operation: OutboxOperation, done: Label, language: Language): ActVerdict {
  const { state, receipt } = operation;
  if (state === 'acked' && receipt?.status === 'repeat') {
    const first = (receipt.result ?? {}) as { by?: string; receivedBy?: string; receiveTime?: string; labReceiveTime?: string };
    const at = first.labReceiveTime ?? first.receiveTime;
    return { kind: 'repeat', word: texts.repeat, detail: [at?.slice(5, 16), first.receivedBy ?? first.by].filter(Boolean).join(' ') };
  }
  if (state === 'acked')
    return { kind: 'ok', word: done, detail: [receipt?.serverTime.slice(11), saidBy(operation, language)].filter(Boolean).join(' · ') };
  if (state === 'rejected' || state === 'conflict')
    return { kind: 'refused', word: state === 'conflict' ? texts.conflict : texts.refused, detail: saidBy(operation, language) };
  if (state === 'blocked') return { kind: 'waiting', word: texts.blocked, detail: say(texts.blockedDetail, language) };
  if (state === 'discarded' || state === 'superseded') return { kind: 'idle', word: texts.dropped, detail: operation.discard?.reason ?? '' };
  if (state === 'quarantined') return { kind: 'refused', word: texts.refused, detail: say(texts.quarantined, language) };
  const why = state === 'held' ? (operation.heldBy === 'update' ? texts.heldUpdate : texts.heldAuth) : texts.savedDetail;
  return { kind: 'waiting', word: texts.saved, detail: [say(why, language), toCheckText(operation, language)].filter(Boolean).join(' · ') };
}
