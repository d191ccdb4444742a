import { formatDateTime } from '#domain/kernel/dates.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { words } from '#src/console/words.ts';
import { actTimeColumn, type ActTimeProps } from '#src/ui/ActTime.tsx';
import { useLanguage } from '#src/ui/language.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import type { TableColumn } from '#src/ui/table/column.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import { actTitle, fieldFaults, stateWords, whyText } from './operationText.ts';

function StateCell({ operation }: { readonly operation: OutboxOperation }) {
  const language = useLanguage();
  const { word, tone } = stateWords[operation.state];
  const meaning = operation.state === 'conflict' ? words.conflict : operation.state === 'rejected' ? words.tray : null;
  return (
    <span data-tip={meaning ? inLanguage(meaning.text, language) : undefined}>
      <StatusWord tone={tone}>{inLanguage(word, language)}</StatusWord>
    </span>
  );
}

/** The desk's own time, and the server's where it has answered. */
export const timesOf = ({ createdAt, receipt }: Pick<OutboxOperation, 'createdAt' | 'receipt'>): ActTimeProps => ({
  at: formatDateTime(createdAt),
  serverTime: receipt && receipt.serverSeq !== '0' ? receipt.serverTime : null,
});

/** What, when, why: the same columns in every tab of the tray, all in sight at 1366 px; the rest stands in the drawer. */
export const operationColumns: readonly TableColumn<OutboxOperation>[] = [
  actTimeColumn({ key: 'createdAt', title: ['保存时间', 'Saved at'], width: 156 }, timesOf),
  { key: 'type', title: ['操作', 'Act'], width: 116, text: ({ type }, language) => actTitle(type, language) },
  { key: 'subject', title: ['对象', 'Subject'], width: 140, isMono: true },
  {
    key: 'state',
    title: ['状态', 'State'],
    width: 110,
    text: ({ state }, language) => inLanguage(stateWords[state].word, language),
    cell: (operation) => <StateCell operation={operation} />,
  },
  {
    key: 'why',
    title: ['原因说明', 'Explanation'],
    width: 340,
    text: (operation, language) => [whyText(operation, language), ...fieldFaults(operation, language)].join('; '),
  },
  { key: 'authorName', title: ['操作人', 'Done by'], width: 90, isHidden: true },
  { key: 'attempts', title: ['上传次数', 'Sent'], width: 80, align: 'end', isHidden: true, text: ({ attempts }) => String(attempts) },
  { key: 'seq', title: ['本机序号', 'Number'], width: 80, align: 'end', isHidden: true, text: ({ seq }) => String(seq) },
  {
    key: 'resolvedAt',
    title: ['处理时间', 'Settled at'],
    width: 170,
    isHidden: true,
    text: ({ resolvedAt }) => (resolvedAt === null ? '' : formatDateTime(resolvedAt)),
  },
  { key: 'opId', title: ['操作编号', 'Act number'], width: 290, isMono: true, isHidden: true },
];
