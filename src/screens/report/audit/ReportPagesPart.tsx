import { chakra } from '@chakra-ui/react';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import type { ReportPages } from './useReportPages.ts';

/** A version's pages as they lie in the store; what cannot be read says so and is asked for again. */
export function ReportPagesPart({
  versionId,
  drawn: { pages, failure },
  onRetry,
}: {
  /** null: none was made yet. */
  readonly versionId: string | null;
  readonly drawn: ReportPages;
  readonly onRetry: () => void;
}) {
  const { label } = useText();
  return (
    <chakra.section
      aria-label={label(['报告页面', 'Pages of the report'])}
      bg="bg.muted"
      p={2}
      overflow="auto"
      minH="320px"
      data-pages={pages.length}
    >
      {failure ? (
        <StateView state="failed" failure={{ message: failure }} onRetry={onRetry} />
      ) : versionId === null ? (
        <StateView state="empty" text={['尚未生成', 'Not made yet']} />
      ) : pages.length === 0 ? (
        <StateView state="loading" />
      ) : (
        pages.map((page, at) => (
          <chakra.img key={page} src={page} alt={label(['第 {at} 页', 'Page {at}'], { at: at + 1 })} w="full" bg="white" border="hairline" mb={2} />
        ))
      )}
    </chakra.section>
  );
}
