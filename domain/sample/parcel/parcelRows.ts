import { z } from 'zod';
import { declareCalls, oneOf, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, decimal, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { usualTime } from '#domain/search/usualTime.ts';
import { words } from '#domain/search/vocabulary.ts';
import { parcelStatus } from './parcelStatus.ts';

export const parcelScreen = '/sample/shunFeng';
export const viewParcels: Right = {
  code: 'parcel_view',
  label: ['查看物流', 'View parcels'],
  roles: ['reception', 'sales', 'service', 'ops'],
};

/** The contract's own spelling. */
export const requisitionWire = 'requesitionCode';
const word = z.string().nullable();
const parcelFacts = {
  courierNumber: z.string(),
  /** Where the client is registered. */
  beiAnCity: word,
  jiJianCity: word,
  jiJianTime: word,
  qianShouCity: word,
  qianShouTime: word,
  /** Hours from being handed in to the signature, one decimal. */
  deliveryHours: z.number().nullable(),
  status: oneOf(parcelStatus),
  /** When the courier was asked last; null: never. */
  askedTime: word,
  /** Why what it told last could not be had; null: nothing stands against it. */
  fault: word,
};
const parcelRow = shape({
  requisitionId: z.string(),
  [requisitionWire]: z.string(),
  ...parcelFacts,
  laboratoryId: word,
  laboratoryName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  commodityNames: z.string(),
  agentName: word,
  salesmanName: word,
  receiveTime: z.string(),
  receiveServerTime: z.string(),
});
export type ParcelRow = RowOf<typeof parcelRow>;

const requisitionCode = { ...words.requisitionCode, wire: requisitionWire } as const;
const status = choice('物流状态', 'Parcel', parcelStatus);
/** 顺丰物流: how the parcels came that requisitions name, a row a requisition. */
export const parcels = describeListing({
  name: 'parcel',
  title: ['顺丰物流', 'Parcels'],
  at: 'sample/shunFeng/list',
  permission: viewParcels.code,
  row: parcelRow,
  id: 'requisitionId',
  columns: {
    status,
    fault: text('未能更新', 'Not renewed because'),
    ...pick(words, 'courierNumber'),
    requisitionCode,
    ...pick(words, 'sendSampleClientId', 'commodityNames'),
    jiJianCity: text('寄件城市', 'Sent from'),
    jiJianTime: dateTime('寄件时间', 'Sent at'),
    qianShouCity: text('签收城市', 'Signed for in'),
    qianShouTime: dateTime('快递签收时间', 'Signed for at'),
    deliveryHours: decimal('在途(小时)', 'On the way (h)'),
    askedTime: dateTime('查询时间', 'Asked at'),
    beiAnCity: text('备案城市', 'Registered in'),
    ...pick(words, 'laboratoryId'),
    agentName: text('代理商', 'Agent'),
    salesmanName: text('销售员', 'Salesperson'),
    receiveTime: words.receiveTime,
  },
  search: {
    ...pick(words, 'courierNumber'),
    requisitionCode,
    status,
    ...pick(words, 'sendSampleClientId', 'laboratoryId', 'receiveTime'),
    qianShouTime: dateTime('快递签收时间', 'Signed for at'),
  },
  sortable: ['receiveTime', 'qianShouTime', 'deliveryHours'],
  screens: [{ route: parcelScreen, title: ['顺丰物流', 'Parcels'] }],
});
/** Without a code or a time the last thirty days alone. */
export const usualParcels = usualTime('receiveTime', { moments: ['receiveTime', 'qianShouTime'], texts: ['courierNumber', requisitionWire] });

const parcelDetail = shape({
  ...parcelFacts,
  /** Requisitions that name it and that one may see. */
  requisitionCodes: z.array(z.string()),
  events: z.array(
    shape({ opCode: z.string(), acceptTime: z.string(), acceptAddress: z.string(), remark: z.string(), status: oneOf(parcelStatus).nullable() }),
  ),
});
export type ParcelDetail = RowOf<typeof parcelDetail>;

/** What is older than so many minutes is asked anew when somebody looks at it. */
export const staleMinutes = 10;
export const parcelContracts = declareCalls({
  'GET sample/shunFeng/detail': {
    title: ['物流轨迹', 'Way of a parcel'],
    permission: viewParcels.code,
    query: parameters('courierNumber'),
    answer: parcelDetail,
  },
  'POST sample/shunFeng/refresh': {
    title: ['刷新物流轨迹', 'Ask for the way of a parcel anew'],
    permission: viewParcels.code,
    body: z.object({ courierNumber: z.string().trim().min(1).max(32) }),
    repeats: ['只向物流公司查询', 'asks the courier alone'],
    answer: shape({ isAsked: z.boolean() }),
  },
});
