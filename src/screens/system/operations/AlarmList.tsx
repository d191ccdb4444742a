import { useState } from 'react';
import { alarmText } from '#domain/system/running/alarmRules.ts';
import type { AlarmRow } from '#domain/system/running/operations.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { DataTable } from '#src/ui/DataTable.tsx';
import { useSay } from '#src/ui/language.ts';
import { usePageSize } from '#src/ui/Pager.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { timeWidths, type TableColumn } from '#src/ui/table/column.ts';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';

const words = { open: ['告警中', 'Raised'], over: ['已恢复', 'Over'] } as const;

function StateCell({ isOver }: { readonly isOver: boolean }) {
  const say = useSay();
  return <StatusWord tone={isOver ? 'success' : 'danger'}>{say(isOver ? words.over : words.open)}</StatusWord>;
}

const columns: readonly TableColumn<AlarmRow>[] = [
  { key: 'raisedTime', title: ['告警时间', 'Raised'], ...timeWidths },
  {
    key: 'state',
    title: ['状态', 'State'],
    width: 96,
    text: ({ clearedTime }, language) => words[clearedTime === null ? 'open' : 'over'][language === 'zh' ? 0 : 1],
    cell: ({ clearedTime }) => <StateCell isOver={clearedTime !== null} />,
  },
  { key: 'text', title: ['内容', 'What'], width: 360, text: alarmText },
  { key: 'sinceTime', title: ['起始时间', 'Since'], ...timeWidths },
  { key: 'clearedTime', title: ['解除时间', 'Cleared'], ...timeWidths, text: ({ clearedTime }) => clearedTime ?? '' },
  { key: 'toldTime', title: ['通知时间', 'Told at'], ...timeWidths, text: ({ toldTime }) => toldTime ?? '' },
];

/** What was raised, and when it was over. */
export function AlarmList() {
  const [page, setPage] = useState(1);
  const [size, setSize] = usePageSize();
  const view = useTableView('/system/operations/alarms', columns);
  const list = useAsked('GET system/operations/alarms', { current: page, size });
  return (
    <>
      <Toolbar view={view} columns={columns} onRefresh={list.retry} isRefreshing={list.isStale} />
      <DataTable
        label={['告警记录', 'Alarms']}
        screen="/system/operations/alarms"
        view={view}
        columns={columns}
        extent={{ page, size, total: Number(list.data?.total ?? 0), onPage: setPage, onSize: setSize }}
        rows={list.data?.records}
        rowKey={({ alarmId }) => alarmId}
        indexFrom={(page - 1) * size + 1}
        isStale={list.isStale}
        failure={list.failure}
        onRetry={list.retry}
        emptyText={['没有告警', 'No alarm was raised']}
      />
    </>
  );
}
