import { useQueryClient } from '@tanstack/react-query';
import { CircleStop, Eye, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FlowExecution } from '#domain/flow/flowRows.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { FlowChartDialog } from './FlowChartDialog.tsx';
import { followColumns, followSearch } from './flowColumns.tsx';
import { FlowList } from './FlowList.tsx';
import { ReasonDrawer } from './ReasonDrawer.tsx';
import { sendAct } from './sendAct.ts';

/** 流程跟踪: everything that runs, where it waits, and ending it with a reason. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [chart, setChart] = useState<FlowExecution | null>(null);
  const [ended, setEnded] = useState<FlowExecution | null>(null);
  const acts = useMemo(
    (): readonly RowAct<FlowExecution>[] => [
      {
        key: 'detail',
        label: ['详情', 'Details'],
        icon: Eye,
        onAct: (row) => void navigate(`/work/process/${row.categoryRemark}/detail/${row.processInstanceId}/${row.businessId}`),
        isShown: (row) => row.categoryRemark === 'leave' && row.businessId !== null,
      },
      { key: 'chart', label: ['流程图', 'Chart'], icon: Workflow, onAct: setChart },
      ...(can('flowFollow_remove') ? [{ key: 'end', label: ['终止', 'End'] as const, icon: CircleStop, isDanger: true, onAct: setEnded }] : []),
    ],
    [can, navigate],
  );
  return (
    <>
      <FlowList<FlowExecution>
        title={['流程跟踪', 'Running processes']}
        route="/flow/follow"
        path="follow/list"
        search={followSearch}
        columns={followColumns}
        rowKey={(row) => row.processInstanceId}
        acts={acts}
        onOpen={setChart}
        emptyText={['没有进行中的流程', 'Nothing is running']}
      />
      {chart ? <FlowChartDialog of={{ processInstanceId: chart.processInstanceId }} onClose={() => setChart(null)} /> : null}
      {ended ? (
        <ReasonDrawer
          title={label(['终止流程 · {title}', 'End: {title}'], { title: ended.name })}
          reasonLabel={['终止原因', 'Reason']}
          actLabel={['终止', 'End it']}
          onAct={(reason) =>
            sendAct(queries, {
              path: 'follow/delete-process-instance',
              query: { processInstanceId: ended.processInstanceId, deleteReason: reason },
              done: ['流程已终止', 'Ended'],
            })
          }
          onClose={() => setEnded(null)}
        />
      ) : null}
    </>
  );
}
