import { describe, expect, it } from 'vitest';
import { check } from '#domain/kernel/check.ts';
import { comparePasses } from '../../rules/compare.ts';
import { context, plain, rulesOf } from '../../rules/entryExamples.ts';
import type { JudgeContext, NamedCase, Values } from '../../rules/entryForm.ts';
import { judge } from '../../rules/judge.ts';
import { ccidForm } from './ccidForm.ts';

const entry: Values = {
  ...plain,
  department: '呼吸科',
  doctorName: '林医生',
  clinicalDiagnosis: '肺部感染',
  pathogenPanel: 4,
  transportCondition: 2,
  sampleVolume: 6,
  patientSource: 1,
  symptoms: [1, 2],
  immuneStatus: 1,
  antiInfectives: [{ drug: '美罗培南', startDate: '2026-11-18' }],
  suspectedBsl3: 0,
};
const of = (className: string): JudgeContext => ({
  ...context,
  receiveTime: '2026-11-20 18:00:00',
  sampleClass: { sampleClassId: '9', sampleClassName: className },
});
const told = (change: Values, more: JudgeContext = context): string[] => rulesOf(judge('CCID', { ...entry, ...change }, more));
const asked = (change: Values): readonly string[] =>
  judge('CCID', { ...entry, ...change }, context).flatMap(({ rule, fields }) => (rule === 'required' ? fields : []));

describe('CCID', () => {
  it('does not object to a plain entry', () => expect(told({})).toEqual([]));
  it('C-1: hours by class, not on dry ice, not where the product says its own', () => {
    const late = { samplingTime: '2026-11-19 17:59:00' };
    expect(told({ ...late, specimenSite: '右上叶' }, of('肺泡灌洗液'))).toEqual(['C-1:warn']);
    expect(told({ ...late, samplingTime: '2026-11-19 18:00:00' }, of('脑脊液'))).toEqual([]);
    expect(told({ ...late, transportCondition: 1 }, of('脑脊液'))).toEqual([]);
    expect(told({ samplingTime: '2026-11-20 09:59:00' }, of('EDTA全血'))).toEqual(['C-1:warn']);
    const own = { commodityId: '1', commodityName: 'X', holdingHours: 72, minimumVolume: 1 };
    expect(told({ ...late, sampleVolume: 2 }, { ...of('EDTA全血'), commodities: [own] })).toEqual([]);
  });
  it.each<[string, number, number, string[]]>([
    ['肺泡灌洗液', 4.9, 33, ['C-VOL:warn']],
    ['肺泡灌洗液', 5, 33, []],
    ['痰', 2.9, 33, ['C-VOL:warn']],
    ['EDTA全血', 2.9, 33, ['C-VOL:warn']],
    ['EDTA全血', 1.5, 6, []],
    ['EDTA全血', 1.4, 6, ['C-VOL:warn']],
    ['脑脊液', 0.9, 33, ['C-VOL:warn']],
  ])('C-VOL: %s %d mL at %i years', (className, sampleVolume, age, rules) => {
    const guardian = age < 14 ? { guardianName: '章晴', guardianPhone: '19900004964', guardianConsent: 1 } : {};
    expect(told({ sampleVolume, age, birthDate: null, specimenSite: '右上叶', ...guardian }, of(className))).toEqual(rules);
  });
  it('C-2, C-3, C-4, C-5, C-6, C-7', () => {
    expect(told({ pathogenPanel: 2 })).toEqual(['C-2:warn']);
    expect(told({ pathogenPanel: 3, transportCondition: 4 })).toEqual([]);
    expect(told({ pathogenPanel: 1 }, of('尿液'))).toEqual(['C-3:inform']);
    expect(told({ pathogenPanel: 7 }, of('尿液'))).toEqual([]);
    expect(judge('CCID', { ...entry, infectionSite: [1, 5] }, context)).toMatchObject([{ rule: 'C-4', isPrinted: true }]);
    expect(told({ antiInfectives: [{ drug: 'A', startDate: '2026-11-21' }] })).toEqual(['C-5:warn']);
    expect(told({ antiInfectives: [{ drug: 'A', startDate: '2026-11-18', stopDate: '2026-11-17' }] })).toEqual(['C-5:block']);
    expect([33.9, 34, 43, 43.1].map((bodyTemperature) => told({ bodyTemperature }).length)).toEqual([1, 0, 0, 1]);
    expect(told({ suspectedBsl3: 1, biosafetyAgents: [2] })).toEqual(['C-7:inform']);
    expect(asked({ suspectedBsl3: 1 })).toEqual(['biosafetyAgents']);
    expect(asked({ patientSource: 3 })).toEqual(['patientNo', 'bedNo']);
  });
  it('asks for the volume, and judges it by the class', () => {
    expect(judge('CCID', { ...entry, sampleVolume: 0.5 }, of('脑脊液'))).toMatchObject([{ rule: 'C-VOL', fields: ['sampleVolume'] }]);
    const faults = (sampleVolume: unknown): string | undefined =>
      check(ccidForm.fields, { ...entry, sampleVolume }).problems.find(({ field }) => field === 'sampleVolume')?.code;
    expect([null, 0.09, 0.1, 50, 50.1].map(faults)).toEqual(['required', 'tooSmall', undefined, undefined, 'tooBig']);
  });
  it('C-CASE: a concession is a case of this sample that was decided so', () => {
    const known = { measure: 3, sampleCodes: ['S26000001'] };
    const cases: Readonly<Record<string, NamedCase | null>> = {
      'YC-1': known,
      'YC-2': { ...known, measure: 2 },
      'YC-3': { ...known, sampleCodes: ['S26000009'] },
      'YC-4': { ...known, measure: null },
      'YC-5': null,
    };
    const named = (concessionId: string): string[] =>
      told({ sampleCode: 'S26000001', concessionId }, { ...context, caseNamed: (caseNo) => cases[caseNo] });
    expect(named('YC-1')).toEqual([]);
    expect(['YC-2', 'YC-3', 'YC-4', 'YC-5'].map(named)).toEqual(Array(4).fill(['C-CASE:warn']));
    // A desk knows of no case.
    expect(told({ sampleCode: 'S26000001', concessionId: 'YC-5' })).toEqual([]);
  });
  it('compares the drugs by name, whatever their order and dates', () => {
    const drugs = (...names: string[]): Values => ({ ...entry, antiInfectives: names.map((drug) => ({ drug })) });
    expect(comparePasses('CCID', drugs('美罗培南', '万古霉素'), drugs('万古霉素', ' 美罗培南 '))).toEqual([]);
    expect(comparePasses('CCID', drugs('美罗培南', '万古霉素'), drugs('美罗培南')).map(({ field }) => field)).toEqual(['antiInfectives']);
    expect(comparePasses('CCID', drugs('无'), { ...entry, antiInfectives: null }).map(({ field }) => field)).toEqual(['antiInfectives']);
  });
});
