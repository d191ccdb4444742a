import { fillFacts, type BarcodeElement, type LabelElement, type LabelFacts, type LabelLayout, type TextElement } from './labelLayout.ts';
import { fittedHeight, layOut, pageSize } from './labelSheet.ts';
import { flatSize, isUpright, labelTurn, zplTurn, type LabelTurn } from './labelTurn.ts';
import { code128Module, code128Modules, dataMatrixModules, qrModules, squareModule, utf8Of } from './symbolSize.ts';

/** A picture of one bit a dot: each row's bits from the left, highest first, padded to whole bytes. */
export interface Bitmap {
  /** Dots. */
  readonly width: number;
  readonly rows: readonly (readonly number[])[];
}
/** Draws a line of text into a box of dots, unturned. A printer's own fonts have no Chinese signs; null leaves the text to the printer. */
export type DrawText = (text: string, element: TextElement, dots: { readonly width: number; readonly height: number }) => Bitmap | null;

/** Dots of so many millimetres; printers of 203 dpi have 8 a millimetre. */
const dotsOf = (millimetres: number, dpi: number): number => Math.round(millimetres * (dpi === 203 ? 8 : dpi / 25.4));

/**
 * A field's text after ^FH: what ZPL takes for commands, and everything beyond ASCII (UTF-8, ^CI28), as `_hh`. Control
 * characters would end the field and are left out.
 */
export function zplText(text: string): string {
  return [...text.replace(/\p{Cc}/gu, '')]
    .map((sign) =>
      /[\^~_\\]/.test(sign) || sign.charCodeAt(0) > 126
        ? utf8Of(sign)
            .map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`)
            .join('')
        : sign,
    )
    .join('');
}

/** A picture as ^GFA: hexadecimal, nothing compressed, so that any firmware reads it. */
export function zplBitmap({ width, rows }: Bitmap): string {
  const bytes = Math.ceil(width / 8);
  const hex = rows.map((row) => Array.from({ length: bytes }, (_, at) => (row[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')).join(''));
  return `^GFA,${bytes * rows.length},${bytes * rows.length},${bytes},${hex.join('')}`;
}

/** A picture turned clockwise: ZPL turns letters and barcodes, but no pictures. */
export function turnedBitmap(bitmap: Bitmap, turn: LabelTurn): Bitmap {
  if (turn === labelTurn.none) return bitmap;
  const [wide, high] = [bitmap.width, bitmap.rows.length];
  const isDark = (x: number, y: number): boolean => ((bitmap.rows[y]?.[x >> 3] ?? 0) & (0x80 >> (x & 7))) !== 0;
  /** What lay where this dot of the turned picture is. */
  const before = {
    [labelTurn.right]: (x: number, y: number) => [y, high - 1 - x],
    [labelTurn.over]: (x: number, y: number) => [wide - 1 - x, high - 1 - y],
    [labelTurn.left]: (x: number, y: number) => [wide - 1 - y, x],
  }[turn];
  const [width, height] = isUpright({ turn }) ? [high, wide] : [wide, high];
  const rows = Array.from({ length: height }, (_, y) => {
    const bytes = Array.from({ length: Math.ceil(width / 8) }, () => 0);
    for (let x = 0; x < width; x++) {
      const [fromX = 0, fromY = 0] = before(x, y);
      if (isDark(fromX, fromY)) bytes[x >> 3]! |= 0x80 >> (x & 7);
    }
    return bytes;
  });
  return { width, rows };
}

interface Dots {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
/** An element's box in dots, and its size before it is turned. */
function inDots(element: BarcodeElement | TextElement, dpi: number): { readonly box: Dots; readonly flat: Pick<Dots, 'width' | 'height'> } {
  const box = {
    left: dotsOf(element.x, dpi),
    top: dotsOf(element.y, dpi),
    width: dotsOf(element.width, dpi),
    height: dotsOf(element.height, dpi),
  };
  return { box, flat: flatSize({ width: box.width, height: box.height, turn: element.turn }) };
}
/** Where a field of that size before turning begins so that it lies in the middle of the box: ^FO is its left upper corner, turned as it is. */
function middleOf({ left, top, width, height }: Dots, size: { readonly width: number; readonly height: number }, turn: LabelTurn): string {
  const field = flatSize({ ...size, turn });
  return `^FO${Math.max(0, Math.round(left + (width - field.width) / 2))},${Math.max(0, Math.round(top + (height - field.height) / 2))}`;
}

function barcodeOf(element: BarcodeElement, facts: LabelFacts, dpi: number): string {
  const { symbology, text, turn = labelTurn.none } = element;
  const content = fillFacts(text, facts);
  const { box, flat } = inDots(element, dpi);
  if (symbology === 'code128') {
    const modules = code128Modules(content);
    const dots = Math.max(1, Math.floor(dotsOf(code128Module(modules, flatSize(element).width, dpi), dpi)));
    // In automatic mode (A) `>` opens an invocation; `>0` is the sign itself.
    const safe = zplText(content.replaceAll('>', '>0'));
    const origin = middleOf(box, { width: modules * dots, height: flat.height }, turn);
    return `${origin}^BY${dots}^BC${zplTurn[turn]},${flat.height},N,N,N,A^FH^FD${safe}^FS`;
  }
  const modules = symbology === 'qr' ? qrModules(content) : dataMatrixModules(content);
  const dots = Math.max(1, Math.min(10, Math.floor(squareModule(symbology, modules, Math.min(flat.width, flat.height)))));
  const side = modules * dots;
  const origin = middleOf(box, { width: side, height: side }, labelTurn.none);
  // A printer turns no QR code; it reads from every side.
  return symbology === 'qr'
    ? `${origin}^BQN,2,${dots}^FH^FDMA,${zplText(content)}^FS`
    : `${origin}^BX${zplTurn[turn]},${dots},200^FH^FD${zplText(content)}^FS`;
}

const justified = { start: 'L', middle: 'C', end: 'R' } as const;
function textOf(element: TextElement, facts: LabelFacts, dpi: number, drawText?: DrawText): string {
  const text = fillFacts(element.text, facts);
  if (text === '') return '';
  const { turn = labelTurn.none } = element;
  const { box, flat } = inDots(element, dpi);
  const isPlain = /^[\u0020-\u007E]*$/.test(text);
  const bitmap = isPlain ? null : drawText?.(text, element, flat);
  if (bitmap) return `^FO${box.left},${box.top}${zplBitmap(turnedBitmap(bitmap, turn))}^FS`;
  const letters = dotsOf(fittedHeight(text, { ...element, ...flatSize(element) }), dpi);
  const origin = middleOf(box, { width: flat.width, height: letters }, turn);
  const font = `^A0${zplTurn[turn]},${letters},${Math.round(letters * (element.isBold ? 1 : 0.9))}`;
  return `${origin}${font}^FB${flat.width},1,0,${justified[element.align]}^FH^FD${zplText(text)}^FS`;
}

function elementOf(element: LabelElement, facts: LabelFacts, dpi: number, drawText?: DrawText): string {
  if (element.kind === 'barcode') return barcodeOf(element, facts, dpi);
  if (element.kind === 'text') return textOf(element, facts, dpi, drawText);
  const [left, top, width, height] = [element.x, element.y, element.width, element.height].map((each) => dotsOf(each, dpi)) as [
    number,
    number,
    number,
    number,
  ];
  // A box whose border is as thick as its shorter side is filled.
  return `^FO${left},${top}^GB${Math.max(1, width)},${Math.max(1, height)},${Math.max(1, Math.min(width, height))},B,0^FS`;
}

/**
 * Labels in ZPL II, one format (^XA..^XZ) for each row of the roll, in dots of the layout's printer. Barcodes are the
 * printer's own, never pictures. Throws for sheets: a label printer has none.
 */
export function zplOf(layout: LabelLayout, labels: readonly LabelFacts[], drawText?: DrawText): string {
  const { paper } = layout;
  if (paper.kind !== 'roll') throw new Error('ZPL is for labels on a roll');
  const size = pageSize(layout);
  return layOut(layout, labels)
    .map((row) => {
      const fields = row.flatMap(({ facts, x, y }) =>
        layout.elements.map((element) => elementOf({ ...element, x: element.x + x, y: element.y + y }, facts, paper.dpi, drawText)),
      );
      return [
        '^XA',
        '^CI28',
        `^PW${dotsOf(size.width, paper.dpi)}`,
        `^LL${dotsOf(size.height, paper.dpi)}`,
        '^LH0,0',
        ...fields.filter(Boolean),
        '^PQ1',
        '^XZ',
      ].join('\n');
    })
    .join('\n')
    .concat('\n');
}
