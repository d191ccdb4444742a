import { jobTitle } from '#domain/system/running/jobTitles.ts';
import type { QueueRow } from '#domain/system/running/operations.ts';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { retentions } from '#domain/system/running/retention.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { DataTable } from '#src/ui/DataTable.tsx';
import { timeWidths, type TableColumn } from '#src/ui/table/column.ts';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';
import { spanText } from './operationTexts.ts';

/** What lies in a table, where the screen of retention names it. */
const titleOf = (table: string): Label => retentions.find((one) => one.table === table)?.title ?? [table, table];

const columns: readonly TableColumn<QueueRow>[] = [
  { key: 'title', title: ['任务', 'Job'], width: 200, text: ({ name }, language) => inLanguage(jobTitle(name), language) },
  { key: 'name', title: ['队列', 'Queue'], width: 210, isMono: true },
  { key: 'waiting', title: ['等待', 'Waiting'], width: 80, align: 'end' },
  { key: 'active', title: ['执行中', 'Running'], width: 80, align: 'end' },
  { key: 'failed', title: ['失败', 'Failed'], width: 80, align: 'end' },
  {
    key: 'oldestSeconds',
    title: ['最久等待', 'Oldest waits'],
    width: 110,
    align: 'end',
    text: ({ oldestSeconds }, language) => (oldestSeconds === null ? '' : inLanguage(spanText(oldestSeconds), language)),
  },
  { key: 'lastDone', title: ['最近完成', 'Last done'], ...timeWidths, text: ({ lastDone }) => lastDone ?? '' },
  {
    key: 'lastDid',
    title: ['上次清理', 'Last removed'],
    width: 190,
    text: ({ lastDid }, language) =>
      Object.entries(lastDid ?? {})
        .map(([table, count]) => `${inLanguage(titleOf(table), language)} ${count}`)
        .join(', '),
  },
  { key: 'cron', title: ['定时', 'Begins by itself'], width: 130, isMono: true, text: ({ cron }) => cron ?? '' },
];

/** How each kind of work stands that is done after the act that asked for it. */
export function QueueList() {
  const view = useTableView('/system/operations/queues', columns);
  const list = useAsked('GET system/operations/queues', {});
  return (
    <>
      <Toolbar view={view} columns={columns} onRefresh={list.retry} isRefreshing={list.isStale} />
      <DataTable
        label={['任务队列', 'Queues']}
        screen="/system/operations/queues"
        view={view}
        columns={columns}
        extent="whole"
        rows={list.data}
        rowKey={({ name }) => name}
        isStale={list.isStale}
        failure={list.failure}
        onRetry={list.retry}
        emptyText={['没有任务队列', 'No queue']}
      />
    </>
  );
}
