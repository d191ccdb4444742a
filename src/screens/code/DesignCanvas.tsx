import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { overlapsOf, type LabelElement, type LabelFacts, type LabelLayout } from '#domain/code/labelLayout.ts';
import { useText } from '#src/console/useText.ts';
import { ElementShape } from '#src/ui/label/LabelDrawing.tsx';
import { movedTo, sizedTo, toStep } from './layoutEdit.ts';

interface DesignCanvasProps {
  readonly layout: LabelLayout;
  readonly facts: LabelFacts;
  readonly chosen: number | null;
  readonly onChoose: (at: number | null) => void;
  readonly onChange: (at: number, element: LabelElement) => void;
  readonly onRemove: (at: number) => void;
}
/** Where a drag began: the pointer and the element, in millimetres of the label. */
interface Drag {
  readonly at: number;
  readonly isSizing: boolean;
  readonly x: number;
  readonly y: number;
  readonly element: LabelElement;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Side of the handle that sizes, mm. */
const handle = 1.6;

/** The label enlarged: elements are dragged, sized at their corner, moved by arrow keys (0.1 mm, with Shift 1 mm) and removed by Delete. */
export function DesignCanvas({ layout, facts, chosen, onChoose, onChange, onRemove }: DesignCanvasProps) {
  const { label } = useText();
  const canvas = useRef<SVGSVGElement>(null);
  const drag = useRef<Drag | null>(null);
  const { width, height } = layout.label;
  const overlapping = new Set(overlapsOf(layout.elements).flat());
  // A new element takes the arrow keys at once.
  const count = useRef(layout.elements.length);
  useEffect(() => {
    if (layout.elements.length > count.current) canvas.current?.querySelector<SVGElement>(`[data-element="${layout.elements.length - 1}"]`)?.focus();
    count.current = layout.elements.length;
  }, [layout.elements.length]);

  const placeOf = (event: PointerEvent): { readonly x: number; readonly y: number } => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box || box.width === 0) return { x: 0, y: 0 };
    return { x: ((event.clientX - box.left) * width) / box.width, y: ((event.clientY - box.top) * height) / box.height };
  };
  const begin = (event: PointerEvent<SVGElement>, at: number, isSizing: boolean): void => {
    const element = layout.elements[at];
    if (!element) return;
    event.stopPropagation();
    onChoose(at);
    canvas.current?.setPointerCapture?.(event.pointerId);
    drag.current = { at, isSizing, element, ...placeOf(event) };
  };
  const move = (event: PointerEvent): void => {
    const from = drag.current;
    if (!from) return;
    const { x, y } = placeOf(event);
    const [dx, dy] = [x - from.x, y - from.y];
    const { element } = from;
    onChange(
      from.at,
      from.isSizing ? sizedTo(layout, element, element.width + dx, element.height + dy) : movedTo(layout, element, element.x + dx, element.y + dy),
    );
  };
  const onKey = (event: KeyboardEvent, at: number): void => {
    const element = layout.elements[at];
    const arrow = arrows[event.key];
    if (element && arrow) {
      event.preventDefault();
      const by = event.shiftKey ? 1 : 0.1;
      onChange(at, movedTo(layout, element, toStep(element.x + arrow[0] * by), toStep(element.y + arrow[1] * by)));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove(at);
    }
  };
  return (
    <chakra.div w="full" maxW={`min(100%, ${Math.round(width * 12)}px)`} border="hairline" bg="white" data-testid="design-canvas">
      <svg
        ref={canvas}
        viewBox={`0 0 ${width} ${height}`}
        style={{ display: 'block', width: '100%', touchAction: 'none', userSelect: 'none' }}
        onPointerDown={() => onChoose(null)}
        onPointerMove={move}
        onPointerUp={() => (drag.current = null)}
      >
        {layout.elements.map((element, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <g key={at}>
            <ElementShape element={element} facts={facts} dpi={layout.paper.dpi} />
            <rect
              data-element={at}
              role="button"
              tabIndex={0}
              aria-label={label(['第 {at} 个元素', 'Element {at}'], { at: at + 1 })}
              aria-pressed={chosen === at}
              data-overlaps={overlapping.has(at) || undefined}
              x={element.x}
              y={element.y}
              width={element.width}
              height={Math.max(element.height, 0.8)}
              fill={overlapping.has(at) ? 'rgba(217, 45, 32, 0.18)' : 'transparent'}
              stroke={overlapping.has(at) ? '#d92d20' : chosen === at ? '#1d6fd6' : '#9aa4b2'}
              strokeWidth={chosen === at || overlapping.has(at) ? 0.25 : 0.1}
              strokeDasharray={chosen === at ? undefined : '0.6 0.4'}
              style={{ cursor: 'move', outline: 'none' }}
              onFocus={() => onChoose(at)}
              onPointerDown={(event) => begin(event, at, false)}
              onKeyDown={(event) => onKey(event, at)}
            />
            {chosen === at ? (
              <rect
                data-handle={at}
                x={element.x + element.width - handle / 2}
                y={element.y + element.height - handle / 2}
                width={handle}
                height={handle}
                fill="#1d6fd6"
                style={{ cursor: 'nwse-resize' }}
                onPointerDown={(event) => begin(event, at, true)}
              />
            ) : null}
          </g>
        ))}
      </svg>
    </chakra.div>
  );
}
