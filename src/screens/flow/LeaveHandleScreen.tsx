import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Send, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { passFlag } from '#domain/flow/flowRows.ts';
import type { ProcessLeave } from '#domain/flow/leave.ts';
import { type Fields, longText } from '#domain/kernel/fields.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useTabs } from '#src/console/useTabs.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { LeaveFacts, RunHistory } from './LeaveFacts.tsx';
import { LeaveForm, useLeaveForm } from './LeaveForm.tsx';
import { sendAct } from './sendAct.ts';
import { useLeaving } from './useLeaving.ts';

interface TaskProps {
  readonly leave: ProcessLeave;
  readonly taskId: string;
  readonly onDone: () => void;
}

/** 处理请假流程: deciding on a request, or amending one's own that came back. */
export function Screen() {
  const { taskId = '', processInstanceId = '', businessId = '' } = useParams();
  const { pathname } = useLocation();
  const { label } = useText();
  const { user } = useSession();
  const { close } = useTabs();
  const leaving = useLeaving(close, pathname);
  const { data, failure, retry } = useCall<ProcessLeave>('desk', 'process/leave/detail', { businessId });
  if (!data) return failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />;
  const isOpen = data.flow?.taskId === taskId;
  const isOwn = isOpen && data.applyUser === user?.id;
  const done = (): void => leaving('/work/todo');
  return (
    <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={4}>
      <chakra.h1 textStyle="title" mb={3}>
        {label(['处理请假流程', 'Handle a request for leave'])}
      </chakra.h1>
      <LeaveFacts leave={data} />
      {isOwn ? (
        <Amending key={taskId} leave={data} taskId={taskId} onDone={done} />
      ) : isOpen ? (
        <Deciding key={taskId} leave={data} taskId={taskId} onDone={done} />
      ) : (
        <chakra.p role="status" mt={3} color="warning.text">
          {label(['该任务已办理', 'This task is done already'])}
        </chakra.p>
      )}
      <RunHistory processInstanceId={processInstanceId} />
    </chakra.section>
  );
}

const commentFields: Fields = { comment: longText('批复意见', 'Comment', { required: true, max: 500 }) };

function Deciding({ leave, taskId, onDone }: TaskProps) {
  const { label } = useText();
  const queries = useQueryClient();
  const [isAgreeing, setAgreeing] = useState(true);
  const form = useDescribedForm({ fields: commentFields, onSave: ({ comment }) => send(true, String(comment)) });
  const send = async (isPass: boolean, comment: string) => {
    setAgreeing(isPass);
    const problems = await sendAct(queries, {
      path: 'work/complete-task',
      body: { taskId, processInstanceId: leave.processInstanceId, comment, ...(isPass ? { flag: passFlag } : {}) },
      done: isPass ? ['已同意', 'Agreed'] : ['已驳回, 交由申请人修改', 'Refused; it goes back to who asked'],
    });
    if (!problems) onDone();
    return problems;
  };
  const refuse = (): void => {
    const comment = String(form.methods.getValues('comment') ?? '').trim();
    if (comment === '') {
      notify.warn(['请先填写批复意见', 'Write a comment first']);
      form.focusField('comment');
    } else void send(false, comment);
  };
  return (
    <chakra.form {...form.formProps} mt={4} maxW="880px">
      <FormGrid form={form} columns={1} isFocused />
      <chakra.div display="flex" gap={2} mt={3}>
        <Button type="submit" variant="primary" icon={Check} isBusy={form.isSaving && isAgreeing} data-enter-end="">
          {label(['同意', 'Agree'])}
        </Button>
        <Button variant="danger" icon={X} onClick={refuse}>
          {label(['驳回', 'Refuse'])}
        </Button>
      </chakra.div>
    </chakra.form>
  );
}

function Amending({ leave, taskId, onDone }: TaskProps) {
  const { label } = useText();
  const queries = useQueryClient();
  const [first] = useState(() => ({ taskUser: leave.taskUser, startTime: leave.startTime, endTime: leave.endTime, reason: leave.reason }));
  const form = useLeaveForm(first, async (values) => {
    const problems = await sendAct(queries, {
      service: 'desk',
      path: 'process/leave/amend',
      body: { ...values, taskId },
      done: ['已重新提交', 'Sent again'],
    });
    if (!problems) onDone();
    return problems;
  });
  const giveUp = async (): Promise<void> => {
    if (!(await confirm({ text: ['撤销此请假申请?', 'Give up this request?'], isDanger: true }))) return;
    const body = { taskId, processInstanceId: leave.processInstanceId, comment: label(['撤销申请', 'Given up']) };
    if (!(await sendAct(queries, { path: 'work/complete-task', body, done: ['申请已撤销', 'Given up'] }))) onDone();
  };
  return (
    <chakra.form {...form.formProps} mt={4} maxW="880px">
      <LeaveForm form={form} />
      <chakra.div display="flex" gap={2} mt={3}>
        <Button type="submit" variant="primary" icon={Send} isBusy={form.isSaving} data-enter-end="">
          {label(['重新提交', 'Send again'])}
        </Button>
        <Button variant="danger" icon={X} onClick={() => void giveUp()}>
          {label(['撤销申请', 'Give up'])}
        </Button>
      </chakra.div>
    </chakra.form>
  );
}
