import { describe, expect, it } from 'vitest';
import { context, nipt, now, person, plain, rulesOf } from './entryExamples.ts';
import { formKeys, type Finding } from './entryForm.ts';
import { entryFormOf, entryForms } from '../forms/entryForms.ts';
import { blocking, heldBack, judge, requiredFields, unexplained } from './judge.ts';
import { summaryFields, summaryGroups } from './summaryFields.ts';

const of = (findings: readonly Finding[], rule: string): Finding[] => findings.filter((finding) => finding.rule === rule);

describe('the forms', () => {
  it('exist under all seven wire keys, each field of a group or list described', () => {
    expect(Object.keys(entryForms)).toEqual([...formKeys]);
    for (const form of Object.values(entryForms)) {
      const known = new Set(Object.keys(form.fields));
      const named = [
        ...form.groups.flatMap((group) => group.fields),
        ...form.compared,
        ...form.derived,
        ...form.carried,
        ...form.noneIsNo,
        ...form.requiredWhen.flatMap((condition) => [condition.field, ...condition.fields]),
      ];
      expect(named.filter((name) => !known.has(name))).toEqual([]);
      const grouped = form.groups.flatMap((group) => group.fields);
      expect(new Set(grouped).size).toBe(grouped.length);
      const typed = Object.entries(form.fields)
        .filter(([, field]) => !field.readOnly && field.form !== false)
        .map(([name]) => name);
      expect(typed.filter((name) => !grouped.includes(name)).sort()).toEqual([]);
    }
    expect(summaryGroups.flatMap((group) => group.fields).filter((name) => !summaryFields[name])).toEqual([]);
  });
  it('are found by any case of their key, the generic one by default', () => {
    expect(entryFormOf('ccid').key).toBe('CCID');
    expect(entryFormOf(undefined).key).toBe('nomal');
    expect(
      Object.values(entryForms)
        .filter((form) => form.screen)
        .map((form) => form.key),
    ).toEqual(['nomal', 'nipt', 'eclampsia', 'deaf', 'CCID', 'monogenic', 'monogenicCarrier']);
  });
});

describe('common rules', () => {
  it('R-01: neither future sampling nor sampling after receipt goes unseen', () => {
    expect(rulesOf(judge('summary', { ...plain, samplingTime: '2026-11-21 10:04:59' }, context))).toEqual([]);
    expect(rulesOf(judge('summary', { ...plain, samplingTime: '2026-11-21 10:05:01' }, context))).toEqual(['R-01:block']);
    const late = of(judge('summary', plain, { ...context, receiveTime: '2026-11-20 11:00:00' }), 'R-01');
    expect(late).toMatchObject([{ severity: 'warn', isPrinted: true }]);
    expect(unexplained(late)).toHaveLength(1);
    expect(unexplained(late, { 'R-01': '医院时钟快' })).toEqual([]);
  });
  it('R-02: holding time by product and class', () => {
    const commodity = { commodityId: '1', commodityName: 'X', holdingHours: { '9': 8 } };
    const values = { ...plain, sampleClassId: '9' };
    expect(rulesOf(judge('summary', values, { ...context, commodities: [commodity], receiveTime: '2026-11-20 19:00:00' }))).toEqual([]);
    expect(rulesOf(judge('summary', values, { ...context, commodities: [commodity], receiveTime: '2026-11-20 20:00:01' }))).toEqual(['R-02:warn']);
    expect(
      rulesOf(
        judge(
          'summary',
          { ...values, samplingTime: '2026-11-06 09:00:00' },
          { ...context, commodities: [{ commodityId: '1', commodityName: '耳聋' }], sampleClassName: () => '干血斑' },
        ),
      ),
    ).toEqual(['R-02:warn']);
  });
  it('R-03: birth after sampling blocks, an age more than a year off warns', () => {
    expect(rulesOf(judge('summary', { ...plain, birthDate: '2026-11-21', age: null, ageUnit: null }, context))).toEqual(['R-03:block']);
    expect(rulesOf(judge('summary', { ...plain, age: 36 }, context))).toEqual(['R-03:warn']);
    expect(rulesOf(judge('summary', { ...plain, age: 34 }, context))).toEqual([]);
  });
  it('R-04: the ID card against itself, birth date and sex', () => {
    expect(of(judge('summary', person, context), 'R-04')).toHaveLength(1);
    expect(of(judge('summary', { ...person, birthDate: '1990-03-07', age: 36 }, context), 'R-04')).toEqual([]);
    expect(of(judge('summary', { ...person, birthDate: '1990-03-07', age: 36, sex: 1 }, context), 'R-04')[0]?.fields).toContain('sex');
    expect(of(judge('summary', { ...person, credentialNo: '320300199502300014' }, context), 'R-04')[0]?.severity).toBe('warn');
    expect(of(judge('summary', { ...person, credentialType: 2, credentialNo: 'E12345678' }, context), 'R-04')).toEqual([]);
  });
  it("R-05: the spec's own words", () => {
    expect(judge('summary', { ...plain, telephone: '1380013800' }, context)).toMatchObject([
      { rule: 'R-05', severity: 'block', text: [expect.any(String), 'phone number length is not 11'] },
    ]);
    expect(judge('summary', { ...plain, doctorPhone: '021-65432100' }, context)).toEqual([]);
  });
  it('R-06: NIPT is for women', () => {
    expect(of(judge('nipt', { ...nipt, sex: 1 }, context), 'R-06')).toMatchObject([{ severity: 'block' }]);
    expect(of(judge('nomal', { ...plain, sex: 1 }, context), 'R-06')).toEqual([]);
  });
  it('R-07, R-08, R-11, R-13: what a look-up tells, and nothing without one', () => {
    expect(
      rulesOf(
        judge('summary', plain, {
          now,
          existing: {
            requisitionState: 'voided',
            isRejected: true,
            earlier: [{ requisitionCode: 'A1', personName: '章晴', entryTime: '2026-11-01 08:00:00' }],
          },
        }),
      ),
    ).toEqual(['R-07:block', 'R-11:block', 'R-08:warn']);
    const resample = { ...plain, isResample: 1, originalSampleCode: '026000009' };
    expect(rulesOf(judge('summary', resample, context))).toEqual([]);
    expect(rulesOf(judge('summary', resample, { now, existing: { original: null } }))).toEqual(['R-13:block']);
    expect(rulesOf(judge('summary', resample, { now, existing: { original: { sampleCode: '026000009', personName: '章 晴' } } }))).toEqual([]);
    expect(rulesOf(judge('summary', resample, { now, existing: { original: { sampleCode: '026000009', personName: '李某' } } }))).toEqual([
      'R-13:warn',
    ]);
    expect(judge('summary', { ...plain, isResample: 1 }, context)).toMatchObject([{ rule: 'required', fields: ['originalSampleCode'] }]);
  });
  it('R-09, R-10: class, volume, and where a product is offered', () => {
    const commodity = { commodityId: '1', commodityName: 'X', sampleClassIds: ['1'], minimumVolume: 2, laboratoryIds: ['5'] };
    expect(
      rulesOf(
        judge(
          'summary',
          {
            ...plain,
            contractLaboratoryId: '6',
            tubes: [
              { sampleClassId: '1', sampleVolume: 3 },
              { sampleClassId: '2', sampleVolume: 1 },
            ],
          },
          { now, commodities: [commodity] },
        ),
      ),
    ).toEqual(['R-09:warn', 'R-09:warn', 'R-10:block']);
    expect(rulesOf(judge('summary', plain, { now, commodities: [{ ...commodity, isDisable: 1 }] }))).toEqual(['R-10:block']);
    expect(rulesOf(judge('summary', plain, { now, commodities: [{ ...commodity, executeType: 2 }] }))).toEqual(['R-10:inform']);
  });
  it('R-14: under 14 a guardian', () => {
    const child = { ...plain, birthDate: '2020-01-01', age: 6 };
    expect(rulesOf(judge('summary', child, context))).toEqual(['R-14:warn']);
    expect(judge('summary', { ...child, guardianName: '章父', guardianPhone: '13900001111', guardianConsent: 1 }, context)).toEqual([]);
  });
  it('R-15: an illegible field is reported, and holds the requisition back where it is mandatory', () => {
    expect(rulesOf(judge('nomal', plain, { now, unclear: ['personName', 'bedNo'] }))).toEqual(['R-15:inform']);
    expect(heldBack('nomal', plain, ['personName', 'bedNo'])).toEqual(['personName']);
    expect(heldBack('nipt', nipt, ['lastMenstrualDate', 'crlMm'])).toEqual(['lastMenstrualDate']);
  });
  it('asks for the age where no birth date is known, and for a tube number at reception where the form needs it', () => {
    expect(judge('summary', { ...plain, birthDate: null, age: null, ageUnit: null }, context)).toMatchObject([{ rule: 'required', fields: ['age'] }]);
    expect(judge('summary', { ...plain, birthDate: null, age: null, ageUnit: 5 }, context)).toEqual([]);
    expect(judge('summary', { ...plain, age: 40, ageUnit: 2, birthDate: null }, context)).toMatchObject([
      { rule: 'C-AGE', severity: 'block' },
      { rule: 'R-14' },
    ]);
    const commodities = [{ commodityId: '1', commodityName: 'N', entryForm: 'nipt' }];
    expect(judge('summary', plain, { now, commodities })).toMatchObject([{ rule: 'required', fields: ['testTubeNumber'] }]);
    expect(judge('summary', { ...plain, tubes: [{ testTubeNumber: 'T1' }] }, { now, commodities })).toEqual([]);
    expect(requiredFields('nomal', plain)).not.toContain('sampleCode');
  });
});

it('blocking picks what forbids saving', () => expect(blocking(judge('summary', { ...plain, telephone: '1' }, context))).toHaveLength(1));
