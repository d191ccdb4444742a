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

/** What a notice tells of. */
export const noticeKind = choices({
  rejection: [1, '拒收', 'Rejection'],
  recovery: [2, '恢复', 'Recovery'],
  abnormal: [3, '异常', 'Abnormal case'],
  reminder: [4, '催办', 'Reminder'],
  resample: [5, '补采', 'New sample'],
});
export type NoticeKind = CodeOf<typeof noticeKind>;
export const noticeChannel = choices({ message: [1, '短信', 'Text message'], mail: [2, '邮件', 'Mail'] });
export type NoticeChannel = CodeOf<typeof noticeChannel>;
export const noticeState = choices({
  waiting: [0, '待发', 'Waiting'],
  sent: [1, '已发', 'Sent'],
  failed: [2, '失败', 'Failed'],
  withdrawn: [3, '已撤', 'Withdrawn'],
  noAddress: [4, '无地址', 'No address'],
  unknown: [5, '结果未知', 'Not known'],
});
export type NoticeState = CodeOf<typeof noticeState>;

/** What a photograph, a follow-up or a notice belongs to. */
export const deskOwner = choices({
  rejection: [1, '拒收', 'Rejection'],
  recovery: [2, '恢复', 'Recovery'],
  abnormal: [3, '异常登记', 'Abnormal case'],
});
export type DeskOwner = CodeOf<typeof deskOwner>;
