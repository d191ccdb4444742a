import { chakra } from '@chakra-ui/react';
import { useParams } from 'react-router-dom';
import type { ProcessLeave } from '#domain/flow/leave.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { LeaveFacts, RunHistory } from './LeaveFacts.tsx';

/** 请假流程详情: one request, its history and its drawing, while it runs and afterwards. */
export function Screen() {
  const { processInstanceId = '', businessId = '' } = useParams();
  const { label } = useText();
  const { data, failure, retry } = useCall<ProcessLeave>('desk', 'process/leave/detail', { businessId });
  if (!data) return failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />;
  return (
    <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={4}>
      <chakra.h1 textStyle="title" mb={3}>
        {label(['请假流程详情', 'A request for leave'])}
      </chakra.h1>
      <LeaveFacts leave={data} />
      <RunHistory processInstanceId={processInstanceId} />
    </chakra.section>
  );
}
