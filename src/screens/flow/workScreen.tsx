import { useQueryClient } from '@tanstack/react-query';
import { Eye, Hand, PenLine, Undo2, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { workLists } from '#domain/flow/flowLists.ts';
import type { FlowWork } from '#domain/flow/flowRows.ts';
import { text } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { useText } from '#src/console/useText.ts';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { FlowChartDialog } from './FlowChartDialog.tsx';
import { workCells } from './flowColumns.tsx';
import { sendAct } from './sendAct.ts';

type Kind = keyof typeof workLists;
const asks = { reason: text('撤回原因', 'Reason', { required: true, max: 200 }) };

const empty: Readonly<Record<Kind, Label>> = {
  claim: ['没有待签收的任务', 'Nothing to claim'],
  todo: ['没有待办任务', 'Nothing to do'],
  send: ['还没有发起过流程', 'You have started nothing yet'],
  done: ['还没有办理过任务', 'You have done no task yet'],
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
        <ListingScreen list={workLists[kind]} cells={workCells} acts={acts} onOpen={open} emptyText={empty[kind]} />
        {chart ? <FlowChartDialog of={{ processInstanceId: chart.processInstanceId }} onClose={() => setChart(null)} /> : null}
        {withdrawn ? (
          <AskDrawer
            title={label(['撤回 · {title}', 'Withdraw: {title}'], { title: withdrawn.title })}
            fields={asks}
            act={['撤回', 'Withdraw']}
            isDanger
            onAct={({ reason }) =>
              sendAct(queries, { path: 'work/delete-task', query: { taskId: withdrawn.taskId ?? '', reason }, done: ['已撤回', 'Withdrawn'] })
            }
            onClose={() => setWithdrawn(null)}
          />
        ) : null}
      </>
    );
  };
}
