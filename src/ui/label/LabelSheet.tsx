import { chakra, Portal } from '@chakra-ui/react';
import { useEffect, useMemo } from 'react';
import { code128Bars, moduleWidth, paper } from './barcode.ts';

export interface LabelsToPrint {
  readonly codes: readonly string[];
  /** What the code names, in the user's language. */
  readonly title: string;
  /** yyyy-MM-dd. */
  readonly date: string;
}

/** Millimetres. */
const symbolHeight = 14;
/** A bar code as lines of exact millimetres: never a picture that a printer would scale. */
export function Barcode({ code }: { readonly code: string }) {
  const { width, bars } = useMemo(() => code128Bars(code), [code]);
  return (
    <svg
      role="img"
      aria-label={code}
      width={`${width * moduleWidth(width)}mm`}
      height={`${symbolHeight}mm`}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      {bars.map((bar) => (
        <rect key={bar.x} x={bar.x} y={0} width={bar.width} height={1} fill="#000" />
      ))}
    </svg>
  );
}

const Sheet = chakra('div', {
  base: {
    w: `${paper.width}mm`,
    h: `${paper.height}mm`,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    overflow: 'hidden',
    bg: 'white',
    color: 'black',
    breakAfter: 'page',
    _last: { breakAfter: 'auto' },
  },
});

/** Labels of 50 x 30 mm, one a page, alone on the paper. Mounted means: print now; `onPrinted` when the browser's dialogue is closed. */
export function LabelSheet({ codes, title, date, onPrinted }: LabelsToPrint & { readonly onPrinted: () => void }) {
  useEffect(() => {
    globalThis.addEventListener('afterprint', onPrinted);
    const timer = setTimeout(() => globalThis.print(), 50);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('afterprint', onPrinted);
    };
  }, [onPrinted]);
  return (
    <Portal>
      <chakra.div className="print-only" display="none" _print={{ display: 'block' }}>
        <style>{`@page { size: ${paper.width}mm ${paper.height}mm; margin: 0 }`}</style>
        {codes.map((code) => (
          <Sheet key={code} data-testid="label">
            <Barcode code={code} />
            <div style={{ font: '700 11pt/1.3 monospace' }}>{code}</div>
            <div style={{ font: '7pt/1.3 sans-serif' }}>
              {title} {date}
            </div>
          </Sheet>
        ))}
      </chakra.div>
    </Portal>
  );
}
