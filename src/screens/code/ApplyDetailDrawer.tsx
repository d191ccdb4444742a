import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ApplyKind } from '#domain/code/codeApply.ts';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { FateTags, RangeList, RunList } from './CodeFates.tsx';
import { detailOfApply } from '#src/resource/print/printJobApi.ts';

/** What became of the numbers of one application. */
export function ApplyDetailDrawer({ kind, applyId, onClose }: { readonly kind: ApplyKind; readonly applyId: string; readonly onClose: () => void }) {
  const { label } = useText();
  const answer = useQuery({
    queryKey: ['codeApplyDetail', kind, applyId],
    queryFn: ({ signal }) => detailOfApply(kind, applyId, signal),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <SideDrawer size="sm" title={label(['号码明细', 'Codes of the application'])} onClose={onClose}>
      {answer.data ? (
        <chakra.div display="grid" gap={3}>
          <FateTags counts={answer.data.counts} />
          <RunList runs={answer.data.runs} />
          {answer.data.gaps.length > 0 ? (
            <>
              <chakra.h2 textStyle="body" fontWeight="semibold">
                {label(['断号', 'Missing'])}
              </chakra.h2>
              <RangeList ranges={answer.data.gaps} isBad />
            </>
          ) : null}
        </chakra.div>
      ) : answer.error ? (
        <StateView state="failed" failure={failureOf(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <StateView state="loading" />
      )}
    </SideDrawer>
  );
}
