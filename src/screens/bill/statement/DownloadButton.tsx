import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { exportState } from '#domain/kernel/listExport.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ask } from '#src/api/ask.ts';
import { CallError, servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { saveBlob } from '#src/api/saveBlob.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';

type Filters = Readonly<Record<string, string | number>>;
const starts = {
  customerQuery: (body: Filters) => ask('POST bill/checkQuery/customerQuery-download', { body }),
  integratedQuery: (body: Filters) => ask('POST bill/checkQuery/integratedQuery-download', { body }),
} as const;
const askMs = 1_000;

/** Has the filtered list made into a file behind the screen, says how far it is, and saves it when it is there. */
export function DownloadButton({
  of,
  query,
  title,
  isReady = true,
}: {
  readonly of: keyof typeof starts;
  readonly query: Filters;
  readonly title: Label;
  readonly isReady?: boolean;
}) {
  const { label } = useText();
  const [taskId, setTaskId] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { data, failure, retry } = useAsked('GET bill/checkQuery/customerQuery-result', { taskId: taskId ?? '' }, taskId !== null);
  const state = data?.taskId === taskId ? data?.state : undefined;
  useEffect(() => {
    if (taskId === null) return undefined;
    if (failure || state === exportState.failed || state === exportState.cancelled) {
      notify.error(failure ? failure.message : (data?.fault ?? label(['未能生成, 请重试', 'It could not be made; try again'])));
      setTaskId(null);
      return undefined;
    }
    if (state === exportState.done) {
      setTaskId(null);
      void save(taskId);
      return undefined;
    }
    const timer = setInterval(retry, askMs);
    return () => clearInterval(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [taskId, state, failure]);
  const start = async (): Promise<void> => {
    setAsking(true);
    try {
      setTaskId((await starts[of](query)).taskId);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.error(error.message);
    } finally {
      setAsking(false);
    }
  };
  const isMaking = taskId !== null || isAsking;
  return (
    <Button size="sm" icon={FileDown} disabled={isMaking || !isReady} onClick={() => void start()}>
      {isMaking
        ? label(['正在生成 {done}/{total}', 'Being made: {done} of {total}'], { done: data?.doneCount ?? 0, total: data?.totalCount ?? 0 })
        : label(title)}
    </Button>
  );
}

async function save(taskId: string): Promise<void> {
  try {
    const { blob, name } = await download(servicePath('bill', 'checkQuery/customerQuery-file'), { taskId }, 'statement.xlsx');
    saveBlob(blob, name);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    notify.error(error.message);
  }
}
