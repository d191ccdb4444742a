import { describe, expect, it } from 'vitest';
import { comparePasses } from '../../rules/compare.ts';
import { derive } from '../../rules/derive.ts';
import { carrierOwn, context, now, plain, rulesOf } from '../../rules/entryExamples.ts';
import type { Values } from '../../rules/entryForm.ts';
import { judge } from '../../rules/judge.ts';

const entry: Values = { ...plain, ...carrierOwn, sampleCode: '026000001' };
/** Both are tested at once, each under a requisition of their own. */
const couple: Values = {
  screeningMode: 2,
  partnerName: '卢远',
  partnerSex: 1,
  partnerBirthDate: '1988-02-29',
  partnerSampleCode: '026000002',
};
const told = (change: Values, more: object = {}): string[] => rulesOf(judge('monogenicCarrier', { ...entry, ...change }, { ...context, ...more }));
const asked = (change: Values): readonly string[] =>
  judge('monogenicCarrier', { ...entry, ...change }, context).flatMap(({ rule, fields }) => (rule === 'required' ? fields : []));
const isPrinted = (change: Values, rule: string): boolean | undefined =>
  judge('monogenicCarrier', { ...entry, ...change }, context).find((one) => one.rule === rule)?.isPrinted;

describe('carrier screening', () => {
  it('does not object to a woman alone, nor to a couple', () => {
    expect(told({})).toEqual([]);
    expect(told(couple)).toEqual([]);
  });
  it('K-1: partners differ in sex, unless one is a donor or it is not known', () => {
    expect(told({ ...couple, partnerSex: 2 })).toEqual(['K-1:warn']);
    expect(told({ ...couple, partnerSex: 2, screeningTiming: 5 })).toEqual([]);
    expect(told({ ...couple, sex: 3, partnerSex: 3 })).toEqual([]);
  });
  it('K-2: a report of both says that it waits for both', () => {
    expect(told({ ...couple, reportMode: 2, partnerConsentSigned: 1 })).toEqual(['K-2:inform']);
    expect(told({ ...couple, reportMode: 2, partnerConsentSigned: 0 })).toEqual(['K-2:inform', 'C-CONSENT:warn']);
  });
  it('K-3: a man alone tells little of what is X-linked', () => {
    const man = { sex: 1, carrierPanel: 2 };
    expect(told(man)).toEqual(['K-3:inform']);
    expect(told({ ...man, carrierPanel: 5, addOns: [3] })).toEqual(['K-3:inform']);
    expect(told({ ...man, carrierPanel: 5, addOns: [2] })).toEqual([]);
    expect(told({ ...man, partnerSampleCode: '026000002' })).toEqual([]);
    expect(told({ carrierPanel: 2 })).toEqual([]);
  });
  it('K-4: past 22 weeks is printed; the weeks go with the LMP', () => {
    const pregnant = { screeningTiming: 3, gaWeeks: 22, gaDays: 0 };
    expect(told(pregnant)).toEqual([]);
    expect(told({ ...pregnant, gaDays: 1 })).toEqual(['K-4:warn']);
    expect(isPrinted({ ...pregnant, gaDays: 1 }, 'K-4')).toBe(true);
    // 2026-07-03 is 20+0 at sampling.
    expect(told({ ...pregnant, lastMenstrualDate: '2026-07-03' })).toEqual([]);
    expect(told({ ...pregnant, lastMenstrualDate: '2026-07-04' })).toEqual(['C-GA:warn']);
    expect(told({ ...pregnant, lastMenstrualDate: '2026-11-21' })).toEqual(['C-GA:block']);
    expect(told({ ...pregnant, lastMenstrualDate: '2026-01-23' })).toEqual(['C-GA:block']);
    const reckoned = derive('monogenicCarrier', { ...entry, screeningTiming: 3, lastMenstrualDate: '2026-07-02' }, now).values;
    expect(reckoned).toMatchObject({ gaWeeks: 20, gaDays: 1 });
  });
  it('K-5: blood within a month of a transfusion, or after a marrow transplant, is printed; a buccal swab is good', () => {
    const transfused = (transfusionDate: string): Values => ({ transfusionRecent: 1, transfusionDate });
    expect(told(transfused('2026-10-21'))).toEqual(['K-5:warn']);
    expect(isPrinted(transfused('2026-10-21'), 'K-5')).toBe(true);
    expect(told(transfused('2026-10-20'))).toEqual([]);
    expect(told(transfused('2026-11-21'))).toEqual(['C-BLOOD:block', 'K-5:warn']);
    const marrow = { transplantHistory: 1, transplantDate: '2020-01-01' };
    expect(told(marrow)).toEqual(['K-5:warn']);
    expect(told({ ...marrow, transplantHistory: 2 })).toEqual([]);
    expect(told(marrow, { sampleClass: { sampleClassId: '9', sampleClassName: '口腔拭子' } })).toEqual([]);
  });
  it('K-6: small red cells where the panel has no thalassaemia', () => {
    expect(told({ carrierPanel: 1, mcv: 79.9 })).toEqual(['K-6:inform']);
    expect(told({ carrierPanel: 4, mch: 26.9 })).toEqual(['K-6:inform']);
    expect(told({ carrierPanel: 1, mcv: 80, mch: 27 })).toEqual([]);
    expect(told({ carrierPanel: 5, mcv: 70 })).toEqual([]);
  });
  it('judges the partner’s document as the person’s own, and reads it', () => {
    const card = { partnerCredentialType: 1, partnerCredentialNo: '320102199003070025' };
    const her = { ...couple, sex: 1, partnerSex: 2, partnerBirthDate: '1990-03-07' };
    expect(told({ ...her, ...card })).toEqual([]);
    expect(told({ ...her, ...card, partnerBirthDate: '1990-03-08' })).toEqual(['R-04:warn']);
    expect(told({ ...couple, ...card, partnerBirthDate: '1990-03-07' })).toEqual(['R-04:warn']);
    for (const partnerCredentialNo of ['110105194912310021', '320300199502300014', '320102900307002'])
      expect(told({ ...her, ...card, partnerCredentialNo })).toEqual(['R-04:warn']);
    expect(told({ ...her, partnerCredentialType: 2, partnerCredentialNo: 'E12345678' })).toEqual([]);
    expect(told({ ...her, partnerBirthDate: '2026-11-21' })).toEqual(['R-03:block']);
    expect(told({ ...her, partnerTelephone: '1990000' })).toEqual(['R-05:warn']);
    const typed = { ...entry, partnerCredentialNo: card.partnerCredentialNo };
    expect(derive('monogenicCarrier', typed, now).values).toMatchObject({
      partnerCredentialType: 1,
      partnerBirthDate: '1990-03-07',
      partnerSex: 2,
      birthDate: entry['birthDate'],
      sex: 2,
    });
    expect(asked({ partnerCredentialNo: 'E12345678' })).toEqual(['partnerCredentialType']);
  });
  it('C-LINK, C-ADDON, C-ADULT: the partner has another tube, Y is a man’s, grown people are screened', () => {
    expect(told({ ...couple, partnerSampleCode: '026000001' })).toEqual(['C-LINK:block']);
    // What the other's entry says of this one, where it is settled.
    const theirs = (entry: Values | null): object => ({
      sampleNamed: () => ({ sex: 1, birthDate: null, sampleClassName: 'EDTA全血', isReceived: true, entry }),
    });
    expect(told(couple, theirs({ partnerSampleCode: '026000001' }))).toEqual([]);
    expect(told(couple, theirs(null))).toEqual([]);
    expect(told(couple, { sampleNamed: () => null })).toEqual([]);
    expect(told(couple, theirs({ partnerSampleCode: '026000003' }))).toEqual(['C-LINK:warn']);
    expect(told(couple, theirs({}))).toEqual(['C-LINK:warn']);
    expect(told({ ...couple, tubes: [{ sampleCode: '026000002' }] })).toEqual(['C-LINK:block']);
    expect(told({ addOns: [4] })).toEqual(['C-ADDON:block']);
    expect(told({ sex: 1, addOns: [4] })).toEqual([]);
    const born = (birthDate: string): Values => ({ birthDate, age: null, ageUnit: 5 });
    expect(told(born('2008-11-21'))).toEqual(['C-ADULT:warn']);
    expect(told(born('2008-11-20'))).toEqual([]);
    expect(told(born('1965-11-21'))).toEqual([]);
    expect(told(born('1965-11-20'))).toEqual(['C-ADULT:warn']);
  });
  it('asks of a couple for the partner, of a pregnancy for its weeks, of thalassaemia for the count', () => {
    const partner = ['partnerName', 'partnerSex', 'partnerBirthDate'];
    expect(asked({ screeningMode: 2 })).toEqual([...partner, 'partnerSampleCode']);
    expect(asked({ screeningMode: 3 })).toEqual(partner);
    expect(asked({ screeningMode: 2, screeningTiming: 5 })).toEqual([]);
    expect(asked({ reportMode: 2 })).toEqual([...partner, 'partnerConsentSigned']);
    expect(asked({ screeningMode: 3, reportMode: 2 })).toEqual([...partner, 'partnerConsentSigned', 'partnerSampleCode']);
    expect(asked({ screeningTiming: 2 })).toEqual(['gaWeeks', 'gaDays']);
    expect(asked({ carrierPanel: 3 })).toEqual(['hgb', 'mcv', 'mch', 'hbA', 'hbA2', 'hbF']);
    expect(asked({ affectedChild: 1, geneticFamilyHistory: 1 })).toEqual(['affectedChildText', 'geneticFamilyText']);
  });
  it('compares the partner, not what was tested before', () => {
    const passes = (change: Values): string[] =>
      comparePasses('monogenicCarrier', { ...entry, ...couple }, { ...entry, ...couple, ...change }).map(({ field }) => field);
    expect(passes({ partnerName: ' 卢远 ', priorCarrierResults: [{ gene: 'HBB', result: 1 }] })).toEqual([]);
    expect(passes({ partnerName: '卢源', partnerBirthDate: '1988-02-28' })).toEqual(['partnerName', 'partnerBirthDate']);
  });
});
