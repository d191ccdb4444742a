import { chakra, Portal } from '@chakra-ui/react';
import { useEffect } from 'react';
import type { LabelFacts, LabelLayout } from '#domain/code/labelLayout.ts';
import { layOut, pageSize } from '#domain/code/labelSheet.ts';
import { PageDrawing } from './LabelDrawing.tsx';

export interface LabelsToPrint {
  readonly layout: LabelLayout;
  readonly labels: readonly LabelFacts[];
  /** Places of the first sheet that are used up. */
  readonly skipped?: number;
}

const Page = chakra('div', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    bg: 'white',
    color: 'black',
    breakAfter: 'page',
    breakInside: 'avoid',
    _last: { breakAfter: 'auto' },
  },
});

/**
 * Labels alone on the paper, in exact millimetres: the page has the paper's size and no margins, so that nothing is scaled.
 * Mounted means: print now; `onPrinted` when the browser's dialogue is closed.
 */
export function LabelSheet({ layout, labels, skipped = 0, onPrinted }: LabelsToPrint & { readonly onPrinted: () => void }) {
  useEffect(() => {
    globalThis.addEventListener('afterprint', onPrinted);
    const timer = setTimeout(() => globalThis.print(), 50);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('afterprint', onPrinted);
    };
  }, [onPrinted]);
  const { width, height } = pageSize(layout);
  return (
    <Portal>
      <chakra.div className="print-only" display="none" _print={{ display: 'block' }}>
        <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
        {layOut(layout, labels, skipped).map((page) => (
          <Page key={page[0]?.facts.code} style={{ width: `${width}mm`, height: `${height}mm` }}>
            <PageDrawing layout={layout} labels={page} />
          </Page>
        ))}
      </chakra.div>
    </Portal>
  );
}
