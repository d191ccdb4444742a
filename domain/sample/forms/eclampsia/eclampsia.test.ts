import { describe, expect, it } from 'vitest';
import { comparePasses } from '../../rules/compare.ts';
import { derive } from '../../rules/derive.ts';
import { context, now, plain, rulesOf } from '../../rules/entryExamples.ts';
import type { Values } from '../../rules/entryForm.ts';
import { judge } from '../../rules/judge.ts';

/** A scan of 12+0 on 2026-11-18, sampled two days later; nobody objects to it. */
const entry: Values = {
  ...plain,
  heightCm: 162,
  weightKg: 55,
  race: 4,
  smoking: 0,
  motherPreeclampsia: 0,
  conceptionMode: 1,
  fetusCount: 1,
  gestationMethod: 2,
  gaDate: '2026-11-18',
  crlMm1: 55,
  gaWeeks: 12,
  gaDays: 0,
  chronicHypertension: 0,
  diabetesType: 0,
  sle: 0,
  aps: 0,
  parous: 0,
  biophysicalDate: '2026-11-19',
  bpL1Sys: 118,
  bpL1Dia: 78,
  bpL2Sys: 118,
  bpL2Dia: 78,
  bpR1Sys: 118,
  bpR1Dia: 78,
  bpR2Sys: 118,
  bpR2Dia: 78,
  meanArterialPressure: 91.3,
  consentSigned: 1,
};
const told = (change: Values): string[] => rulesOf(judge('eclampsia', { ...entry, ...change }, context));
const asked = (change: Values): readonly string[] =>
  judge('eclampsia', { ...entry, ...change }, context).flatMap(({ rule, fields }) => (rule === 'required' ? fields : []));

describe('eclampsia', () => {
  it('does not object to a plain entry', () => expect(told({})).toEqual([]));
  // The scan lies two days before sampling and one before the pressures.
  it.each([
    [74, ['E-1:warn', 'E-1:warn', 'E-1:warn']],
    [75, ['E-1:warn', 'E-1:warn', 'E-1:warn']],
    [77, []],
    [97, []],
    [98, ['E-1:warn']],
    [99, ['E-1:warn', 'E-1:warn']],
  ])('E-1: %i days at the scan', (days, rules) => expect(told({ gaWeeks: Math.floor(days / 7), gaDays: days % 7 })).toEqual(rules));
  it('E-1: 77 and 78 days at sampling lie before the product’s window, printed', () => {
    const early = { gaDate: '2026-11-20', biophysicalDate: '2026-11-20', gaWeeks: 11, gaDays: 1 };
    expect(judge('eclampsia', { ...entry, ...early }, context)).toMatchObject([{ rule: 'E-1', isPrinted: true, fields: ['samplingTime'] }]);
    expect(told({ ...early, gaDays: 2 })).toEqual([]);
  });
  it('E-2: of diabetes one kind alone, which asks for its treatment', () => {
    expect(asked({ diabetesType: 2 })).toEqual(['diabetesTreatment']);
    expect(told({ diabetesType: 1, diabetesTreatment: 2 })).toEqual([]);
  });
  it('E-3: the last delivery only after one, and before this pregnancy', () => {
    const before = { parous: 1, previousPreeclampsia: 0, previousGaWeeks: 39, previousGaDays: 2 };
    expect(asked({ parous: 1 })).toEqual(['previousPreeclampsia', 'previousDeliveryDate', 'previousGaWeeks', 'previousGaDays']);
    expect(told({ previousPreeclampsia: 1 })).toEqual(['E-3:block']);
    // The LMP is 2026-08-26.
    expect(told({ ...before, previousDeliveryDate: '2026-08-26' })).toEqual(['E-3:block']);
    expect(told({ ...before, previousDeliveryDate: '2026-05-28' })).toEqual(['E-3:warn']);
    expect(told({ ...before, previousDeliveryDate: '2026-05-27' })).toEqual([]);
    expect(told({ ...before, previousDeliveryDate: '2011-08-26' })).toEqual(['E-3:warn']);
  });
  it('E-4, E-5, E-6, E-8: pressures and indices', () => {
    expect(told({ meanArterialPressure: 92.3 })).toEqual([]);
    expect(told({ meanArterialPressure: 92.4 })).toEqual(['E-4:warn']);
    expect(told({ bpL1Sys: 130, bpL2Sys: 130, meanArterialPressure: 93.3 })).toEqual(['E-5:inform']);
    expect(told({ bpL1Dia: 85, meanArterialPressure: 92.5 })).toEqual(['E-5:inform']);
    expect(told({ bpL1Sys: 78 })).toContain('C-BP:block');
    expect(told({ utaPiLeft: 1.5, utaPiRight: 1.7, utaPiMean: 1.61 })).toEqual([]);
    expect(told({ utaPiLeft: 1.5, utaPiRight: 1.7, utaPiMean: 1.62 })).toEqual(['E-6:warn']);
    const noReadings = Object.fromEntries(Object.keys(entry).flatMap((name) => (name.startsWith('bp') ? [[name, null]] : [])));
    expect(told({ ...noReadings, chronicHypertension: 1, meanArterialPressure: 105.1 })).toEqual(['E-8:warn']);
    expect(asked({ ...noReadings, meanArterialPressure: null })).toHaveLength(8);
  });
  it('E-7: twins name their chorions and second CRL, a singleton has none, triplets block', () => {
    expect(asked({ fetusCount: 2 })).toEqual(['chorionicity', 'crlMm2']);
    expect(told({ fetusCount: 2, chorionicity: 3, crlMm2: 54 })).toEqual([]);
    expect(told({ crlMm2: 54 })).toEqual(['E-7:block']);
    expect(told({ fetusCount: 3 })).toEqual(['E-7:block']);
  });
  it('asks of IVF for its transfer, warns outside the model and admits women alone', () => {
    expect(asked({ conceptionMode: 4 })).toEqual(['embryoTransferDate', 'embryoDay']);
    expect(told({ heightCm: 126, weightKg: 191, crlMm1: 85 })).toEqual(['C-MODEL:warn', 'C-MODEL:warn', 'C-MODEL:warn']);
    expect(told({ sex: 1 })).toEqual(['R-06:block']);
    expect(told({ consentSigned: 0 })).toEqual(['C-CONSENT:warn']);
    expect(told({ gestationMethod: 1, lastMenstrualDate: '2026-08-23' })).toEqual(['C-GA:warn']);
    expect(told({ gestationMethod: 1, lastMenstrualDate: '2026-08-24' })).toEqual([]);
  });
  it('reckons sex, both means, and the days where the method does', () => {
    const open = { ...entry, sex: null, meanArterialPressure: null, utaPiLeft: 1.5, utaPiRight: 1.7, gaWeeks: null, gaDays: null };
    const reckoned = (change: Values): Values => derive('eclampsia', { ...open, ...change }, now).values;
    expect(reckoned({})).toMatchObject({ sex: 2, meanArterialPressure: 91.3, utaPiMean: 1.6, gaWeeks: null });
    expect(reckoned({ gestationMethod: 1, lastMenstrualDate: '2026-08-26' })).toMatchObject({ gaWeeks: 12, gaDays: 0 });
    expect(reckoned({ gestationMethod: 3, embryoTransferDate: '2026-09-09', embryoDay: 5 })).toMatchObject({ gaWeeks: 12, gaDays: 5 });
  });
  it('takes for East Asian whom nobody says otherwise of', () => {
    expect([null, 2].map((race) => derive('eclampsia', { ...entry, race }, now).values['race'])).toEqual([4, 2]);
  });
  it('compares what the model reads', () => {
    expect(comparePasses('eclampsia', entry, { ...entry, race: 5, bpL1Sys: 119 }).map(({ field }) => field)).toEqual(['race', 'bpL1Sys']);
    expect(comparePasses('eclampsia', { ...entry, aspirinUse: 1 }, { ...entry, aspirinUse: 0 })).toEqual([]);
  });
});
