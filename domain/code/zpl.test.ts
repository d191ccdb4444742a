import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillFacts, labelLayout, layoutFaults, plainLayout, readLayout, type LabelLayout } from './labelLayout.ts';
import { fittedHeight, layOut, pageSize } from './labelSheet.ts';
import { turnedBitmap, zplBitmap, zplOf, zplText, type Bitmap } from './zpl.ts';

const at = (dpi: 203 | 300, more: Partial<LabelLayout> = {}): LabelLayout => ({
  ...plainLayout,
  ...more,
  paper: { ...plainLayout.paper, dpi, ...more.paper },
});
const facts = { code: '900000001', kind: 'Sample', date: '2026-11-21' };

describe('ZPL', () => {
  it('of the plain label at 203 dpi: 8 dots a millimetre, barcode in the middle, nothing scaled', () => {
    expect(zplOf(at(203), [facts])).toBe(
      [
        '^XA',
        '^CI28',
        '^PW400',
        '^LL240',
        '^LH0,0',
        // Start, 9, to set C, four pairs, check: 8 signs of 11 modules and the stop of 13, three dots each.
        '^FO49,24^BY3^BCN,112,N,N,N,A^FH^FD900000001^FS',
        '^FO8,148^A0N,31,31^FB384,1,0,C^FH^FD900000001^FS',
        '^FO8,188^A0N,20,18^FB384,1,0,C^FH^FDSample 2026-11-21^FS',
        '^PQ1',
        '^XZ',
        '',
      ].join('\n'),
    );
  });
  it('at 300 dpi has dots of that head', () => {
    const [, , width, height, , barcode] = zplOf(at(300), [facts]).split('\n');
    expect([width, height]).toEqual(['^PW591', '^LL354']);
    expect(barcode).toMatch(/\^BY4\^BCN,165,/);
  });
  it('has one format for each label, in their order, and columns beside each other', () => {
    const codes = ['A1', 'A2', 'A3'].map((code) => ({ code }));
    expect([...zplOf(at(203), codes).matchAll(/\^BCN.*\^FD(A\d)\^FS/g)].map(([, code]) => code)).toEqual(['A1', 'A2', 'A3']);
    const two = at(203, { paper: { ...plainLayout.paper, columns: 2, gapX: 2 } });
    const text = zplOf(two, codes);
    expect(text.match(/\^XA/g)).toHaveLength(2);
    expect(text).toContain('^PW816');
    const [left, right] = [...text.matchAll(/\^FO(\d+),24\^BY/g)].map(([, x]) => Number(x));
    expect(right! - left!).toBe(416);
  });
  it('lets no text out of its field', () => {
    expect(zplText('a^FS~JA_b\\c')).toBe('a_5EFS_7EJA_5Fb_5Cc');
    expect(zplText('市')).toBe('_E5_B8_82');
    expect(zplText('one\r\ntwo')).toBe('onetwo');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(zplText(text)).toMatch(/^(?:_[0-9A-F]{2}|[ -[\]`-}])*$/);
      }),
    );
    expect(zplOf(at(203), [{ code: 'A>B^C' }])).toContain('^FDA>0B_5EC^FS');
  });
  it('takes Chinese as a picture where one can be drawn, as UTF-8 where not', () => {
    const chinese = { ...facts, kind: '样本条码' };
    const drawn = zplOf(at(203), [chinese], (text, _element, { width }) => ({
      width,
      rows: [[0xff], text === '样本条码 2026-11-21' ? [0x81] : [0]],
    }));
    expect(drawn).toContain('^FO8,188^GFA,96,96,48,FF');
    expect(drawn).toContain('81000000');
    expect(zplOf(at(203), [chinese])).toContain('^FD_E6_A0_B7');
    expect(zplBitmap({ width: 9, rows: [[1, 128]] })).toBe('^GFA,2,2,2,0180');
  });
  it('has the two-dimensional symbols of the printer, as large as their box takes', () => {
    const square = (symbology: 'qr' | 'datamatrix'): LabelLayout =>
      at(203, {
        elements: [
          { kind: 'barcode', symbology, x: 1, y: 1, width: 12, height: 12, text: '{code}' },
          { kind: 'line', x: 0, y: 15, width: 50, height: 0.3 },
        ],
      });
    expect(zplOf(square('datamatrix'), [facts])).toContain('^FO20,20^BXN,6,200^FH^FD900000001^FS');
    expect(zplOf(square('qr'), [facts])).toContain('^FO25,25^BQN,2,3^FH^FDMA,900000001^FS');
    expect(zplOf(square('qr'), [facts])).toContain('^FO0,120^GB400,2,2,B,0^FS');
  });
  it('turns barcodes and letters by the printer, in the middle of their boxes', () => {
    const turned = (turn: 0 | 90 | 180 | 270): readonly string[] => {
      const isUp = turn === 90 || turn === 270;
      const size = isUp ? { width: 14, height: 30 } : { width: 30, height: 14 };
      return zplOf(
        at(203, {
          label: { width: 50, height: 40 },
          elements: [
            { kind: 'barcode', symbology: 'code128', x: 2, y: 3, ...size, turn, text: '{code}' },
            { kind: 'barcode', symbology: 'datamatrix', x: 36, y: 3, width: 12, height: 12, turn, text: '{code}' },
            {
              kind: 'text',
              x: 36,
              y: 20,
              ...(isUp ? { width: 3, height: 12 } : { width: 12, height: 3 }),
              turn,
              text: 'A1',
              isBold: true,
              isMono: true,
              align: 'end',
            },
          ],
        }),
        [facts],
      )
        .split('\n')
        .slice(5, 8);
    };
    // 101 modules of two dots in 240; 12 modules and their quiet zones in 96.
    expect(turned(0)).toEqual([
      '^FO35,24^BY2^BCN,112,N,N,N,A^FH^FD900000001^FS',
      '^FO300,36^BXN,6,200^FH^FD900000001^FS',
      '^FO288,160^A0N,24,24^FB96,1,0,R^FH^FDA1^FS',
    ]);
    expect(turned(90)).toEqual([
      '^FO16,43^BY2^BCR,112,N,N,N,A^FH^FD900000001^FS',
      '^FO300,36^BXR,6,200^FH^FD900000001^FS',
      '^FO288,160^A0R,24,24^FB96,1,0,R^FH^FDA1^FS',
    ]);
    expect(turned(180).map((line) => line.replace(/\^(BC|BX|A0)I/, '^$1N'))).toEqual(turned(0));
    expect(turned(270).map((line) => line.replace(/\^(BC|BX|A0)B/, '^$1R'))).toEqual(turned(90));
  });
  it('turns pictures of letters itself: drawn flat, sent as they lie', () => {
    const drawn: { width: number; height: number }[] = [];
    const corner = (turn: 0 | 90 | 180 | 270): string | undefined => {
      const text = { kind: 'text', x: 0, y: 0, text: '样', isBold: false, isMono: false, align: 'start', turn } as const;
      const size = turn === 90 || turn === 270 ? { width: 1, height: 2 } : { width: 2, height: 1 };
      const layout = at(203, { elements: [{ ...text, ...size }] });
      return /\^GFA[^^]*/.exec(
        zplOf(layout, [facts], (_text, _element, dots) => {
          drawn.push(dots);
          return { width: dots.width, rows: Array.from({ length: dots.height }, (_, y) => (y === 0 ? [0x80, 0] : [0, 0])) };
        }),
      )?.[0];
    };
    // The dark dot of the left upper corner goes round with the box.
    expect(corner(0)).toBe(`^GFA,16,16,2,8000${'0000'.repeat(7)}`);
    expect(corner(90)).toBe(`^GFA,16,16,1,01${'00'.repeat(15)}`);
    expect(corner(180)).toBe(`^GFA,16,16,2,${'0000'.repeat(7)}0001`);
    expect(corner(270)).toBe(`^GFA,16,16,1,${'00'.repeat(15)}80`);
    expect(new Set(drawn.map(({ width, height }) => `${width}x${height}`))).toEqual(new Set(['16x8']));
  });
  it('turns any picture round to itself', () => {
    const picture = fc.integer({ min: 1, max: 20 }).chain((width) =>
      fc.array(fc.array(fc.boolean(), { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }).map((dots): Bitmap => ({
        width,
        rows: dots.map((row) =>
          Array.from({ length: Math.ceil(width / 8) }, (_, byte) =>
            row.reduce((sum, isOn, x) => (isOn && x >> 3 === byte ? sum | (0x80 >> (x & 7)) : sum), 0),
          ),
        ),
      })),
    );
    fc.assert(
      fc.property(picture, (bitmap) => {
        const right = turnedBitmap(bitmap, 90);
        expect(turnedBitmap(right, 90)).toEqual(turnedBitmap(bitmap, 180));
        expect(turnedBitmap(right, 270)).toEqual(bitmap);
        expect(turnedBitmap(turnedBitmap(bitmap, 180), 180)).toEqual(bitmap);
      }),
    );
  });
  it('is not for sheets', () => {
    expect(() => zplOf(at(203, { paper: { ...plainLayout.paper, kind: 'sheet' } }), [facts])).toThrow('roll');
  });
});

const sheet: LabelLayout = {
  ...plainLayout,
  paper: { kind: 'sheet', width: 210, height: 297, columns: 3, rows: 8, marginLeft: 10, marginTop: 12, gapX: 5, gapY: 4, dpi: 203 },
};
describe('a sheet', () => {
  it('puts labels row by row to a tenth of a millimetre, behind the places that are used up', () => {
    const labels = Array.from({ length: 24 }, (_, index) => ({ code: String(index) }));
    const [first, second] = layOut(sheet, labels, 2);
    expect(pageSize(sheet)).toEqual({ width: 210, height: 297, count: 24 });
    expect(first).toHaveLength(22);
    expect(first![0]).toMatchObject({ facts: { code: '0' }, x: 120, y: 12 });
    expect(first![1]).toMatchObject({ facts: { code: '1' }, x: 10, y: 46 });
    expect(second).toHaveLength(2);
    expect(layOut(sheet, [])).toEqual([]);
  });
  it('holds every label once and none over another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 30 }), (count, skipped) => {
        const pages = layOut(
          sheet,
          Array.from({ length: count }, (_, index) => ({ code: String(index) })),
          skipped,
        );
        const places = pages.flatMap((page, number) => page.map(({ x, y }) => `${number}:${x}:${y}`));
        expect(new Set(places).size).toBe(count);
        expect(pages.flat().every(({ x, y }) => x + 50 <= 210 && y + 30 <= 297)).toBe(true);
      }),
    );
  });
  it('says what does not fit', () => {
    expect(layoutFaults(plainLayout)).toEqual([]);
    expect(layoutFaults(sheet)).toEqual([]);
    expect(layoutFaults({ ...sheet, paper: { ...sheet.paper, columns: 4, rows: 9 } })).toHaveLength(2);
    expect(layoutFaults({ ...plainLayout, elements: [{ kind: 'line', x: 40, y: 1, width: 11, height: 1 }] })).toHaveLength(2);
  });
});

describe('a layout', () => {
  it('is data that is checked', () => {
    expect(labelLayout.parse(JSON.parse(JSON.stringify(plainLayout)))).toEqual(plainLayout);
    expect(readLayout(null)).toBeNull();
    expect(readLayout({ ...plainLayout, label: { width: 0, height: 30 } })).toBeNull();
  });
  it('fills facts, leaves out what is not known, and keeps what is no fact', () => {
    expect(fillFacts('{client} {date}', { code: '1', date: '2026-11-21' })).toBe('2026-11-21');
    expect(fillFacts('{code}/{who}', { code: '1' })).toBe('1/{who}');
  });
  it('makes letters smaller rather than cutting a name', () => {
    const box = { width: 20, height: 3, isMono: false };
    expect(fittedHeight('短', box)).toBe(3);
    expect(fittedHeight('一家名字很长的妇幼保健院', box)).toBeCloseTo(20 / 12, 5);
  });
});
