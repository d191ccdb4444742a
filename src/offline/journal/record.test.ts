import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeRecord, readRecords } from './record.ts';

const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const values = (bytes: Uint8Array): unknown[] => readRecords(bytes).records.map(({ value }) => value);
const value = fc.record({ k: fc.string({ unit: 'binary' }), n: fc.integer() });

describe('records of the journal', () => {
  it('come back as they were written, with the place of each', () => {
    const written = [{ k: '张三' }, { k: '' }, { k: 'x'.repeat(5000) }];
    const parts = written.map(encodeRecord);
    const read = readRecords(joined(parts));
    expect(read.records.map((record) => record.value)).toEqual(written);
    expect(read.records.map(({ at }) => at)).toEqual([0, parts[0]!.length, parts[0]!.length + parts[1]!.length]);
    expect(read).toMatchObject({ faults: 0, end: joined(parts).length });
  });

  it('know a torn end, which is no damage', () => {
    const [first, second] = [encodeRecord({ k: 1 }), encodeRecord({ k: 2 })];
    for (let cut = 0; cut < second.length; cut++) {
      const read = readRecords(joined([first, second.subarray(0, cut)]));
      expect(read.records.map((record) => record.value)).toEqual([{ k: 1 }]);
      expect(read).toMatchObject({ faults: 0, end: first.length });
    }
  });

  it('are found again behind a damaged one', () => {
    const parts = [1, 2, 3].map((k) => encodeRecord({ k }));
    const bytes = joined(parts);
    bytes[parts[0]!.length + 14]! ^= 0x10;
    expect(values(bytes)).toEqual([{ k: 1 }, { k: 3 }]);
    expect(readRecords(bytes).faults).toBe(1);
  });

  it('survive whatever happens to the others: any bytes flipped, cut out or zeroed', () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.nat(),
        fc.constantFrom('flip', 'zero', 'cut'),
        (all, from, size, how) => {
          const parts = all.map(encodeRecord);
          const bytes = joined(parts);
          const start = from % bytes.length;
          const stop = Math.min(bytes.length, start + 1 + (size % 200));
          const spoiled = how === 'cut' ? joined([bytes.subarray(0, start), bytes.subarray(stop)]) : bytes.slice();
          if (how !== 'cut') for (let at = start; at < stop; at++) spoiled[at] = how === 'zero' ? 0 : spoiled[at]! ^ 0x55;
          let at = 0;
          const whole = all.filter((_, index) => {
            const [first, last] = [at, (at += parts[index]!.length)];
            return last <= start || first >= stop;
          });
          const read = values(spoiled);
          // JSON knows no lone surrogates: compared as it writes them.
          expect(read).toEqual(expect.arrayContaining(JSON.parse(JSON.stringify(whole)) as unknown[]));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('never come out of what is none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => values(bytes).length === 0),
      { numRuns: 400 },
    );
  });
});
