import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, integer, reasonField, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import type { Right } from '#domain/kernel/roles.ts';
import type { Service } from '#domain/kernel/services.ts';
import { words } from '#domain/search/vocabulary.ts';

/** What a partner is told: a result, or that one was withdrawn (docs/interfaces.md#results). */
export const resultKind = choices({ result: [1, '结果', 'Result'], withdrawal: [2, '撤回', 'Withdrawal'] });
export const pushState = choices({
  waiting: [0, '待推送', 'Waiting'],
  done: [1, '已推送', 'Sent'],
  failed: [2, '推送失败', 'Failed'],
  refused: [3, '对方拒绝', 'Refused there'],
  cancelled: [4, '已取消', 'Cancelled'],
});
export type PushState = CodeOf<typeof pushState>;
/** Minutes until a push that was not heard is tried again, one for each further try; behind the last it has failed. */
export const retryMinutes = [1, 5, 30, 120, 720] as const;

/** Partners whose results have a list of their own, with the codes of their interfaces, lower case. */
export const resultPartners = {
  deafness: {
    title: ['张家港耳聋结果回传', 'Deafness results of Zhangjiagang'],
    route: '/search/zhangJiaGangDeafnessResult',
    interfaces: ['zhangjiagangresult', 'zhangjiagang'],
  },
  aishenpu: { title: ['爱深谱结果回传', 'Results for Aishenpu'], route: '/search/aishenpuSyncResult', interfaces: ['aishenpu', 'aishenpuresult'] },
} as const;
export type ResultPartner = keyof typeof resultPartners;

export const viewPartnerResults: Right = {
  code: 'partnerresult_view',
  label: ['查看结果回传', 'View results sent to partners'],
  roles: ['report', 'service', 'ops', 'audit2'],
};

const word = z.string().nullable();
/** One commodity of one version of a report, as one partner is told of it. */
const partnerResultRow = shape({
  partnerResultId: z.string(),
  kind: oneOf(resultKind),
  pushState: oneOf(pushState),
  sampleCode: word,
  requisitionId: z.string(),
  requisitionCode: word,
  reportNo: z.string(),
  reportVersion: z.int(),
  patientName: word,
  contractLaboratoryId: word,
  contractLaboratoryName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  commodityId: z.string(),
  commodityName: word,
  commodityCode: word,
  samplingTime: word,
  receiveTime: word,
  checkTimeTwo: word,
  /** 1: they have it; 0: they have not; null: it was not tried. */
  success: z.int().nullable(),
  /** Their words, or why nobody was reached. */
  remark: word,
  attempt: z.int(),
  /** When it is tried again; null: not by itself. */
  nextTime: word,
  pushedTime: word,
});
export type PartnerResultRow = RowOf<typeof partnerResultRow>;

const own = {
  pushState: choice('推送状态', 'Push', pushState),
  kind: choice('回传类型', 'Kind of message', resultKind),
  success: choice('是否成功', 'Success', choices({ no: [0, '否', 'No'], yes: [1, '是', 'Yes'] })),
} as const;
const personName = { ...words.personName, wire: 'patientName' } as const;

const listOf = <const At extends `${Service}/${string}`>(key: ResultPartner, at: At) => {
  const { title, route } = resultPartners[key];
  return describeListing({
    name: `${key}Result`,
    title,
    at,
    permission: viewPartnerResults.code,
    row: partnerResultRow,
    id: 'partnerResultId',
    columns: {
      pushState: own.pushState,
      ...pick(words, 'sampleCode'),
      personName,
      ...pick(words, 'commodityId', 'sendSampleClientId', 'checkTimeTwo'),
      kind: own.kind,
      success: own.success,
      remark: words.remark,
      attempt: integer('次数', 'Tries'),
      nextTime: dateTime('下次推送', 'Tried again at'),
      pushedTime: dateTime('推送时间', 'Sent at'),
      reportNo: text('报告编号', 'Report number'),
      reportVersion: integer('报告版本', 'Report version'),
      ...pick(words, 'requisitionCode', 'commodityCode', 'contractLaboratoryId', 'samplingTime', 'receiveTime'),
    },
    search: {
      ...pick(own, 'pushState'),
      sampleCode: code('样本条码', 'Sample code'),
      ...pick(words, 'sendSampleClientId', 'commodityId', 'contractLaboratoryId'),
      ...pick(own, 'success', 'kind'),
      ...pick(words, 'samplingTime', 'receiveTime', 'checkTimeTwo'),
    },
    sortable: ['checkTimeTwo', 'pushedTime', 'attempt'],
    screens: [{ route, title }],
  });
};
/** Results for each of the partners, the last audited first. */
export const partnerResultLists = {
  deafness: listOf('deafness', 'sample/deafness/resultList'),
  aishenpu: listOf('aishenpu', 'op/aishenpu/list'),
} as const;

export const resultScreens: readonly HandScreen[] = Object.values(resultPartners).map(({ route, title }) => ({
  route,
  title,
  icon: 'send',
  view: viewPartnerResults,
}));

/** A push, as the act on it knows it. */
export interface KnownPush {
  readonly partnerResultId: string;
  readonly name: string;
  readonly pushState: PushState;
}
/** What speaks against sending it again, as far as its row tells; null: nothing. */
export const resendResultRefusal = ({ name, pushState: state }: Pick<KnownPush, 'name' | 'pushState'>): Refusal | null =>
  state === pushState.failed || state === pushState.refused ? null : conflict('partnerResult.notFailed', { name, state: pushState.labelOf(state) });

const resendAsks = { reason: reasonField } as const;
const resendInput = z.object({ id: idText, ...partsOfFields(resendAsks) });
/** Sends what failed or was refused again: the same content under the same key. */
export const resendResult = defineCommand({
  name: 'partnerResult.resend',
  title: ['重新推送', 'Send again'],
  service: 'op',
  path: 'partner-result/resend',
  permission: 'partnerresult_resend',
  roles: ['report', 'ops'],
  screens: Object.values(resultPartners).map(({ route }) => route),
  input: resendInput,
  asks: resendAsks,
  many: { of: 'ids', keys: ['id'] },
  answer: shape({ partnerResultId: z.string(), pushState: oneOf(pushState) }),
  version: 1,
  offline: false,
  lanes: ({ id }) => [`partnerResult:${id}`],
  subject: ({ id }) => id,
  refusals: {
    'partnerResult.unknown': ['没有此回传记录', 'No such result'],
    'partnerResult.notFailed': ['{name} {state}, 不能重新推送', '{name} is {state} and is not sent again'],
  },
  decide({ known }: { readonly known: KnownPush | null }): Outcome<{ readonly partnerResultId: string }> {
    if (!known) return refuse('partnerResult.unknown');
    return resendResultRefusal(known) ?? accept({ partnerResultId: known.partnerResultId });
  },
});
