import { expect, it } from 'vitest';
import { askBreaker, closedBreaker, settleBreaker, type Breaker } from './breaker.ts';
import { mapRow, plainParameters, type InputParameter } from './mapRow.ts';
import { maskedBody } from './maskPayload.ts';
import type { InputField } from '../partnerFields.ts';
import { takeToken, type Bucket } from './tokenBucket.ts';

const at = (text: string): number => Date.parse(`2025-11-22T${text}+08:00`);
const failed = (breaker: Breaker, now: number, isTrial = false): Breaker => settleBreaker(breaker, { isFailure: true, isTrial }, now);

it('opens at the fifth failure in a row for a minute, and after a failed trial for two', () => {
  let breaker = closedBreaker;
  for (const second of ['00', '10', '20', '30', '40']) breaker = failed(breaker, at(`10:00:${second}`));
  expect([breaker.state, breaker.untilTime]).toEqual([1, at('10:01:40')]);
  expect(askBreaker(breaker, at('10:01:39')).mayCall).toBe(false);
  const trial = askBreaker(breaker, at('10:01:40'));
  expect([trial.mayCall, trial.isTrial]).toEqual([true, true]);
  // Nobody else while one tries.
  expect(askBreaker(trial.next, at('10:01:40')).mayCall).toBe(false);
  const again = failed(trial.next, at('10:01:40'), true);
  expect([again.state, again.untilTime]).toEqual([1, at('10:03:40')]);
  expect(settleBreaker(askBreaker(again, at('10:03:40')).next, { isFailure: false, isTrial: true }, at('10:03:41'))).toEqual(closedBreaker);
});

it('opens where half of twenty calls within a minute failed, and pauses a quarter of an hour at most', () => {
  let breaker = closedBreaker;
  for (let call = 0; call < 19; call++) breaker = settleBreaker(breaker, { isFailure: call % 2 === 0, isTrial: false }, call * 1000);
  expect(breaker.state).toBe(0);
  expect(failed(breaker, 19_000).state).toBe(1);
  expect(failed(breaker, 61_000).state).toBe(0);
  let open = failed(breaker, 19_000);
  for (let trial = 0; trial < 8; trial++) open = failed(askBreaker(open, open.untilTime).next, open.untilTime, true);
  expect(open.pauseMs).toBe(15 * 60_000);
});

it('lets a burst through and then as many as have grown', () => {
  let bucket: Bucket | null = null;
  const calls = (count: number, now: number): number =>
    Array.from({ length: count }, () => {
      const { next, waitMs } = takeToken(bucket, now, { perMinute: 60, burst: 20 });
      bucket = next;
      return waitMs === 0;
    }).filter(Boolean).length;
  expect(calls(25, 0)).toBe(20);
  expect(calls(25, 5_000)).toBe(5);
});

const parameter = (name: string, fieldName: InputField, more: Partial<InputParameter> = {}): InputParameter => ({
  name,
  path: name,
  fieldName,
  format: null,
  mappingCode: null,
  isRequired: false,
  maxLength: null,
  defaultValue: null,
  ...more,
});
const theirs = [
  parameter('barcode', 'thirdBarCode', { isRequired: true }),
  parameter('sex', 'sex', { mappingCode: 'zjg_sex' }),
  parameter('sampleTime', 'samplingTime', { format: 'yyyyMMddHHmm' }),
];
const sets = new Map([
  [
    'zjg_sex',
    new Map([
      ['M', '1'],
      ['F', '2'],
    ]),
  ],
]);
const mapped = (row: unknown) => mapRow(row, theirs, sets);

it('reads a row by its parameters', () => {
  const row = { barcode: 'ZJG0000001', sex: 'F', sampleTime: '202511220830' };
  expect(mapped(row)).toEqual({ values: { thirdBarCode: 'ZJG0000001', sex: 2, samplingTime: '2025-11-22 08:30:00' }, faults: [] });
  const codes = (given: object): readonly string[] => mapped(given).faults.map(({ code }) => code);
  expect(codes({ ...row, sex: 'X' })).toEqual(['P03']);
  expect(codes({ ...row, barcode: '' })).toEqual(['P01']);
  expect(codes({ ...row, sampleTime: '202513010000' })).toEqual(['P02']);
  expect(codes({ ...row, barcode: 'Z'.repeat(65) })).toEqual(['P04']);
  expect(codes({ ...row, barcode: { deep: 1 } })).toEqual(['P02']);
  const deep = mapRow({ a: { list: [{ code: 'x-1' }] } }, [parameter('c', 'thirdBarCode', { path: 'a.list[0].code' })], sets);
  expect(deep.values).toEqual({ thirdBarCode: 'X-1' });
  const timed = (samplingTime: string) => mapRow({ thirdBarCode: 'X', samplingTime }, plainParameters, sets);
  expect(timed('2026-03-01T00:30:00Z').values.samplingTime).toBe('2026-03-01 08:30:00');
  expect(timed('2026-03-01T08:30:00+08:00').values.samplingTime).toBe('2026-03-01 08:30:00');
  expect(timed('2026-02-30T08:30:00+08:00').faults).toMatchObject([{ code: 'P02' }]);
  expect(mapRow({ commodityCodes: 'a1, b2' }, plainParameters, sets).values).toEqual({ commodityCodes: ['A1', 'B2'] });
});

it('shows a body without who the patient is, and without secrets', () => {
  const shown = maskedBody(
    JSON.stringify({
      rows: [
        {
          name: '欧阳娜娜',
          partnerName: '卢远',
          xb: 'F',
          phone: '13812345678',
          sfz: '11010519491231002X',
          who: '张三',
          note: 'call 13812345678',
          key: 's3cret',
        },
      ],
    }),
    new Set(['who']),
    ['s3cret'],
  );
  expect(JSON.parse(shown).rows[0]).toEqual({
    name: '欧***',
    partnerName: '卢*',
    xb: 'F',
    phone: '138****5678',
    sfz: '110***********002X',
    who: '张*',
    note: 'call 138****5678',
    key: '•••',
  });
  expect(maskedBody('patientName=张三&a=1', new Set(), [])).toBe(`patientName=${encodeURIComponent('张*')}&a=1`);
});
