import { expect, it } from 'vitest';
import { by, doubleCommodity, genericCommodity, niptCommodity, reception, summaryOf, summaryState } from './deskExamples.ts';
import { enterSummary, summaryContent } from './summary.ts';
import type { SummaryState } from './summaryState.ts';

const decide = (state: Partial<SummaryState> = {}, change: Record<string, unknown> = {}, acting = by(reception)) =>
  enterSummary.decide({ ...summaryState, ...state }, summaryOf(change), acting);
const fieldsOf = (outcome: ReturnType<typeof decide>): string[] => (outcome.accepted ? [] : (outcome.problems ?? []).map(({ field }) => field));

it('takes a requisition in with all its tubes, at the time of the act', () => {
  const outcome = decide(
    {},
    {
      tubes: [
        { sampleCode: ' a1 ', sampleClassId: '21', sampleQuantity: 1 },
        { sampleCode: 'Ａ2', sampleClassId: '21', sampleQuantity: '2', sampleCondition: [2, 8] },
      ],
    },
    by(reception, '2026-11-21 10:00:00', '2026-11-21 08:30:00'),
  );
  expect(outcome).toMatchObject({
    accepted: true,
    change: {
      receiveTime: '2026-11-21 08:30:00',
      entryForm: 'nomal',
      isDoubleEntry: false,
      moves: [
        { sampleCode: 'A1', from: null, to: 101 },
        { sampleCode: 'A2', from: null, to: 101 },
      ],
      tubes: [
        { sampleCode: 'A1', sampleCondition: [1] },
        { sampleCode: 'A2', sampleQuantity: 2, sampleCondition: [2, 8] },
      ],
    },
  });
});

it('answers the same content as a repeat and other content with who and when', () => {
  const known = { by: '李芳', at: '2026-11-21 09:12:00', isRejected: false };
  expect(decide({ existing: { ...known, isSame: true } })).toMatchObject({ accepted: true, repeat: true });
  expect(decide({ existing: { ...known, isSame: false } })).toMatchObject({
    kind: 'conflict',
    code: 'summary.alreadyEntered',
    params: { requisitionCode: 'A26000001', by: '李芳', at: '2026-11-21 09:12:00' },
  });
  expect(decide({ existing: { ...known, isSame: false, isRejected: true } })).toMatchObject({ kind: 'refused', code: 'summary.rejected' });
});

it('counts content as equal whatever its width, order or blanks', () => {
  const tubes = [
    { sampleCode: 'A1', sampleClassId: '21', sampleQuantity: 1 },
    { sampleCode: 'A2', sampleClassId: '21', sampleQuantity: 1 },
  ];
  const one = summaryContent(summaryOf({ tubes, personName: '章晴', age: 33, reasons: { 'R-01': '已核实' } }));
  const other = summaryContent(summaryOf({ tubes: tubes.toReversed(), personName: ' 章晴 ', age: '33' }));
  expect(one).toEqual(other);
  expect(summaryContent(summaryOf({ tubes, personName: '章情' }))).not.toEqual(one);
});

it('keeps how the code was read as evidence, not as content', () => {
  expect(decide({}, { inputMode: 'manual' })).toMatchObject({ accepted: true, change: { inputMode: 'manual' } });
  expect(decide()).toMatchObject({ accepted: true, change: { inputMode: null } });
  expect(summaryContent(summaryOf({ inputMode: 'manual' }))).toEqual(summaryContent(summaryOf({ inputMode: 'scan' })));
});

it('says whose tube it is when a sample code is taken', () => {
  const taken = { sampleCode: '026000001', requisitionCode: 'A25000009', by: '李芳', at: '2026-11-20 16:00:00' };
  expect(decide({ taken: [taken] })).toMatchObject({ kind: 'conflict', code: 'summary.sampleTaken', params: taken });
});

it('names each field that is missing or wrong, tubes by their number', () => {
  const outcome = decide(
    {},
    {
      personName: '',
      sex: 9,
      samplingTime: '2026-02-30',
      tubes: [
        { sampleCode: 'A1', sampleClassId: '21', sampleQuantity: 0 },
        { sampleCode: 'A1', sampleClassId: '21', sampleQuantity: 1 },
      ],
    },
  );
  expect(outcome).toMatchObject({ accepted: false, code: 'command.badInput' });
  expect(fieldsOf(outcome).toSorted()).toEqual(['personName', 'samplingTime', 'sex', 'tubes.0.sampleQuantity', 'tubes.1.sampleCode']);
});

it("refuses master data that is unknown, disabled, or not the user's", () => {
  const { client, laboratory } = summaryState;
  expect(fieldsOf(decide({ client: null }))).toEqual(['sendSampleClientId']);
  expect(fieldsOf(decide({ client: client && { ...client, isDisable: 1 } }))).toEqual(['sendSampleClientId']);
  expect(fieldsOf(decide({ laboratory: laboratory && { ...laboratory, isAllowed: false } }))).toEqual(['contractLaboratoryId']);
  expect(fieldsOf(decide({ commodities: [] }))).toEqual(['commodityIds']);
  expect(fieldsOf(decide({ commodities: [{ ...genericCommodity, isDisable: 1 }] }))).toEqual(['commodityIds']);
  expect(fieldsOf(decide({ sampleClasses: [] }))).toEqual(['tubes.0.sampleClassId']);
});

it('asks for what the client and the cold chain demand', () => {
  const client = summaryState.client && { ...summaryState.client, isTelephoneRequired: true, isCredentialRequired: true };
  expect(fieldsOf(decide({ client, commodities: [{ ...genericCommodity, isColdChain: true }] }, { telephone: '' }))).toEqual([
    'telephone',
    'credentialType',
    'credentialNo',
    'arrivalTemperature',
  ]);
});

it('keeps commodities with different forms on different requisitions', () => {
  const outcome = decide({ commodities: [doubleCommodity, niptCommodity] }, { commodityIds: ['12', '13'] });
  expect(fieldsOf(outcome)).toEqual(['commodityIds']);
  expect(decide({ commodities: [genericCommodity, doubleCommodity] }, { commodityIds: ['11', '12'] })).toMatchObject({
    accepted: true,
    change: { entryForm: 'monogenic', isDoubleEntry: true },
  });
});

it('lets a warning through only with a reason, which it keeps', () => {
  const wrongClass = { commodities: [{ ...genericCommodity, sampleClassIds: ['22'] }] };
  expect(decide(wrongClass)).toMatchObject({ accepted: false, code: 'entry.needsReason', problems: [{ code: 'rule', params: { rule: 'R-09' } }] });
  expect(decide(wrongClass, { reasons: { 'R-09': '  ' } })).toMatchObject({ code: 'entry.needsReason' });
  expect(decide(wrongClass, { reasons: { 'R-09': '客户坚持' } })).toMatchObject({
    accepted: true,
    change: { explained: [{ rule: 'R-09', reason: '客户坚持' }] },
  });
});

it('takes the answer about an earlier record as its reason', () => {
  const looked = { earlier: [{ requisitionCode: 'A25000001', personName: '章晴', entryTime: '2026-11-01 09:00:00' }] };
  expect(decide({ looked })).toMatchObject({ code: 'entry.needsReason' });
  expect(decide({ looked }, { duplicateAnswer: 1, originalRequest: 'A25000001' })).toMatchObject({
    accepted: true,
    change: { explained: [{ rule: 'R-08', reason: '补采 A25000001' }] },
  });
});

it('blocks a sampling time in the future whatever reason is given', () => {
  expect(decide({}, { samplingTime: '2026-11-22 10:00:00', reasons: { 'R-01': '时钟' } })).toMatchObject({ accepted: false, code: 'entry.blocked' });
});
