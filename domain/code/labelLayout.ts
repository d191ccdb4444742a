import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';
import type { RowOf } from '#domain/kernel/contract.ts';
import type { Label } from '#domain/kernel/label.ts';
import { labelTurn } from './labelTurn.ts';

/** What stands for a fact in a text: `{client}`. */
export const labelFacts = choices({
  code: ['code', '号码', 'Code'],
  kind: ['kind', '条码类型', 'Code type'],
  sample: ['sample', '样本条码', 'Sample code'],
  client: ['client', '送检单位', 'Client'],
  clientCode: ['clientCode', '送检单位编号', 'Client code'],
  laboratory: ['laboratory', '检验所', 'Laboratory'],
  date: ['date', '打印日期', 'Print date'],
  serial: ['serial', '序号', 'Serial'],
  user: ['user', '打印人', 'Printed by'],
});
export type LabelFact = 'code' | 'kind' | 'sample' | 'client' | 'clientCode' | 'laboratory' | 'date' | 'serial' | 'user';
/** Facts of one label; one that is not known is left out of the text. */
export type LabelFacts = Readonly<Partial<Record<LabelFact, string>>> & { readonly code: string };

export const labelSymbology = choices({
  code128: ['code128', 'Code 128', 'Code 128'],
  dataMatrix: ['datamatrix', 'Data Matrix', 'Data Matrix'],
  qr: ['qr', 'QR 码', 'QR'],
});
export const paperKind = choices({ roll: ['roll', '卷纸', 'Roll'], sheet: ['sheet', '单张', 'Sheet'] });
export const textAlign = choices({ start: ['start', '左', 'Left'], middle: ['middle', '中', 'Centre'], end: ['end', '右', 'Right'] });

const place = z.number().min(0).max(500);
const extent = z.number().min(0.1).max(500);
const box = { x: place, y: place, width: extent, height: extent };
/** Degrees clockwise; left out where it is not turned. */
const turn = z.literal([labelTurn.none, labelTurn.right, labelTurn.over, labelTurn.left]).optional();
/** Elements of a label; millimetres from its left upper corner, the box as it lies there, turned. `text` may hold facts. */
const element = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    ...box,
    turn,
    text: z.string().max(200),
    /** Height of the letters is `height`; `isMono` for codes. */
    isBold: z.boolean().default(false),
    isMono: z.boolean().default(false),
    align: z.enum(['start', 'middle', 'end']).default('start'),
  }),
  z.object({ kind: z.literal('barcode'), ...box, turn, symbology: z.enum(['code128', 'datamatrix', 'qr']), text: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('line'), ...box }),
]);

/** How a label looks and how labels lie on the paper. Millimetres throughout. */
export const labelLayout = z.object({
  paper: z.object({
    kind: z.enum(['roll', 'sheet']),
    /** The sheet; a roll is as wide as its columns. */
    width: extent,
    height: extent,
    columns: z.number().int().min(1).max(20),
    rows: z.number().int().min(1).max(50),
    marginLeft: place,
    marginTop: place,
    gapX: place,
    gapY: place,
    /** Dots an inch of the label printer, for its own language. */
    dpi: z.union([z.literal(203), z.literal(300)]),
  }),
  label: z.object({ width: z.number().min(5).max(300), height: z.number().min(3).max(300) }),
  elements: z.array(element).min(1).max(40),
});
export type LabelLayout = RowOf<typeof labelLayout>;
export type LabelElement = LabelLayout['elements'][number];
export type BarcodeElement = Extract<LabelElement, { kind: 'barcode' }>;
export type TextElement = Extract<LabelElement, { kind: 'text' }>;

/** The label a desk has where no style says otherwise: 50 x 30 mm from a roll. */
export const plainLayout: LabelLayout = {
  paper: { kind: 'roll', width: 50, height: 30, columns: 1, rows: 1, marginLeft: 0, marginTop: 0, gapX: 0, gapY: 0, dpi: 203 },
  label: { width: 50, height: 30 },
  elements: [
    { kind: 'barcode', symbology: 'code128', x: 0, y: 3, width: 50, height: 14, text: '{code}' },
    { kind: 'text', x: 1, y: 18.5, width: 48, height: 3.9, text: '{code}', isBold: true, isMono: true, align: 'middle' },
    { kind: 'text', x: 1, y: 23.5, width: 48, height: 2.5, text: '{kind} {sample} {date}', isBold: false, isMono: false, align: 'middle' },
  ],
};

/** A stored layout as data; null where it is none. */
export function readLayout(value: unknown): LabelLayout | null {
  const read = labelLayout.safeParse(value);
  return read.success ? read.data : null;
}

/** A text with its facts: unknown ones leave nothing, and no blank where two were to be parted. */
export function fillFacts(text: string, facts: LabelFacts): string {
  return text
    .replace(/\{(\w+)\}/g, (whole, name: string) => (labelFacts.labelOf(name) ? (facts[name as LabelFact] ?? '') : whole))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Rounding of what was typed or dragged, and of sums: a thousandth of a millimetre is no fault. */
const slack = 0.001;

/** Boxes may meet, and a little more: what is rounded is no overlap. */
const touch = 0.05;

/** Elements that lie over one another, as pairs of their places in the list; the later one is on top. */
export function overlapsOf(elements: readonly LabelElement[]): readonly (readonly [below: number, above: number])[] {
  const meet = (one: LabelElement, other: LabelElement): boolean =>
    one.x + one.width > other.x + touch &&
    other.x + other.width > one.x + touch &&
    one.y + one.height > other.y + touch &&
    other.y + other.height > one.y + touch;
  return elements.flatMap((above, at) => elements.slice(0, at).flatMap((below, index) => (meet(below, above) ? [[index, at] as const] : [])));
}

/** What lies over what, in words: pointed at, not refused, for a line may be meant to cross. A barcode under it is said to be lost. */
export function overlapWarnings({ elements }: LabelLayout): readonly Label[] {
  return overlapsOf(elements).map(([below, above]) => {
    const isLost = [below, above].some((at) => elements[at]?.kind === 'barcode');
    return [
      `第 ${below + 1} 与第 ${above + 1} 个元素重叠${isLost ? ', 条码可能无法识读' : ''}`,
      `Elements ${below + 1} and ${above + 1} lie over one another${isLost ? ': the barcode may not be read' : ''}`,
    ];
  });
}

/** What is wrong with a layout, in words; empty where it can be printed. */
export function layoutFaults({ paper, label, elements }: LabelLayout): readonly Label[] {
  const faults: Label[] = [];
  elements.forEach(({ x, y, width, height }, at) => {
    if (x + width > label.width + slack || y + height > label.height + slack)
      faults.push([`第 ${at + 1} 个元素超出标签`, `Element ${at + 1} reaches beyond the label`]);
  });
  if (!elements.some((each) => each.kind === 'barcode' && each.text.includes('{code}')))
    faults.push(['至少要有一个包含号码的条码', 'At least one barcode must carry the code']);
  if (paper.kind === 'sheet') {
    const width = paper.marginLeft + paper.columns * label.width + (paper.columns - 1) * paper.gapX;
    const height = paper.marginTop + paper.rows * label.height + (paper.rows - 1) * paper.gapY;
    if (width > paper.width + slack) faults.push(['标签总宽超出纸张', 'The columns are wider than the sheet']);
    if (height > paper.height + slack) faults.push(['标签总高超出纸张', 'The rows are higher than the sheet']);
  }
  return faults;
}
