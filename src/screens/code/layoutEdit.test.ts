import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelLayout, layoutFaults, plainLayout } from '#domain/code/labelLayout.ts';
import type { LabelTurn } from '#domain/code/labelTurn.ts';
import { movedTo, newElement, onPaper, presets, sizedTo, turnedTo, withElement, withoutElement } from './layoutEdit.ts';

const [barcode] = plainLayout.elements;

describe('a layout being drawn', () => {
  it('takes places in tenths of a millimetre and keeps elements on the label', () => {
    expect(movedTo(plainLayout, barcode!, 0, 3.149)).toMatchObject({ x: 0, y: 3.1 });
    expect(movedTo(plainLayout, barcode!, 40, -5)).toMatchObject({ x: 0, y: 0 });
    expect(sizedTo(plainLayout, barcode!, 90, 0)).toMatchObject({ width: 50, height: 0.1 });
  });
  it('turns an element round its middle, as far as the label is high', () => {
    const code = { ...barcode!, x: 10, y: 10, width: 20, height: 8 };
    expect(turnedTo(plainLayout, code, 90)).toMatchObject({ turn: 90, x: 16, y: 4, width: 8, height: 20 });
    expect(turnedTo(plainLayout, turnedTo(plainLayout, code, 90), 180)).toMatchObject({ ...code, turn: 180 });
    expect(turnedTo(plainLayout, barcode!, 270)).toMatchObject({ turn: 270, y: 0, width: 14, height: 30 });
    const line = newElement(plainLayout, 'line');
    expect(turnedTo(plainLayout, line, 90)).toEqual(line);
    const turn = fc.constantFrom(0, 90, 180, 270);
    fc.assert(
      fc.property(fc.nat(2), fc.array(turn, { maxLength: 6 }), (at, turns) => {
        let layout = plainLayout;
        for (const each of turns) layout = withElement(layout, at, turnedTo(layout, layout.elements[at]!, each as LabelTurn));
        expect(layoutFaults(layout)).toEqual([]);
        expect(labelLayout.parse(layout)).toEqual(layout);
      }),
    );
  });
  it('has no fault whatever is dragged where', () => {
    const somewhere = fc.float({ min: -80, max: 80, noNaN: true });
    fc.assert(
      fc.property(fc.nat(2), somewhere, somewhere, somewhere, somewhere, (at, x, y, width, height) => {
        const moved = movedTo(plainLayout, plainLayout.elements[at]!, x, y);
        const made = withElement(plainLayout, at, sizedTo(plainLayout, moved, width, height));
        expect(layoutFaults(made)).toEqual([]);
        expect(labelLayout.safeParse(made).success).toBe(true);
      }),
    );
  });
  it.each(presets)('fits the paper $key, with every kind of element', ({ paper, size }) => {
    let layout = onPaper(plainLayout, paper, size);
    for (const kind of ['text', 'fact', 'code128', 'datamatrix', 'qr', 'line'] as const)
      layout = { ...layout, elements: [...layout.elements, newElement(layout, kind)] };
    expect(layoutFaults(layout)).toEqual([]);
    expect(labelLayout.parse(layout)).toEqual(layout);
    expect(layoutFaults(withoutElement({ ...layout, elements: layout.elements.slice(0, 1) }, 0))).toHaveLength(1);
  });
});
