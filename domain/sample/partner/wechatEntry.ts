import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { code, longText, ref, refList, type Field } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { accept, conflict, refuse, repeat, type Outcome } from '#domain/kernel/outcome.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { expectedState } from '#domain/op/expected.ts';
import { words } from '#domain/search/vocabulary.ts';
import { codeText } from '../codeText.ts';
import { partners } from '../partners.ts';
import { requisitionFields } from '../rules/summaryFields.ts';
import { announcedFields, partnerRow } from './partnerRows.ts';

export const viewWechat: Right = {
  code: 'wechatentry_view',
  label: ['查看微信录入', 'View what hospitals filled in'],
  roles: ['reception', 'service'],
};

/** 微信录入: what hospitals filled in of samples that are to come (docs/interfaces.md#wechat). */
export const wechatEntries = describeListing({
  name: 'wechatEntry',
  title: ['微信录入', 'Filled in by hospitals'],
  at: 'sample/wechatEnter/list-hospital-sample-code-info',
  permission: viewWechat.code,
  row: partnerRow,
  id: 'expectedId',
  columns: {
    ...pick(announcedFields, 'state'),
    ...pick(words, 'sampleCode', 'hospitalCode', 'personName', 'sex', 'age', 'commodityNames', 'sendSampleClientId', 'samplingTime'),
    ...pick(announcedFields, 'expectTime'),
    ...pick(words, 'receiveTime', 'telephone', 'laboratoryId', 'remark'),
  },
  search: { ...pick(words, 'sampleCode', 'hospitalCode', 'sendSampleClientId'), ...pick(announcedFields, 'state') },
  sortable: ['expectTime', 'receiveTime'],
  screens: [{ route: partners.customer.route, title: ['微信录入', 'Filled in by hospitals'] }],
});

const optional = <One extends Field>(field: One) => ({ ...field, required: false }) as const;
const asksToSubmit = {
  sampleCode: code('样本条码', 'Sample code', { required: true, max: 32 }),
  hospitalCode: requisitionFields.hospitalCode,
  sendSampleClientId: requisitionFields.sendSampleClientId,
  contractLaboratoryId: ref('检验所', 'Laboratory', 'laboratory', {
    help: ['空为送检单位的签约检验所', 'Empty: the client’s contract laboratory'],
  }),
  commodityIds: refList('产品', 'Commodities', 'commodity', { max: 20 }),
  personName: requisitionFields.personName,
  sex: optional(requisitionFields.sex),
  age: requisitionFields.age,
  birthDate: requisitionFields.birthDate,
  telephone: requisitionFields.telephone,
  credentialNo: requisitionFields.credentialNo,
  patientNo: requisitionFields.patientNo,
  department: requisitionFields.department,
  doctorName: requisitionFields.doctorName,
  samplingTime: optional(requisitionFields.samplingTime),
  courierNumber: requisitionFields.courierNumber,
  remark: longText('备注', 'Remark', { max: 500 }),
} as const;
const input = z.object({ ...partsOfFields(asksToSubmit), sampleCode: codeText() });
export type WechatInput = z.output<typeof input>;

/** Hours until a sample that a hospital filled in is missed. */
export const wechatWaitHours = 72;

export interface WechatState {
  /** Null: there is none, or it is off. */
  readonly client: { readonly clientName: string } | null;
  /** The one that was named, else the client's; null: neither. */
  readonly laboratoryId: string | null;
  /** How many of the commodities there are. */
  readonly commodityCount: number;
  /** The tube of this code, where there is one. */
  readonly here: { readonly by: string; readonly at: string } | null;
  /** What was filled in of the code before; `isSame`: just that. */
  readonly known: {
    readonly expectedId: string;
    readonly state: CodeOf<typeof expectedState>;
    readonly isSame: boolean;
    readonly expectTime: string;
  } | null;
}
export interface WechatChange {
  /** Null: it is the first of its code. */
  readonly expectedId: string | null;
  readonly laboratoryId: string;
}

/** 登记: tells of a sample that is to come, or tells it better; a line for each code. */
export const submitWechat = defineCommand({
  name: 'wechatEntry.submit',
  title: ['登记微信录入', 'Register for a hospital'],
  service: 'sample',
  path: 'wechatEnter/submit',
  permission: 'wechatentry_submit',
  roles: ['reception'],
  screens: [partners.customer.route],
  input,
  asks: asksToSubmit,
  refusedAt: {
    'wechatEntry.client': 'sendSampleClientId',
    'wechatEntry.laboratory': 'contractLaboratoryId',
    'wechatEntry.commodity': 'commodityIds',
    'wechatEntry.arrived': 'sampleCode',
    'wechatEntry.received': 'sampleCode',
  },
  consequence: ['同一样本条码再次登记将更新未到的登记', 'What was registered of the code and has not arrived is replaced'],
  answer: shape({ expectedId: z.string(), sampleCode: z.string(), expectTime: z.string() }),
  version: 1,
  offline: false,
  lanes: ({ sampleCode }) => [`wechat:${sampleCode}`],
  subject: ({ sampleCode }) => sampleCode,
  refusals: {
    'wechatEntry.client': ['没有此送检单位,或已停用', 'No such client, or it is disabled'],
    'wechatEntry.laboratory': ['送检单位没有签约检验所, 请选择检验所', 'The client has no contract laboratory; select one'],
    'wechatEntry.commodity': ['有产品不存在或已停用', 'A commodity is not known or disabled'],
    'wechatEntry.arrived': ['样本 {code} 已到', '{code} has arrived'],
    'wechatEntry.received': ['样本 {code} 已由 {by} 于 {at} 接收', '{by} received {code} at {at}'],
  },
  decide({ client, laboratoryId, commodityCount, here, known }: WechatState, { sampleCode, commodityIds }): Outcome<WechatChange> {
    if (here) return conflict('wechatEntry.received', { code: sampleCode, ...here });
    if (known?.state === expectedState.arrived) return conflict('wechatEntry.arrived', { code: sampleCode });
    if (!client) return refuse('wechatEntry.client');
    if (laboratoryId === null) return refuse('wechatEntry.laboratory');
    if (commodityCount < new Set(commodityIds ?? []).size) return refuse('wechatEntry.commodity');
    const change = { expectedId: known?.expectedId ?? null, laboratoryId };
    return known?.isSame && known.state === expectedState.due ? repeat(change) : accept(change);
  },
});
