import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeStateOf, SegmentIndex, type OwnedSegment } from './codeOwner.ts';

const segment = (more: Partial<OwnedSegment>): OwnedSegment => ({
  codeType: 1,
  sendSampleClientId: null,
  laboratoryId: null,
  isDisable: 0,
  prefix: '',
  digits: 4,
  first: 1,
  last: 9999,
  ...more,
});
const segments = [
  segment({ sendSampleClientId: 'a', prefix: 'A', first: 1, last: 100 }),
  segment({ sendSampleClientId: 'b', prefix: 'B', laboratoryId: 'lab1' }),
  segment({ sendSampleClientId: 'd', prefix: 'D', isDisable: 1 }),
  segment({ prefix: 'Z' }),
  segment({ sendSampleClientId: 'e', codeType: 2, prefix: 'E' }),
];
const stateOf = (code: string, sendSampleClientId: string, laboratoryId: string | null = 'lab1', codeType = 1) =>
  codeStateOf({ code, codeType, sendSampleClientId, laboratoryId }, segments);

describe('whose a code is', () => {
  it("is its client's to the last number, and nobody else's", () => {
    expect([stateOf('A0001', 'a'), stateOf('A0100', 'a'), stateOf('A0101', 'a'), stateOf('A001', 'a')]).toEqual([
      'usable',
      'usable',
      'outside',
      'outside',
    ]);
    expect([stateOf('A0001', 'c'), stateOf('A0001', 'b'), stateOf('A0101', 'c')]).toEqual(['otherClient', 'otherClient', 'usable']);
  });
  it('holds for the laboratory of the segment', () => {
    expect([stateOf('B0001', 'b'), stateOf('B0001', 'b', 'lab2'), stateOf('B0001', 'b', null)]).toEqual(['usable', 'otherLaboratory', 'usable']);
    // Elsewhere the client has no codes of its own.
    expect([stateOf('X1', 'b', 'lab2'), stateOf('X1', 'b', 'lab1')]).toEqual(['usable', 'outside']);
  });
  it('lets anybody without a segment use any code, ours too', () => {
    expect([stateOf('X1', 'c'), stateOf('Z0001', 'c'), stateOf('Z0001', 'a')]).toEqual(['usable', 'usable', 'outside']);
  });
  it("keeps a disabled segment's codes its client's, but asks for none of them", () => {
    expect([stateOf('D0001', 'd'), stateOf('D0001', 'c'), stateOf('X1', 'd')]).toEqual(['usable', 'otherClient', 'usable']);
  });
  it('knows each kind of code by itself', () => {
    expect([stateOf('E0001', 'c'), stateOf('E0001', 'c', 'lab1', 2), stateOf('X1', 'e'), stateOf('X1', 'e', 'lab1', 2)]).toEqual([
      'usable',
      'otherClient',
      'usable',
      'outside',
    ]);
  });
});

it('an index of segments answers as all of them do', () => {
  const anySegment = fc.record({
    codeType: fc.constantFrom(1, 2),
    sendSampleClientId: fc.constantFrom(null, 'a', 'b'),
    laboratoryId: fc.constantFrom(null, 'lab1'),
    isDisable: fc.constantFrom(0, 1),
    prefix: fc.constantFrom('', 'A', 'A0', 'B'),
    digits: fc.constantFrom(2, 3, 4),
    first: fc.constant(1),
    last: fc.constantFrom(5, 999),
  });
  const use = fc.record({
    code: fc.constantFrom('A0001', 'A003', 'B0002', '0004', 'A', 'C12'),
    codeType: fc.constantFrom(1, 2),
    sendSampleClientId: fc.constantFrom('a', 'b', 'c'),
    laboratoryId: fc.constantFrom(null, 'lab1', 'lab2'),
  });
  fc.assert(
    fc.property(fc.array(anySegment, { maxLength: 5 }), use, (all, asked) => {
      expect(new SegmentIndex(all).stateOf(asked)).toBe(codeStateOf(asked, all));
    }),
  );
});
