import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { officialDays } from '#domain/base/officialDays.ts';
import { resultKind } from '#domain/base/item.ts';
import { workCalendar } from '#domain/base/workCalendar.ts';
import {
  confidence,
  genotypeCall,
  judgeGenotype,
  judgeKind,
  judgePathogens,
  judgeRisk,
  judgeTask,
  judgeVariants,
  judgeZ,
  onFail,
  variantClass,
  worst,
  type Result,
} from './judging.ts';
import { judgeValue } from './referenceRange.ts';
import { judgeResult, noRule, type JudgedItem } from './resultValues.ts';
import { differsFromBefore, isClear, signal } from './signals.ts';
import { resumedDue, taskDue } from './taskDue.ts';
import { judgeControl, type ControlPoint } from './westgard.ts';

/** How bad a word is: negative, doubtful, positive; a person's matter is none of them. */
const badness = (result: Result | null): number => (result === null ? Number.NaN : [1, 3, 2].indexOf(result));
const quarters = (min: number, max: number) => fc.integer({ min: min * 4, max: max * 4 }).map((n) => n / 4);
const anyResult = fc.constantFrom<Result | null>(1, 2, 3, null);

describe('a word of several parts', () => {
  it('does not depend on their order, and is one of them', () => {
    fc.assert(
      fc.property(fc.array(anyResult, { minLength: 1, maxLength: 8 }), (parts) => {
        expect(worst(parts.toReversed())).toBe(worst(parts));
        expect(parts).toContain(worst(parts));
      }),
    );
  });

  it('is never made better by one more chromosome, site, organism or variant', () => {
    const z = fc.record({ name: fc.string(), z: quarters(-10, 40) });
    const site = fc.record({
      gene: fc.constantFrom('GJB2', 'SLC26A4', 'MT-RNR1'),
      site: fc.string(),
      call: fc.constantFrom(...genotypeCall.options.map(({ code }) => code as 'wild')),
    });
    const organism = fc.record({ name: fc.string(), confidence: fc.constantFrom(...confidence.options.map(({ code }) => code as 'high')) });
    const variant = fc.record({ name: fc.string(), variantClass: fc.constantFrom(...variantClass.options.map(({ code }) => code as 'P')) });
    const grows = <One>(one: fc.Arbitrary<One>, judge: (all: readonly One[]) => Result | null) =>
      fc.assert(
        fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), one, (all, more) => {
          expect(badness(judge([...all, more]))).toBeGreaterThanOrEqual(badness(judge(all)));
        }),
      );
    grows(z, (all) => judgeZ(all).result);
    grows(site, (all) => judgeGenotype(all).result);
    grows(organism, (all) => judgePathogens(all, true).result);
    grows(variant, (all) => judgeVariants(all).result);
  });

  it('is doubtful where quality asks for another run, whatever the values say', () => {
    const failed = {
      limit: { metric: 'ff', name: 'ff', min: 4, max: null, onFail: onFail.redo },
      value: 3,
      why: { text: ['', ''], params: {} },
    } as const;
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 5 }), (panels) => {
        const derived = panels.map((result) => ({ result, why: [] }));
        expect(judgeTask(derived, [failed]).result).toBe(3);
        expect(judgeTask(derived, [{ ...failed, limit: { ...failed.limit, onFail: onFail.tell } }]).result).toBe(worst(panels));
      }),
    );
  });
});

it('a Z is as bad as it is far up, and doubtful from the grey bound on either side', () => {
  fc.assert(
    fc.property(quarters(-40, 40), quarters(-40, 40), (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const of = (z: number) => badness(judgeZ([{ name: '21', z }]).result);
      if (low >= 0) expect(of(high)).toBeGreaterThanOrEqual(of(low));
      expect(of(one) === 0).toBe(Math.abs(one) < 1.96);
    }),
  );
});

it('a risk is as bad as it is likely', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (one, other, cutOff) => {
        const of = (n: number) => badness(judgeRisk([{ name: 'PE', risk: `1:${n}` }], cutOff).result);
        expect(of(Math.min(one, other))).toBeGreaterThanOrEqual(of(Math.max(one, other)));
      },
    ),
  );
});

it('a value lies in its range or outside it, as the numbers say', () => {
  fc.assert(
    fc.property(quarters(-50, 50), quarters(0, 60), quarters(-200, 200), (from, width, value) => {
      const status = judgeValue(String(value), `${from}~${from + width}`);
      expect(status).toBe(value < from ? 'low' : value > from + width ? 'high' : 'normal');
    }),
  );
});

it('nothing is derived while an item lacks, and what is derived of ranges names every value outside', () => {
  const items: readonly JudgedItem[] = ['1', '2', '3'].map((itemId) => ({
    itemId,
    itemCode: `I${itemId}`,
    itemName: `项${itemId}`,
    unit: null,
    referenceRange: '0~10',
    kind: resultKind.quantitative,
  }));
  fc.assert(
    fc.property(fc.array(fc.option(quarters(-5, 15)), { minLength: 3, maxLength: 3 }), (given) => {
      const values = Object.fromEntries(given.flatMap((value, at) => (value === null ? [] : [[String(at + 1), String(value)]])));
      const { derived, missing } = judgeResult([items], { ...noRule, judgeKind: judgeKind.range }, [], { values, metrics: {}, findings: [] });
      expect(missing).toEqual(given.flatMap((value, at) => (value === null ? [String(at + 1)] : [])));
      const out = given.filter((value) => value !== null && (value < 0 || value > 10)).length;
      if (missing.length > 0) expect(derived.result).toBeNull();
      else expect([derived.result, derived.why.length]).toEqual(out > 0 ? [2, out] : [1, 3]);
    }),
  );
});

it('only a normal result without any signal is clear', () => {
  fc.assert(
    fc.property(anyResult, fc.subarray(signal.options.map(({ code }) => code as 'qcLow')), (detectionResult, signals) => {
      expect(isClear({ detectionResult, signals })).toBe(detectionResult === 1 && signals.length === 0);
    }),
  );
});

it('a value that differs by one bound differs by each narrower one, in any unit, and never from itself', () => {
  fc.assert(
    fc.property(
      quarters(-200, 200),
      quarters(-200, 200),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 0, max: 6 }),
      (value, before, most, power) => {
        const differs = (percent: number, unit = 1) => differsFromBefore(String(value * unit), String(before * unit), percent);
        expect(differsFromBefore(String(value), String(value), most)).toBe(false);
        if (differs(most)) expect(differs(Math.max(0, most - 1))).toBe(true);
        expect(differs(most, 2 ** power)).toBe(differs(most));
      },
    ),
  );
});

it('a control and its mirror are judged alike, and a run far from its mean is always rejected', () => {
  const points = fc.array(fc.record({ z: quarters(-4, 4), runId: fc.constantFrom('1', '2', '3') }), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(points, (given: readonly ControlPoint[]) => {
      const mirrored = given.map(({ z, runId }) => ({ z: -z, runId }));
      expect(judgeControl(mirrored)).toEqual(judgeControl(given));
      const { verdict } = judgeControl(given);
      const newest = Math.abs(given.at(-1)!.z);
      if (newest > 3) expect(verdict).toBe(3);
      if (newest > 2) expect(verdict).not.toBe(1);
    }),
  );
});

it('a due time moves with the start, never before it, and by a pause never to the front', () => {
  const calendar = workCalendar(officialDays);
  const minute = fc.integer({ min: 0, max: 120 * 24 * 60 });
  const at = (minutes: number): string => new Date(Date.UTC(2025, 7, 1) + minutes * 60_000).toISOString().replace('T', ' ').slice(0, 19);
  fc.assert(
    fc.property(
      minute,
      minute,
      fc.constantFrom(1, 2),
      fc.integer({ min: 1, max: 15_000 }),
      minute,
      fc.integer({ min: 1, max: 5_000 }),
      (one, other, dateModel, cycle, pausedAt, long) => {
        const cycles = [{ panelId: 'P', beginNode: 2, dateModel, internalTestCycle: cycle, externalTestCycle: cycle }];
        const dueOf = (start: number) => {
          const time = at(start);
          return taskDue(['P'], cycles, null, { receiveTime: time, labReceiveTime: time }, calendar).internal?.dueTime ?? '';
        };
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        expect(dueOf(early) <= dueOf(late)).toBe(true);
        expect(dueOf(early) > at(early)).toBe(true);
        const due = dueOf(early);
        const frozen = {
          dateModel,
          internalTestCycle: cycle,
          externalTestCycle: cycle,
          internalDueTime: due,
          externalDueTime: due,
          dueSteps: { internal: [], external: [] },
        };
        const moved = resumedDue(frozen, { from: at(early + pausedAt), to: at(early + pausedAt + long) }, calendar);
        expect((moved.internalDueTime ?? '') >= due).toBe(true);
        if (at(early + pausedAt) >= due) expect(moved.internalDueTime).toBe(due);
      },
    ),
  );
});
