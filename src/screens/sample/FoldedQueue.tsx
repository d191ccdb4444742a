import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#src/ui/Button.tsx';

const Queue = chakra('div', { base: { display: { base: 'flex', lg: 'contents' }, flexDirection: 'column', gap: 3, flex: '1 1 auto', minH: 0 } });

interface FoldedQueueProps {
  /** What is open; null: nothing is. */
  readonly opened: string | null;
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * What waits, in full where there is room. On narrow screens it folds away behind its count while something is open, so
 * that the form has the height.
 */
export function FoldedQueue({ opened, title, children }: FoldedQueueProps) {
  /** Unfolded for this one: the next that is opened has the height again. */
  const [unfoldedFor, setUnfoldedFor] = useState<string | null>(null);
  const id = useId();
  const isShown = opened === null || unfoldedFor === opened;
  return (
    <>
      {opened === null ? null : (
        <chakra.div display={{ base: 'block', lg: 'none' }} flexShrink={0}>
          <Button
            size="sm"
            icon={isShown ? ChevronUp : ChevronDown}
            aria-expanded={isShown}
            aria-controls={id}
            onClick={() => setUnfoldedFor(isShown ? null : opened)}
          >
            {title}
          </Button>
        </chakra.div>
      )}
      <Queue id={id} {...(isShown ? {} : { display: { base: 'none', lg: 'contents' } })}>
        {children}
      </Queue>
    </>
  );
}
