import { commandByName } from '#domain/commands.ts';
import type { ExportedAct, ImportedAct } from '#domain/desk/deskImport.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { useLanguage } from '#src/ui/language.ts';
import type { TableColumn } from '#src/ui/table/column.ts';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import { actTitle } from './operationText.ts';

/** fresh: not brought yet. silent: brought, and the server gave no answer to it. */
export type Outcome = 'fresh' | 'silent' | 'done' | 'known' | 'kept' | 'refused' | 'conflict' | 'blocked';
export interface ImportRow extends ExportedAct {
  readonly outcome: Outcome;
  readonly answer: ImportedAct | null;
}

export const outcomeWords: Readonly<Record<Outcome, { readonly word: Label; readonly tone: Tone }>> = {
  fresh: { word: ['待导入', 'To import'], tone: 'neutral' },
  silent: { word: ['未答复', 'No answer'], tone: 'warning' },
  done: { word: ['已写入', 'Written'], tone: 'success' },
  known: { word: ['服务器已有', 'Already there'], tone: 'success' },
  kept: { word: ['暂存待处置', 'Kept for decision'], tone: 'warning' },
  refused: { word: ['已退回', 'Refused'], tone: 'danger' },
  conflict: { word: ['冲突', 'Conflict'], tone: 'warning' },
  blocked: { word: ['等待前序', 'Behind another'], tone: 'warning' },
};

/** What an answer means for the person at the screen. */
export function outcomeOf({ status, duplicate }: ImportedAct): Outcome {
  if (status === 'repeat') return 'known';
  if (status === 'applied') return duplicate ? 'known' : 'done';
  return status;
}

function whyText({ op, answer, outcome }: ImportRow, language: Language): string {
  if (answer?.code) return refusalText(commandByName(op.type), answer.code, answer.params ?? {}, language);
  if (outcome === 'silent') return inLanguage(['服务器处理时出错,可再次导入', 'The server failed on it; import again'], language);
  if (answer === null || answer.serverSeq === '0') return '';
  return inLanguage([`回执 ${answer.serverSeq}, ${answer.serverTime}`, `Receipt ${answer.serverSeq}, ${answer.serverTime}`], language);
}

function OutcomeCell({ outcome }: { readonly outcome: Outcome }) {
  const { word, tone } = outcomeWords[outcome];
  return <StatusWord tone={tone}>{inLanguage(word, useLanguage())}</StatusWord>;
}

/** When, what, whose, and what became of it. */
export const importColumns: readonly TableColumn<ImportRow>[] = [
  { key: 'createdAt', title: ['保存时间', 'Saved at'], width: 156, text: ({ createdAt }) => formatDateTime(createdAt) },
  { key: 'type', title: ['操作', 'Act'], width: 120, text: ({ op }, language) => actTitle(op.type, language) },
  { key: 'subject', title: ['对象', 'Subject'], width: 150, isMono: true },
  { key: 'authorName', title: ['操作人', 'Done by'], width: 100 },
  {
    key: 'outcome',
    title: ['结果', 'Outcome'],
    width: 120,
    text: ({ outcome }, language) => inLanguage(outcomeWords[outcome].word, language),
    cell: ({ outcome }) => <OutcomeCell outcome={outcome} />,
  },
  { key: 'why', title: ['原因说明', 'Explanation'], width: 300, text: whyText },
  { key: 'seq', title: ['本机序号', 'Number'], width: 90, align: 'end', text: ({ op }) => String(op.seq) },
  { key: 'deviceId', title: ['前台', 'Desk'], width: 290, isMono: true, isHidden: true },
  { key: 'opId', title: ['操作编号', 'Act number'], width: 290, isMono: true, isHidden: true, text: ({ op }) => op.opId },
];
