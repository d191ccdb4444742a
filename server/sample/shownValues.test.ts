import { expect, it } from 'vitest';
import { viewPatients } from '#domain/search/sampleRights.ts';
import { shownValues } from './shownValues.ts';

const typed = {
  partnerName: '欧阳娜',
  partnerTelephone: '13812345678',
  partnerCredentialNo: '320102199003070025',
  telephone2: '13987654321',
  partnerSampleCode: '026000002',
};
const holder = (...codes: readonly string[]) => ({ permissions: new Set(codes) });

it('shows of a partner what it shows of the patient, and their tube to everybody', () => {
  expect(shownValues(holder(), typed, ['detail_enter'])).toEqual({
    partnerName: '欧**',
    partnerTelephone: '138****5678',
    partnerCredentialNo: '320***********0025',
    telephone2: '139****4321',
    partnerSampleCode: '026000002',
  });
  expect(shownValues(holder(viewPatients.code), typed, [])).toBe(typed);
  expect(shownValues(holder('detail_enter'), typed, ['detail_enter'])).toBe(typed);
});

it('shows of a family what it shows of the patient, and what else stands in their rows to everybody', () => {
  const family = { familyMembers: [{ name: '欧阳娜', familyRelation: 2, sampleCode: '026000002' }, {}], priorGeneticTests: [{ name: '核型' }] };
  expect(shownValues(holder(), family, [])).toEqual({
    familyMembers: [{ name: '欧**', familyRelation: 2, sampleCode: '026000002' }, {}],
    priorGeneticTests: [{ name: '核型' }],
  });
  expect(shownValues(holder(viewPatients.code), family, [])).toBe(family);
});
