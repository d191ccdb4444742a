import { expect, it } from 'vitest';
import { impossibleFields } from './impossible.ts';
import type { Values } from './entryForm.ts';
import { entryForms } from '../forms/entryForms.ts';
import { isRequiredNow } from './judge.ts';

it('leaves out what the answers make impossible', () => {
  const open = impossibleFields('nipt', {});
  expect(open).toEqual(['sex']);
  const given = { conceptionMode: 1, fetusCount: 1, vanishingTwin: '1', geneticFamilyHistory: 0, adversePregnancyHistory: [1] };
  expect(impossibleFields('nipt', given)).toEqual([
    'sex',
    'embryoTransferDate',
    'embryoDay',
    'donorGamete',
    'chorionicity',
    'reductionDate',
    'adversePregnancyText',
    'geneticFamilyText',
  ]);
  expect(impossibleFields('nomal', given)).toEqual([]);
});

it('asks for a guardian of who is under 14 or may be', () => {
  const guardian = ['guardianName', 'guardianPhone', 'guardianConsent'];
  const asked = (values: Values): readonly string[] => guardian.filter((name) => !impossibleFields('monogenic', values).includes(name));
  const sampled = { samplingTime: '2026-11-20 12:00:00' };
  expect(asked({})).toEqual(guardian);
  expect(asked({ ...sampled, birthDate: '2012-11-21' })).toEqual(guardian);
  expect(asked({ ...sampled, birthDate: '2012-11-20' })).toEqual([]);
  expect(asked({ age: '13', ageUnit: 1 })).toEqual(guardian);
  expect(asked({ age: '14', ageUnit: 1 })).toEqual([]);
  // Who has one all the same is kept in the way.
  expect(asked({ age: 80, ageUnit: 1, guardianName: '章程' })).toEqual(['guardianName']);
});

it('keeps in the way what contradicts the answers: somebody has to see it', () => {
  expect(impossibleFields('nipt', { fetusCount: 1, chorionicity: 2 })).toEqual(['sex']);
});

it('never calls impossible what the same answer makes mandatory', () => {
  for (const { requiredWhen, impossibleWhen } of Object.values(entryForms))
    for (const { fields, field, is } of impossibleWhen)
      for (const value of is) {
        const needed = requiredWhen.filter((condition) => condition.field === field && isRequiredNow(condition, { [field]: value }));
        expect(needed.flatMap((condition) => condition.fields).filter((name) => fields.includes(name))).toEqual([]);
      }
});
