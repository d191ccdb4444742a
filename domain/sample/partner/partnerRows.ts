import { z } from 'zod';
import { anyRecord, declareCalls, oneOf, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import type { Service } from '#domain/kernel/services.ts';
import { expectedState } from '#domain/op/expected.ts';
import { words } from '#domain/search/vocabulary.ts';
import { partners, type Partner, type PartnerKey } from '../partners.ts';
import type { ExpectedLine } from './partnerInput.ts';

export const viewPartners: Right = { code: 'partner_view', label: ['查看合作方清单', 'View partners’ lists'], roles: ['reception'] };

const word = z.string().nullable();
/** A line of a partner's list: what was told, and whether it came. */
export const partnerRow = shape({
  expectedId: z.string(),
  /** The interface's code. */
  partner: z.string(),
  state: oneOf(expectedState),
  receiveStatusName: z.string(),
  /** What the partner's tube bears: the contract's word for their code. */
  testTubeNumber: z.string(),
  thirdBarCode: z.string(),
  /** Ours as announced. */
  barCode: word,
  /** Ours as received, else as announced. */
  sampleCode: word,
  requisitionCode: word,
  personName: word,
  /** Null where what was told is none of ours. */
  sex: z.int().nullable(),
  age: z.int().nullable(),
  birthDate: word,
  telephone: word,
  credentialNo: word,
  patientNo: word,
  department: word,
  doctorName: word,
  hospitalCode: word,
  courierNumber: word,
  samplingTime: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  laboratoryId: z.string(),
  laboratoryName: word,
  commodityIds: z.array(z.string()),
  commodityNames: z.string(),
  expectTime: z.string(),
  receiveTime: word,
  /** When the server heard that it came. */
  receiveServerTime: word,
  closeReason: word,
  remark: word,
});
export type PartnerRow = RowOf<typeof partnerRow>;

/** The same as a desk keeps it to receive without network. */
export const partnerWorkRow = partnerRow.extend({
  /** Ours, where it is bound already. */
  boundCode: word,
  /** Sample classes that its commodities take; none: any. */
  sampleClassIds: z.array(z.string()),
  /** What was told, by our own names; masked as everywhere. */
  values: anyRecord,
  /** The values that tell who somebody is are masks: nobody can be judged by them. */
  isMasked: z.boolean(),
});
export type PartnerWorkRow = RowOf<typeof partnerWorkRow>;
/** The work list of a partner's desk. */
export const partnerListName = (partner: PartnerKey): string => `partner:${partner}`;

/** A row of it as the rule reads it. */
export const lineOfRow = (row: PartnerWorkRow): ExpectedLine => ({
  expectedId: row.expectedId,
  state: row.state,
  thirdpartyBarCode: row.testTubeNumber,
  barCode: row.barCode,
  boundCode: row.boundCode,
  laboratoryId: row.laboratoryId,
  sendSampleClientId: row.sendSampleClientId,
  commodityIds: row.commodityIds,
  courierNumber: row.courierNumber,
  values: row.values,
  closeReason: row.closeReason,
  arrived:
    row.state === expectedState.arrived
      ? { requisitionId: '', requisitionCode: row.requisitionCode ?? '', sampleCode: row.sampleCode ?? '', by: '', at: row.receiveTime ?? '' }
      : null,
});

/** What an announcement has beside the vocabulary's words. */
export const announcedFields = {
  state: choice('到样状态', 'Arrival', expectedState),
  expectTime: dateTime('预计到达时间', 'Expected arrival'),
  birthDate: text('出生日期', 'Birth date'),
  doctorName: text('送检医生', 'Doctor'),
  closeReason: text('未到说明', 'Why it is not awaited'),
} as const;

/** At most so many codes are asked for at once. */
export const mostPartnerCodes = 50;

const listOf = <const At extends `${Service}/${string}`>(key: PartnerKey, at: At) => {
  const { title, route }: Partner = partners[key];
  return describeListing({
    name: `partner${key.charAt(0).toUpperCase()}${key.slice(1)}`,
    title,
    at,
    permission: viewPartners.code,
    row: partnerRow,
    id: 'expectedId',
    columns: {
      ...pick(announcedFields, 'state'),
      ...pick(words, 'thirdBarCode', 'sampleCode', 'personName', 'sex', 'age', 'commodityNames', 'sendSampleClientId', 'samplingTime'),
      ...pick(announcedFields, 'expectTime'),
      ...pick(words, 'receiveTime', 'courierNumber', 'hospitalCode', 'telephone', 'credentialNo', 'patientNo'),
      ...pick(announcedFields, 'birthDate', 'doctorName'),
      ...pick(words, 'laboratoryId', 'remark'),
      ...pick(announcedFields, 'closeReason'),
    },
    search: {
      ...pick(announcedFields, 'state'),
      ...pick(words, 'thirdBarCode', 'sampleCode', 'courierNumber', 'sendSampleClientId', 'laboratoryId'),
      ...pick(announcedFields, 'expectTime'),
      ...pick(words, 'receiveTime'),
    },
    // `refresh`: what partners push is there at once, so that there is nothing to be asked anew.
    parameters: ['barCodes', 'refresh'],
    sortable: ['expectTime', 'receiveTime', 'thirdBarCode'],
    screens: [{ route, title }],
  });
};

/** What is to come of each partner (docs/interfaces.md#desks). */
export const partnerLists = {
  customer: listOf('customer', 'op/customer-query/receive-page'),
  zhangzhou: listOf('zhangzhou', 'op/zhangzhou/getSamplesInfo'),
  deafness: listOf('deafness', 'sample/deafness/list'),
  shangning: listOf('shangning', 'sample/shangning/list'),
  xzDeafness: listOf('xzDeafness', 'sample/xz-deafness/list'),
} as const;

const partnerCounts = shape({
  /** Awaited in these days, but for what was cancelled. */
  expected: z.int(),
  arrived: z.int(),
  /** Should have been here by now. */
  missing: z.int(),
});
/** Days of expected arrival that a desk looks at, before and after today. */
export const partnerDays = { back: 7, ahead: 2 } as const;

export const partnerContracts = declareCalls({
  'GET sample/partner/counts': {
    title: ['合作方应到统计', 'Counts of a partner’s list'],
    permission: viewPartners.code,
    query: parameters('partner'),
    answer: partnerCounts,
  },
  'GET sample/partner/line': {
    title: ['扫描查找合作方清单', 'Find a line of a partner’s list'],
    permission: viewPartners.code,
    query: parameters('partner', 'code'),
    answer: shape({
      /** The only line of the code; null: none, or several. */
      line: partnerRow.nullable(),
      count: z.int(),
      /** Ours, where it is bound already. */
      boundCode: word,
      /** Sample classes that its commodities take; none: any. */
      sampleClassIds: z.array(z.string()),
    }),
  },
});
