import { expect, it } from 'vitest';
import { incompleteReason, incompleteReasonOf, ownerOf, type UnreportedTask } from './incompleteReason.ts';

const task: UnreportedTask = { labStatus: 104, taskState: 1, round: 1, isDelayed: false, reportState: null, isUnconfigured: false };
const reason = (more: Partial<UnreportedTask>) => incompleteReason.labelOf(incompleteReasonOf({ ...task, ...more }))?.[0];

it.each<readonly [string, Partial<UnreportedTask>]>([
  ['延迟', { isDelayed: true, taskState: 5, reportState: 7 }],
  ['待录入', { labStatus: 101, taskState: null }],
  ['待交接/接收', { labStatus: 103, taskState: null }],
  ['外送未回', { labStatus: 104, taskState: null }],
  ['待补采', { taskState: 8, round: 2 }],
  ['待结果', { taskState: 2 }],
  ['复检', { taskState: 1, round: 2 }],
  ['待一审', { taskState: 3, round: 2 }],
  ['待二审', { taskState: 4 }],
  ['等其他项目', { taskState: 5, reportState: 0 }],
  ['等其他项目', { taskState: 5 }],
  ['无配置', { taskState: 5, reportState: 7, isUnconfigured: true }],
  ['生成失败', { taskState: 5, reportState: 7 }],
  ['待生成', { taskState: 5, reportState: 2 }],
  ['待报告审核', { taskState: 5, reportState: 3 }],
  ['撤回更正中', { taskState: 6, reportState: 5 }],
])('%s', (word, more) => {
  expect(reason(more)).toBe(word);
});

it('is somebody’s turn, whatever the reason', () => {
  expect(incompleteReason.options.map(({ code }) => ownerOf[code as keyof typeof ownerOf]).every(Boolean)).toBe(true);
});
