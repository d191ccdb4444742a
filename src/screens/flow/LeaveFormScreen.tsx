import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Send, Workflow } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { useTabs } from '#src/console/useTabs.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FlowChartDialog } from './FlowChartDialog.tsx';
import { LeaveForm, useLeaveForm } from './LeaveForm.tsx';
import { sendAct } from './sendAct.ts';
import { useLeaving } from './useLeaving.ts';

const start = { startTime: '', endTime: '', reason: '' };

/** 请假流程: asking for leave; what is typed stays until it is sent. */
export function Screen() {
  const { processDefinitionId = '' } = useParams();
  const { pathname } = useLocation();
  const { label } = useText();
  const { close } = useTabs();
  const leave = useLeaving(close, pathname);
  const queries = useQueryClient();
  const [isChart, setChart] = useState(false);
  const form = useLeaveForm(start, async (values) => {
    const problems = await sendAct(queries, {
      service: 'desk',
      path: 'process/leave/start-process',
      body: { ...values, processDefinitionId },
      done: ['请假申请已提交', 'Your request was sent'],
    });
    if (!problems) leave('/work/start');
    return problems;
  });
  return (
    <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={4} maxW="880px">
      <chakra.h1 textStyle="title" mb={3}>
        {label(['请假流程', 'Leave'])}
      </chakra.h1>
      <form {...form.formProps}>
        <LeaveForm form={form} />
        <chakra.div display="flex" gap={2} mt={3}>
          <Button type="submit" variant="primary" icon={Send} isBusy={form.isSaving} data-enter-end="">
            {label(['提交申请', 'Send'])}
          </Button>
          <Button icon={Workflow} onClick={() => setChart(true)}>
            {label(['流程图', 'Flow chart'])}
          </Button>
        </chakra.div>
      </form>
      {isChart ? <FlowChartDialog of={{ processDefinitionId }} onClose={() => setChart(false)} /> : null}
    </chakra.section>
  );
}
