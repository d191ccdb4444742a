import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { reasonField, ref, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { markStatus, smsState, unsentStates, type MarkStatus, type SmsState } from './smsState.ts';

export const manualSmsScreen = '/lab-report/manualSms';
/** So long is a message on its way that nobody has answered for: the longest a platform is waited for, and more. */
const onTheWayMs = 5 * 60_000;

/** A message as its row tells. */
export interface SmsFacts {
  readonly smsMessageId: string;
  readonly sampleCode: string;
  readonly state: SmsState;
  readonly markStatus: MarkStatus;
  /** Its report is being withdrawn. */
  readonly isHeld: number;
  readonly smsConfigId: string | null;
  readonly claimTime: string | null;
}
/** The same with what the server looks up. */
export interface SmsActState {
  readonly sms: SmsFacts | null;
  /** What it tells of still stands. */
  readonly isStanding: boolean;
}
/** The rule it goes out by, and what that one says now. */
export interface SmsSendState extends SmsActState {
  /** null: there is none, or none that may be taken. */
  readonly rule: { readonly smsConfigId: string; readonly isDisable: number } | null;
  readonly telephone: string | null;
  /** Filled; null where it may not be sent. */
  readonly content: string | null;
}
export interface SmsSendChange {
  readonly smsMessageId: string;
  readonly smsConfigId: string;
  readonly telephone: string;
  readonly content: string;
}

const refusals = {
  'sms.unknown': ['没有此短信', 'No such message'],
  'sms.state': ['{name} 当前为{state}', '{name} is now: {state}'],
  'sms.onTheWay': ['{name} 正在发送, 请5分钟后再试', '{name} is on its way; try again in five minutes'],
  'sms.marked': ['{name} 已{mark}, 请先取消标记', '{name}: {mark}; take the mark off first'],
  'sms.withdrawn': ['{name}: 报告已撤回或正在更正', '{name}: its report is withdrawn, or being corrected'],
} as const;

/** What both sending and marking find in the way. */
function commonRefusal({ sampleCode: name, state, markStatus: mark, claimTime }: SmsFacts, now: string): Refusal | null {
  const isOnTheWay = state === smsState.unknown && claimTime !== null && claimTime > formatDateTime(toMs(now) - onTheWayMs);
  if (isOnTheWay) return conflict('sms.onTheWay', { name });
  return mark === markStatus.none ? null : conflict('sms.marked', { name, mark: markStatus.labelOf(mark) });
}
const standsAt = ({ sampleCode: name, state }: SmsFacts): Refusal => conflict('sms.state', { name, state: smsState.labelOf(state) });

/** What speaks against sending a message, as far as its row tells; null: nothing. */
export function sendRefusal(sms: SmsFacts, now: string): Refusal | null {
  const common = commonRefusal(sms, now);
  if (common) return common;
  const isOpen = sms.state === smsState.toSend || sms.state === smsState.failed || sms.state === smsState.noRule || sms.state === smsState.unknown;
  if (!isOpen) return standsAt(sms);
  return sms.isHeld !== 0 ? refuse('sms.withdrawn', { name: sms.sampleCode }) : null;
}

const asksToSend = {
  smsConfigId: ref('短信配置', 'SMS rule', 'smsConfig', { help: ['无匹配规则的短信必填', 'Needed where no rule was found'] }),
  reason: text('原因', 'Reason', {
    max: 200,
    help: ['结果未知的短信必填: 对方可能收到两次', 'Needed where the outcome is unknown: it may arrive twice'],
  }),
} as const;
const sendInput = z.object({ id: idText, ...partsOfFields(asksToSend) });
const common = {
  service: 'op',
  screens: [manualSmsScreen],
  many: { of: 'ids', keys: ['id'] },
  answer: shape({ smsMessageId: z.string(), state: oneOf(smsState), markStatus: oneOf(markStatus) }),
  version: 1,
  offline: false,
  lanes: ({ id }: { readonly id: string }) => [`sms:${id}`],
  subject: ({ id }: { readonly id: string }) => id,
} as const;

/** 发送: queues a message that waited for a person; it leaves within the hours, as any other. */
export const sendSms = defineCommand({
  ...common,
  name: 'smsMessage.send',
  title: ['发送短信', 'Send text messages'],
  path: 'search-manual-sms/execute-send',
  permission: 'smsMessage_send',
  roles: ['audit2', 'service'],
  input: sendInput,
  asks: asksToSend,
  refusedAt: { 'sms.ruleNeeded': 'smsConfigId', 'sms.noSuchRule': 'smsConfigId', 'sms.ruleStands': 'smsConfigId', 'sms.reasonNeeded': 'reason' },
  consequence: ['在发送时段内发出, 同一手机号每天最多3条', 'They leave within the hours of the day, at most three a telephone and day'],
  refusals: {
    ...refusals,
    'sms.ruleNeeded': ['{name}: 没有匹配的规则, 请选择短信配置', '{name}: no rule was found; choose one'],
    'sms.noSuchRule': ['{name}: 此短信配置不适用于该检验所和场景, 或已停用', '{name}: this rule is of another laboratory or occasion, or disabled'],
    'sms.ruleStands': ['{name}: 已有匹配的规则, 不能更换', '{name}: it has a rule of its own'],
    'sms.reasonNeeded': ['{name}: 结果未知, 再次发送须填写原因', '{name}: its outcome is unknown; say why it is sent again'],
    'sms.noTelephone': ['{name}: 申请单没有手机号', '{name}: the requisition has no mobile number'],
    'sms.text': ['{name}: 短信内容不可发送, 请先修改短信配置', '{name}: its text may not be sent; mend the rule first'],
  },
  decide({ sms, isStanding, rule, telephone, content }: SmsSendState, { smsConfigId, reason }, { now }): Outcome<SmsSendChange> {
    if (!sms) return refuse('sms.unknown');
    const name = sms.sampleCode;
    const refusal = sendRefusal(sms, now);
    if (refusal) return refusal;
    if (!isStanding) return refuse('sms.withdrawn', { name });
    if (sms.smsConfigId === null && !smsConfigId) return refuse('sms.ruleNeeded', { name });
    if (sms.smsConfigId !== null && smsConfigId && smsConfigId !== sms.smsConfigId) return refuse('sms.ruleStands', { name });
    if (!rule || (sms.smsConfigId === null && rule.isDisable !== 0)) return refuse('sms.noSuchRule', { name });
    if (sms.state === smsState.unknown && !reason) return refuse('sms.reasonNeeded', { name });
    if (telephone === null) return refuse('sms.noTelephone', { name });
    if (content === null) return refuse('sms.text', { name });
    return accept({ smsMessageId: sms.smsMessageId, smsConfigId: rule.smsConfigId, telephone, content });
  },
});

/** What a mark makes of a message. */
export interface SmsMarkChange {
  readonly smsMessageId: string;
  readonly state: SmsState;
  readonly markStatus: MarkStatus;
}
const asksWhy = { reason: reasonField } as const;
const markInput = z.object({ id: idText, ...partsOfFields(asksWhy) });

/** What speaks against marking a message, as far as its row tells; null: nothing. */
export function markRefusal(sms: SmsFacts, now: string): Refusal | null {
  const isOpen = unsentStates.includes(sms.state) || sms.state === smsState.unknown;
  return commonRefusal(sms, now) ?? (isOpen ? null : standsAt(sms));
}
const marking = { ...common, permission: 'smsMessage_mark', roles: ['audit2', 'service'], input: markInput, asks: asksWhy, refusals } as const;
const markAs =
  (mark: MarkStatus) =>
  ({ sms }: SmsActState, _input: z.output<typeof markInput>, { now }: { readonly now: string }): Outcome<SmsMarkChange> => {
    if (!sms) return refuse('sms.unknown');
    return markRefusal(sms, now) ?? accept({ smsMessageId: sms.smsMessageId, state: sms.state, markStatus: mark });
  };

/** 标记已发: somebody told the patient in another way. */
export const markSmsSent = defineCommand({
  ...marking,
  name: 'smsMessage.markSent',
  title: ['标记已发', 'Mark as sent'],
  path: 'search-manual-sms/send',
  consequence: ['只作标记, 不再发送', 'A mark alone: they are not sent any more'],
  decide: markAs(markStatus.sent),
});
/** 标记不发: nobody is to be told. */
export const markSmsNotSent = defineCommand({
  ...marking,
  name: 'smsMessage.markNotSent',
  title: ['标记不发', 'Mark as not to be sent'],
  path: 'search-manual-sms/no-send',
  consequence: ['不再发送, 直到取消标记', 'They are not sent until the mark is taken off'],
  decide: markAs(markStatus.notSent),
});

/** What speaks against taking a mark off, as far as the row tells; null: nothing. */
export const unmarkRefusal = ({ sampleCode: name, markStatus: mark }: SmsFacts): Refusal | null =>
  mark === markStatus.none ? conflict('sms.notMarked', { name }) : null;

/** 取消标记: it stands where it stood, unless what it tells of was withdrawn meanwhile. */
export const unmarkSms = defineCommand({
  ...marking,
  name: 'smsMessage.unmark',
  title: ['取消标记', 'Take the mark off'],
  path: 'search-manual-sms/cancellation',
  consequence: ['回到标记前的状态; 待发送的会按时发出', 'They stand where they stood; what is queued goes out'],
  refusals: { ...refusals, 'sms.notMarked': ['{name} 没有标记', '{name} bears no mark'] },
  decide({ sms, isStanding }: SmsActState): Outcome<SmsMarkChange> {
    if (!sms) return refuse('sms.unknown');
    const refusal = unmarkRefusal(sms);
    if (refusal) return refusal;
    const { smsMessageId, state } = sms;
    const isOver = !isStanding && unsentStates.includes(state);
    return accept({ smsMessageId, state: isOver ? smsState.withdrawn : state, markStatus: markStatus.none });
  },
});
