import { useQueryClient } from '@tanstack/react-query';
import { CircleStop, Eye, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { followList } from '#domain/flow/flowLists.ts';
import type { FlowExecution } from '#domain/flow/flowRows.ts';
import { text } from '#domain/kernel/fields.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { FlowChartDialog } from './FlowChartDialog.tsx';
import { followCells } from './flowColumns.tsx';
import { sendAct } from './sendAct.ts';

const asks = { reason: text('终止原因', 'Reason', { required: true, max: 200 }) };

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
      <ListingScreen list={followList} cells={followCells} acts={acts} onOpen={setChart} emptyText={['没有进行中的流程', 'Nothing is running']} />
      {chart ? <FlowChartDialog of={{ processInstanceId: chart.processInstanceId }} onClose={() => setChart(null)} /> : null}
      {ended ? (
        <AskDrawer
          title={label(['终止流程 · {title}', 'End: {title}'], { title: ended.name })}
          fields={asks}
          act={['终止', 'End it']}
          isDanger
          onAct={({ reason }) =>
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
