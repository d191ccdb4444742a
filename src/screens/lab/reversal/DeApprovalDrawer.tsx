import { chakra } from '@chakra-ui/react';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { deApprovalOperate, deApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';
import type { DeApprovalDetail, DeApprovalRow } from '#domain/lab/reversal/deApprovalRows.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { DecisionWord, nameOfApplication } from './deApprovalCells.tsx';

const Steps = chakra('ol', {
  base: {
    listStyleType: 'none',
    textStyle: 'dense',
    ms: 2,
    borderInlineStart: '2px solid',
    borderColor: 'border',
    '& > li': { position: 'relative', ps: 4, pb: 2 },
    '& > li::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '-5px',
      top: '6px',
      w: '8px',
      h: '8px',
      borderRadius: 'full',
      bg: 'accent.solid',
    },
    '& > li[data-void]::before': { bg: 'border.input' },
  },
});

export interface DeApprovalDrawerProps {
  readonly id: string;
  /** Absent: not this person's to decide; a label says why not now. */
  readonly mayDecide: ((row: DeApprovalRow) => true | Label) | null;
  readonly onDecide: (row: DeApprovalRow, isPassed: boolean) => void;
  readonly onClose: () => void;
}

/** One application: what it asks, what led to it on the way of its tasks, and the decision. */
export function DeApprovalDrawer({ id, mayDecide, onDecide, onClose }: DeApprovalDrawerProps) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET search/sampleDeApproval/detail', { id });
  const may = data && mayDecide ? mayDecide(data) : null;
  return (
    <SideDrawer
      title={label(['反审核 {name}', 'Reversal {name}'], { name: data ? nameOfApplication(data) : '' })}
      aside={data ? <DecisionWord state={data.state} /> : undefined}
      onClose={onClose}
      footer={
        data && may !== null && data.state === deApprovalState.waiting ? (
          <>
            {may === true ? null : (
              <chakra.span textStyle="dense" color="warning.text" me="auto">
                {label(may)}
              </chakra.span>
            )}
            <Button variant="danger" icon={X} disabled={may !== true} onClick={() => onDecide(data, false)}>
              {label(['驳回', 'Reject'])}
            </Button>
            <Button variant="primary" icon={Check} disabled={may !== true} onClick={() => onDecide(data, true)}>
              {label(['同意', 'Agree'])}
            </Button>
          </>
        ) : undefined
      }
    >
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data ? (
        <>
          <chakra.p textStyle="body" mb={1}>
            {label(['{by} 于 {at} 申请{operate}', '{by} applied at {at}: {operate}'], {
              by: data.applicantName,
              at: data.createTime,
              operate: label(deApprovalOperate.labelOf(data.deApprovalOperate) ?? ['', '']),
            })}
          </chakra.p>
          <chakra.p textStyle="dense" color="fg.muted" mb={3}>
            {data.reason}
          </chakra.p>
          {data.tasks.map((task) => (
            <TaskSteps key={task.taskId} task={task} />
          ))}
        </>
      ) : null}
    </SideDrawer>
  );
}

function TaskSteps({ task }: { readonly task: DeApprovalDetail['tasks'][number] }): ReactNode {
  const { label } = useText();
  return (
    <chakra.section mb={4}>
      <chakra.h3 display="flex" gap={2} alignItems="center" mb={2} textStyle="dense">
        <chakra.span textStyle="mono">{task.labCode ?? task.sampleCode}</chakra.span>
        <span>{task.panelGroupName}</span>
        <Tag>{label(taskState.labelOf(task.taskState) ?? ['', ''])}</Tag>
      </chakra.h3>
      <Steps>
        {task.steps.map(({ time, what, by, note, isVoid }, at) => (
          <li key={at} data-void={isVoid || undefined}>
            <chakra.span color="fg.muted" me={2}>
              {time}
            </chakra.span>
            <chakra.span fontWeight="medium" color={isVoid ? 'fg.muted' : undefined} textDecoration={isVoid ? 'line-through' : undefined}>
              {label(what)}
            </chakra.span>{' '}
            {by}
            {isVoid ? label([' (已作废)', ' (void)']) : ''}
            {note ? (
              <chakra.div color="fg.muted" overflowWrap="anywhere">
                {note}
              </chakra.div>
            ) : null}
          </li>
        ))}
      </Steps>
    </chakra.section>
  );
}
