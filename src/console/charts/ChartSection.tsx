import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { Called } from '#src/console/desk/useCall.ts';
import { StateView } from '#src/ui/StateView.tsx';

/** What stands above a list and speaks of all of it: a failure is told as one, and nothing is not drawn as 0. */
export function ChartSection<Data>({
  called: { data, failure, retry, isStale },
  isEmpty,
  emptyText,
  children,
}: {
  readonly called: Called<Data>;
  readonly isEmpty: (data: Data) => boolean;
  readonly emptyText: Label;
  readonly children: (data: Data) => ReactNode;
}) {
  return (
    <chakra.section aria-busy={isStale || undefined} bg="bg.panel" border="hairline" borderRadius="md" p={2} flexShrink={0} data-chart>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data && !failure ? isEmpty(data) ? <StateView state="empty" text={emptyText} /> : children(data) : null}
    </chakra.section>
  );
}
