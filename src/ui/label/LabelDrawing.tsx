import { useMemo } from 'react';
import { fillFacts, type BarcodeElement, type LabelElement, type LabelFacts, type LabelLayout, type TextElement } from '#domain/code/labelLayout.ts';
import { fittedHeight, pageSize, type PlacedLabel } from '#domain/code/labelSheet.ts';
import { flatSize, type LabelTurn } from '#domain/code/labelTurn.ts';
import { code128Module, squareModule } from '#domain/code/symbolSize.ts';
import { code128Bars, matrixOf } from './barcode.ts';

/** A symbol in millimetres; null where its text cannot be written so. */
function useSymbol({ symbology, width, height, text }: BarcodeElement, facts: LabelFacts, dpi: number) {
  const content = fillFacts(text, facts);
  return useMemo(() => {
    try {
      if (symbology === 'code128') {
        const { width: modules, bars } = code128Bars(content);
        const module = code128Module(modules, width, dpi);
        return { kind: 'bars' as const, content, bars, scaleX: module, scaleY: height, left: (width - modules * module) / 2, top: 0 };
      }
      const { size, path } = matrixOf(symbology, content);
      const module = squareModule(symbology, size, Math.min(width, height));
      return {
        kind: 'path' as const,
        content,
        path,
        scaleX: module,
        scaleY: module,
        left: (width - size * module) / 2,
        top: (height - size * module) / 2,
      };
    } catch {
      return null;
    }
  }, [symbology, content, width, height, dpi]);
}

function BarcodeShape({ element, facts, dpi }: { readonly element: BarcodeElement; readonly facts: LabelFacts; readonly dpi: number }) {
  const symbol = useSymbol(element, facts, dpi);
  const { x, y, width, height } = element;
  if (!symbol) return <rect x={x} y={y} width={width} height={height} fill="none" stroke="#d00" strokeWidth={0.2} strokeDasharray="1 1" />;
  return (
    <g
      role="img"
      aria-label={symbol.content}
      transform={`translate(${x + symbol.left} ${y + symbol.top}) scale(${symbol.scaleX} ${symbol.scaleY})`}
      shapeRendering="crispEdges"
    >
      {symbol.kind === 'path' ? (
        <path d={symbol.path} fillRule="evenodd" fill="#000" />
      ) : (
        symbol.bars.map((bar) => <rect key={bar.x} x={bar.x} y={0} width={bar.width} height={1} fill="#000" />)
      )}
    </g>
  );
}

const anchors = { start: 0, middle: 0.5, end: 1 } as const;
/** Letters are drawn so much larger and scaled down: a browser for Chinese draws none below 12 of its units, which are millimetres here. */
const enlarged = 40;
/** Where the line of letters stands below the top of its box, in parts of its height. */
const baseline = 0.82;

function TextShape({ element, facts }: { readonly element: TextElement; readonly facts: LabelFacts }) {
  const text = fillFacts(element.text, facts);
  const size = fittedHeight(text, element);
  return (
    <text
      transform={`translate(${element.x + element.width * anchors[element.align]} ${element.y + (element.height - size) / 2 + size * baseline}) scale(${1 / enlarged})`}
      textAnchor={element.align}
      // As attributes they would lose against the page's own rule that every element has the letters of what is around it.
      style={{ fontSize: size * enlarged, fontWeight: element.isBold ? 700 : 400, fontFamily: element.isMono ? 'monospace' : 'sans-serif' }}
      fill="#000"
    >
      {text}
    </text>
  );
}

/** Where the left upper corner of the unturned drawing comes to lie in the box, in parts of its width and height. */
const corners = { 0: [0, 0], 90: [1, 0], 180: [1, 1], 270: [0, 1] } as const satisfies Record<LabelTurn, readonly [number, number]>;

interface ElementShapeProps {
  readonly element: LabelElement;
  readonly facts: LabelFacts;
  readonly dpi: number;
}
/** One element of a label, in millimetres of the label's own coordinates. */
export function ElementShape({ element, facts, dpi }: ElementShapeProps) {
  const { x, y, width, height } = element;
  if (element.kind === 'line') return <rect x={x} y={y} width={width} height={height} fill="#000" />;
  const { turn = 0 } = element;
  const [right, down] = corners[turn];
  const flat = { ...element, ...flatSize(element), x: 0, y: 0 };
  return (
    <g transform={`translate(${x + right * width} ${y + down * height})${turn === 0 ? '' : ` rotate(${turn})`}`}>
      {flat.kind === 'barcode' ? <BarcodeShape element={flat} facts={facts} dpi={dpi} /> : <TextShape element={flat} facts={facts} />}
    </g>
  );
}

interface LabelDrawingProps {
  readonly layout: LabelLayout;
  readonly facts: LabelFacts;
}

/** The one way to draw a label. `size`: its place in a drawing of the page, or its width and height where it stands alone. */
function LabelShape({ layout, facts, size }: LabelDrawingProps & { readonly size: Readonly<Record<string, string | number>> }) {
  const { width, height } = layout.label;
  return (
    <svg
      data-testid="label"
      data-code={facts.code}
      {...size}
      viewBox={`0 0 ${width} ${height}`}
      style={{ display: 'block', background: '#fff', overflow: 'hidden' }}
    >
      {layout.elements.map((element, at) => (
        // Elements have no name of their own: their place in the layout is what they are.
        // oxlint-disable-next-line react/no-array-index-key
        <ElementShape key={at} element={element} facts={facts} dpi={layout.paper.dpi} />
      ))}
    </svg>
  );
}

/** A label as it is printed, in the designer and in previews. Its size is exact millimetres. */
export function LabelDrawing({ layout, facts }: LabelDrawingProps) {
  const { width, height } = layout.label;
  return <LabelShape layout={layout} facts={facts} size={{ width: `${width}mm`, height: `${height}mm` }} />;
}

/**
 * A page of labels as one drawing: a browser puts boxes on whole pixels, a tenth of a millimetre beside their place, but leaves
 * what is inside a drawing where it is.
 */
export function PageDrawing({ layout, labels }: { readonly layout: LabelLayout; readonly labels: readonly PlacedLabel[] }) {
  const { width, height } = pageSize(layout);
  return (
    <svg width={`${width}mm`} height={`${height}mm`} viewBox={`0 0 ${width} ${height}`} style={{ display: 'block' }}>
      {labels.map(({ facts, x, y }) => (
        <LabelShape key={facts.code} layout={layout} facts={facts} size={{ x, y, ...layout.label }} />
      ))}
    </svg>
  );
}
