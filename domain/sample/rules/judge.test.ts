import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#domain/kernel/dates.ts';
import { comparePasses } from './compare.ts';
import { derive } from './derive.ts';
import { formKeys, type Finding, type JudgeContext, type Values } from './entryForm.ts';
import { entryFormOf, entryForms } from './forms.ts';
import { blocking, heldBack, judge, reportComments, requiredFields, unexplained } from './judge.ts';
import { summaryFields, summaryGroups } from './summaryFields.ts';

const now = '2026-11-21 10:00:00';
const context: JudgeContext = { now };
const rulesOf = (findings: readonly Finding[]): string[] => findings.map((finding) => `${finding.rule}:${finding.severity}`);
const of = (findings: readonly Finding[], rule: string): Finding[] => findings.filter((finding) => finding.rule === rule);

const person: Values = {
  requisitionCode: 'A26000001',
  personName: '章晴',
  sex: 2,
  age: 33,
  ageUnit: 1,
  birthDate: '1993-09-03',
  credentialType: 1,
  credentialNo: '320102199003070025',
  telephone: '19900004964',
  samplingTime: '2026-11-20 12:00:00',
};
const plain: Values = { ...person, credentialType: null, credentialNo: null };
/** A NIPT entry nobody objects to: LMP 2026-08-12, 14+2 at sampling. */
const nipt: Values = {
  ...plain,
  testTubeNumber: 'T26000001',
  niptProduct: 1,
  heightCm: 162,
  weightKg: 55,
  gestationMethod: 1,
  lastMenstrualDate: '2026-08-12',
  menstrualRegular: 1,
  menstrualCycleDays: 28,
  gaWeeks: 14,
  gaDays: 2,
  fetusCount: 1,
  conceptionMode: 1,
  gravidity: 1,
  parity: 0,
  adversePregnancyHistory: [1],
  parentalChromosomeAbnormal: 1,
  geneticFamilyHistory: 0,
  allogeneicTreatment: [1],
  malignancyInPregnancy: 0,
  ultrasoundAbnormal: 0,
  serumScreeningResult: 2,
  consentSigned: 1,
  consentDate: '2026-11-20',
};

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
        .filter((form) => form.isOwn)
        .map((form) => form.key),
    ).toEqual(['nomal', 'nipt']);
  });
});

describe('common rules (forms 3)', () => {
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

describe('NIPT (forms 4)', () => {
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

describe('calculated fields', () => {
  it('come from the ID card where nothing was typed', () => {
    const { values, derived } = derive('summary', { credentialNo: '320102199003070025', samplingTime: '2026-03-06 08:00:00' }, now);
    expect(values).toMatchObject({ birthDate: '1990-03-07', sex: 2, age: 35, ageUnit: 1, credentialType: 1 });
    expect(Object.keys(derived).sort()).toEqual(['age', 'ageUnit', 'birthDate', 'credentialType', 'sex']);
  });
  it('leave what was typed, and redo what they derived themselves', () => {
    const typed = derive('summary', { credentialNo: '320102199003070025', birthDate: '1991-01-01', age: 5 }, now);
    expect(typed.values).toMatchObject({ birthDate: '1991-01-01', age: 5 });
    const again = derive('summary', { credentialNo: '320102199003070025', birthDate: '1991-01-01' }, now, new Set(['birthDate']));
    expect(again.values['birthDate']).toBe('1990-03-07');
  });
  it('for NIPT: sex, BMI, gestation by the order of trust, delivery and the age at it', () => {
    const { values, derived } = derive('nipt', { ...nipt, sex: null, bmi: null, gaWeeks: null, gaDays: null, gestationMethod: null }, now);
    expect(values).toMatchObject({ sex: 2, bmi: 21, gestationMethod: 1, gaWeeks: 14, gaDays: 2, edd: '2027-05-19', ageAtEdd: 33 });
    expect(derived['gaWeeks']).toEqual(['按末次月经', 'by LMP']);
  });
  it('for NIPT: a typed gestation stays', () => {
    expect(derive('nipt', { ...nipt, gestationMethod: 5, gaWeeks: 15, gaDays: 0 }, now).values).toMatchObject({
      gaWeeks: 15,
      gaDays: 0,
      edd: addDays('2026-11-20', 280 - 105),
    });
  });
});

describe('comparing two passes (forms 10.3)', () => {
  it.each<[string, Values, Values]>([
    ['width, case, blanks', { personName: ' ａｎｎａ（一） ' }, { personName: 'ANNA(一)' }],
    ['number forms', { weightKg: 60 }, { weightKg: '60.0' }],
    ['dates as values', { samplingTime: '2026-11-20' }, { samplingTime: '2026-11-20 00:00:00' }],
    ['sets', { adversePregnancyHistory: [2, 5] }, { adversePregnancyHistory: ['5', '2'] }],
    ['codes', { sex: 2 }, { sex: '2' }],
    ['flags', { geneticFamilyHistory: true }, { geneticFamilyHistory: 1 }],
    ['empties', { ntMm: null }, { ntMm: '' }],
    ['gestation', { gaWeeks: 12, gaDays: 0 }, { gaWeeks: '12', gaDays: null }],
    ['无 and 否 where the field says so', { malignancyText: '无' }, { malignancyText: '否' }],
    ['not compared', { department: '产科' }, { department: '妇科' }],
    ['id card', { credentialNo: '11010519491231002x' }, { credentialNo: '11010519491231002X' }],
  ])('equal: %s', (_name, first, second) => expect(comparePasses('nipt', first, second)).toEqual([]));
  it.each<[string, Values, Values, string[]]>([
    ['0 and O', { patientNo: 'MZ0' }, { patientNo: 'MZO' }, ['patientNo']],
    ['name', { personName: '张三' }, { personName: '章三' }, ['personName']],
    ['weight', { weightKg: 60 }, { weightKg: 60.1 }, ['weightKg']],
    ['gestation', { gaWeeks: 12, gaDays: 1 }, { gaWeeks: 12, gaDays: 2 }, ['gaDays']],
    ['无 is not 否 elsewhere', { doctorName: '无' }, { doctorName: '否' }, ['doctorName']],
    ['无 is not empty', { malignancyText: '无' }, {}, ['malignancyText']],
    ['false is not empty', { geneticFamilyHistory: 0 }, {}, ['geneticFamilyHistory']],
  ])('different: %s', (_name, first, second, fields) =>
    expect(comparePasses('nipt', first, second).map((difference) => difference.field)).toEqual(fields),
  );
  it('gives both values as typed, in the order of the form', () => {
    expect(comparePasses('nipt', { gravidity: 1, personName: ' 张三' }, { gravidity: 2, personName: '李四' })).toEqual([
      { field: 'personName', value1: ' 张三', value2: '李四' },
      { field: 'gravidity', value1: 1, value2: 2 },
    ]);
  });
  it('is symmetric', () => {
    const passes = fc.dictionary(fc.constantFrom(...entryForms.nipt.compared), fc.oneof(fc.string(), fc.integer(), fc.constant(null)));
    fc.assert(
      fc.property(passes, passes, (first, second) => {
        expect(comparePasses('nipt', first, second).map((difference) => difference.field)).toEqual(
          comparePasses('nipt', second, first).map((difference) => difference.field),
        );
      }),
    );
  });
});

it('blocking picks what forbids saving', () => expect(blocking(judge('summary', { ...plain, telephone: '1' }, context))).toHaveLength(1));
