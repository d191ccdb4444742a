import { chakra } from '@chakra-ui/react';
import { instanceState, type FlowHistory, type FlowView } from '#domain/flow/flowRows.ts';
import type { ProcessLeave } from '#domain/flow/leave.ts';
import type { Label } from '#domain/kernel/label.ts';
import { flowName } from '#domain/flow/shippedNames.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { Diagram } from './Diagram.tsx';
import { decision } from './flowColumns.tsx';

const Heading = chakra('h2', { base: { textStyle: 'title', mt: 4, mb: 2 } });

/** What was asked for, and where it stands. */
export function LeaveFacts({ leave }: { readonly leave: ProcessLeave }) {
  const { label, language } = useText();
  const state = instanceState.labelOf(leave.state) ?? ['', ''];
  const facts: readonly (readonly [Label, string])[] = [
    [['申请人', 'Applied by'], leave.applyUserName],
    [['申请时间', 'Asked'], leave.applyTime],
    [['审批人', 'Decided by'], leave.taskUserName],
    [['开始时间', 'From'], leave.startTime],
    [['结束时间', 'Until'], leave.endTime],
    [['天数', 'Days'], String(leave.days)],
    [['请假理由', 'Reason'], leave.reason],
  ];
  return (
    <>
      <chakra.p mb={2} display="flex" gap={2} alignItems="center">
        <Tag tone={leave.state === instanceState.running ? 'accent' : 'neutral'}>{label(state)}</Tag>
        {leave.flow ? (
          <span>
            {flowName(leave.flow.taskName, language)} · {leave.flow.assigneeName ?? label(['待签收', 'to be claimed'])}
          </span>
        ) : (
          <span>{flowName(leave.outcome, language)}</span>
        )}
      </chakra.p>
      <chakra.dl display="grid" gridTemplateColumns="max-content 1fr max-content 1fr" columnGap={3} rowGap={1} textStyle="dense">
        {facts.map(([name, value]) => (
          <chakra.div key={name[0]} display="contents">
            <chakra.dt color="fg.muted">{label(name)}</chakra.dt>
            <chakra.dd overflowWrap="anywhere">{value}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </>
  );
}

/** Who did what when, and the drawing with it. */
export function RunHistory({ processInstanceId }: { readonly processInstanceId: string }) {
  const { label, language } = useText();
  const history = useCall<readonly FlowHistory[]>('flow', 'process/history-flow-list', { processInstanceId });
  const view = useCall<FlowView>('flow', 'process/model-view', { processInstanceId });
  return (
    <>
      <Heading>{label(['流转信息', 'History'])}</Heading>
      {history.data ? (
        <chakra.ol listStyleType="none" m={0} p={0} textStyle="dense">
          {history.data.map((step, at) => (
            <chakra.li key={at} display="grid" gridTemplateColumns="150px 110px 160px 60px 1fr" gap={2} borderBottom="hairline" py={1}>
              <span>{flowName(step.historyActivityName, language)}</span>
              <span>{step.assigneeName ?? ''}</span>
              <chakra.span fontVariantNumeric="tabular-nums">{step.endTime ?? label(['进行中', 'open'])}</chakra.span>
              <span>{decision(step.isPass, language)}</span>
              <chakra.span color="fg.muted" overflowWrap="anywhere">
                {step.comment}
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ol>
      ) : history.failure ? (
        <StateView state="failed" failure={history.failure} onRetry={history.retry} />
      ) : (
        <StateView state="loading" />
      )}
      <Heading>{label(['流程跟踪', 'Flow chart'])}</Heading>
      <chakra.div h="420px">
        {view.data ? (
          <Diagram view={view.data} />
        ) : view.failure ? (
          <StateView state="failed" failure={view.failure} onRetry={view.retry} />
        ) : (
          <StateView state="loading" />
        )}
      </chakra.div>
    </>
  );
}
