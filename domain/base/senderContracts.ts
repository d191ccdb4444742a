import { z } from 'zod';
import { declareCalls, idsGiven, isDone, pageShape, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { longText, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { listParameters, rowShape, savedRecord } from '#domain/kernel/resourceShapes.ts';
import { isMailAddress } from './destination.ts';
import { emailManage } from './emailManage.ts';
import { smsConfig, smsConfigType } from './smsConfig.ts';
import { smsPlatform } from './smsPlatform.ts';

/** What somebody outside answered to a message. */
export const providerAnswer = shape({
  /** They say that they took it. */
  isAccepted: z.boolean(),
  /** Their status: of HTTP or SMTP; null where they were not reached. */
  status: z.int().nullable(),
  /** Their message, shortened, without our secrets; where they were not reached, why. */
  text: z.string(),
  milliseconds: z.int(),
});
export type ProviderAnswer = RowOf<typeof providerAnswer>;

/** What a text message of trial asks. */
export const smsTrialFields = {
  telephone: text('接收手机号', 'Mobile', { required: true, max: 20 }),
  smsContent: longText('短信内容', 'Text', { required: true, max: 500 }),
} as const;

export const noticeSenderContracts = declareCalls({
  'POST base/baseSmsPlatform/submit': savedRecord(smsPlatform),
  'POST base/emailManage/save': savedRecord(emailManage),
  'POST base/baseSmsPlatform/test-send': {
    title: ['测试发送短信', 'Send a text message of trial'],
    permission: 'smsPlatform_save',
    body: z.object({ smsPlatformId: idText, telephone: z.string().trim(), smsContent: z.string().trim().min(1).max(500) }),
    repeats: ['每次按下都发送一条测试消息, 只写审计', 'sends a message of trial each time it is pressed; writes an audit entry alone'],
    answer: providerAnswer,
  },
  'POST base/emailManage/test-send': {
    title: ['测试发送邮件', 'Send a mail of trial'],
    permission: 'emailManage_save',
    body: z.object({
      emailManageId: idText,
      to: z.string().trim().refine(isMailAddress),
      subject: z.string().trim().min(1).max(100),
      content: z.string().max(2_000),
    }),
    repeats: ['每次按下都发送一条测试消息, 只写审计', 'sends a message of trial each time it is pressed; writes an audit entry alone'],
    answer: providerAnswer,
  },
});

export const smsConfigContracts = declareCalls({
  'GET base/smsConfig/page': {
    title: ['短信配置', 'SMS rules'],
    permission: 'smsConfig_view',
    /** `isRule`: rules alone, where type 2 also means mailboxes. */
    query: listParameters(smsConfig, 'smsConfigType', 'isRule'),
    answer: pageShape(z.union([rowShape(smsConfig), rowShape(emailManage).extend({ smsConfigType: z.literal(smsConfigType.custom) })])),
  },
  'POST base/smsConfig/saveOrUpdate': savedRecord(smsConfig),
  'POST base/smsConfig/enable': {
    title: ['启用短信配置', 'Enable: SMS rule'],
    permission: 'smsConfig_enable',
    query: texts('smsConfigId', 'id', 'ids'),
    body: idsGiven('smsConfigId', 'smsConfigIds', 'id', 'ids').nullish(),
    answer: isDone,
  },
});
