import { choices } from '#domain/kernel/choices.ts';
import { choice, date, decimal, flag, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';
import { controlKind } from './rules/controlGate.ts';
import { metric } from './rules/metrics.ts';

/** Where a level control's target comes from. */
export const targetSource = choices({
  given: [1, '定值', 'Given'],
  cumulative: [2, '累积', 'Cumulative'],
});

/** A lot of a control material as a laboratory runs it with a panel group (docs/lab.md#controls). */
export const qcLot = defineResource({
  name: 'qcLot',
  title: ['质控品', 'Control lot'],
  service: 'base',
  path: 'qc-lot',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'qcLotId',
  roles: { ...atBenches, lab: 'all', ops: 'all' },
  display: { name: 'materialName', code: 'lotNo' },
  fields: {
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true, search: true }),
    panelGroupId: ref('项目组', 'Panel group', 'panelGroup', { required: true, search: true }),
    controlKind: choice('质控类型', 'Control kind', controlKind, { required: true, search: true }),
    materialName: text('质控品名称', 'Material', { required: true, search: true }),
    lotNo: text('质控批号', 'Control lot number', {
      required: true,
      search: true,
      max: 50,
      help: ['结果文件以此编号识别质控', 'Result files name the control by it'],
    }),
    expireDate: date('有效期至', 'Expires', { required: true }),
    itemId: ref('检测项', 'Item', 'item', { help: ['留空: 代表项目组全部检测项', 'Empty: stands for every item of the group'] }),
    metric: choice('质控参数', 'Measure', metric),
    targetSource: choice('靶值来源', 'Target from', targetSource),
    mean: decimal('均值', 'Mean', { scale: 4 }),
    sd: decimal('标准差', 'Standard deviation', { scale: 4, min: 0 }),
    isRequired: flag('必做', 'Required', { help: ['文件中缺少时, 结果不导入', 'Results are held where a file lacks it'] }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/lab/qc-lot', title: ['质控品管理', 'Control lots'] }],
  laboratoryField: 'laboratoryId',
});
