import { Send, Workflow } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { startList } from '#domain/flow/flowLists.ts';
import type { FlowProcess } from '#domain/flow/flowRows.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { FlowChartDialog } from './FlowChartDialog.tsx';
import { processCells } from './flowColumns.tsx';

/** 发起流程: the newest version of each process that can be started. */
export function Screen() {
  const navigate = useNavigate();
  const [chart, setChart] = useState<FlowProcess | null>(null);
  const start = useCallback((row: FlowProcess) => void navigate(`/work/process/${row.categoryRemark}/form/${row.id}`), [navigate]);
  const open = useCallback((row: FlowProcess) => (row.categoryRemark === 'leave' ? start(row) : setChart(row)), [start]);
  const acts = useMemo(
    (): readonly RowAct<FlowProcess>[] => [
      {
        key: 'start',
        label: ['发起', 'Start'],
        icon: Send,
        onAct: start,
        mayAct: (row) => row.categoryRemark === 'leave' || ['该分类没有申请表单', 'There is no form for this category'],
      },
      { key: 'chart', label: ['流程图', 'Chart'], icon: Workflow, onAct: setChart },
    ],
    [start],
  );
  return (
    <>
      <ListingScreen
        list={startList}
        cells={processCells}
        acts={acts}
        onOpen={open}
        emptyText={['还没有可发起的流程', 'There is no process to start yet']}
      />
      {chart ? <FlowChartDialog of={{ processDefinitionId: chart.id }} onClose={() => setChart(null)} /> : null}
    </>
  );
}
