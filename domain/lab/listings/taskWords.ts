import { choice, dateTime, flag, integer, ref, text, type Fields } from '#domain/kernel/fields.ts';
import { pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { words } from '#domain/search/vocabulary.ts';
import { nextStep } from '../redo/roundKind.ts';
import { taskState } from '../rules/taskState.ts';

/** Looking at results item by item. */
export const viewResults: Right = { code: 'detectionResult_view', label: ['查看检测结果', 'View results'], roles: ['lab', 'audit1', 'audit2'] };

/** Words of a task that only the laboratory's lists have. */
export const taskWords = {
  panelNames: text('检测项目', 'Panels'),
  taskState: choice('任务状态', 'Task state', taskState),
  externalDueTime: dateTime('应发时间', 'Due time'),
  isUrgent: flag('加急', 'Urgent'),
  round: integer('轮次', 'Round'),
  nextStep: choice('下一步', 'Next step', nextStep),
} as const satisfies Fields;

/** What every list of tasks is searched by: its codes, whose it is, what is tested. */
export const taskSearch = {
  ...pick(words, 'labCode', 'sampleCode', 'requisitionCode', 'hospitalCode', 'panelGroupId', 'sendSampleClientId'),
  panelId: ref('检测项目', 'Panels', 'panel'),
  ...pick(words, 'commodityId', 'agentId', 'laboratoryId', 'contractLaboratoryId'),
} as const satisfies Fields;
/** The same with who was tested. */
export const personSearch = { ...taskSearch, personName: words.personName } as const satisfies Fields;
