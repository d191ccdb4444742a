import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** Where a text message stands (docs/report.md#text-messages). 3: it left, and whether the platform took it nobody here knows. */
export const smsState = choices({
  toSend: [1, '待人工', 'For a person'],
  queued: [2, '待发送', 'Queued'],
  unknown: [3, '结果未知', 'Outcome unknown'],
  submitted: [4, '已提交', 'Taken by the platform'],
  delivered: [5, '已送达', 'Delivered'],
  failed: [6, '失败', 'Failed'],
  noRule: [7, '无匹配规则', 'No rule'],
  withdrawn: [8, '已撤回', 'Withdrawn'],
});
export type SmsState = CodeOf<typeof smsState>;
/** What has left the house, as far as anybody knows. */
export const leftStates: readonly SmsState[] = [smsState.unknown, smsState.submitted, smsState.delivered];
/** What is withdrawn with what it tells of. */
export const unsentStates: readonly SmsState[] = [smsState.toSend, smsState.queued, smsState.failed, smsState.noRule];

/** The contract's words for it. */
export const executionStatus = choices({ unsent: [0, '未执行', 'Not sent'], sent: [1, '已执行', 'Sent'] });
export const sendStatus = choices({ failed: [0, '失败', 'Failed'], success: [1, '成功', 'Success'], noRule: [2, '无匹配规则', 'No rule'] });
/** What a person says became of it outside of the house. */
export const markStatus = choices({
  none: [0, '未标记', 'Not marked'],
  sent: [1, '标记已发', 'Marked as sent'],
  notSent: [2, '标记不发', 'Marked: not to be sent'],
});
export type MarkStatus = CodeOf<typeof markStatus>;

/** Why it was not sent by itself, or not at all. */
export const smsWhy = choices({
  manual: [1, '规则为手动发送', 'Its rule says by hand'],
  amendment: [2, '修订报告, 上一版已发送', 'An amendment of what was told before'],
  text: [3, '短信内容不可发送', 'Its text may not be sent'],
  noTelephone: [4, '没有手机号', 'No mobile number'],
  noRule: [5, '无匹配规则', 'No rule'],
  platformOff: [6, '短信平台未启用', 'Its platform is not in use'],
  refused: [7, '平台拒绝', 'Refused by the platform'],
  unreachable: [8, '平台多次无法连接', 'The platform could not be reached'],
  undelivered: [9, '未送达', 'Not delivered'],
  noLink: [11, '患者链接不可用', 'No link to the report can be given'],
  noAnswer: [10, '平台未应答', 'The platform did not answer'],
});
export type SmsWhy = CodeOf<typeof smsWhy>;
