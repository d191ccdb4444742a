import { describe, expect, it } from 'vitest';
import { comparePasses } from '../../rules/compare.ts';
import { context, monogenicOwn, plain, rulesOf } from '../../rules/entryExamples.ts';
import type { Finding, NamedSample, Values } from '../../rules/entryForm.ts';
import { impossibleFields } from '../../rules/impossible.ts';
import { judge } from '../../rules/judge.ts';
import { entryForms } from '../entryForms.ts';

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
  describe('by what the house has of the samples', () => {
    const fathers: NamedSample = { sex: 1, birthDate: '1965-01-01', sampleClassName: 'EDTA全血', isReceived: true, entry: null };
    const blood = { sampleClass: { sampleClassId: '9', sampleClassName: 'EDTA全血' } };
    /** The proband names the father's sample, which stands in the house so. */
    const found = (known: Partial<NamedSample> | null, change: Values = {}): readonly Finding[] =>
      judge(
        'monogenic',
        { ...entry, ...family(father), familyCode: 'F1', fatherSampleCode: '026000002', ...change },
        { ...context, ...blood, sampleNamed: (code) => (code === '026000002' ? known && { ...fathers, ...known } : undefined) },
      );
    it('M-1, M-5: the sex of a parent, whatever the row says', () => {
      expect(rulesOf(found({}))).toEqual([]);
      expect(rulesOf(found({ sex: 2 }))).toEqual(['M-1:block']);
      expect(rulesOf(found({ sex: 3 }))).toEqual(['M-5:warn']);
    });
    it('M-2: its own requisition has this one as its parent', () =>
      expect(rulesOf(found({ entry: { familyCode: 'F1', fatherSampleCode: ' 026000001 ' } }))).toEqual(['M-2:block']));
    it('M-3, M-6: it is of another family; one of this family needs no row', () => {
      expect(rulesOf(found({ entry: { familyCode: 'f1' } }))).toEqual([]);
      expect(rulesOf(found({ entry: { familyCode: 'F2' } }))).toEqual(['M-3:block']);
      expect(rulesOf(found({ entry: { familyCode: 'F2' } }, { fatherSampleCode: null }))).toEqual(['M-6:block']);
      expect(rulesOf(found({ entry: { familyCode: 'F1' } }, { familyMembers: null }))).toEqual([]);
      expect(rulesOf(found({ entry: {} }, { familyMembers: null }))).toEqual(['M-3:warn']);
    });
    it('M-7: blood and DNA are prepared apart', () => {
      expect(rulesOf(found({ sampleClassName: '基因组DNA' }))).toEqual(['M-7:warn']);
      expect(rulesOf(found({ sampleClassName: 'cfDNA采血管' }))).toEqual([]);
    });
    it('M-8: by the birth date the house has, where the row has none', () => {
      const bare = family({ ...father, birthDate: null });
      expect(rulesOf(found({ birthDate: '1981-09-04' }, bare))).toEqual(['M-8:warn']);
      expect(rulesOf(found({ birthDate: '1981-09-03' }, bare))).toEqual([]);
    });
    it('M-9: a family waits for the sample that has not come', () => {
      const whole = { geneProduct: 3, secondaryFindingsConsent: 1 };
      expect(rulesOf(found({ isReceived: false }, whole))).toEqual(['M-9:inform']);
      expect(rulesOf(found(null, whole))).toEqual(['M-9:inform']);
      expect(found(null, whole)[0]?.text[0]).toContain('026000002');
      expect(rulesOf(found({}, whole))).toEqual([]);
      expect(rulesOf(found({ isReceived: false }))).toEqual([]);
    });
  });
  it('C-DNA: of any of its tubes', () => {
    const names = (id: string): string => (id === '1' ? 'EDTA全血' : '基因组DNA');
    const tubes = [
      { sampleCode: '026000001', sampleClassId: '1' },
      { sampleCode: '026000004', sampleClassId: '2' },
    ];
    expect(rulesOf(judge('monogenic', { ...entry, tubes }, { ...context, sampleClassName: names }))).toEqual(['C-DNA:warn']);
    expect(told({ tubes, fatherSampleCode: '026000004' })).toEqual(['M-2:block']);
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
  it('draws the family: a generation a line, each under their own parents, strangers apart', () => {
    const drawn = (...rows: Values[]) => entryForms.monogenic.pedigree?.({ ...entry, ...family(...rows) });
    expect(drawn()).toBeNull();
    const brother = { name: '章小', familyRelation: 4, sex: 1, affectedStatus: 1 };
    const tree = drawn(
      father,
      mother,
      brother,
      { ...brother, name: '章祖', familyRelation: 9, affectedStatus: 3 },
      { ...brother, name: '邻', familyRelation: 14 },
    );
    expect(tree?.people.map(({ name, x, y, shape, mark, isProband }) => [name, x, y, shape, mark, isProband])).toEqual([
      ['章建', -0.75, 1, 'square', 'healthy', false],
      ['卢敏', 2.25, 1, 'circle', 'healthy', false],
      ['章祖', -1.5, 0, 'square', 'unknown', false],
      ['章小', 0, 2, 'square', 'affected', false],
      ['章晴', 1.5, 2, 'circle', 'affected', true],
    ]);
    expect(tree?.others.map(({ name }) => name)).toEqual(['邻']);
    expect(tree?.people[0]?.text).toEqual(['章建 父亲 男 未患病 样本 026000002', '章建 Father Male Healthy sample 026000002']);
    // The parents' own line, from its middle down to the line of the two, and to each of them; the grandfather's down to the father.
    expect(tree?.lines).toContainEqual({ x1: -0.75, y1: 1, x2: 2.25, y2: 1 });
    expect(tree?.lines).toContainEqual({ x1: 0.75, y1: 1, x2: 0.75, y2: 1.6 });
    expect(tree?.lines).toContainEqual({ x1: 1.5, y1: 1.6, x2: 1.5, y2: 2 });
    expect(tree?.lines).toContainEqual({ x1: -1.5, y1: 0, x2: -1.5, y2: 0.6 });
  });
  it('asks for what is prenatal of a fetus, or of who may be one', () => {
    const prenatal = ['gaWeeks', 'gaDays', 'invasiveProcedure', 'mccExcluded'];
    expect(impossibleFields('monogenic', entry)).toEqual(expect.arrayContaining(prenatal));
    for (const familyRelation of [13, 14, null])
      expect(impossibleFields('monogenic', { ...entry, familyRelation }).filter((name) => prenatal.includes(name))).toEqual([]);
  });
  it('compares the family by name, relation, sex, affection and sample', () => {
    const differing = (...rows: Values[]): string[] =>
      comparePasses('monogenic', { ...entry, familyMembers: [father, mother] }, { ...entry, familyMembers: rows }).map(({ field }) => field);
    expect(differing(mother, { ...father, phenotype: '身材矮小' })).toEqual([]);
    expect(differing(mother, { ...father, affectedStatus: 1 })).toEqual(['familyMembers']);
  });
});
