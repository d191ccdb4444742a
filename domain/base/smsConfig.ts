import { choices } from '#domain/kernel/choices.ts';
import { choice, code, flag, longText, ref, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { qualitativeResult } from './conclusion.ts';

/** Whose messages it decides about: every client's of a laboratory, or certain ones'. */
export const smsConfigType = choices({ byDefault: [1, '默认配置', 'Default'], custom: [2, '自定义配置', 'Custom'] });
/** Who starts sending (docs/contract.md#fields-and-codes). */
export const sendType = choices({ system: [1, '系统发送', 'By the system'], manual: [2, '手动发送', 'By hand'] });

/** Which result is told to a patient by text message, in which words, through which platform (docs/contract.md#fields-and-codes). */
export const smsConfig = defineResource({
  name: 'smsConfig',
  title: ['短信配置', 'SMS rule'],
  service: 'base',
  path: 'smsConfig',
  verbs: { page: 'page', detail: 'detail', save: 'saveOrUpdate', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'smsConfigId',
  roles: { ops: 'all' },
  display: { name: 'smsConfigName', code: 'smsConfigCode' },
  fields: {
    smsConfigType: choice('配置类型', 'Kind', smsConfigType, { required: true, column: false, form: false }),
    smsConfigCode: code('配置编号', 'Code', { required: true, unique: true, search: true, max: 20 }),
    smsConfigName: text('配置名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    contractLaboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory', { required: true, search: true }),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', {
      search: true,
      help: ['自定义配置必填; 默认配置不填', 'Needed for a custom rule, empty for a default one'],
    }),
    commodityIds: refList('产品', 'Commodities', 'commodity', { search: true, help: ['空表示所有产品', 'Empty: every commodity'] }),
    qualitativeResult: choice('定性结果', 'Result', qualitativeResult, { required: true, search: true }),
    sendType: choice('发送方式', 'Sent', sendType, { required: true, search: true }),
    isResampling: flag('重采样样本', 'Resampled'),
    isSign: flag('带签名', 'Signed'),
    reportTitleIds: refList('报告抬头', 'Report titles', 'reportTitle', { column: false, help: ['空表示所有抬头', 'Empty: every title'] }),
    smsPlatformId: ref('短信平台', 'SMS platform', 'smsPlatform', { required: true, search: true }),
    smsContent: longText('短信内容', 'Text', {
      required: true,
      max: 500,
      help: [
        '可用: {姓名} {样本条码} {产品} {送检单位} {采样时间} {报告时间}; 不得写出结果、检测项或基因',
        'Places: {姓名} {样本条码} {产品} {送检单位} {采样时间} {报告时间}; no result, item or gene in it',
      ],
    }),
    remark: longText('备注', 'Remark'),
  },
  screens: [
    { route: '/basic/defaultSmsConfig', title: ['默认短信配置', 'Default SMS rules'], fixed: { smsConfigType: 1 } },
    { route: '/basic/customSmsConfig', title: ['自定义短信配置', 'Custom SMS rules'], fixed: { smsConfigType: 2, isRule: 1 } },
  ],
  laboratoryField: 'contractLaboratoryId',
});
