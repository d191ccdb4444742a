import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePasses } from '../../rules/compare.ts';
import { derive } from '../../rules/derive.ts';
import { context, nipt, now, rulesOf } from '../../rules/entryExamples.ts';
import { type Values } from '../../rules/entryForm.ts';
import { entryForms } from '../entryForms.ts';
import { judge, reportComments } from '../../rules/judge.ts';

describe('NIPT', () => {
  const at = (days: number): Values => ({ ...nipt, gaWeeks: Math.floor(days / 7), gaDays: days % 7, gestationMethod: 5, lastMenstrualDate: null });
  it('does not object to a plain entry', () => expect(judge('nipt', nipt, context)).toEqual([]));
  it.each([
    [83, ['N-1:warn']],
    [84, []],
    [160, []],
    [161, ['N-2:warn']],
    [181, ['N-2:warn']],
    [182, ['N-2:warn', 'N-2:warn']],
  ] as const)('N-1, N-2: %i days', (days, rules) => expect(rulesOf(judge('nipt', at(days), context))).toEqual(rules));
  it.each<[string, Values]>([
    ['serum', { serumScreeningResult: 4 }],
    ['BMI', { heightCm: 150, weightKg: 91 }],
    ['IVF', { conceptionMode: 4, gestationMethod: 3, embryoTransferDate: '2026-08-31', embryoDay: 5, lastMenstrualDate: null }],
    ['history', { adversePregnancyHistory: [2] }],
    ['twins', { fetusCount: 2, chorionicity: 3, vanishingTwin: 1 }],
    ['age', { birthDate: '1991-05-01', age: 35 }],
  ])('N-3 慎用: %s', (_name, change) => {
    const findings = judge('nipt', { ...nipt, ...change }, context);
    expect(rulesOf(findings)).toEqual(['N-3:warn']);
    expect(reportComments(findings)[0]?.text[0]).toContain('慎用');
  });
  it('N-3: 35 counts at delivery, not at sampling', () => {
    expect(rulesOf(judge('nipt', { ...nipt, birthDate: '1992-05-18', age: 34 }, context))).toEqual(['N-3:warn']);
    expect(rulesOf(judge('nipt', { ...nipt, birthDate: '1992-05-20', age: 34 }, context))).toEqual([]);
  });
  it.each<[string, Values]>([
    ['parents', { parentalChromosomeAbnormal: 2, parentalChromosomeText: 'rob(14;21)' }],
    ['cells', { allogeneicTreatment: [2], allogeneicDate: '2026-03-01' }],
    ['anomaly', { ultrasoundAbnormal: 1, ultrasoundAbnormalText: 'NT厚' }],
    ['family', { geneticFamilyHistory: 1, geneticFamilyText: 'DMD' }],
    ['tumour', { malignancyInPregnancy: 1, malignancyText: '乳腺' }],
  ])('N-4 不适用: %s', (_name, change) => expect(rulesOf(judge('nipt', { ...nipt, ...change }, context))).toEqual(['N-4:warn']));
  it('N-4: a transfusion of more than a year ago is none', () =>
    expect(judge('nipt', { ...nipt, allogeneicTreatment: [2], allogeneicDate: '2025-10-01' }, context)).toEqual([]));
  it('N-5: three fetuses only where the product allows', () => {
    const triplets = { ...nipt, fetusCount: 3, chorionicity: 4, vanishingTwin: 1 };
    expect(rulesOf(judge('nipt', triplets, context))).toContain('N-5:block');
    expect(rulesOf(judge('nipt', triplets, { now, commodities: [{ commodityId: '1', commodityName: 'X', maxFetusCount: 3 }] }))).not.toContain(
      'N-5:block',
    );
  });
  it('N-5: twins not where the product admits one fetus, and no more than two where nothing is said', () => {
    const one = { now, commodities: [{ commodityId: '1', commodityName: 'X', maxFetusCount: 1 }] };
    const twins = { ...nipt, fetusCount: 2, chorionicity: 2, vanishingTwin: 1 };
    expect(judge('nipt', twins, one).find(({ rule }) => rule === 'N-5')).toMatchObject({
      severity: 'block',
      text: ['该产品只支持单胎', expect.any(String)],
    });
    expect(rulesOf(judge('nipt', nipt, one))).not.toContain('N-5:block');
    expect(rulesOf(judge('nipt', twins, { now, commodities: [] }))).not.toContain('N-5:block');
    expect(rulesOf(judge('nipt', { ...twins, fetusCount: 3 }, { now, commodities: [{ commodityId: '1', commodityName: 'X' }] }))).toContain(
      'N-5:block',
    );
  });
  it('N-6: IVF asks for the transfer and compares within three days', () => {
    const ivf = { ...nipt, conceptionMode: 4, gestationMethod: 5, lastMenstrualDate: null };
    expect(
      judge('nipt', ivf, context)
        .filter((finding) => finding.rule === 'required')
        .map((finding) => finding.fields[0]),
    ).toEqual(['embryoTransferDate', 'embryoDay']);
    expect(rulesOf(judge('nipt', { ...ivf, embryoTransferDate: '2026-08-28', embryoDay: 5 }, context))).toEqual(['N-3:warn']);
    expect(rulesOf(judge('nipt', { ...ivf, embryoTransferDate: '2026-08-27', embryoDay: 5 }, context))).toEqual(['N-3:warn', 'N-6:warn']);
  });
  it('N-7: one number for requisition, consent and tube', () => {
    expect(rulesOf(judge('nipt', { ...nipt, consentCode: 'Z26000001-1' }, context))).toEqual([]);
    expect(rulesOf(judge('nipt', { ...nipt, consentCode: 'A26000002' }, context))).toEqual(['N-7:warn']);
  });
  it('N-8, N-9', () => {
    const lost = { ...nipt, vanishingTwin: 2 };
    expect(rulesOf(judge('nipt', { ...lost, reductionDate: '2026-09-26' }, context))).toEqual(['N-8:warn']);
    expect(rulesOf(judge('nipt', { ...lost, reductionDate: '2026-09-25' }, context))).toEqual([]);
    expect(judge('nipt', lost, context)).toMatchObject([{ rule: 'required', fields: ['reductionDate'] }]);
    expect(rulesOf(judge('nipt', { ...nipt, birthDate: '2012-01-01', age: 14 }, context))).toContain('N-9:warn');
  });
  it('C-GA: LMP, scan and what was typed', () => {
    const scanned = { ...nipt, ultrasoundDate: '2026-10-10', ultrasoundGaDays: 3 };
    expect(rulesOf(judge('nipt', { ...scanned, ultrasoundGaWeeks: 8 }, context))).toEqual([]);
    expect(rulesOf(judge('nipt', { ...scanned, ultrasoundGaWeeks: 10 }, context))).toEqual(['C-GA:inform']);
    expect(rulesOf(judge('nipt', { ...scanned, ultrasoundGaWeeks: 11 }, context))).toEqual(['C-GA:warn']);
    expect(rulesOf(judge('nipt', { ...nipt, gaDays: 5 }, context))).toEqual(['C-GA:warn']);
    expect(rulesOf(judge('nipt', { ...nipt, gaDays: 4 }, context))).toEqual([]);
    expect(rulesOf(judge('nipt', { ...nipt, lastMenstrualDate: '2026-12-01' }, context))).toContain('C-GA:block');
  });
  it('C-OBS, C-CONSENT, C-RATIO', () => {
    expect(rulesOf(judge('nipt', { ...nipt, parity: 2 }, context))).toEqual(['C-OBS:block']);
    expect(rulesOf(judge('nipt', { ...nipt, consentDate: '2026-11-22' }, context))).toEqual(['C-CONSENT:block']);
    expect(rulesOf(judge('nipt', { ...nipt, serumRiskT21: '1/250', serumRiskT18: '1：100000' }, context))).toEqual([]);
    expect(rulesOf(judge('nipt', { ...nipt, serumRiskT21: '250' }, context))).toEqual(['C-RATIO:block']);
  });
  it('conditions ask for what belongs to an answer', () => {
    const fields = judge('nipt', { ...nipt, gestationMethod: 4, fetusCount: 2, parentalChromosomeAbnormal: 3 }, context)
      .filter((finding) => finding.rule === 'required')
      .flatMap((finding) => finding.fields);
    expect(fields).toEqual([
      'ultrasoundDate',
      'ultrasoundGaWeeks',
      'ultrasoundGaDays',
      'crlMm',
      'chorionicity',
      'vanishingTwin',
      'parentalChromosomeText',
    ]);
  });
  it('never throws on whatever was typed, and blocks only with a text in both languages', () => {
    const anything = fc.dictionary(
      fc.constantFrom(...Object.keys(entryForms.nipt.fields)),
      fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 }), fc.boolean()),
    );
    fc.assert(
      fc.property(anything, (values) => {
        for (const finding of judge('nipt', values, context)) expect(finding.text.every((text) => text.length > 0)).toBe(true);
        derive('nipt', values, now);
        expect(comparePasses('nipt', values, values)).toEqual([]);
      }),
    );
  });
});
