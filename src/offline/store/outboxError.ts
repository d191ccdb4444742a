import type { Command } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Refusal } from '#domain/kernel/outcome.ts';
import { refusalLabel } from '#domain/kernel/refusalText.ts';

export const outboxErrorTexts = {
  signedOut: ['请先登录,内容未保存', 'Log in first; nothing was saved'],
  locked: ['本机已锁定,内容未保存,请解锁后再保存', 'This desk is locked and saved nothing; unlock it and save again'],
  unreadable: ['此操作的内容在本机已无法读取', 'This desk can no longer read what the act says'],
  olderCode: ['此页面版本过旧,内容未保存,请刷新后再试', 'This page is outdated and saved nothing; reload and try again'],
  mustUpdate: ['服务器要求升级后才能继续,内容未保存', 'The server asks for an update before more can be saved'],
  quota: [
    '本机存储空间不足,内容未保存。请勿关闭页面,清理磁盘后再试',
    'This computer is out of storage; nothing was saved. Keep the page open, free space, try again',
  ],
  storage: ['本机存储不可用,内容未保存', 'The storage of this computer is not available; nothing was saved'],
  refused: ['规则不允许,内容未保存', 'A rule forbids it; nothing was saved'],
  badInput: ['填写有误,内容未保存', 'Some fields need attention; nothing was saved'],
  notOffline: ['此操作需要联网', 'This act needs the network'],
  unknownCommand: ['此版本不认识该操作', 'This version does not know the act'],
  notFound: ['该操作已不在待上传列表中', 'The act is no longer waiting'],
  notYours: ['只能处理本人的操作', 'Only its author can do this'],
  unknownOutcome: ['服务器可能已收到该操作,请等待结果后再处理', 'The server may have received it; wait for its answer first'],
  noReason: ['请填写原因', 'Give a reason'],
} as const satisfies Record<string, Label>;

export type OutboxErrorCode = keyof typeof outboxErrorTexts;

/** The queue did not take something. Whatever the code, nothing was written: the form keeps what was typed. */
export class OutboxError extends Error {
  readonly code: OutboxErrorCode;
  /** In both languages, to be shown as it is. */
  readonly label: Label;
  /** Faults of single fields (badInput). */
  readonly problems: readonly { readonly field: string; readonly message: string }[];

  /** What the command's rule said (refused), with the problems of its fields. */
  readonly refusal: Refusal | null;

  constructor(
    code: OutboxErrorCode,
    options: { cause?: unknown; problems?: OutboxError['problems']; refusal?: { readonly command: Command; readonly refusal: Refusal } } = {},
  ) {
    super(outboxErrorTexts[code][1], { cause: options.cause });
    this.name = 'OutboxError';
    this.code = code;
    this.refusal = options.refusal?.refusal ?? null;
    this.label = options.refusal ? refusedLabel(options.refusal) : outboxErrorTexts[code];
    this.problems = options.problems ?? [];
  }
}

/** The rule's own sentence, and the first that is wrong with single fields. */
function refusedLabel({ command, refusal }: { readonly command: Command; readonly refusal: Refusal }): Label {
  const said = (refusal.problems ?? []).flatMap((problem) => (problem.params?.['text'] ? [problem.params['text'] as Label] : [])).slice(0, 3);
  const texts = [refusalLabel(command, refusal), ...said];
  const inBoth = (at: 0 | 1): string => texts.map((text) => text[at]).join(' · ');
  return [inBoth(0), inBoth(1)];
}
