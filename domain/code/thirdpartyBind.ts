import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { choice, code, dateTime, reasonField, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { idText } from '#domain/kernel/ids.ts';
import { codeText } from '#domain/sample/codeText.ts';

/** Whether a binding stands. */
export const bindState = choices({ bound: [1, '已绑定', 'Bound'], released: [2, '已解绑', 'Released'] });

/** Which partner's barcode stands for which of ours (docs/contract.md#barcode-binding); over an SQL view, released ones stay in it. */
export const thirdpartyBind = defineResource({
  name: 'thirdpartyBind',
  title: ['条码绑定', 'Barcode binding'],
  service: 'base',
  path: 'code-thirdparty-bind',
  verbs: { page: 'bind-page' },
  id: 'bindId',
  roles: { reception: ['view', 'save', 'remove'] },
  display: { name: 'barCode', code: 'barCode' },
  order: 'createTime',
  laboratoryField: 'laboratoryId',
  view: true,
  fields: {
    barCode: code('本方条码', 'Our barcode', { search: true }),
    thirdpartyBarCode: code('第三方条码', 'Third-party barcode', { search: true }),
    affiliationId: ref('第三方归属', 'Affiliation', 'thirdpartyAffiliation', { search: true }),
    sendSampleClientCode: code('送检单位编号', 'Client code'),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { search: true }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true }),
    bindState: choice('状态', 'State', bindState, { search: true }),
    bindUser: text('绑定人', 'Bound by', { search: true }),
    createTime: dateTime('绑定时间', 'Bound at', { search: true }),
    releaseUser: text('解绑人', 'Released by'),
    releaseTime: dateTime('解绑时间', 'Released at'),
    releaseReason: text('解绑原因', 'Reason'),
  },
  screens: [{ route: '/code/code-thirdparty-bind', title: ['第三方条码绑定', 'Third-party barcode binding'] }],
});

/** Longest code of either side. */
const longestCode = 40;
const scanned = codeText(longestCode);

export const bindCodeInput = z.object({
  barCode: scanned,
  thirdpartyBarCode: scanned,
  /** Needed while neither a sample nor a number segment says whose our code is. */
  sendSampleClientId: idText.nullish(),
});
export type BindCodeInput = z.output<typeof bindCodeInput>;
export const releaseAsks = { reason: reasonField };
export const releaseCodeInput = z.object({ bindId: idText, ...partsOfFields(releaseAsks) });
export type ReleaseCodeInput = z.output<typeof releaseCodeInput>;
export const rebindAsks = {
  thirdpartyBarCode: code('新的第三方条码', 'New third-party barcode', { required: true, max: longestCode }),
  reason: reasonField,
};
export const rebindCodeInput = z.object({ bindId: idText, ...partsOfFields(rebindAsks), thirdpartyBarCode: scanned });
export type RebindCodeInput = z.output<typeof rebindCodeInput>;
