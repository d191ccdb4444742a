import { overlapsOf, type LabelElement, type LabelLayout } from '#domain/code/labelLayout.ts';
import { isUpright, type LabelTurn } from '#domain/code/labelTurn.ts';

/** A tenth of a millimetre: finer than any label printer puts it. */
const step = 0.1;
export const toStep = (millimetres: number): number => Math.round(millimetres / step) / (1 / step);
const within = (value: number, least: number, most: number): number => toStep(Math.min(Math.max(value, least), Math.max(least, most)));

/** An element at a place, kept inside the label. */
export function movedTo({ label }: LabelLayout, element: LabelElement, x: number, y: number): LabelElement {
  return { ...element, x: within(x, 0, label.width - element.width), y: within(y, 0, label.height - element.height) };
}
/** An element of a size, no larger than what the label has from its place on. */
export function sizedTo({ label }: LabelLayout, element: LabelElement, width: number, height: number): LabelElement {
  return { ...element, width: within(width, step, label.width - element.x), height: within(height, step, label.height - element.y) };
}

/** An element turned round the middle of its box; one that then runs the other way takes as much of the label as there is. Lines are not turned. */
export function turnedTo(layout: LabelLayout, element: LabelElement, turn: LabelTurn): LabelElement {
  if (element.kind === 'line') return element;
  const turned = { ...element, turn };
  if (isUpright(element) === isUpright(turned)) return turned;
  const { x, y, width, height } = element;
  const { label } = layout;
  const size = { width: within(height, step, label.width), height: within(width, step, label.height) };
  return movedTo(layout, { ...turned, ...size }, x + (width - size.width) / 2, y + (height - size.height) / 2);
}

export function withElement(layout: LabelLayout, at: number, element: LabelElement): LabelLayout {
  return { ...layout, elements: layout.elements.map((each, index) => (index === at ? element : each)) };
}
export function withoutElement(layout: LabelLayout, at: number): LabelLayout {
  return { ...layout, elements: layout.elements.filter((_, index) => index !== at) };
}

type NewKind = 'text' | 'fact' | 'code128' | 'datamatrix' | 'qr' | 'line';

/** A new element at the first free place, from above; at the upper left where there is none. */
export function newElement(layout: LabelLayout, kind: NewKind): LabelElement {
  const made = madeElement(layout, kind);
  const { label, elements } = layout;
  for (let y = 1; y + made.height <= label.height; y += 0.5)
    for (let x = 1; x + made.width <= label.width; x += 1) {
      const placed = { ...made, x, y };
      if (!overlapsOf([...elements, placed]).some(([, above]) => above === elements.length)) return placed;
    }
  return made;
}

/** As large as the label allows. */
function madeElement({ label }: LabelLayout, kind: NewKind): LabelElement {
  const width = toStep(Math.min(20, label.width - 2));
  const side = toStep(Math.min(12, label.width - 2, label.height - 2));
  const place = { x: 1, y: 1 };
  if (kind === 'line') return { kind, ...place, width, height: 0.3 };
  if (kind === 'text' || kind === 'fact')
    return { kind: 'text', ...place, width, height: 3, text: kind === 'fact' ? '{client}' : 'ABC', isBold: false, isMono: false, align: 'start' };
  if (kind === 'code128')
    return {
      kind: 'barcode',
      symbology: kind,
      ...place,
      width: toStep(label.width - 2),
      height: toStep(Math.min(10, label.height - 2)),
      text: '{code}',
    };
  return { kind: 'barcode', symbology: kind, ...place, width: side, height: side, text: '{code}' };
}

/** Papers labs use most; millimetres. */
export const presets: readonly {
  readonly key: string;
  readonly label: readonly [string, string];
  readonly paper: LabelLayout['paper'];
  readonly size: LabelLayout['label'];
}[] = [
  roll('roll50', ['卷纸 50×30', 'Roll 50×30'], 50, 30),
  roll('roll40', ['卷纸 40×25', 'Roll 40×25'], 40, 25),
  roll('roll60', ['卷纸 60×40', 'Roll 60×40'], 60, 40),
  {
    key: 'two',
    label: ['双列卷纸 32×19', 'Roll, two columns 32×19'],
    paper: { kind: 'roll', width: 68, height: 19, columns: 2, rows: 1, marginLeft: 1, marginTop: 0, gapX: 2, gapY: 0, dpi: 300 },
    size: { width: 32, height: 19 },
  },
  {
    key: 'a4',
    label: ['A4 3×8 (70×36)', 'A4 3×8 (70×36)'],
    paper: { kind: 'sheet', width: 210, height: 297, columns: 3, rows: 8, marginLeft: 0, marginTop: 4.5, gapX: 0, gapY: 0, dpi: 300 },
    size: { width: 70, height: 36 },
  },
];
function roll(key: string, label: readonly [string, string], width: number, height: number) {
  return {
    key,
    label,
    paper: { kind: 'roll', width, height, columns: 1, rows: 1, marginLeft: 0, marginTop: 0, gapX: 0, gapY: 0, dpi: 203 },
    size: { width, height },
  } as const;
}

/** A layout on other paper: its elements keep their places where there is room, and shrink into the label where there is none. */
export function onPaper(layout: LabelLayout, paper: LabelLayout['paper'], label: LabelLayout['label']): LabelLayout {
  const next = { ...layout, paper, label };
  const elements = layout.elements.map((element) => {
    const small = { ...element, width: within(element.width, step, label.width), height: within(element.height, step, label.height) };
    return movedTo(next, small, small.x, small.y);
  });
  return { ...next, elements };
}
