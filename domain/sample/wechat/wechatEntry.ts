import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, type Field } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { accept, conflict, refuse, repeat, type Outcome } from '#domain/kernel/outcome.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { expectedState } from '#domain/op/expected.ts';
import { words } from '#domain/search/vocabulary.ts';
import { requisitionFields } from '../rules/summaryFields.ts';
import { codeText } from '../codeText.ts';
import { partners } from '../partners.ts';

export const viewWechatEntries: Right = {
  code: 'wechatentry_view',
  label: ['查看微信登记', 'View what hospitals filled in'],
  roles: ['reception', 'service'],
};

const word = z.string().nullable();
const wechatRow = shape({
  expectedId: z.string(),
  sampleCode: z.string(),
  hospitalCode: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  personName: word,
  sex: z.int().nullable(),
  age: z.int().nullable(),
  telephone: word,
  commodityNames: z.string(),
  samplingTime: word,
  state: oneOf(expectedState),
  expectTime: z.string(),
  receiveTime: word,
  createTime: z.string(),
});
export type WechatRow = RowOf<typeof wechatRow>;

/** What hospitals filled in of samples that are to come, the newest first (docs/interfaces.md#wechat). */
export const wechatEntries = describeListing({
  name: 'wechatEntry',
  title: ['微信登记', 'Filled in by hospitals'],
  at: 'sample/wechatEnter/list-hospital-sample-code-info',
  permission: viewWechatEntries.code,
  row: wechatRow,
  id: 'expectedId',
  columns: {
    state: choice('到样状态', 'Arrival', expectedState),
    ...pick(words, 'sampleCode', 'hospitalCode', 'personName', 'sex', 'age', 'commodityNames', 'sendSampleClientId', 'samplingTime', 'telephone'),
    createTime: words.createTime,
    receiveTime: words.receiveTime,
  },
  search: pick(words, 'sampleCode', 'hospitalCode', 'sendSampleClientId'),
  sortable: ['createTime'],
});

const open = (field: Field): Field => ({ ...field, required: false });
const asks = {
  sampleCode: code('样本条码', 'Sample code', { required: true, max: 32 }),
  ...pick(requisitionFields, 'sendSampleClientId', 'commodityIds', 'personName'),
  sex: open(requisitionFields.sex),
  ...pick(requisitionFields, 'age', 'telephone', 'hospitalCode'),
  samplingTime: open(requisitionFields.samplingTime),
} as const;
export const wechatInput = z.object({ ...partsOfFields(asks), sampleCode: codeText() });
export type WechatInput = z.output<typeof wechatInput>;

export interface WechatState {
  /** Within the actor's laboratories; null: none that is on. */
  readonly client: { readonly hasLaboratory: boolean } | null;
  /** What was filled in under the code before; null: nothing. */
  readonly line: { readonly state: number; readonly isSame: boolean } | null;
  /** When a tube of the code was received; null: it was not. */
  readonly receiveTime: string | null;
}

/** 微信登记: what a hospital tells of a sample before it comes; told anew as long as it has not come. */
export const submitWechat = defineCommand({
  name: 'wechatEntry.submit',
  title: ['登记送检信息', 'Fill in a sample that is to come'],
  service: 'sample',
  path: 'wechatEnter/submit',
  permission: 'wechatentry_submit',
  roles: ['reception', 'service'],
  screens: [partners.customer.route],
  input: wechatInput,
  asks,
  answer: shape({ expectedId: z.string(), sampleCode: z.string() }),
  version: 1,
  offline: false,
  lanes: ({ sampleCode }) => [`tube:${sampleCode}`],
  subject: ({ sampleCode }) => sampleCode,
  refusedAt: { 'wechat.client': 'sendSampleClientId', 'wechat.noLaboratory': 'sendSampleClientId', 'wechat.arrived': 'sampleCode' },
  refusals: {
    'wechat.client': ['没有此送检单位, 或已停用', 'No such client, or it is off'],
    'wechat.noLaboratory': ['该送检单位未设置签约检验所', 'The client has no contract laboratory'],
    'wechat.arrived': ['样本 {sampleCode} 已于 {at} 收到', '{sampleCode} was received at {at}'],
  },
  decide({ client, line, receiveTime }: WechatState, { sampleCode }: WechatInput): Outcome<{ readonly isNew: boolean }> {
    if (!client) return refuse('wechat.client');
    if (!client.hasLaboratory) return refuse('wechat.noLaboratory');
    if (line?.state === expectedState.due && line.isSame) return repeat({ isNew: false });
    if (receiveTime !== null) return conflict('wechat.arrived', { sampleCode, at: receiveTime });
    return accept({ isNew: line === null });
  },
});
