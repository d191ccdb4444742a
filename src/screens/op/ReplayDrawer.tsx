import { chakra } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { choice, reasonField } from '#domain/kernel/fields.ts';
import type { InterfaceLogRow } from '#domain/op/interfaceLog.ts';
import { interfaceType } from '#domain/op/opInterface.ts';
import { mostReplayed, replayMode, type ReplayLine } from '#domain/op/replay.ts';
import { ask } from '#src/api/ask.ts';
import { AskDrawer, saidAt } from '#src/console/act/AskDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useUntilOver } from '#src/console/desk/useUntilOver.ts';
import { useText } from '#src/console/useText.ts';
import { ProgressBar } from '#src/ui/sheet/ProgressBar.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const fields = { mode: choice('重放方式', 'How', replayMode, { required: true }), reason: reasonField } as const;

interface ReplayDrawerProps {
  readonly rows: readonly InterfaceLogRow[];
  /** It has ended: lists are read anew. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}
/** 重放: asks how and why, then tells how far it is and what became of each line. */
export function ReplayDrawer({ rows, onDone, onClose }: ReplayDrawerProps) {
  const { label } = useText();
  const [taskId, setTaskId] = useState<string | null>(null);
  if (taskId !== null) return <ReplayProgress taskId={taskId} onDone={onDone} onClose={onClose} />;
  const isOutgoing = rows.some((row) => row.interfaceType === interfaceType.third);
  return (
    <AskDrawer
      title={label(['重放 {count} 条日志', 'Replay {count} lines'], { count: rows.length })}
      fields={fields}
      values={{ mode: replayMode.rebuilt }}
      consequence={
        isOutgoing
          ? [
              '结果以相同内容和相同幂等键重新推送; 已撤回或对方已收到的不再推送',
              'Results are pushed again, the same content under the same key; what was taken back or has arrived is not',
            ]
          : [
              '只重新处理被拒绝的行; 已成功的不会重复, 对方此后另有推送或取消的不处理',
              'Rows that were refused are done again; what went well is not doubled, and of what the partner has said otherwise since nothing is done',
            ]
      }
      act={['开始重放', 'Replay']}
      icon={RotateCw}
      onAct={async ({ mode, reason }) => {
        if (rows.length > mostReplayed) return [saidAt(undefined, [`一次最多 ${mostReplayed} 条`, `At most ${mostReplayed} lines at once`])];
        const ids = rows.map(({ interfaceLogId }) => interfaceLogId);
        setTaskId((await ask('POST op/interface-logs/replay', { body: { ids, mode, reason }, quiet: true })).taskId);
        // The drawer goes on as the one that tells how far it is.
        return [];
      }}
      onClose={onClose}
    />
  );
}

const tones: Readonly<Record<ReplayLine['outcome'], Tone>> = {
  waiting: 'neutral',
  done: 'success',
  queued: 'info',
  refused: 'danger',
  failed: 'danger',
};

function ReplayProgress({ taskId, onDone, onClose }: Omit<ReplayDrawerProps, 'rows'> & { readonly taskId: string }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET op/interface-logs/replay-status', { taskId });
  const isOver = data !== undefined && data.state >= 2;
  useUntilOver(isOver, retry, onDone);
  const words: Readonly<Record<ReplayLine['outcome'], readonly [string, string]>> = {
    waiting: ['等待', 'Waiting'],
    done: ['成功', 'Done'],
    queued: ['已排队', 'Queued'],
    refused: ['被拒绝', 'Refused'],
    failed: ['失败', 'Failed'],
  };
  return (
    <SideDrawer title={label(['重放接口日志', 'Replay'])} onClose={onClose}>
      {failure && !data ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data ? (
        <>
          <ProgressBar
            share={data.totalCount === 0 ? 0 : data.doneCount / data.totalCount}
            text={label(
              isOver ? ['已处理 {done} / {total}', '{done} of {total} are done'] : ['正在重放 {done} / {total}', 'Replaying {done} of {total}'],
              {
                done: data.doneCount,
                total: data.totalCount,
              },
            )}
          >
            {data.state === 3 ? (
              <StatusWord tone="danger">{label(['未能完成, 其余请重试', 'It did not end: replay the others again'])}</StatusWord>
            ) : isOver ? null : (
              label(['可以离开, 后台继续', 'You may leave: it goes on'])
            )}
          </ProgressBar>
          <chakra.ul listStyleType="none" display="grid" gap={1} textStyle="dense">
            {data.rows.map(({ interfaceLogId, name, outcome, message }) => (
              <chakra.li key={interfaceLogId} display="grid" gap={0.5} py={1} borderBottom="hairline">
                <span>{name}</span>
                <StatusWord tone={tones[outcome]}>{[label(words[outcome]), message ? label(message) : ''].filter(Boolean).join(': ')}</StatusWord>
              </chakra.li>
            ))}
          </chakra.ul>
        </>
      ) : null}
    </SideDrawer>
  );
}
