import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** What an application changes. */
export const changeType = choices({
  items: [1, '项目变更', 'Items'],
  information: [2, '信息变更', 'Information'],
});
export type ChangeType = CodeOf<typeof changeType>;

/** Where an application stands (docs/orderChange.md#states). */
export const changeStatus = choices({
  waiting: [0, '待审核', 'To be audited'],
  passed: [1, '已通过', 'Passed'],
  rejected: [2, '已驳回', 'Rejected'],
  cancelled: [3, '已取消', 'Cancelled'],
  forced: [4, '强制变更', 'Forced'],
});
export type ChangeStatus = CodeOf<typeof changeStatus>;

/** What an auditor decides. */
export const changeDecision = choices({ passed: [1, '通过', 'Pass'], rejected: [2, '驳回', 'Reject'] });

export const changeScreens = { apply: '/sample/orderChangeRecord', audit: '/sample/orderChangeProcess' } as const;
