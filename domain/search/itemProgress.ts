import { choices } from '#domain/kernel/choices.ts';

/** How far a commodity of a tube is, for whoever asks about it: from the tube's status and its tasks. */
export const itemProgress = choices({
  received: [1, '待录入', 'To be entered'],
  entered: [2, '待交接', 'Awaiting handover'],
  handedOver: [3, '待实验室接收', 'Awaited by the lab'],
  testing: [4, '检测中', 'Being tested'],
  awaitsNew: [5, '待重采', 'Awaiting a new sample'],
  auditing: [6, '审核中', 'Being audited'],
  toReport: [7, '待报告', 'Report due'],
  reported: [8, '已发报告', 'Report issued'],
  terminated: [9, '已终止', 'Terminated'],
  rejected: [10, '已拒收', 'Rejected'],
});
