import { z } from 'zod';
import { choices, yesNo } from '#domain/kernel/choices.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, date, dateTime, decimal, flag, integer, longText } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import type { Right } from '#domain/kernel/roles.ts';
import type { Service } from '#domain/kernel/services.ts';
import { partners } from '#domain/sample/partners.ts';
import { words } from '#domain/search/vocabulary.ts';

/** What a partner is told of a report: what was found, or that it is no longer so. */
export const pushKind = choices({ result: [1, '结果', 'Result'], withdrawal: [2, '撤回', 'Withdrawal'] });
/** How telling it stands (docs/interfaces.md#results). */
export const pushState = choices({
  waiting: [0, '待推送', 'Waiting'],
  done: [1, '已推送', 'Done'],
  failed: [2, '推送失败', 'Failed'],
  refused: [3, '对方拒绝', 'Refused'],
  cancelled: [4, '已取消', 'Cancelled'],
});

/** A partner whose results have a list of their own. */
export interface ResultPartner {
  readonly title: Label;
  readonly route: string;
  /** Codes of the interfaces that push to it (`opInterface.interfaceEncoding`), lower case. */
  readonly interfaces: readonly string[];
}
/** A code is an interface's alone, and the one that takes announcements in is another: so each may end in `Result`, too. */
const pushingTo = (encodings: readonly string[]): readonly string[] => encodings.flatMap((one) => [one, `${one}result`]);
export const resultPartners = {
  deafness: {
    title: ['张家港耳聋结果推送', 'Zhangjiagang results'],
    route: '/search/zhangJiaGangDeafnessResult',
    interfaces: pushingTo(partners.deafness.interfaces),
  },
  aishenpu: { title: ['Aishenpu结果同步', 'Results to Aishenpu'], route: '/search/aishenpuSyncResult', interfaces: pushingTo(['aishenpu']) },
} as const satisfies Readonly<Record<string, ResultPartner>>;
export type ResultPartnerKey = keyof typeof resultPartners;

export const viewResults: Right = {
  code: 'partnerresult_view',
  label: ['查看结果推送', 'View results pushed to partners'],
  roles: ['audit2', 'report', 'service', 'ops'],
};

const word = z.string().nullable();
/** What a partner is to be told of one commodity of a report's version. */
const resultRow = shape({
  partnerResultId: z.string(),
  /** The interface's code. */
  partner: z.string(),
  kind: oneOf(pushKind),
  pushState: oneOf(pushState),
  /** 1: its report is being corrected, nothing is said meanwhile. */
  isHeld: oneOf(yesNo),
  /** Tries so far, since it was last asked for. */
  attempt: z.int(),
  /** When it is tried next; null: not by itself. */
  nextTime: word,
  /** When the partner was last spoken to. */
  pushTime: word,
  /** 1: the partner has taken it. */
  success: oneOf(yesNo),
  /** What the partner said, or why nothing was heard. */
  remark: word,
  contractLaboratoryId: z.string(),
  contractLaboratoryName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  requisitionId: z.string(),
  requisitionCode: z.string(),
  sampleCode: word,
  thirdBarCode: word,
  patientName: word,
  commodityId: z.string(),
  commodityName: word,
  commodityCode: word,
  reportNo: z.string(),
  reportVersion: z.int(),
  samplingTime: word,
  receiveTime: word,
  checkTimeTwo: word,
});
export type PartnerResultRow = RowOf<typeof resultRow>;

const own = {
  kind: choice('类型', 'Kind', pushKind),
  pushState: choice('推送状态', 'Push', pushState),
  success: flag('推送成功', 'Taken'),
  remark: longText('推送说明', 'What was said', { column: true }),
  attempt: integer('尝试次数', 'Tries'),
  nextTime: dateTime('下次推送', 'Next try'),
  pushTime: dateTime('最近推送', 'Last try'),
  personName: { ...words.personName, wire: 'patientName' },
  reportNo: code('报告编号', 'Report number'),
  reportVersion: integer('报告版本', 'Report version'),
} as const;
const search = {
  ...pick(own, 'pushState'),
  ...pick(words, 'sampleCode', 'sendSampleClientId', 'contractLaboratoryId', 'commodityId'),
  ...pick(own, 'success'),
  ...pick(words, 'samplingTime', 'receiveTime', 'checkTimeTwo'),
} as const;

const listOf = <const At extends `${Service}/${string}`>(key: ResultPartnerKey, at: At) => {
  const { title, route }: ResultPartner = resultPartners[key];
  return describeListing({
    name: `result${key.charAt(0).toUpperCase()}${key.slice(1)}`,
    title,
    at,
    permission: viewResults.code,
    row: resultRow,
    id: 'partnerResultId',
    columns: {
      ...pick(own, 'pushState', 'kind'),
      ...pick(words, 'sampleCode', 'thirdBarCode'),
      ...pick(own, 'personName'),
      ...pick(words, 'commodityId', 'commodityCode', 'sendSampleClientId', 'checkTimeTwo'),
      ...pick(own, 'success', 'remark', 'attempt', 'pushTime', 'nextTime'),
      ...pick(words, 'samplingTime', 'receiveTime', 'requisitionCode'),
      ...pick(own, 'reportNo', 'reportVersion'),
      ...pick(words, 'contractLaboratoryId'),
    },
    search,
    /** 1: those that are left to a person, failed or refused. */
    parameters: ['isLeft'],
    sortable: ['checkTimeTwo', 'samplingTime', 'receiveTime', 'pushTime'],
    screens: [{ route, title }],
  });
};
/** What each partner is told (docs/interfaces.md#results). */
export const resultLists = {
  deafness: listOf('deafness', 'sample/deafness/resultList'),
  aishenpu: listOf('aishenpu', 'op/aishenpu/list'),
} as const satisfies Readonly<Record<ResultPartnerKey, unknown>>;

/** How the pushes of a day's second audits stand. */
const dayRow = shape({
  /** `yyyy-MM-dd`, of the second audit. */
  checkDate: z.string(),
  /** The day's first and last second as far as they were asked for, yyyy-MM-dd HH:mm:ss. */
  fromTime: z.string(),
  toTime: z.string(),
  doneCount: z.int(),
  waitingCount: z.int(),
  /** Failed or refused: left to a person. */
  failedCount: z.int(),
  cancelledCount: z.int(),
  /** Percent with one digit, of those that were not cancelled; null where all were. */
  doneRate: z.number().nullable(),
});
export type ResultDayRow = RowOf<typeof dayRow>;
const opensPushes = (key: ResultPartnerKey, fixed: Readonly<Record<string, number>>): CountedIn => ({
  list: resultLists[key],
  by: { checkTimeTwoBegin: 'fromTime', checkTimeTwoEnd: 'toTime' },
  fixed,
});
const dayOf = <const At extends `${Service}/${string}`>(key: ResultPartnerKey, at: At) => {
  const { title, route }: ResultPartner = resultPartners[key];
  const named: Label = [`${title[0]}(按日)`, `${title[1]}: by day`];
  return describeListing({
    name: `result${key.charAt(0).toUpperCase()}${key.slice(1)}Day`,
    title: named,
    at,
    permission: viewResults.code,
    row: dayRow,
    id: 'checkDate',
    columns: {
      checkDate: date('二审日期', 'Day of the second audit'),
      doneCount: integer('已推送', 'Done'),
      waitingCount: integer('待推送', 'Waiting'),
      failedCount: integer('失败或拒绝', 'Failed or refused'),
      cancelledCount: integer('已取消', 'Cancelled'),
      doneRate: decimal('推送率(%)', 'Done (%)', { scale: 1 }),
    },
    search: { ...pick(words, 'sendSampleClientId', 'contractLaboratoryId', 'commodityId', 'checkTimeTwo') },
    totals: ['doneCount', 'waitingCount', 'failedCount', 'cancelledCount'],
    opens: {
      doneCount: opensPushes(key, { pushState: pushState.done }),
      waitingCount: opensPushes(key, { pushState: pushState.waiting }),
      failedCount: opensPushes(key, { isLeft: yesNo.yes }),
      cancelledCount: opensPushes(key, { pushState: pushState.cancelled }),
    },
    chart: {
      by: 'checkDate',
      also: ['fromTime', 'toTime'],
      figures: {
        doneCount: { tone: 'success', kind: 'bar' },
        waitingCount: { tone: 'accent', kind: 'bar' },
        failedCount: { tone: 'danger', kind: 'bar' },
      },
      isStacked: true,
    },
    screens: [{ route, title: named }],
  });
};
export const resultDays = {
  deafness: dayOf('deafness', 'sample/deafness/resultDays'),
  aishenpu: dayOf('aishenpu', 'op/aishenpu/days'),
} as const satisfies Readonly<Record<ResultPartnerKey, unknown>>;

export const resultScreens: readonly HandScreen[] = Object.values<ResultPartner>(resultPartners).map(({ route, title }): HandScreen => ({
  route,
  title,
  icon: 'search',
  view: viewResults,
}));
