import { longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';

/** Which panel groups work in a laboratory, and from which segment their lab codes come. Written by `bind-lab-code` alone. */
export const laboratoryPanelGroup = defineResource({
  name: 'laboratoryPanelGroup',
  title: ['检验所项目组', 'Laboratory panel group'],
  service: 'base',
  path: 'laboratory-panel-group',
  verbs: { page: 'page', detail: 'detail', save: 'bind-lab-code' },
  id: 'groupId',
  roles: { ...atBenches, ops: 'all' },
  display: { name: 'panelGroupId' },
  key: ['laboratoryId', 'panelGroupId'],
  fields: {
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true, search: true }),
    panelGroupId: ref('项目组', 'Panel group', 'panelGroup', { required: true, search: true }),
    segmentId: ref('实验室编号号段', 'Lab code segment', 'numberSegment', { help: ['空表示按日期编号', 'Empty: numbered by the day'] }),
    leader: text('负责人', 'In charge', { max: 40 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/laboratory-panel-group', title: ['检验所项目组', 'Lab panel groups'] }],
  laboratoryField: 'laboratoryId',
});
