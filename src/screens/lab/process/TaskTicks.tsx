import { chakra } from '@chakra-ui/react';
import type { ReceiveInfo, RegistrationVerdict } from '#domain/lab/process/processRows.ts';
import { nextStep } from '#domain/lab/redo/roundKind.ts';
import { useText } from '#src/console/useText.ts';
import { Tag } from '#src/ui/Tag.tsx';
import { Fact, Facts, TaskWord } from './processCells.tsx';

const Row = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) 96px minmax(0, 1.2fr)',
    alignItems: 'center',
    gap: 2,
    minH: '36px',
    px: 1,
    borderTop: 'hairline',
    textStyle: 'dense',
    cursor: 'pointer',
    '&[data-barred]': { cursor: 'not-allowed', color: 'fg.muted' },
    _hover: { bg: 'bg.muted' },
  },
});

export interface TaskTicksProps {
  readonly info: ReceiveInfo;
  readonly verdicts: readonly RegistrationVerdict[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (next: ReadonlySet<string>) => void;
}

/** Whose tube it is, and its tasks: those that the act may be done to can be ticked, the others say why not. */
export function TaskTicks({ info, verdicts, ticked, onTick }: TaskTicksProps) {
  const { label } = useText();
  const verdictOf = new Map(verdicts.map((verdict) => [verdict.taskId, verdict]));
  const toggle = (taskId: string): void => {
    const next = new Set(ticked);
    if (!next.delete(taskId)) next.add(taskId);
    onTick(next);
  };
  return (
    <>
      <Facts>
        <Fact name={label(['受检者', 'Person'])} value={info.personName} />
        <Fact name={label(['样本条码', 'Sample code'])} value={info.sampleCode} />
        <Fact name={label(['实验室编号', 'Lab code'])} value={info.labCode} />
        <Fact name={label(['备用管,随', 'A spare, follows'])} value={info.primarySampleCode} />
        <Fact name={label(['产品', 'Commodities'])} value={info.commodityNames} />
        <Fact name={label(['样本类型', 'Sample class'])} value={info.sampleClassName} />
        <Fact name={label(['送检单位', 'Sending client'])} value={info.sendSampleClientName} />
        <Fact name={label(['检验所', 'Laboratory'])} value={info.laboratoryName} />
        <Fact name={label(['采样时间', 'Sampling time'])} value={info.samplingTime?.slice(0, 16) ?? null} />
        <Fact name={label(['实验室接收时间', 'Lab receive time'])} value={info.labReceiveTime?.slice(0, 16) ?? null} />
      </Facts>
      <chakra.div data-tasks>
        {info.tasks.map((task) => {
          const verdict = verdictOf.get(task.taskId);
          const mayTick = verdict?.verdict === 'ready';
          return (
            <Row key={task.taskId} data-barred={mayTick ? undefined : ''}>
              <input type="checkbox" disabled={!mayTick} checked={mayTick && ticked.has(task.taskId)} onChange={() => toggle(task.taskId)} />
              <chakra.span display="inline-flex" alignItems="center" gap={1} minW={0}>
                <chakra.span truncate title={task.panelNames}>
                  {task.panelNames || task.panelGroupName}
                </chakra.span>
                {task.isUrgent === 1 ? <Tag tone="danger">{label(['加急', 'Urgent'])}</Tag> : null}
                {task.round > 1 ? <Tag>{label(['第{round}轮', 'Round {round}'], { round: task.round })}</Tag> : null}
                {task.nextStep === null ? null : <Tag>{label(nextStep.labelOf(task.nextStep) ?? ['', ''])}</Tag>}
              </chakra.span>
              <TaskWord state={task.taskState} />
              <chakra.span truncate color={mayTick ? 'fg.muted' : 'warning.text'} title={verdict?.refusal?.text}>
                {verdict?.refusal?.text ??
                  [
                    task.batch,
                    task.promisedTime ? label(['承诺 {time}', 'Promised {time}'], { time: task.promisedTime.slice(0, 16) }) : null,
                    task.externalDueTime ? label(['应发 {time}', 'Due {time}'], { time: task.externalDueTime.slice(0, 16) }) : null,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
              </chakra.span>
            </Row>
          );
        })}
      </chakra.div>
    </>
  );
}
