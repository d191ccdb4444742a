import { expect, it } from 'vitest';
import { auditResults, whatBlocks, type AuditState } from './resultAudit.ts';

it('counts each row that is not passed together once, by its result before its signals', () => {
  const row = (detectionResult: 1 | 2 | 3 | null, ...signals: ('qcLow' | 'delta')[]) => ({ detectionResult, signals });
  const told = whatBlocks([row(2), row(2, 'qcLow'), row(3), row(1, 'qcLow'), row(1, 'qcLow', 'delta'), row(null)]);
  expect(told.map(({ word, count }) => [count, word[0]])).toEqual([
    [1, '无结论'],
    [2, '阳性'],
    [1, '可疑'],
    [2, '质控偏低'],
  ]);
  expect(whatBlocks([])).toEqual([]);
});

it('names what nobody has seen in both languages, each with its own comma', () => {
  const task: AuditState['task'] = {
    taskId: '1',
    labCode: 'L1',
    sampleCode: 'S1',
    requisitionCode: 'R1',
    laboratoryId: '1',
    panelGroupId: '1',
    taskState: 3,
    version: 1,
    resultVersion: 1,
    detectionResult: 1,
    signals: ['qcLow', 'delta'],
    missing: [],
    isGateHeld: false,
    checkerOne: null,
    checkerTwo: null,
    hands: { authors: ['9'], releasers: [], redoOrderers: [], firstAuditor: null },
  };
  const user = { id: '2', account: 'audit1', name: '审核一', tenantId: '000000', permissions: new Set(['resultAudit_first']) };
  const signing = { state: 'ready', signUserId: '2', signatureVersion: '1' } as const;
  expect(
    auditResults.decide(
      { task, signing },
      { taskId: '1', version: 1, signals: [], level: 1, result: 1, isAlone: true },
      { user, now: '2026-11-20 10:00:00', occurredAt: null, deviceId: null },
    ),
  ).toMatchObject({
    code: 'audit.signalsChanged',
    params: { signals: [expect.stringMatching(/^[^,]+、[^,]+$/), expect.stringMatching(/^[^、]+, [^、]+$/)] },
  });
});
