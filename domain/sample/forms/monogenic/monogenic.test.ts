import { describe, expect, it } from 'vitest';
import { comparePasses } from '../../rules/compare.ts';
import { context, monogenicOwn, plain, rulesOf } from '../../rules/entryExamples.ts';
import type { Values } from '../../rules/entryForm.ts';
import { judge } from '../../rules/judge.ts';

const entry: Values = { ...plain, ...monogenicOwn, sampleCode: '026000001' };
const father: Values = { name: '章建', familyRelation: 2, sex: 1, birthDate: '1965-01-01', affectedStatus: 2, sampleCode: '026000002' };
const mother: Values = { name: '卢敏', familyRelation: 3, sex: 2, birthDate: '1967-01-01', affectedStatus: 2, sampleCode: '026000003' };
const told = (change: Values): string[] => rulesOf(judge('monogenic', { ...entry, ...change }, context));
const family = (...familyMembers: Values[]): Values => ({ familyMembers });
const asked = (change: Values): readonly string[] =>
  judge('monogenic', { ...entry, ...change }, context).flatMap(({ rule, fields }) => (rule === 'required' ? fields : []));

describe('monogenic', () => {
  it('does not object to a proband alone, nor to a whole trio', () => {
    expect(told({})).toEqual([]);
    const trio = { ...family(father, mother), familyCode: 'F1', geneProduct: 3, secondaryFindingsConsent: 1 };
    expect(told({ ...trio, fatherSampleCode: '026000002', motherSampleCode: '026000003' })).toEqual([]);
  });
  it('M-1, M-5: a father is a man, a mother a woman, an unknown sex is told', () => {
    expect(told(family({ ...father, sex: 2 }))).toEqual(['M-1:block']);
    expect(told({ ...family(father, { ...mother, sampleCode: '' }), motherSampleCode: '026000002' })).toEqual(['M-1:block']);
    expect(told(family({ ...father, sex: 3 }))).toEqual(['M-5:warn']);
  });
  it('M-2, M-3: nobody is their own parent, no child is one, no stranger', () => {
    expect(told({ fatherSampleCode: '026000001' })).toEqual(['M-2:block']);
    const child = { ...father, name: '章小', familyRelation: 7, birthDate: '2015-01-01' };
    expect(told({ ...family(child), fatherSampleCode: '026000002' })).toEqual(['M-2:block']);
    expect(told({ ...family(father), motherSampleCode: '026000009' })).toEqual(['M-3:warn']);
  });
  it('M-4, M-6, M-8, M-10, M-11', () => {
    expect(told({ affectedStatus: 2 })).toEqual(['M-4:warn']);
    expect(told({ affectedStatus: 2, ...family({ ...father, affectedStatus: 1 }) })).toEqual([]);
    expect(told(family(father, { ...mother, sampleCode: '026000002' }))).toEqual(['M-6:block']);
    expect(told(family(father, { ...mother, name: ' 章建 ' }))).toEqual(['M-6:warn']);
    expect(told(family({ ...father, birthDate: '1981-09-04' }))).toEqual(['M-8:warn']);
    expect(told(family({ ...father, birthDate: '1981-09-03' }))).toEqual([]);
    expect(told(family({ ...father, familyRelation: 1, sampleCode: '' }))).toEqual(['M-10:block']);
    expect(told({ isProband: 0, familyRelation: 5, ...family(father) })).toEqual(['M-10:warn']);
    expect(told(family({ ...father, familyRelation: 14 }))).toEqual(['M-11:warn']);
  });
  it('asks of a fetus for the mother’s sample, of a family for its code, of WES for secondary findings', () => {
    expect(asked({ familyRelation: 13 })).toEqual(['motherSampleCode', 'gaWeeks', 'gaDays', 'invasiveProcedure', 'mccExcluded']);
    expect(asked({ geneProduct: 3 })).toEqual(['familyCode', 'familyMembers', 'secondaryFindingsConsent']);
  });
  it('C-HPO, C-ONSET, C-BLOOD, C-DNA', () => {
    expect(told({ hpoTerms: [{ code: 'HP:0001263' }, { code: 'hp:0001250', isExcluded: 1 }] })).toEqual([]);
    expect(told({ hpoTerms: [{ code: 'HP:123' }] })).toEqual(['C-HPO:block']);
    expect(told({ onsetAge: 34, onsetAgeUnit: 1 })).toEqual(['C-ONSET:block']);
    expect(told({ onsetAge: 33, onsetAgeUnit: 1 })).toEqual([]);
    expect(told({ transplantHistory: 1, transplantDate: '2020-01-01' })).toEqual(['C-BLOOD:warn']);
    const dna = { ...context, sampleClass: { sampleClassId: '9', sampleClassName: 'DNA' } };
    expect(rulesOf(judge('monogenic', entry, dna))).toEqual(['C-DNA:warn']);
  });
  it('compares the family by name, relation, sex, affection and sample', () => {
    const differing = (...rows: Values[]): string[] =>
      comparePasses('monogenic', { ...entry, familyMembers: [father, mother] }, { ...entry, familyMembers: rows }).map(({ field }) => field);
    expect(differing(mother, { ...father, phenotype: '身材矮小' })).toEqual([]);
    expect(differing(mother, { ...father, affectedStatus: 1 })).toEqual(['familyMembers']);
  });
});
