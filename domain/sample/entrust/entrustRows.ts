import { z } from 'zod';
import { declareCalls, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { words } from '#domain/search/vocabulary.ts';
import { sendEntrust } from './entrustActs.ts';
import { entrustScreens, entrustState } from './entrustChoices.ts';

/** Looking at what was entrusted: who sends sees what went out, who receives what comes in. */
export const viewEntrusts: Right = { code: 'entrust_view', label: ['查看委托', 'View entrusted samples'], roles: ['reception', 'lab'] };

/** What both sides need of a tube: nothing tells who the patient is. */
const entrustRow = shape({
  entrustId: z.string(),
  state: oneOf(entrustState),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  sampleClassName: z.string().nullable(),
  commodityNames: z.string(),
  entrustLaboratoryName: z.string().nullable(),
  entrustPerson: z.string(),
  entrustTime: z.string(),
  entrustedLaboratoryName: z.string().nullable(),
  entrustedPerson: z.string().nullable(),
  entrustedTime: z.string().nullable(),
  courierNumber: z.string().nullable(),
  reason: z.string().nullable(),
  isOutside: z.boolean(),
  /** Who received or cancelled it, and when. */
  by: z.string().nullable(),
  at: z.string().nullable(),
});
export type EntrustRow = RowOf<typeof entrustRow>;

const state = choice('委托状态', 'State', entrustState);
const list = {
  row: entrustRow,
  id: 'entrustId',
  permission: viewEntrusts.code,
  columns: {
    state,
    ...pick(words, 'sampleCode', 'commodityNames'),
    sampleClassName: text('样本类型', 'Sample class'),
    entrustLaboratoryName: text('委托检验所', 'Sent by laboratory'),
    entrustPerson: text('委托人', 'Sent by'),
    entrustTime: dateTime('委托时间', 'Sent'),
    entrustedLaboratoryName: text('受托检验所', 'Entrusted laboratory'),
    entrustedPerson: text('接收人', 'Received by'),
    entrustedTime: dateTime('接收时间', 'Received at'),
    ...pick(words, 'courierNumber', 'reason', 'requisitionCode'),
  },
  search: {
    state,
    sampleCode: code('样本条码', 'Sample code'),
    ...pick(words, 'courierNumber'),
    entrustPerson: text('委托人', 'Sent by'),
    entrustTime: dateTime('委托时间', 'Sent'),
    entrustedTime: dateTime('接收时间', 'Received at'),
  },
  sortable: ['entrustTime'],
} as const;

/** 样本委托: what went out. */
export const entrustsOut = describeListing({
  ...list,
  name: 'entrust',
  title: ['样本委托', 'Entrusted samples'],
  at: 'sample/sample-entrust/entrustPage',
  screens: [{ route: entrustScreens.out, title: ['样本委托', 'Entrusted samples'] }],
});
/** 委托接收: what comes in. */
export const entrustsIn = describeListing({
  ...list,
  name: 'entrustReceived',
  title: ['委托接收', 'Receive entrusted'],
  at: 'sample/sample-entrust/entrustReceivedPage',
  screens: [{ route: entrustScreens.in, title: ['委托接收', 'Receive entrusted'] }],
});

export const entrustContracts = declareCalls({
  'GET sample/sample-entrust/laboratories': {
    byHand: 'picker',
    title: ['可委托的检验所', 'Laboratories to entrust to'],
    permission: sendEntrust.permission,
    answer: z.array(shape({ id: z.string(), code: z.string(), name: z.string() })),
  },
});
