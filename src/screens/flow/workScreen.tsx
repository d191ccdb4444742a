import { useQueryClient } from '@tanstack/react-query';
import { Eye, Hand, PenLine, Undo2, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FlowWork } from '#domain/flow/flowRows.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { FlowChartDialog } from './FlowChartDialog.tsx';
import { workColumns, workSearch } from './flowColumns.tsx';
import { FlowList } from './FlowList.tsx';
import { ReasonDrawer } from './ReasonDrawer.tsx';
import { sendAct } from './sendAct.ts';

type Kind = keyof typeof workColumns;

const lists: Readonly<Record<Kind, { readonly title: Label; readonly empty: Label }>> = {
  claim: { title: ['待签任务', 'Tasks to claim'], empty: ['没有待签收的任务', 'Nothing to claim'] },
  todo: { title: ['待办任务', 'My tasks'], empty: ['没有待办任务', 'Nothing to do'] },
  send: { title: ['我的发起', 'Started by me'], empty: ['还没有发起过流程', 'You have started nothing yet'] },
  done: { title: ['已办任务', 'What I did'], empty: ['还没有办理过任务', 'You have done no task yet'] },
};
const folder = (row: FlowWork): string => row.categoryRemark;
const hasForm = (row: FlowWork): boolean => folder(row) === 'leave' && row.businessId !== null;

/** One list of a person's work, with what can be done on its rows. */
export function workScreen(kind: Kind) {
  return function Screen() {
    const { label } = useText();
    const navigate = useNavigate();
    const queries = useQueryClient();
    const [chart, setChart] = useState<FlowWork | null>(null);
    const [withdrawn, setWithdrawn] = useState<FlowWork | null>(null);
    const open = useMemo(
      () =>
        (row: FlowWork): void => {
          if (!hasForm(row)) setChart(row);
          else if (kind === 'todo') void navigate(`/work/process/${folder(row)}/handle/${row.taskId}/${row.processInstanceId}/${row.businessId}`);
          else void navigate(`/work/process/${folder(row)}/detail/${row.processInstanceId}/${row.businessId}`);
        },
      [navigate],
    );
    const acts = useMemo((): readonly RowAct<FlowWork>[] => {
      const claim = async (row: FlowWork): Promise<void> => {
        await sendAct(queries, {
          path: 'work/claim-task',
          query: { taskId: row.taskId ?? '' },
          done: ['已签收, 请在待办任务中办理', 'Claimed; it is among your tasks now'],
        });
      };
      const looks: RowAct<FlowWork> = { key: 'detail', label: ['详情', 'Details'], icon: Eye, onAct: open, isShown: hasForm };
      const own: Readonly<Record<Kind, readonly RowAct<FlowWork>[]>> = {
        claim: [{ key: 'claim', label: ['签收', 'Claim'], icon: Hand, onAct: (row) => void claim(row) }, looks],
        todo: [{ key: 'handle', label: ['处理', 'Handle'], icon: PenLine, onAct: open, isShown: hasForm }],
        send: [
          looks,
          {
            key: 'withdraw',
            label: ['撤回', 'Withdraw'],
            icon: Undo2,
            isDanger: true,
            onAct: setWithdrawn,
            isShown: (row) => row.processIsFinished === 'unfinished' && row.taskId !== null,
          },
        ],
        done: [looks],
      };
      return [...own[kind], { key: 'chart', label: ['流程图', 'Chart'], icon: Workflow, onAct: setChart }];
    }, [open, queries]);
    return (
      <>
        <FlowList<FlowWork>
          title={lists[kind].title}
          route={`/work/${kind}`}
          path={`work/${kind}-list`}
          search={workSearch}
          columns={workColumns[kind]}
          rowKey={(row) => `${row.processInstanceId}-${row.taskId ?? ''}`}
          acts={acts}
          onOpen={open}
          emptyText={lists[kind].empty}
        />
        {chart ? <FlowChartDialog of={{ processInstanceId: chart.processInstanceId }} onClose={() => setChart(null)} /> : null}
        {withdrawn ? (
          <ReasonDrawer
            title={label(['撤回 · {title}', 'Withdraw: {title}'], { title: withdrawn.title })}
            reasonLabel={['撤回原因', 'Reason']}
            actLabel={['撤回', 'Withdraw']}
            onAct={(reason) =>
              sendAct(queries, { path: 'work/delete-task', query: { taskId: withdrawn.taskId ?? '', reason }, done: ['已撤回', 'Withdrawn'] })
            }
            onClose={() => setWithdrawn(null)}
          />
        ) : null}
      </>
    );
  };
}
