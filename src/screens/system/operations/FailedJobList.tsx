import { useQueryClient } from '@tanstack/react-query';
import { RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { inLanguage } from '#domain/kernel/label.ts';
import { jobTitle } from '#domain/system/running/jobTitles.ts';
import { operationRights, type FailedJob } from '#domain/system/running/operations.ts';
import { ask } from '#src/api/ask.ts';
import { isTransportError } from '#src/api/call.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { notify } from '#src/ui/notify.tsx';
import { usePageSize } from '#src/ui/Pager.tsx';
import { timeWidths, type TableColumn } from '#src/ui/table/column.ts';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';

const columns: readonly TableColumn<FailedJob>[] = [
  { key: 'failedTime', title: ['失败时间', 'Failed'], ...timeWidths },
  { key: 'title', title: ['任务', 'Job'], width: 180, text: ({ name }, language) => inLanguage(jobTitle(name), language) },
  { key: 'name', title: ['队列', 'Queue'], width: 180, isMono: true, isHidden: true },
  { key: 'tries', title: ['尝试次数', 'Tries'], width: 88, align: 'end' },
  { key: 'message', title: ['原因', 'Reason'], width: 380 },
  { key: 'createTime', title: ['创建时间', 'Created'], ...timeWidths },
  { key: 'jobId', title: ['任务编号', 'Job number'], width: 290, isMono: true, isHidden: true },
];

/** Work that was tried as often as it may be and did not succeed: tried again, or given up. */
export function FailedJobList() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const [size, setSize] = usePageSize();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const view = useTableView('/system/operations/failed', columns);
  const list = useAsked('GET system/operations/failed-jobs', { current: page, size });
  const maySettle = can(operationRights.save.code);

  const settle = async (how: 'retry' | 'discard', jobIds: readonly string[]): Promise<void> => {
    const isSure =
      how === 'retry' ||
      (await confirm({
        title: ['放弃所选的失败任务', 'Discard these failed jobs'],
        text: ['放弃后不再执行, 需由业务界面重新发起。', 'They are never done; who needs them asks for them anew on their screen.'],
        confirmLabel: ['放弃', 'Discard'],
      }));
    if (!isSure) return;
    setBusy(true);
    try {
      const body = { jobIds: [...jobIds] };
      const answers = await (how === 'retry'
        ? ask('POST system/operations/retry-jobs', { body })
        : ask('POST system/operations/discard-jobs', { body }));
      const gone = answers.filter(({ status }) => status === 'refused').length;
      setTicked(new Set());
      const params = { done: answers.length - gone, gone };
      if (gone > 0) notify.warn(['{done} 个已处理, {gone} 个已不在失败任务中', '{done} done, {gone} had failed no more'], { params });
      else
        notify.success(
          how === 'retry' ? ['{done} 个任务已重新排队', '{done} jobs are tried again'] : ['{done} 个任务已放弃', '{done} jobs discarded'],
          { params },
        );
      void queries.invalidateQueries({ queryKey: ['call', 'system'] });
    } catch (error) {
      if (isTransportError(error)) notify.error(['连接不上服务器', 'The server cannot be reached']);
    } finally {
      setBusy(false);
    }
  };
  const picked = [...ticked];
  return (
    <>
      <Toolbar view={view} columns={columns} onRefresh={list.retry} isRefreshing={list.isStale}>
        {maySettle ? (
          <>
            <Button
              size="sm"
              variant="primary"
              icon={RotateCw}
              isBusy={isBusy}
              disabled={picked.length === 0}
              onClick={() => void settle('retry', picked)}
            >
              {label(['重试所选', 'Retry ticked'])}
            </Button>
            <Button size="sm" icon={Trash2} disabled={picked.length === 0 || isBusy} onClick={() => void settle('discard', picked)}>
              {label(['放弃所选', 'Discard ticked'])}
            </Button>
          </>
        ) : null}
      </Toolbar>
      <DataTable<FailedJob>
        label={['失败任务', 'Failed jobs']}
        screen="/system/operations/failed"
        view={view}
        columns={columns}
        extent={{
          page,
          size,
          total: Number(list.data?.total ?? 0),
          onPage: setPage,
          onSize: setSize,
          tickedCount: picked.length,
          onClearTicks: () => setTicked(new Set()),
        }}
        rows={list.data?.records}
        rowKey={({ jobId }) => jobId}
        {...(maySettle
          ? {
              ticks: { ticked, onTick: setTicked },
              acts: [
                { key: 'retry', label: ['重试', 'Retry'], onAct: ({ jobId }) => void settle('retry', [jobId]) },
                { key: 'discard', label: ['放弃', 'Discard'], isDanger: true, onAct: ({ jobId }) => void settle('discard', [jobId]) },
              ],
            }
          : {})}
        indexFrom={(page - 1) * size + 1}
        isStale={list.isStale}
        failure={list.failure}
        onRetry={list.retry}
        emptyText={['没有失败的任务', 'No job has failed']}
      />
    </>
  );
}
