import { expect, it } from 'vitest';
import { summaryInput } from '#domain/sample/summaryInput.ts';
import { freshValues, fromPayload, inputModeOf, problemsForForm, toPayload } from './summaryForm.ts';

const values = {
  requisitionCode: 'A1',
  sampleCode: 'S1',
  testTubeNumber: 'T1',
  sampleClassId: '7',
  sampleQuantity: 1,
  sampleCondition: [1],
  contractLaboratoryId: '1',
  sendSampleClientId: '2',
  commodityIds: ['3'],
  personName: '张三',
  sex: 1,
  age: 30,
  ageUnit: 1,
  samplingTime: '2026-11-20 09:00:00',
  department: null,
};

it('makes an act the command accepts, further tubes sharing what they do not say', () => {
  const payload = toPayload(values, [{ sampleCode: 'S2', testTubeNumber: '', sampleClassId: null }], { 'R-01': '补录' });
  const parsed = summaryInput.parse(payload);
  expect(parsed.tubes.map((tube) => [tube.sampleCode, tube.sampleClassId, tube.testTubeNumber])).toEqual([
    ['S1', '7', 'T1'],
    ['S2', '7', null],
  ]);
  expect(parsed.personName).toBe('张三');
  expect(parsed.reasons).toEqual({ 'R-01': '补录' });
});

it('comes back from an act as it went in', () => {
  const back = fromPayload(toPayload(values, [{ sampleCode: 'S2', testTubeNumber: 'T2', sampleClassId: '8' }], {}));
  expect(back.values).toMatchObject({ requisitionCode: 'A1', sampleCode: 'S1', personName: '张三' });
  expect(back.extraTubes).toEqual([{ sampleCode: 'S2', testTubeNumber: 'T2', sampleClassId: '8' }]);
});

it('says how the code was read; one changed in the form was typed', () => {
  const read = { code: 'A1', inputMode: 'scan' } as const;
  expect([inputModeOf('A1', read), inputModeOf('A2', read), inputModeOf('A1', null)]).toEqual(['scan', 'manual', 'manual']);
  const payload = toPayload(values, [], {}, 'scan');
  expect(summaryInput.parse(payload).inputMode).toBe('scan');
  expect(fromPayload(payload)).toMatchObject({ read });
  expect(fromPayload(payload).values).not.toHaveProperty('inputMode');
});

it('carries over only what was chosen, never the person', () => {
  const next = freshValues(values, ['sendSampleClientId', 'personName', 'samplingTime']);
  expect(next).toEqual({ sampleQuantity: '1', sampleCondition: [1], ageUnit: 1, sendSampleClientId: '2', samplingTime: '2026-11-20 09:00:00' });
});

it("shows the first tube's faults at the form's own fields", () => {
  expect(problemsForForm([{ field: 'tubes.0.sampleClassId', code: 'required', params: {} }])[0]?.field).toBe('sampleClassId');
});
