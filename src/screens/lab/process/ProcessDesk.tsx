import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { processKind } from '#domain/lab/process/processChoices.ts';
import type { ReceiveInfo, RegistrationVerdict } from '#domain/lab/process/processRows.ts';
import type { TaskActKind } from '#domain/lab/process/processTask.ts';
import { taskActs } from '#domain/lab/process/taskActs.ts';
import { ask } from '#src/api/ask.ts';
import { Count, DeskLayout } from '#src/console/desk/DeskLayout.tsx';
import { ScanSide } from '#src/console/desk/ScanSide.tsx';
import type { ActVerdict } from '#src/console/desk/actVerdict.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { Verdict } from '#src/ui/scan/Verdict.tsx';
import { isBehind } from '#src/ui/isBehind.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { RecordPanel } from './RecordPanel.tsx';
import { TaskAct } from './TaskAct.tsx';
import { TaskTicks } from './TaskTicks.tsx';

const words = {
  [processKind.stop]: { may: ['可终止', 'Can stop'], done: ['已终止', 'Stopped'], act: ['终止所选 {count}', 'Stop {count}'] },
  [processKind.resample]: { may: ['可重采', 'Can redraw'], done: ['已申请重采', 'Asked for'], act: ['申请重采 {count}', 'Ask for {count}'] },
  [processKind.delay]: { may: ['可延迟', 'Can delay'], done: ['已登记延迟', 'Registered'], act: ['登记延迟 {count}', 'Delay {count}'] },
} as const satisfies Record<TaskActKind, Readonly<Record<string, Label>>>;
const prompt: Label = ['扫描实验室编号、样本条码或申请单条码', 'Scan a lab code, sample code or requisition code'];

interface Found {
  readonly code: string;
  readonly info: ReceiveInfo;
  readonly verdicts: readonly RegistrationVerdict[];
}
const untold = { isUntold: '1', recordState: '1', size: 1 } as const;
/** How many records are open, and of those still to be told. */
function useCounts(kind: TaskActKind) {
  const isOf = (one: TaskActKind): boolean => one === kind;
  const stops = useAsked('GET lab/stop-record/stop-page', untold, isOf(processKind.stop));
  const resamples = useAsked('GET lab/resample-record/resample-page', untold, isOf(processKind.resample));
  const delays = useAsked('GET lab/delay-record/page', untold, isOf(processKind.delay));
  return { [processKind.stop]: stops, [processKind.resample]: resamples, [processKind.delay]: delays }[kind].data?.total;
}

/** A desk of the process: a scan shows a tube's tasks with what may be done to each; the reason is a digit, the records stand below. */
export function ProcessDesk({ kind, screen }: { readonly kind: TaskActKind; readonly screen: string }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const command = taskActs[kind];
  const [verdict, setVerdict] = useState<(ActVerdict & { readonly code: string }) | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const [doneCount, setDoneCount] = useState(0);
  const toTell = useCounts(kind);
  const scans = useRef(0);

  const say = (kindOfVerdict: ActVerdict['kind'], word: Label, detail: string, code: string): void => {
    playSound(kindOfVerdict === 'ok' || kindOfVerdict === 'repeat' ? kindOfVerdict : 'refused');
    setVerdict({ kind: kindOfVerdict, word, detail, code });
  };
  const look = async (code: string): Promise<Found | null> => {
    const [info, verdicts] = await Promise.all([
      ask('GET lab/lab-process/get-receiveInfo-by-labCode', { query: { labCode: code }, quiet: true }),
      ask('GET lab/lab-process/registration-check', { query: { labCode: code, kind: String(kind) }, quiet: true }),
    ]);
    return info ? { code, info, verdicts } : null;
  };
  const scan = async (code: string): Promise<void> => {
    scans.current += 1;
    const own = scans.current;
    try {
      const next = await look(code);
      // A later scan has been answered meanwhile.
      if (own !== scans.current) return;
      setFound(next);
      const ready = next?.verdicts.filter(({ verdict: one }) => one === 'ready') ?? [];
      setTicked(new Set(ready.map(({ taskId }) => taskId)));
      if (!next) say('refused', ['未找到', 'Not found'], label(['没有此编号的样本', 'No sample has this code']), code);
      else if (next.info.tasks.length === 0)
        say('refused', ['无检测任务', 'No tasks'], label(['样本尚未由实验室接收', 'The laboratory has not received it']), code);
      else if (ready.length === 0) {
        const refusal = next.verdicts[0]?.refusal;
        // Done before is no fault: who it was and when is what one wants to know.
        if (refusal?.code === 'process.done') say('repeat', words[kind].done, refusal.text, code);
        else say('refused', ['不可操作', 'Not possible'], refusal?.text ?? '', code);
      } else
        say(
          'ok',
          words[kind].may,
          label(['{ready} / {all} 项检测', '{ready} of {all} tasks'], { ready: ready.length, all: next.info.tasks.length }),
          code,
        );
    } catch (error) {
      if (own !== scans.current) return;
      setFound(null);
      say('refused', ['未查询到', 'No answer'], (error as Error).message, code);
    }
  };
  const mayAct = can(command.permission) && ticked.size > 0;
  useKeyDown((event) => {
    if (event.key !== 'F8' || isBehind()) return;
    event.preventDefault();
    if (mayAct) setAsking(true);
  });
  const onDone = (count: number): void => {
    setDoneCount((before) => before + count);
    void queries.invalidateQueries({ queryKey: ['call', 'lab'] });
    if (!found) return;
    const { code } = found;
    setVerdict({ kind: 'ok', word: words[kind].done, detail: label(['{count} 项检测', '{count} tasks'], { count }), code });
    setTicked(new Set());
    void look(code).then(setFound, () => undefined);
  };
  const rows = found ? found.info.tasks.filter(({ taskId }) => ticked.has(taskId)) : [];

  return (
    <DeskLayout
      leftLabel={label(['扫描', 'Scan'])}
      rightLabel={label(command.title)}
      left={
        <>
          <ScanSide>
            <ScanBox label={prompt} placeholder={['实验室编号 / 样本条码', 'Lab code / sample code']} onScan={({ code }) => void scan(code)} />
            <Verdict
              kind={verdict?.kind ?? 'idle'}
              word={verdict?.word ?? (['待扫描', 'Ready'] as const)}
              detail={verdict?.detail ?? ''}
              {...(verdict ? { code: verdict.code } : {})}
            >
              <chakra.div textStyle="body" color="fg" minH="22px">
                {found ? [found.info.personName, found.info.commodityNames].filter(Boolean).join(' ') : ''}
              </chakra.div>
            </Verdict>
          </ScanSide>
          <chakra.p textStyle="dense" color="fg.muted">
            {label([
              '扫描后勾选检测, F8 打开, 数字键选择原因, Ctrl+S 提交。需要网络。',
              'Scan, tick tasks, F8 opens, a digit chooses the reason, Ctrl+S does it. Needs the network.',
            ])}
          </chakra.p>
        </>
      }
      right={
        <>
          {found && found.info.tasks.length > 0 ? (
            <>
              <TaskTicks info={found.info} verdicts={found.verdicts} ticked={ticked} onTick={setTicked} />
              <div>
                <Button
                  variant={kind === processKind.stop ? 'danger' : 'primary'}
                  keyHint="F8"
                  disabled={!mayAct}
                  title={can(command.permission) ? undefined : label(['没有权限', 'Not permitted'])}
                  onClick={() => setAsking(true)}
                >
                  {label(words[kind].act, { count: ticked.size })}
                </Button>
              </div>
            </>
          ) : null}
          <RecordPanel kind={kind} screen={screen} />
          {isAsking && rows.length > 0 ? <TaskAct kind={kind} rows={rows} onDone={onDone} onClose={() => setAsking(false)} /> : null}
        </>
      }
      foot={
        <>
          <Count label={label(['本次操作', 'Done here'])} value={doneCount} />
          <Count label={label(['待告知', 'To be told'])} value={toTell} tone="warning" />
        </>
      }
    />
  );
}
