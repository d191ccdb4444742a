import { useQueryClient } from '@tanstack/react-query';
import { CirclePause, CirclePlay, Trash2, Upload, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import { processList } from '#domain/flow/flowLists.ts';
import { suspensionState, type FlowProcess } from '#domain/flow/flowRows.ts';
import { useSession } from '#src/console/useSession.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { DeployDrawer } from './DeployDrawer.tsx';
import { FlowChartDialog } from './FlowChartDialog.tsx';
import { processCells } from './flowColumns.tsx';
import { sendAct } from './sendAct.ts';

/** 流程部署: every deployed version; switched on and off, removed where nothing runs, or added from a file. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [chart, setChart] = useState<FlowProcess | null>(null);
  const [isDeploying, setDeploying] = useState(false);
  const acts = useMemo((): readonly RowAct<FlowProcess>[] => {
    const isActive = (row: FlowProcess): boolean => row.suspensionState === suspensionState.active;
    const change = async (row: FlowProcess): Promise<void> => {
      const params = { name: `${row.name} v${row.version}` };
      const isSure =
        !isActive(row) ||
        (await confirm({
          text: ['挂起 {name}? 不能再发起, 进行中的任务暂停办理。', 'Suspend {name}? It cannot be started, and its open tasks wait.'],
          params,
          isDanger: true,
        }));
      if (!isSure) return;
      await sendAct(queries, {
        path: 'manager/change-state',
        query: { state: isActive(row) ? 'suspend' : 'active', processId: row.id },
        done: isActive(row) ? ['已挂起', 'Suspended'] : ['已激活', 'Active again'],
      });
    };
    const remove = async (row: FlowProcess): Promise<void> => {
      const params = { name: `${row.name} v${row.version}` };
      if (await confirm({ text: ['删除 {name}? 已结束的流程记录保留。', 'Remove {name}? The record of what ran stays.'], params, isDanger: true }))
        await sendAct(queries, { path: 'manager/delete-deployment', query: { deploymentIds: row.deploymentId }, done: ['已删除', 'Removed'] });
    };
    const looks: RowAct<FlowProcess> = { key: 'chart', label: ['流程图', 'Chart'], icon: Workflow, onAct: setChart };
    const saves: readonly RowAct<FlowProcess>[] = can('flowManager_save')
      ? [
          { key: 'suspend', label: ['挂起', 'Suspend'], icon: CirclePause, onAct: (row) => void change(row), isShown: isActive },
          { key: 'active', label: ['激活', 'Activate'], icon: CirclePlay, onAct: (row) => void change(row), isShown: (row) => !isActive(row) },
        ]
      : [];
    const removes: readonly RowAct<FlowProcess>[] = can('flowManager_remove')
      ? [{ key: 'remove', label: ['删除', 'Remove'], icon: Trash2, isDanger: true, onAct: (row) => void remove(row) }]
      : [];
    return [looks, ...saves, ...removes];
  }, [can, queries]);
  const tools = () =>
    can('flowManager_save') ? (
      <Button size="sm" variant="primary" icon={Upload} onClick={() => setDeploying(true)}>
        {label(['上传部署', 'Deploy a file'])}
      </Button>
    ) : null;
  return (
    <>
      <ListingScreen
        list={processList}
        cells={processCells}
        acts={acts}
        onOpen={setChart}
        tools={tools}
        emptyText={['还没有部署流程', 'Nothing is deployed yet']}
      />
      {chart ? <FlowChartDialog of={{ processDefinitionId: chart.id }} onClose={() => setChart(null)} /> : null}
      {isDeploying ? <DeployDrawer model={null} onClose={() => setDeploying(false)} /> : null}
    </>
  );
}
