import { chakra } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { applyDeApproval, applyRefusal } from '#domain/lab/reversal/deApproval.ts';
import { deApprovalType } from '#domain/lab/reversal/deApprovalChoices.ts';
import type { ReversibleTask } from '#domain/lab/reversal/deApprovalRows.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { reportScreen } from '#domain/report/reportRows.ts';
import { reportState } from '#domain/report/reportState.ts';
import { goBackReports } from '#domain/report/withdrawal.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const nameOf = ({ labCode, sampleCode }: ReversibleTask): string => labCode ?? sampleCode;
const mayApply = (task: ReversibleTask) => allowedBy(applyDeApproval, applyRefusal({ ...task, name: nameOf(task) }));

const PageLink = chakra(Link, { base: { ms: 2, textStyle: 'dense', color: 'accent.text', _hover: { textDecoration: 'underline' } } });
const Line = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(160px, 1fr) minmax(100px, 1fr) minmax(160px, 1.6fr)',
    gap: 2,
    alignItems: 'center',
    borderTop: 'hairline',
    py: 1,
    textStyle: 'dense',
  },
});

/** Which results are to be taken back: scanned one after the other, ticked, and then applied for with one reason. */
export function ApplyDrawer({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { label } = useText();
  const { can } = useSession();
  const [found, setFound] = useState<readonly ReversibleTask[]>([]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [told, setTold] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const chosen = found.filter((task) => !left.has(task.taskId) && mayApply(task) === true);

  const scan = async (code: string): Promise<void> => {
    try {
      const { tasks } = await ask('GET lab/lab-process/de-approval-check', { query: { code }, quiet: true });
      setTold(tasks.length === 0 ? label(['没有此样本的检测任务: {code}', 'No test task of this code: {code}'], { code }) : null);
      setFound((known) => [...tasks, ...known.filter(({ taskId }) => !tasks.some((task) => task.taskId === taskId))]);
      setLeft((unticked) => new Set([...unticked].filter((id) => !tasks.some(({ taskId }) => taskId === id))));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setTold(error.isTransport ? label(['此操作需要网络', 'This needs the network']) : error.message);
    }
  };
  return (
    <>
      <SideDrawer
        title={label(applyDeApproval.title)}
        onClose={onClose}
        footer={
          <Button variant="primary" icon={Undo2} disabled={chosen.length === 0} onClick={() => setAsking(true)}>
            {label(['申请 {count} 项', 'Apply for {count}'], { count: chosen.length })}
          </Button>
        }
      >
        <ScanBox
          label={['扫描样本条码或实验室编号', 'Scan a sample or lab code']}
          placeholder={['扫描样本条码或实验室编号', 'Scan a sample or lab code']}
          onScan={({ code }) => void scan(code)}
        />
        <chakra.p role="status" textStyle="dense" color="danger.text" minH="22px" my={1}>
          {told}
        </chakra.p>
        {found.length === 0 ? (
          <StateView state="empty" text={['扫描二审通过的样本', 'Scan what passed its second audit']} />
        ) : (
          found.map((task) => {
            const may = mayApply(task);
            return (
              <Line key={task.taskId}>
                <input
                  type="checkbox"
                  aria-label={nameOf(task)}
                  disabled={may !== true}
                  checked={may === true && !left.has(task.taskId)}
                  onChange={(event) => {
                    const isOn = event.target.checked;
                    setLeft((ids) => new Set(isOn ? [...ids].filter((id) => id !== task.taskId) : [...ids, task.taskId]));
                  }}
                />
                <chakra.span textStyle="mono">{nameOf(task)}</chakra.span>
                <span>{task.panelGroupName}</span>
                {may === true ? (
                  <StatusWord tone="success">
                    {label(['{state} {by} {at}', '{state} {by} {at}'], {
                      state: label(taskState.labelOf(task.taskState) ?? ['', '']),
                      by: task.checkUserNameTwo ?? '',
                      at: task.checkTimeTwo ?? '',
                    })}
                  </StatusWord>
                ) : (
                  <span>
                    <StatusWord tone="danger">{label(may)}</StatusWord>
                    {task.taskState === taskState.issued && can(goBackReports.permission) ? (
                      <PageLink to={`${reportScreen}?tab=${reportState.issued}&sampleCode=${encodeURIComponent(task.sampleCode)}`}>
                        {label(['去申请撤回', 'Apply for its withdrawal'])}
                      </PageLink>
                    ) : null}
                  </span>
                )}
              </Line>
            );
          })
        )}
      </SideDrawer>
      {isAsking ? (
        <ActDrawer
          command={applyDeApproval}
          rows={chosen.map(({ taskId }) => ({ taskId, type: deApprovalType.result }))}
          nameOf={({ taskId }) => found.filter((task) => task.taskId === taskId).map(nameOf)[0] ?? taskId}
          onClose={() => setAsking(false)}
          onDone={onDone}
        />
      ) : null}
    </>
  );
}
