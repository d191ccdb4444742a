import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check, problemText } from '#domain/kernel/check.ts';
import { addDays } from '#domain/kernel/dates.ts';
import { rows, text, type Field } from '#domain/kernel/fields.ts';
import { comparedKey, comparePasses, matchRows } from './compare.ts';
import { derive } from './derive.ts';
import { nipt, now } from './entryExamples.ts';
import { type Values } from './entryForm.ts';
import { entryForms } from '../forms/entryForms.ts';

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

describe('comparing two passes', () => {
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
    ['what an older pass was never asked', { malignancyText: '无' }, {}],
    ['not compared', { department: '产科' }, { department: '妇科' }],
    ['id card', { credentialNo: '11010519491231002x' }, { credentialNo: '11010519491231002X' }],
  ])('equal: %s', (_name, first, second) => expect(comparePasses('nipt', first, second)).toEqual([]));
  it.each<[string, Values, Values, string[]]>([
    ['0 and O', { patientNo: 'MZ0' }, { patientNo: 'MZO' }, ['patientNo']],
    ['name', { personName: '张三' }, { personName: '章三' }, ['personName']],
    ['weight', { weightKg: 60 }, { weightKg: 60.1 }, ['weightKg']],
    ['gestation', { gaWeeks: 12, gaDays: 1 }, { gaWeeks: 12, gaDays: 2 }, ['gaDays']],
    ['无 is not 否 elsewhere', { doctorName: '无' }, { doctorName: '否' }, ['doctorName']],
    ['无 is not empty', { malignancyText: '无' }, { malignancyText: null }, ['malignancyText']],
    ['false is not empty', { geneticFamilyHistory: 0 }, { geneticFamilyHistory: null }, ['geneticFamilyHistory']],
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

describe('comparing rows', () => {
  const drugs: Field = rows('用药', 'Drugs', { drug: text('药物', 'Drug', { required: true }), effect: text('疗效', 'Effect') }, 'drug');
  const both: Field = { ...drugs, comparedColumns: ['effect'] };
  const of = (...names: string[]): Values[] => names.map((drug) => ({ drug, effect: null }));
  it.each<[string, readonly Values[], readonly Values[]]>([
    ['order, blanks', of('美罗培南', '万古霉素'), of('万古霉素', ' 美罗培南 ')],
    ['empty rows', [{ drug: '' }, ...of('无')], of('无')],
    ['columns that are not compared', [{ drug: 'A', effect: '好' }], [{ drug: 'A', effect: '差' }]],
    ['no rows', [], [{ drug: ' ', effect: null }]],
  ])('equal: %s', (_name, first, second) => expect(comparedKey(drugs, first)).toBe(comparedKey(drugs, second)));
  it('differ where one is missing, where a compared column does, and none is not unanswered', () => {
    expect(comparedKey(drugs, of('美罗培南', '万古霉素'))).not.toBe(comparedKey(drugs, of('美罗培南')));
    expect(comparedKey(drugs, of('A', 'A'))).not.toBe(comparedKey(drugs, of('A')));
    expect(comparedKey(both, [{ drug: 'A', effect: '好' }])).not.toBe(comparedKey(both, [{ drug: 'A', effect: '差' }]));
    expect([comparedKey(drugs, []), comparedKey(drugs, of('无'))]).toEqual(['', expect.stringContaining('无')]);
  });
  it('stand side by side by their key', () => {
    const matched = matchRows(both, [{ drug: 'A', effect: '好' }, { drug: 'B' }], [{ drug: 'C' }, { drug: ' a ', effect: '差' }]);
    expect(matched.map(({ first, second, isSame }) => [first?.['drug'], second?.['drug'], isSame])).toEqual([
      ['A', ' a ', false],
      ['B', undefined, false],
      [undefined, 'C', false],
    ]);
    expect(matchRows(drugs, of('A', 'B'), of('B', 'A')).every(({ isSame }) => isSame)).toBe(true);
  });
  it('are checked cell by cell; 无 stands alone and needs no more', () => {
    const asked = {
      drugs: rows(
        '用药',
        'Drugs',
        { drug: text('药物', 'Drug', { required: true, max: 5 }), dose: text('剂量', 'Dose', { required: true }) },
        'drug',
        { required: true },
      ),
    };
    const told = (given: unknown): string[] => check(asked, { drugs: given }).problems.map((problem) => problemText(problem, 'zh'));
    expect(told([])).toEqual(['请输入用药']);
    expect(told([{ drug: '' }])).toEqual(['请输入用药']);
    expect(told([{ drug: ' 无 ' }, {}])).toEqual([]);
    expect(told([{ drug: 'Ａ', dose: '1' }, { dose: '2' }])).toEqual(['用药第 2 行: 请输入药物']);
    expect(told([{ drug: '无' }, { drug: 'A', dose: '1' }])).toEqual(['用药第 1 行: “无”须单独一行']);
    expect(told('A')).toEqual(['用药格式不正确']);
    expect(check(asked, { drugs: [{ drug: ' Ａ ', dose: '1' }, {}] }).values).toEqual({ drugs: [{ drug: 'A', dose: '1' }] });
  });
});
