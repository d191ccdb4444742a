import { Send, Workflow } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FlowProcess } from '#domain/flow/flowRows.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { FlowChartDialog } from './FlowChartDialog.tsx';
import { processColumns, processSearch } from './flowColumns.tsx';
import { FlowList } from './FlowList.tsx';

const columns = processColumns.filter(({ key }) => key !== 'suspensionState');
const search = { name: processSearch.name! };

/** 发起流程: the newest version of each process that can be started. */
export function Screen() {
  const navigate = useNavigate();
  const [chart, setChart] = useState<FlowProcess | null>(null);
  const start = useCallback((row: FlowProcess) => void navigate(`/work/process/${row.categoryRemark}/form/${row.id}`), [navigate]);
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
      <FlowList<FlowProcess>
        title={['发起流程', 'Start a process']}
        route="/work/start"
        path="work/start-list"
        search={search}
        columns={columns}
        rowKey={(row) => row.id}
        acts={acts}
        onOpen={(row) => (row.categoryRemark === 'leave' ? start(row) : setChart(row))}
        emptyText={['还没有可发起的流程', 'There is no process to start yet']}
      />
      {chart ? <FlowChartDialog of={{ processDefinitionId: chart.id }} onClose={() => setChart(null)} /> : null}
    </>
  );
}
