import { chakra } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplyKind } from '#domain/code/codeApply.ts';
import type { LabelsOfJob } from '#domain/code/codeAnswers.ts';
import { jobState } from '#domain/code/printJob.ts';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { LabelDrawing } from '#src/ui/label/LabelDrawing.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { labelsOfJob } from './printJobApi.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { RunPanel } from './RunPanel.tsx';

export interface PrintDrawerProps {
  readonly kind: ApplyKind;
  readonly printId: string;
  readonly onClose: () => void;
  /** The job went on. */
  readonly onChanged: () => void;
}

const tones = { 1: 'warning', 2: 'info', 3: 'warning', 4: 'success' } as const;

/** How far a job came: a bar and the words for it. */
function Progress({ job }: { readonly job: LabelsOfJob }) {
  const { label } = useText();
  return (
    <chakra.div mb={3}>
      <chakra.div display="flex" gap={3} alignItems="baseline" mb={1}>
        <StatusWord tone={tones[job.state]}>{label(jobState.labelOf(job.state) ?? ['', ''])}</StatusWord>
        <chakra.span textStyle="figures" data-testid="print-progress">
          {label(['已打印 {done} / {total} 张', '{done} of {total} labels came out'], { done: job.done, total: job.total })}
        </chakra.span>
        {job.reason ? <chakra.span color="fg.muted">{job.reason}</chakra.span> : null}
      </chakra.div>
      <chakra.div
        role="progressbar"
        aria-label={label(['打印进度', 'Progress'])}
        aria-valuemin={0}
        aria-valuemax={job.total}
        aria-valuenow={job.done}
        h="8px"
        bg="bg.muted"
        borderRadius="full"
        overflow="hidden"
      >
        <chakra.div
          h="full"
          bg={job.state === jobState.released ? 'success.solid' : 'accent.solid'}
          style={{ width: `${(100 * job.done) / job.total}%` }}
        />
      </chakra.div>
    </chakra.div>
  );
}

/** A print job from begin to release: print, say how far the printer came, go on after a jam, scan one label back. */
export function PrintDrawer({ kind, printId, onClose, onChanged }: PrintDrawerProps) {
  const { label } = useText();
  const queries = useQueryClient();
  const queryKey = ['printJob', kind, printId];
  const answer = useQuery({ queryKey, queryFn: ({ signal }) => labelsOfJob(kind, printId, signal), gcTime: 0, staleTime: 0 });
  // Told by this window itself: a run begun elsewhere asks before it is taken over.
  const [begun, setBegun] = useState<number | null>(null);
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey });
    onChanged();
  };
  const job = answer.data;
  const first = job?.labels[Math.min(job.done, job.labels.length - 1)];
  return (
    <SideDrawer title={label(['打印标签', 'Print labels'])} onClose={onClose}>
      {job && first ? (
        <>
          <Progress job={job} />
          <chakra.div display="flex" gap={6} flexWrap="wrap" alignItems="flex-start">
            <chakra.div flex="1 1 360px" minW={0} display="grid" gap={4}>
              {job.state === jobState.released ? null : <RunPanel job={job} begun={begun} onBegun={setBegun} onChanged={refresh} />}
              {job.state === jobState.toCheck ? <CheckPanel printId={printId} onReleased={refresh} /> : null}
              {job.state === jobState.released ? (
                <StateView state="empty" text={['此批标签已核对放行', 'These labels were checked and released']} />
              ) : null}
            </chakra.div>
            <chakra.figure m={0}>
              <chakra.div border="hairline" display="inline-block" bg="white">
                <LabelDrawing layout={job.layout} facts={first} />
              </chakra.div>
              <chakra.figcaption textStyle="note" color="fg.muted">
                {job.styleName || label(['标准标签', 'Plain label'])} · {job.layout.label.width} × {job.layout.label.height} mm
              </chakra.figcaption>
            </chakra.figure>
          </chakra.div>
        </>
      ) : answer.error ? (
        <StateView state="failed" failure={failureOf(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <StateView state="loading" />
      )}
    </SideDrawer>
  );
}
