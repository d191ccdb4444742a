import { choice, decimal, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';
import { onFail } from './rules/judging.ts';
import { metric } from './rules/metrics.ts';

/** What a measure of quality must be for a panel group or one of its panels, and what follows where it is not (docs/lab.md#judging). */
export const qcLimit = defineResource({
  name: 'qcLimit',
  title: ['质控限', 'Quality limit'],
  service: 'base',
  path: 'qc-limit',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'qcLimitId',
  roles: { ...atBenches, ops: 'all' },
  display: { name: 'metric' },
  key: ['panelGroupId', 'panelId', 'metric'],
  fields: {
    panelGroupId: ref('项目组', 'Panel group', 'panelGroup', { required: true, search: true }),
    panelId: ref('检测项目', 'Panel', 'panel', { search: true, help: ['留空: 项目组全部检测项目', 'Empty: every panel of the group'] }),
    metric: choice('质控参数', 'Measure', metric, {
      required: true,
      search: true,
      help: [
        '按 Z 值判读的项目组未设胎儿浓度限时, 按 ≥ 4% (复检); 停用一条即不设限',
        'A group judged by Z without a limit of the fetal fraction has ≥ 4 % (do again); a disabled one means none',
      ],
    }),
    minValue: decimal('下限', 'Lower limit', { scale: 4 }),
    maxValue: decimal('上限', 'Upper limit', { scale: 4 }),
    onFail: choice('超限处理', 'When outside', onFail, { required: true, search: true }),
    basis: text('依据', 'Basis', { required: true, max: 200, help: ['说明书及页码', 'The manual and its page'] }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/lab/qc-limit', title: ['质控限管理', 'Quality limits'] }],
});
