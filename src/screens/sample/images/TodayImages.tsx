import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { RequisitionImageRow } from '#domain/sample/imageContracts.ts';
import { useMore } from '#src/console/desk/useMore.ts';
import { useText } from '#src/console/useText.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { DataTable } from '#src/ui/DataTable.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { ArrivalWord } from './ArrivalWord.tsx';

interface TodayRequisition {
  readonly requisitionCode: string;
  readonly pages: number;
  /** Time of day of its latest page. */
  readonly at: string;
  readonly by: string;
  /** The page of this desk that is furthest behind; null: all are there. */
  readonly behind: OutboxOperation | null;
}

/** Refused first, then what waits, then what is under way. */
const rank = ({ state, partsLeft }: OutboxOperation): number =>
  state === 'acked' ? 3 : state === 'rejected' || state === 'conflict' || state === 'quarantined' ? 0 : partsLeft === undefined ? 1 : 2;

/** Today's requisitions with pictures, the latest first: this desk's own with how far they are, and what others brought. */
function todayOf(operations: readonly OutboxOperation[], rows: readonly RequisitionImageRow[]): readonly TodayRequisition[] {
  const byCode = new Map<string, { names: Set<string>; at: string; by: string; behind: OutboxOperation | null }>();
  const of = (code: string) => {
    const known = byCode.get(code) ?? { names: new Set<string>(), at: '', by: '', behind: null };
    byCode.set(code, known);
    return known;
  };
  for (const { requisitionCode, sha256, createTime, uploadUserName } of rows) {
    const entry = of(requisitionCode);
    entry.names.add(sha256);
    if (createTime.slice(11) > entry.at) Object.assign(entry, { at: createTime.slice(11), by: uploadUserName });
  }
  for (const operation of operations) {
    const entry = of(operation.subject);
    entry.names.add(operation.blobs?.[0]?.sha256 ?? operation.opId);
    const at = formatDateTime(operation.createdAt).slice(11);
    if (at > entry.at) Object.assign(entry, { at, by: operation.authorName });
    if (operation.state !== 'acked' && (!entry.behind || rank(operation) < rank(entry.behind))) entry.behind = operation;
  }
  return [...byCode]
    .map(([requisitionCode, { names, ...entry }]) => ({ requisitionCode, pages: names.size, ...entry }))
    .sort((one, other) => (one.at < other.at ? 1 : -1));
}

export function TodayImages({
  operations,
  onOpen,
}: {
  readonly operations: readonly OutboxOperation[];
  readonly onOpen: (requisitionCode: string) => void;
}) {
  const { label } = useText();
  const arrived = operations.filter(({ state }) => state === 'acked').length;
  const { rows: images, extent, isStale, failure, retry } = useMore('GET sample/requisition-image/today-list', {}, 200, true, arrived);
  const rows = useMemo(() => todayOf(operations, images ?? []), [operations, images]);
  const columns = useMemo(
    (): readonly TableColumn<TodayRequisition>[] => [
      { key: 'requisitionCode', title: ['申请单条码', 'Requisition code'], width: 160, isMono: true },
      { key: 'pages', title: ['页数', 'Pages'], width: 70, align: 'end', text: (row) => String(row.pages) },
      {
        key: 'state',
        title: ['状态', 'State'],
        width: 130,
        text: (row) => row.behind?.state ?? '',
        cell: (row) => (row.behind ? <ArrivalWord operation={row.behind} /> : <StatusWord tone="success">{label(['已上传', 'There'])}</StatusWord>),
      },
      { key: 'at', title: ['时间', 'Time'], width: 90 },
      { key: 'by', title: ['上传人', 'Uploaded by'], width: 100 },
    ],
    [label],
  );
  const isKnown = images !== undefined || operations.length > 0;
  return (
    <chakra.section display="flex" flexDirection="column" gap={1} flex="1 1 240px" minH="240px" aria-label={label(['今日', 'Today'])}>
      <chakra.h2 textStyle="title">{label(['今日 {count} 单', 'Today: {count}'], { count: rows.length })}</chakra.h2>
      {failure && isKnown ? (
        <chakra.p role="status" textStyle="note" color="warning.text">
          {failure.isOffline
            ? label(['离线: 只显示本机拍的', 'Offline: only what this desk took'])
            : label(['名单更新失败: {reason}; 可能不全', 'The list could not be renewed: {reason}. It may lack some'], { reason: failure.message })}
        </chakra.p>
      ) : null}
      <DataTable
        label={['今日申请单图片', 'Requisition images of today']}
        screen="requisition-images-today"
        columns={columns}
        extent={extent}
        rows={isKnown ? rows : undefined}
        rowKey={(row) => row.requisitionCode}
        onOpen={(row) => onOpen(row.requisitionCode)}
        isStale={isStale}
        failure={isKnown ? null : failure}
        onRetry={retry}
        emptyText={['今天还没有图片', 'No pictures today yet']}
      />
    </chakra.section>
  );
}
