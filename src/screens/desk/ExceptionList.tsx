import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { type ExceptionRow } from '#domain/desk/keptAct.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { actTimeColumn } from '#src/ui/ActTime.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { useLanguage, useSay } from '#src/ui/language.ts';
import { usePageSize } from '#src/ui/Pager.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { timeWidths, type TableColumn } from '#src/ui/table/column.ts';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';
import { shortId } from './deviceColumns.tsx';
import { actTitle } from './operationText.ts';
import { outcomeText, outcomeWords } from './outcomeText.ts';

function StatusCell({ status }: Pick<ExceptionRow, 'status'>) {
  const { word, tone } = outcomeWords[status];
  return <StatusWord tone={tone}>{inLanguage(word, useLanguage())}</StatusWord>;
}

const columns: readonly TableColumn<ExceptionRow>[] = [
  actTimeColumn({ key: 'serverTime', title: ['时间', 'Time'], ...timeWidths }, ({ occurredAt, serverTime }) => ({
    at: occurredAt ?? serverTime,
    serverTime,
  })),
  { key: 'authorName', title: ['操作人', 'Done by'], width: 80 },
  { key: 'type', title: ['操作', 'Act'], width: 120, text: ({ type }, language) => actTitle(type, language) },
  {
    key: 'status',
    title: ['结果', 'Outcome'],
    width: 96,
    text: ({ status }, language) => inLanguage(outcomeWords[status].word, language),
    cell: ({ status }) => <StatusCell status={status} />,
  },
  { key: 'why', title: ['原因', 'Reason'], width: 214, text: (row, language) => outcomeText(row, language) },
  { key: 'deviceId', title: ['前台', 'Desk'], width: 92, isMono: true, text: ({ deviceId }) => (deviceId === null ? '' : shortId(deviceId)) },
  { key: 'seq', title: ['序号', 'Number'], width: 56, align: 'end', text: ({ seq }) => seq ?? '' },
  { key: 'courierName', title: ['上传人', 'Uploaded by'], width: 90, isHidden: true, text: ({ courierName }) => courierName ?? '' },
  { key: 'opId', title: ['操作编号', 'Act number'], width: 290, isMono: true, isHidden: true },
];

/** What desks did and the server did not take, and nobody has settled since: so that no refusal is silent. */
export function ExceptionList() {
  const say = useSay();
  const [page, setPage] = useState(1);
  const [size, setSize] = usePageSize();
  const view = useTableView('/desk/devices/exceptions', columns);
  const list = useAsked('GET sample/offline/exceptions/page', { current: page, size });
  return (
    <>
      <Toolbar view={view} columns={columns} onRefresh={list.retry} isRefreshing={list.isStale}>
        <chakra.span textStyle="dense" color="fg.muted">
          {say(['由操作人在其前台的“待处理”中修改、重试或放弃', 'Their authors mend, retry or discard them in the tray of their desks'])}
        </chakra.span>
      </Toolbar>
      <DataTable
        label={['退回与冲突', 'Refused and conflicts']}
        screen="/desk/devices/exceptions"
        view={view}
        columns={columns}
        extent={{ page, size, total: Number(list.data?.total ?? 0), onPage: setPage, onSize: setSize }}
        rows={list.data?.records}
        rowKey={({ opId }) => opId}
        indexFrom={(page - 1) * size + 1}
        isStale={list.isStale}
        failure={list.failure}
        onRetry={list.retry}
        emptyText={['没有未处理的退回或冲突', 'Nothing was refused or met a conflict']}
      />
    </>
  );
}
