import { describe, expect, it } from 'vitest';
import { derive } from '../../rules/derive.ts';
import { context, now, plain, rulesOf } from '../../rules/entryExamples.ts';
import type { Values } from '../../rules/entryForm.ts';
import { judge } from '../../rules/judge.ts';

/** A card of a newborn, taken four days after birth; nobody objects to it. */
const entry: Values = {
  ...plain,
  personName: '章晴之女',
  birthDate: '2026-11-16',
  birthTime: '2026-11-16 12:00:00',
  age: 4,
  ageUnit: 3,
  guardianName: '章晴',
  guardianPhone: '19900004964',
  guardianConsent: 1,
  testTubeNumber: '000123456',
  subjectType: 1,
  screeningRound: 1,
  motherName: '章晴',
  motherAge: 36,
  address: '青禾市临江路 8 号',
  birthWeightG: 3200,
  gaWeeks: 39,
  gaDays: 2,
  fetusCount: 1,
  patientNo: '00812',
  collectorName: '卢护士',
  spotCount: 3,
  spotQuality: 1,
  deafFamilyHistory: 1,
  aminoglycosideUse: 1,
  transfusionRecent: 0,
  guardianRelation: 1,
  consentSigned: 1,
};
const told = (change: Values, more: object = {}): string[] => rulesOf(judge('deaf', { ...entry, ...change }, { ...context, ...more }));
const asked = (change: Values): readonly string[] =>
  judge('deaf', { ...entry, ...change }, context).flatMap(({ rule, fields }) => (rule === 'required' ? fields : []));

describe('deaf', () => {
  it('does not object to a plain card', () => expect(told({})).toEqual([]));
  it.each<[string, string[]]>([
    ['2026-11-20 12:00:01', ['D-1:block']],
    ['2026-11-17 12:00:01', ['D-1:warn']],
    ['2026-11-17 12:00:00', []],
    ['2026-10-31 12:00:00', []],
    ['2026-10-31 11:59:59', ['D-1:warn']],
  ])('D-1: born %s', (birthTime, rules) => expect(told({ birthTime, birthDate: birthTime.slice(0, 10), age: null, ageUnit: 5 })).toEqual(rules));
  it('D-2: six working days on the way, holidays and make-up workdays told apart', () => {
    const sent = { samplingTime: '2026-09-30 09:00:00', birthTime: '2026-09-26 09:00:00', birthDate: '2026-09-26', age: 4 };
    // 1-7 October are off, Saturday the 10th is worked.
    expect(told(sent, { receiveTime: '2026-10-13 09:00:00' })).toEqual([]);
    expect(told(sent, { receiveTime: '2026-10-14 09:00:00' })).toEqual(['D-2:warn']);
  });
  it('D-3, D-5, D-6, D-8, D-9', () => {
    expect(told({ birthWeightG: 2499 })).toEqual(['D-3:inform']);
    expect(told({ gaWeeks: 36, gaDays: 6 })).toEqual(['D-3:inform']);
    expect(told({ gaWeeks: 37, gaDays: 0, birthWeightG: 2500 })).toEqual([]);
    expect(told({ spotCount: 2 })).toEqual(['D-5:warn']);
    expect(told({ spotQuality: 6 })).toEqual(['D-5:warn']);
    expect(told({ hearingFirstDate: '2026-11-15' })).toEqual(['D-6:block']);
    expect(told({ hearingSecondDate: '2026-12-28' })).toEqual([]);
    expect(told({ hearingSecondDate: '2026-12-29' })).toEqual(['D-6:warn']);
    expect(judge('deaf', { ...entry, transfusionRecent: 1, transfusionDate: '2026-11-18' }, context)).toMatchObject([
      { rule: 'D-8', isPrinted: true },
    ]);
    expect(told({ screeningRound: 2 })).toEqual(['D-9:warn']);
    expect(told({ screeningRound: 2, isResample: 1, originalSampleCode: '026000001' })).toEqual([]);
  });
  it('judges the mother’s document by her own age, never the child', () => {
    // 1990-03-07, a woman's.
    const card = { motherCredentialType: 1, motherCredentialNo: '320102199003070025' };
    expect(told(card)).toEqual([]);
    expect(told({ ...card, motherAge: 35 })).toEqual([]);
    expect(told({ ...card, motherAge: 34 })).toEqual(['R-03:warn']);
    expect(told({ credentialType: 1, credentialNo: '320102199003070025', motherAge: 38 })).toEqual(['R-03:warn']);
    expect(told({ ...card, motherCredentialNo: '110105194912310021' })).toEqual(['R-04:warn']);
    const reckoned = derive('deaf', { ...entry, ...card, motherAge: null, motherCredentialType: null }, now).values;
    expect(reckoned).toMatchObject({ motherAge: 36, motherCredentialType: 1, birthDate: '2026-11-16', sex: 2 });
    expect(derive('deaf', { ...entry, credentialNo: '320102199003070025', birthDate: null, sex: 3 }, now).values).toMatchObject({
      birthDate: '2026-11-16',
      sex: 3,
    });
  });
  it('takes for the guardian of a newborn who consents for it, unless another is named', () => {
    const none = { guardianName: null, guardianPhone: null, guardianConsent: null };
    const guardian = (change: Values): readonly unknown[] => {
      const { values } = derive('deaf', { ...entry, ...none, ...change }, now);
      return ['guardianName', 'guardianPhone', 'guardianConsent'].map((name) => values[name]);
    };
    expect(guardian({})).toEqual(['章晴', '19900004964', 1]);
    expect(guardian({ guardianRelation: 2, fatherName: '章程', fatherPhone: '19900004965' })).toEqual(['章程', '19900004965', 1]);
    expect(guardian({ guardianRelation: 2, fatherName: '章程' })).toEqual(['章程', '19900004964', 1]);
    expect(guardian({ guardianName: '章外婆' })).toEqual(['章外婆', '19900004964', 1]);
    for (const change of [{ guardianRelation: 3 }, { guardianRelation: null }, { subjectType: 2 }])
      expect(guardian(change)).toEqual([null, null, null]);
    expect(guardian({ consentSigned: 0 })).toEqual(['章晴', '19900004964', null]);
  });
  it('judges a grown person by their own', () =>
    expect(told({ subjectType: 2, hearingLossType: [3], credentialType: 1, credentialNo: '320102199003070025' })).toEqual(['R-04:warn']));
  it.each([
    [1, '章晴之子'],
    [2, '章晴之女'],
    [3, '章晴之婴'],
  ])('names a child of sex %i by its mother', (sex, personName) =>
    expect(derive('deaf', { ...entry, sex, personName: null }, now).values['personName']).toBe(personName),
  );
  it('asks of a newborn what its card says, of a patient the kind of loss, of multiples their order', () => {
    expect(asked({ motherName: null, spotCount: null })).toEqual(['motherName', 'spotCount']);
    expect(asked({ subjectType: 2 })).toEqual(['hearingLossType']);
    expect(asked({ fetusCount: 2 })).toEqual(['birthOrder']);
    expect(told({ fetusCount: 2, birthOrder: 3 })).toEqual(['C-ORDER:block']);
    const commodity = { commodityId: '1', commodityName: 'X', minimumVolume: 2 };
    expect(told({ sampleVolume: 0 }, { commodities: [commodity] })).toEqual([]);
  });
});
