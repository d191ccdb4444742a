import { describe, expect, it } from 'vitest';
import type { TaskState } from '#domain/lab/rules/taskState.ts';
import { entryState } from '../entryState.ts';
import type { LabStatus } from '../sampleStatus.ts';
import type { AskedChange, ChangeFacts } from './changeFacts.ts';
import { planChange } from './changePlan.ts';

const now = '2026-11-20 09:00:00';
/** One tube of a pregnancy test, as far as its one task is; issued where a report of it is. */
function pregnancy(labStatus: LabStatus, taskState: TaskState, reportState: 1 | 3 | 4): ChangeFacts {
  return {
    requisition: {
      requisitionId: '1',
      requisitionCode: 'A26000001',
      contractLaboratoryId: '5',
      entryForm: 'nipt',
      isDoubleEntry: true,
      isDoubleByClient: false,
      entryState: entryState.settled,
      receiveTime: '2026-11-18 09:00:00',
      commodityIds: ['7'],
      hasPass: true,
      isSettled: true,
      values: {
        personName: '测试甲',
        sex: 2,
        heightCm: 160,
        weightKg: 60,
        bmi: 23.4,
        gaWeeks: 14,
        gaDays: 2,
        fetusCount: 1,
        telephone: '13900001111',
      },
    },
    tubes: [
      {
        sampleId: '2',
        sampleCode: '0260000001',
        labStatus,
        primarySampleId: null,
        isEntrusted: false,
        isSentOut: false,
        items: [{ commodityId: '7', itemState: 3, handoverId: '9' }],
      },
    ],
    tasks: [
      { taskId: '3', sampleId: '2', panelGroupId: '4', panelGroupName: '产前', taskState, commodityIds: ['7'], hasResult: true, isPlaced: false },
    ],
    reports: [{ reportId: '6', reportNo: 'A26000001', state: reportState, taskIds: ['3'], printed: ['personName', 'gestationalAge'] }],
    commodities: [
      {
        commodityId: '7',
        commodityCode: 'N1',
        commodityName: '无创',
        entryForm: 'nipt',
        isDoubleEntry: true,
        isColdChain: false,
        panelGroupIds: ['4'],
      },
    ],
    settled: [],
    client: null,
    sampleClassNames: {},
  };
}
const asked = (field: string, after: unknown): AskedChange => ({
  applyType: 2,
  changes: [{ field, before: undefined, after }],
  addCommodityIds: [],
  removeCommodityIds: [],
});

describe('what a result is worked out with', () => {
  it('sends it back to its first audit: 107 becomes 104', () => {
    expect(planChange(pregnancy(107, 5, 1), asked('weightKg', 66), now)).toMatchObject({
      back: [{ taskId: '3', from: 5, to: 3 }],
      withdrawn: [],
      tubes: [{ from: 107, to: 104 }],
      // What is calculated follows.
      changes: [{ field: 'weightKg', before: 60, after: 66 }, { field: 'bmi' }],
    });
  });

  it('of eclampsia is what its model reads, and no telephone number', () => {
    const facts = pregnancy(107, 5, 1);
    const ofModel = { ...facts, commodities: facts.commodities.map((one) => ({ ...one, entryForm: 'eclampsia' as const })) };
    const requisition = { ...facts.requisition, entryForm: 'eclampsia' as const };
    expect(planChange({ ...ofModel, requisition }, asked('race', 2), now)).toMatchObject({ back: [{ taskId: '3', from: 5, to: 3 }] });
    expect(planChange({ ...ofModel, requisition }, asked('telephone', '13900002222'), now)).toMatchObject({ back: [], tubes: [] });
  });

  it('takes the issued report along', () => {
    expect(planChange(pregnancy(108, 6, 4), asked('weightKg', 66), now)).toMatchObject({
      back: [],
      withdrawn: [{ operate: 1, report: { reportId: '6' } }],
      tubes: [{ from: 108, to: 104 }],
    });
  });
});

describe('what is printed', () => {
  it('withdraws the report alone, and leaves it where it is not printed', () => {
    expect(planChange(pregnancy(108, 6, 4), asked('personName', '测试乙'), now)).toMatchObject({
      withdrawn: [{ operate: 3 }],
      back: [],
      tubes: [{ from: 108, to: 107 }],
    });
    const charged = { ...pregnancy(108, 6, 4), settled: [{ commodityId: '7', orderNo: 'SO-1', billNo: 'BL-1', isSent: 1 }] };
    expect(planChange(charged, asked('personName', '测试乙'), now)).toMatchObject({
      effects: expect.arrayContaining([[expect.stringContaining('已在账单 BL-1, 撤回将生成红字'), expect.stringContaining('BL-1')]]),
    });
    expect(planChange(pregnancy(108, 6, 4), asked('telephone', '13900002222'), now)).toMatchObject({ withdrawn: [], redrawn: [], tubes: [] });
    expect(planChange(pregnancy(107, 5, 3), asked('personName', '测试乙'), now)).toMatchObject({ redrawn: [{ reportId: '6' }], tubes: [] });
  });
});

it('what is ordered of a tube at an outside laboratory makes no task of ours, and promises none', () => {
  const facts = pregnancy(104, 1, 1);
  const more = {
    commodityId: '8',
    commodityCode: 'N2',
    commodityName: '单项',
    entryForm: 'nipt',
    isDoubleEntry: true,
    isColdChain: false,
    panelGroupIds: ['5'],
  } as const;
  const ordered: AskedChange = { applyType: 1, changes: [], addCommodityIds: ['8'], removeCommodityIds: [] };
  const madeAt = (isSentOut: boolean) =>
    planChange(
      {
        ...facts,
        commodities: [...facts.commodities, more],
        tasks: [],
        tubes: facts.tubes.map((tube) => ({ ...tube, isEntrusted: true, isSentOut })),
      },
      ordered,
      now,
    );
  expect(madeAt(false)).toMatchObject({ items: { made: [{ sampleId: '2', panelGroupId: '5' }] } });
  expect(madeAt(true)).toMatchObject({ items: { made: [], remade: [], items: [{ commodityId: '8', to: 3 }] } });
});
