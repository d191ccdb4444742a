import { offlineCommandByName } from '#domain/offlineCommands.ts';
import { enteredAs, passRoute } from '#domain/sample/forms/entryForms.ts';
import { problemText, type Problem } from '#domain/kernel/check.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import { fillLabel, inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import type { Unreadable } from '#src/offline/store/openPayload.ts';
import type { OperationState, OutboxOperation } from '#src/offline/store/operation.ts';
import type { Tone } from '#src/ui/Tag.tsx';
import { actForm } from './actForms.ts';

/** The word and tone of each state. */
export const stateWords: Readonly<Record<OperationState, { readonly word: Label; readonly tone: Tone }>> = {
  pending: { word: ['待上传', 'Waiting'], tone: 'neutral' },
  sending: { word: ['上传中', 'Sending'], tone: 'accent' },
  acked: { word: ['已上传', 'Sent'], tone: 'success' },
  conflict: { word: ['冲突', 'Conflict'], tone: 'warning' },
  rejected: { word: ['已退回', 'Refused'], tone: 'danger' },
  blocked: { word: ['等待前序', 'Behind another'], tone: 'warning' },
  held: { word: ['暂停', 'On hold'], tone: 'warning' },
  quarantined: { word: ['服务器反复出错', 'Keeps failing'], tone: 'danger' },
  superseded: { word: ['已修改重提', 'Replaced'], tone: 'neutral' },
  discarded: { word: ['已放弃', 'Discarded'], tone: 'neutral' },
};

const whys = {
  first: ['等待上传', 'Waits to be sent'],
  network: ['网络不通,稍后自动重试', 'No connection; tried again by itself'],
  timeout: ['服务器未按时应答,稍后自动重试', 'The server did not answer in time; tried again by itself'],
  server: ['服务器暂不可用({http}),稍后自动重试', 'The server is not available ({http}); tried again by itself'],
  missing: ['服务器处理时出错,稍后自动重试', 'The server failed on it; tried again by itself'],
  quarantined: ['服务器已 {faults} 次处理失败,每小时重试一次', 'The server failed {faults} times; tried once an hour'],
  blocked: ['须先处理同一单据的前一操作', 'An earlier act of the same record must be settled first'],
  auth: ['登录已失效,重新登录后自动上传', 'The login has expired; sent after signing in again'],
  update: ['服务器要求升级,更新后自动上传', 'The server asks for an update; sent after it'],
  user: ['属于其他用户', 'Belongs to another user'],
  receipt: ['回执 {serverSeq}, {serverTime}', 'Receipt {serverSeq}, {serverTime}'],
  repeat: ['此前已完成,未重复写入', 'Had been done before; nothing written again'],
  superseded: ['已由修改后的操作代替', 'Another act stands in for it'],
  discarded: ['{byName}: {reason}', '{byName}: {reason}'],
  discardedSealed: ['{byName} 已放弃', 'Discarded by {byName}'],
} as const satisfies Record<string, Label>;

/** What kind of act it is, in the user's language; an unknown one by its own name. */
export function actTitle(type: string, language: Language): string {
  const command = offlineCommandByName(type);
  return command ? inLanguage(command.title, language) : type;
}

/** Why an act stands where it stands, in the user's language: the server's reason where there is one. */
export function whyText(operation: OutboxOperation, language: Language): string {
  const { state, receipt, lastError, heldBy } = operation;
  const say = (label: Label, params: Readonly<Record<string, unknown>> = {}): string => fillLabel(label, params, language);
  switch (state) {
    case 'acked':
      return receipt?.status === 'repeat' ? say(whys.repeat) : say(whys.receipt, { serverSeq: receipt?.serverSeq, serverTime: receipt?.serverTime });
    case 'rejected':
    case 'conflict':
      return receipt?.code
        ? refusalText(offlineCommandByName(operation.type), receipt.code, receipt.params ?? {}, language)
        : inLanguage(stateWords[state].word, language);
    case 'quarantined':
      return say(whys.quarantined, { faults: operation.faults });
    case 'blocked':
      return say(whys.blocked);
    case 'held':
      return say(whys[heldBy ?? 'auth']);
    case 'discarded':
      // The reason stands sealed in the act that gave it up.
      return say(operation.discard?.reason ? whys.discarded : whys.discardedSealed, { ...operation.discard });
    case 'superseded':
      return say(whys.superseded);
    case 'pending':
    case 'sending':
      return lastError ? say(whys[lastError.kind], { http: lastError.http }) : say(whys.first);
  }
}

/** Faults of single fields the server named, as sentences. */
export function fieldFaults({ receipt }: OutboxOperation, language: Language): readonly string[] {
  return (receipt?.problems ?? []).map((problem) => problemText(problem as Problem, language));
}

/** The same at the fields of the act's form, by the form's own names: what is wrong in one row of a list is wrong in its field. */
export const faultsIn = (fields: Fields, { receipt }: OutboxOperation): readonly Problem[] =>
  ((receipt?.problems ?? []) as readonly Problem[]).map((problem) => {
    const [name = ''] = problem.field.split('.');
    const field = fields[name];
    return field ? { ...problem, field: name, params: { ...problem.params, label: field.label } } : problem;
  });

const editRoutes: Readonly<Record<string, (payload: Readonly<Record<string, unknown>>) => string>> = {
  'summary.enter': () => '/sample/summary-enter',
  'detail.enter': ({ form, pass }) => passRoute(enteredAs(form), pass === 2 ? 2 : 1),
};

/** True where the act can be mended: on its own screen, or where it stands. */
export const isEditable = ({ type }: OutboxOperation): boolean => type in editRoutes || actForm(type) !== undefined;

/** Where the form of an act opens again with its content, `payload` (openPayload); undefined where it has no screen of its own. */
export function editRoute({ type, opId }: OutboxOperation, payload: unknown): string | undefined {
  const route = editRoutes[type]?.((payload ?? {}) as Readonly<Record<string, unknown>>);
  return route && `${route}?edit=${encodeURIComponent(opId)}`;
}

/** Why the content of an act is not shown. */
export const unreadableTexts: Readonly<Record<Unreadable, Label>> = {
  locked: ['内容已加密,解锁后可见', 'The content is sealed; unlock the desk to see it'],
  other: ['内容已加密,仅本人可见', 'The content is sealed; only its author can see it'],
  damaged: ['内容在本机已无法读取', 'This desk can no longer read the content'],
};
