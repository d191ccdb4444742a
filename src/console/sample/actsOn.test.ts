import { expect, it } from 'vitest';
import { actsOn } from './actsOn.ts';

const act = (opId: string, type: string, lanes: readonly string[], result: object | null = null) => ({
  opId,
  type,
  lanes,
  subject: lanes[0]!.slice(lanes[0]!.indexOf(':') + 1),
  receipt: result && ({ opId, status: 'applied', result } as never),
});
const queue = [
  act('in', 'summary.enter', ['req:R1', 'tube:T1', 'tube:T2']),
  act('typed', 'detail.enter', ['req:R1']),
  act('list', 'handover.save', ['handover:H1', 'tube:T1', 'tube:X9']),
  act('signed', 'handover.sign', ['handover:H1']),
  act('other', 'handover.save', ['handover:H2', 'tube:X9']),
  act('otherSigned', 'handover.sign', ['handover:H2']),
  act('away', 'reject.add', ['tube:T2']),
  act('partner', 'partner.receive', ['partner:TP5', 'req:P5', 'tube:P5']),
  act('lab', 'labTask.receive', ['tube:P5']),
];
const on = (code: string, ...more: Parameters<typeof actsOn> extends [unknown, unknown, ...infer Rest] ? Rest : never): string[] =>
  actsOn(queue, code, ...more).map(({ opId }) => opId);

it('finds what was done to a tube by any code of it, of its requisition and of its handovers', () => {
  expect(on('T1')).toEqual(['in', 'typed', 'list', 'signed']);
  expect(on('T2')).toEqual(['in', 'typed', 'away']);
  expect(on('R1')).toEqual(['in', 'typed', 'list', 'signed', 'away']);
  expect(on('X9')).toEqual(['list', 'signed', 'other', 'otherSigned']);
  expect(on('TP5')).toEqual(['partner', 'lab']);
  expect(on('NONE')).toEqual([]);
});

it('knows codes that a kept list or the server has together', () => {
  const known = [{ requisitionCode: 'R7', sampleCode: 'X9', others: ['TUBE-NO', 'HOSPITAL'] }];
  expect(on('HOSPITAL', known)).toEqual(['list', 'signed', 'other', 'otherSigned']);
  expect(on('R7', known)).toEqual(['list', 'signed', 'other', 'otherSigned']);
  const answered = [
    act('in', 'partner.receive', ['partner:TP6'], { requisitionCode: 'R6', sampleCode: 'T6' }),
    act('lab', 'labTask.receive', ['tube:T6']),
  ];
  expect(actsOn(answered, 'TP6')).toHaveLength(2);
});
