import { describe, expect, it } from 'vitest';
import type { Acting } from '#domain/kernel/command.ts';
import type { Outcome } from '#domain/kernel/outcome.ts';
import { taskState, type TaskState } from '../rules/taskState.ts';
import { processRecord, processTask } from '../labExamples.ts';
import { trackRecords, updateRecord } from './followActs.ts';
import { isSameOwner, resampleNew, type NewTube } from './newTube.ts';
import { billableBy, stopReason } from './processChoices.ts';
import type { ProcessRecord } from './processRecord.ts';
import type { ProcessTask } from './processTask.ts';
import { resampleRecover, stopRecover } from './recordActs.ts';
import { delayTasks, resampleTasks, stopTasks } from './taskActs.ts';

const acting: Acting = {
  user: { id: '1', account: 'lab', name: '检验员', tenantId: '000000', permissions: new Set() },
  now: '2026-11-24 10:00:00',
  occurredAt: null,
  deviceId: null,
};
const task = (state: TaskState, own: Partial<ProcessTask> = {}): ProcessTask => ({ ...processTask, taskState: state, ...own });
const all = taskState.options.map(({ code }) => code as TaskState);
const said = (outcome: Outcome<unknown>): string => (outcome.accepted ? 'yes' : outcome.code.replace('process.', ''));

describe('acts on tasks', () => {
  const stop = { taskId: '5', reasonCode: stopReason.client };
  const of = (decide: (state: TaskState) => Outcome<unknown>): Record<number, string> =>
    Object.fromEntries(all.map((state) => [state, said(decide(state))]));
  const late = { goBack: 'goBackFirst', no: 'state' };

  it('stop from 1, 2, 3 and 8, ask for another sample from 1 to 3, delay whatever is not ended; what is audited goes back first', () => {
    expect(of((state) => stopTasks.decide({ task: task(state) }, stop, acting))).toEqual({
      1: 'yes',
      2: 'yes',
      3: 'yes',
      4: late.goBack,
      5: late.goBack,
      6: late.goBack,
      7: late.no,
      8: 'yes',
      9: late.no,
    });
    expect(of((state) => resampleTasks.decide({ task: task(state) }, { taskId: '5', reasonCode: 'ABN01' }, acting))).toEqual({
      1: 'yes',
      2: 'yes',
      3: 'yes',
      4: late.goBack,
      5: late.goBack,
      6: late.goBack,
      7: late.no,
      8: late.no,
      9: late.no,
    });
    const delay = { taskId: '5', reasonCode: 'DLY01' as const, promisedTime: '2026-11-24 10:00:01' };
    expect(of((state) => delayTasks.decide({ task: task(state) }, delay, acting))).toEqual({
      1: 'yes',
      2: 'yes',
      3: 'yes',
      4: 'yes',
      5: 'yes',
      6: late.no,
      7: late.no,
      8: 'yes',
      9: late.no,
    });
    expect(said(delayTasks.decide({ task: task(1) }, { ...delay, promisedTime: acting.now }, acting))).toBe('promisedPast');
  });

  it('say who did it before', () => {
    const openRecords = [
      { recordId: '1', kind: 1 as const, by: '李芳', at: '2026-11-24 09:00:00', promisedTime: null },
      { recordId: '2', kind: 3 as const, by: '孙涛', at: '2026-11-24 08:00:00', promisedTime: '2026-11-30 10:00:00' },
    ];
    expect(stopTasks.decide({ task: task(7, { openRecords }) }, stop, acting)).toMatchObject({ code: 'process.done', params: { by: '李芳' } });
    const delay = { taskId: '5', reasonCode: 'DLY01' as const, promisedTime: '2026-12-01 10:00:00' };
    expect(delayTasks.decide({ task: task(1, { openRecords }) }, delay, acting)).toMatchObject({ code: 'process.done', params: { by: '孙涛' } });
  });

  it('a stop is charged by its reason, unless somebody says otherwise; for another reason both must be said', () => {
    expect(stopReason.options.map(({ code }) => [billableBy(code as 'STP01', false), billableBy(code as 'STP01', true)])).toEqual([
      [0, 1],
      ...Array.from({ length: 6 }, () => [0, 0]),
      [null, null],
    ]);
    const charged = (own: object, hasBenchStep = false) => stopTasks.decide({ task: task(2, { hasBenchStep }) }, { ...stop, ...own }, acting);
    expect(charged({})).toMatchObject({ change: { isBillable: 0, reason: '送检方要求', to: 7 } });
    expect(charged({ reason: '退单' }, true)).toMatchObject({ change: { isBillable: 1, reason: '退单' } });
    expect(charged({ isBillable: 0 }, true)).toMatchObject({ change: { isBillable: 0 } });
    expect(said(charged({ reasonCode: 'STP08' }))).toBe('reasonNeeded');
    expect(said(charged({ reasonCode: 'STP08', reason: '停业' }))).toBe('billableNeeded');
    expect(charged({ reasonCode: 'STP08', reason: '停业', isBillable: 1 })).toMatchObject({ change: { isBillable: 1 } });
  });
});

const record = (kind: 1 | 2 | 3 | 4, state: TaskState, before: TaskState, own: Partial<ProcessRecord> = {}): ProcessRecord => ({
  ...processRecord,
  kind,
  tasks: processRecord.tasks.map((one) => ({ ...one, taskState: state, before })),
  ...own,
});

describe('acts on records', () => {
  const back = { recordId: '9', reason: '恢复', fileSha256: 'a'.repeat(64), fileName: 'a.jpg' };
  it('a stop is taken back on evidence to where it stood; what ran waits again', () => {
    for (const [before, to] of [
      [1, 1],
      [2, 1],
      [3, 3],
      [8, 8],
    ] as const)
      expect(stopRecover.decide({ record: record(1, 7, before), hasFile: true }, back, acting)).toMatchObject({
        change: { recordState: 2, moves: [{ from: 7, to }] },
      });
    const no = (found: ProcessRecord | null, hasFile = true) => said(stopRecover.decide({ record: found, hasFile }, back, acting));
    expect(no(record(1, 7, 1), false)).toBe('noEvidence');
    expect([no(null), no(record(2, 8, 1)), no(record(1, 1, 1)), no(record(1, 7, 1, { state: 2 }))]).toEqual([
      'noRecord',
      'noRecord',
      'elsewhere',
      'closed',
    ]);
  });

  it('a request for a new sample is taken back until the sample has arrived', () => {
    const decide = (labStatus: 103 | 104 | null) =>
      resampleRecover.decide({ record: record(2, 8, 2), newTube: labStatus && { sampleCode: 'N1', labStatus } }, back, acting);
    expect(decide(null)).toMatchObject({ change: { recordState: 2, moves: [{ from: 8, to: 1 }] } });
    expect(decide(103)).toMatchObject({ accepted: true });
    expect(said(decide(104))).toBe('resample.arrived');
  });

  const person = { personName: '王小明', birthDate: '1995-03-07', credentialNo: null };
  it('the new sample is the same person’s, ordered for the same, and another tube', () => {
    const tube: NewTube = { ...person, sampleCode: 'N1', labStatus: 103, isSame: false, isSpare: false, coversAll: true };
    const decide = (own: Partial<NewTube> | null, found = record(2, 8, 3)) =>
      resampleNew.decide({ record: found, owner: person, tube: own && { ...tube, ...own } }, { recordId: '9', newSampleCode: 'N1' }, acting);
    expect(decide({})).toMatchObject({ change: { recordState: 1, moves: [] } });
    expect(decide({ labStatus: 104 })).toMatchObject({ change: { recordState: 3, moves: [{ from: 8, to: 7 }] } });
    expect(
      [null, { isSame: true }, { isSpare: true }, { labStatus: 111 as const }, { personName: '王大明' }, { coversAll: false }].map((own) =>
        said(decide(own)),
      ),
    ).toEqual(['noTube', 'sameTube', 'spare', 'ended', 'otherPerson', 'otherPanels'].map((name) => `resample.${name}`));
    expect(said(decide({}, record(2, 7, 8)))).toBe('elsewhere');
    expect(isSameOwner(person, { ...person, personName: ' 王 小明', credentialNo: '1' })).toBe(true);
    expect(isSameOwner(person, { ...person, birthDate: '1995-03-08' })).toBe(false);
    expect(isSameOwner({ ...person, personName: null }, { ...person, personName: null })).toBe(false);
  });

  it('a delay is promised anew or taken back; what was changed since is looked at again, what is closed stays', () => {
    const delay = record(3, 1, 1, { promisedTime: '2026-11-30 10:00:00' });
    const decide = (own: object, found = delay) => updateRecord.decide({ record: found }, { recordId: '9', version: 2, ...own }, acting);
    expect(decide({ promisedTime: '2026-12-02 10:00:00' })).toMatchObject({ change: { recordState: 1, promisedTime: '2026-12-02 10:00:00' } });
    expect(decide({ promisedTime: null })).toMatchObject({ change: { recordState: 2, promisedTime: null, moves: [{ from: 1, to: 1 }] } });
    expect(decide({ reason: '设备维修' })).toMatchObject({ change: { recordState: 1, promisedTime: undefined, moves: [] } });
    expect(said(decide({ promisedTime: '2026-11-01 10:00:00' }))).toBe('promisedPast');
    expect(said(decide({ version: 1 }))).toBe('changed');
    expect(said(decide({ promisedTime: '2026-12-02 10:00:00' }, record(1, 7, 1)))).toBe('noPromise');
    expect(said(trackRecords.decide({ record: { ...delay, state: 2 } }, { recordId: '9', content: '已告知' }, acting))).toBe('closed');
  });
});
