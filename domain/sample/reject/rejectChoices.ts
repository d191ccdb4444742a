import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** Where a tube was rejected. */
export const rejectSource = choices({
  reception: [1, '前处理', 'Reception'],
  desk: [2, '拒收管理', 'Rejection desk'],
  abnormal: [3, '异常登记', 'An abnormal case'],
});
export type RejectSource = CodeOf<typeof rejectSource>;

export const rejectState = choices({
  rejected: [1, '已拒收', 'Rejected'],
  recovered: [2, '已恢复', 'Recovered'],
});
export type RejectState = CodeOf<typeof rejectState>;

/** What became of the message to the client. */
export const sendSms = choices({
  unsent: [0, '未发', 'Not sent'],
  sent: [1, '已发', 'Sent'],
  failed: [2, '失败', 'Failed'],
  waiting: [3, '待发', 'Waiting'],
  noNumber: [4, '无号码', 'No number'],
});
export type SendSms = CodeOf<typeof sendSms>;

/** What a photograph, a follow-up or a notice belongs to. */
export const deskOwner = choices({
  rejection: [1, '拒收', 'Rejection'],
  recovery: [2, '恢复', 'Recovery'],
  abnormal: [3, '异常登记', 'Abnormal case'],
});
export type DeskOwner = CodeOf<typeof deskOwner>;
