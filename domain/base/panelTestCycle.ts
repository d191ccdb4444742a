import { choices } from '#domain/kernel/choices.ts';
import { choice, integer, longText, ref } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';

/** Where the clock of a test starts (docs/contract.md#turnaround). */
export const beginNode = choices({
  logistics: [1, '物流签收时间', 'Arrival by courier'],
  labReceive: [2, '实验室接收时间', 'Receipt by the laboratory'],
});
/** What days count (docs/contract.md#turnaround). */
export const dateModel = choices({
  workingDays: [1, '工作日', 'Working days'],
  calendarDays: [2, '自然日', 'Calendar days'],
});

/** How long a panel may take in a laboratory, counted from where and on which days. */
export const panelTestCycle = defineResource({
  name: 'panelTestCycle',
  title: ['检测周期', 'Test cycle'],
  service: 'base',
  path: 'panel-test-cycle',
  verbs: { page: 'page', save: 'save' },
  id: 'panelTestCycleId',
  roles: { ...atBenches, ops: 'all' },
  display: { name: 'panelId' },
  key: ['panelId', 'laboratoryId', 'beginNode'],
  fields: {
    panelId: ref('检测项目', 'Panel', 'panel', { required: true, search: true }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true, search: true }),
    beginNode: choice('起算节点', 'Counts from', beginNode, { required: true, search: true }),
    dateModel: choice('计日方式', 'Days', dateModel, { required: true, search: true }),
    internalTestCycle: integer('内部检测周期', 'Internal cycle', { required: true, min: 1, max: 525600, unit: 'min', isDuration: true }),
    externalTestCycle: integer('对外检测周期', 'External cycle', { required: true, min: 1, max: 525600, unit: 'min', isDuration: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/lab-report/cycle', title: ['检测周期管理', 'Test cycles'] }],
  laboratoryField: 'laboratoryId',
});
