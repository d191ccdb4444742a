import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Play, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type OfferChange, processAction, processState } from '#domain/base/commodityQualified.ts';
import type { QualifiedProcess } from '#domain/base/qualifiedContracts.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ask } from '#src/api/ask.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import { usePickerSources } from '#src/ui/picker.ts';
import { ResourcePicker } from '#src/ui/ResourcePicker.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Verdict, type VerdictKind } from '#src/ui/scan/Verdict.tsx';

const pollMs = 1_000;
const kinds: Readonly<Record<number, VerdictKind>> = {
  [processState.waiting]: 'waiting',
  [processState.running]: 'waiting',
  [processState.done]: 'ok',
  [processState.failed]: 'refused',
};
const hasEnded = (process: QualifiedProcess | undefined): boolean => process !== undefined && process.state >= processState.done;

/** What a change did, in one word. */
function wordOf({ before, after }: OfferChange): Label {
  if (before === null) return ['新增', 'Added'];
  if (after === null) return ['移除', 'Removed'];
  if (after.isDisable !== before.isDisable) return after.isDisable === 1 ? ['停用', 'Switched off'] : ['启用', 'Switched on'];
  return ['改执行检验所', 'Other executing laboratory'];
}
const counted = (changes: readonly OfferChange[]): readonly (readonly [Label, number])[] => {
  const counts = new Map<string, readonly [Label, number]>();
  for (const change of changes) {
    const word = wordOf(change);
    counts.set(word[0], [word, (counts.get(word[0])?.[1] ?? 0) + 1]);
  }
  return [...counts.values()];
};

/** Applies a laboratory's qualifications, or undoes the last time, and follows the job to its end. */
export function QualifiedDrawer({ onClose }: { readonly onClose: () => void }) {
  const { label } = useText();
  const [laboratoryId, setLaboratoryId] = useState<string | null>(null);
  const [taskId, setTaskId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['call', 'base', 'commodity-qualified/get-process-result', taskId],
    queryFn: ({ signal }) => ask('GET base/commodity-qualified/get-process-result', { query: { taskId: taskId ?? '' }, quiet: true, signal }),
    enabled: taskId !== null,
    refetchInterval: (query) => (hasEnded(query.state.data) ? false : pollMs),
  });
  const source = usePickerSources()('laboratory');
  const isRunning = taskId !== null && !hasEnded(data);

  const start = async (action: 'execute' | 'reset'): Promise<void> => {
    const question: Label =
      action === 'execute'
        ? ['按资质启用、停用该检验所的产品?', 'Switch the commodities of this laboratory on and off by its qualifications?']
        : ['撤销上一次执行? 之后被人修改过的产品保持不变。', 'Undo the last application? What was changed by hand since stays.'];
    if (!(await confirm({ text: question, isDanger: true, confirmLabel: processAction.labelOf(action) ?? question }))) return;
    setBusy(true);
    try {
      const { taskId: started } = await call<{ taskId: string }>('POST', servicePath('base', `commodity-qualified/${action}`), {
        body: { laboratoryId },
      });
      setTaskId(started);
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (failure.isTransport) notify.error(['需要网络', 'This needs the network']);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SideDrawer
      size="sm"
      title={label(['执行产品资质', 'Apply qualifications'])}
      onClose={onClose}
      footer={
        <>
          <Button icon={Undo2} disabled={!laboratoryId || isRunning} isBusy={isBusy} onClick={() => void start('reset')}>
            {label(['撤销上次执行', 'Undo the last time'])}
          </Button>
          <Button variant="primary" icon={Play} disabled={!laboratoryId || isRunning} isBusy={isBusy} onClick={() => void start('execute')}>
            {label(['执行', 'Apply'])}
          </Button>
        </>
      }
    >
      <chakra.label htmlFor="qualified-laboratory" textStyle="dense">
        {label(['检验所', 'Laboratory'])}
      </chakra.label>
      {source ? (
        <ResourcePicker
          id="qualified-laboratory"
          source={source}
          value={laboratoryId}
          onChange={(id) => setLaboratoryId(id)}
          isDisabled={isRunning}
        />
      ) : null}
      <chakra.p mt={2} textStyle="dense" color="fg.muted">
        {label([
          '资质有效的产品启用(缺少则新增), 其余停用。处理在后台进行, 关闭窗口不影响。',
          'What is validly qualified is switched on (and added where missing), the rest is switched off. It goes on in the background, also with this closed.',
        ])}
      </chakra.p>
      {taskId === null ? null : (
        <chakra.div mt={3} display="flex" flexDirection="column" gap={2}>
          {error ? (
            <StateView state="failed" failure={failureOf(error)} onRetry={() => void refetch()} />
          ) : data ? (
            <>
              <Verdict
                kind={kinds[data.state] ?? 'waiting'}
                word={processState.labelOf(data.state) ?? ['', '']}
                detail={label(['{name} · 已处理 {done}/{total}', '{name} · {done}/{total} done'], {
                  name: data.laboratoryName ?? '',
                  done: data.doneCount,
                  total: data.totalCount,
                })}
              />
              {data.fault ? <chakra.p color="danger.text">{data.fault}</chakra.p> : null}
              <chakra.ul listStyleType="none" m={0} p={0}>
                {counted(data.changes).map(([word, count]) => (
                  <chakra.li key={word[0]} display="flex" justifyContent="space-between" borderBottom="hairline" py={1} textStyle="dense">
                    <span>{label(word)}</span>
                    <span>{count}</span>
                  </chakra.li>
                ))}
              </chakra.ul>
              {hasEnded(data) && data.changes.length === 0 ? (
                <chakra.p textStyle="dense">{label(['没有需要变更的产品', 'Nothing had to change'])}</chakra.p>
              ) : null}
            </>
          ) : (
            <StateView state="loading" />
          )}
        </chakra.div>
      )}
    </SideDrawer>
  );
}
