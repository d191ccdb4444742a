import { expect, it } from 'vitest';
import { isLegalMove, labStatus, legalMoves, wayOf, type LabStatus } from './sampleStatus.ts';

const statuses = Object.keys(legalMoves).map(Number) as LabStatus[];
const reception: readonly LabStatus[] = [labStatus.pendingEntry, labStatus.rejected];

it('leads from any status of the lab to any other by legal steps, the shortest way', () => {
  const inTheLab = statuses.filter((status) => !reception.includes(status));
  for (const from of inTheLab)
    for (const to of inTheLab) {
      const way = wayOf('S1', from, to);
      expect(way.every(isLegalMove), `${from} -> ${to}`).toBe(true);
      expect([from, ...way.map((step) => step.to)].at(-1)).toBe(to);
      expect(way.map((step) => step.from)).toEqual([from, ...way.map((step) => step.to)].slice(0, -1));
      expect(way.some((step) => reception.includes(step.to))).toBe(false);
    }
  expect(wayOf('S1', 104, 107)).toEqual([
    { sampleCode: 'S1', from: 104, to: 106 },
    { sampleCode: 'S1', from: 106, to: 107 },
  ]);
  expect(wayOf('S1', 107, 104)).toHaveLength(1);
  expect(wayOf('S1', 104, 104)).toEqual([]);
});

it('leaves what reception decides to reception', () => {
  for (const status of statuses.filter((one) => one !== labStatus.rejected)) {
    expect(() => wayOf('S1', labStatus.rejected, status), `${status}`).toThrow('no way');
    expect(() => wayOf('S1', status, labStatus.rejected), `${status}`).toThrow('no way');
  }
  expect(() => wayOf('S1', labStatus.pendingEntry, labStatus.entered)).toThrow('no way');
});
