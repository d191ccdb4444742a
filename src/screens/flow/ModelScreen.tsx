import { useQueryClient } from '@tanstack/react-query';
import { Eye, PenLine, Plus, Rocket, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { modelList } from '#domain/flow/flowLists.ts';
import type { FlowModel, FlowView } from '#domain/flow/flowRows.ts';
import { ask } from '#src/api/ask.ts';
import { isTransportError } from '#src/api/call.ts';
import { useSession } from '#src/console/useSession.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { DeployDrawer } from './DeployDrawer.tsx';
import { FlowChartDialog } from './FlowChartDialog.tsx';
import { modelCells } from './flowColumns.tsx';
import { ModelDrawer } from './ModelDrawer.tsx';
import { sendAct } from './sendAct.ts';

/** 模型管理: processes as drawn, uploaded as BPMN files, looked at and deployed. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [chart, setChart] = useState<FlowView | null>(null);
  const [edited, setEdited] = useState<FlowModel | 'new' | null>(null);
  const [deployed, setDeployed] = useState<FlowModel | null>(null);
  const { look, acts } = useMemo(() => {
    const look = async ({ id }: FlowModel): Promise<void> => {
      try {
        const { modelEditorXml } = await ask('GET flow/model/detail', { query: { id } });
        setChart({ xml: modelEditorXml, flow: [] });
      } catch (error) {
        if (isTransportError(error)) notify.error(['需要网络', 'This needs the network']);
      }
    };
    const remove = async (row: FlowModel): Promise<void> => {
      const isSure = await confirm({
        text: ['删除模型 {name}? 已部署的流程不受影响。', 'Remove the model {name}? What is deployed stays.'],
        params: { name: row.name },
        isDanger: true,
      });
      if (isSure) await sendAct(queries, { path: 'model/remove', query: { ids: row.id }, done: ['已删除', 'Removed'] });
    };
    const acts: readonly RowAct<FlowModel>[] = [
      { key: 'view', label: ['预览', 'Preview'], icon: Eye, onAct: (row) => void look(row) },
      ...(can('flowModel_save') ? [{ key: 'edit', label: ['更新', 'Change'] as const, icon: PenLine, onAct: setEdited }] : []),
      ...(can('flowModel_deploy') ? [{ key: 'deploy', label: ['部署', 'Deploy'] as const, icon: Rocket, onAct: setDeployed }] : []),
      ...(can('flowModel_remove')
        ? [{ key: 'remove', label: ['删除', 'Remove'] as const, icon: Trash2, isDanger: true, onAct: (row: FlowModel) => void remove(row) }]
        : []),
    ];
    return { look, acts };
  }, [can, queries]);
  const add = can('flowModel_save') ? (
    <Button size="sm" variant="primary" icon={Plus} onClick={() => setEdited('new')}>
      {label(['新增', 'Add'])}
    </Button>
  ) : null;
  return (
    <>
      <ListingScreen
        list={modelList}
        cells={modelCells}
        acts={acts}
        onOpen={(row) => void look(row)}
        tools={() => add}
        emptyText={['还没有流程模型', 'No models yet']}
      />
      {chart ? <FlowChartDialog of={{ view: chart }} onClose={() => setChart(null)} /> : null}
      {edited ? <ModelDrawer model={edited === 'new' ? null : edited} onClose={() => setEdited(null)} /> : null}
      {deployed ? <DeployDrawer model={deployed} onClose={() => setDeployed(null)} /> : null}
    </>
  );
}
