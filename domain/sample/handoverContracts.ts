import { z } from 'zod';
import { declareCalls, parameters } from '#domain/kernel/contract.ts';
import { choice, dateTime, integer, ref, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { words } from '#domain/search/vocabulary.ts';
import { handoverStatus } from './handoverState.ts';
import { signHandover } from './handoverSign.ts';
import { handoverCommodityRow, handoverDetail, handoverRow, handoverWhyRow, noHandoverRow } from './rows.ts';

export const noHandoverList = describeListing({
  name: 'noHandover',
  title: ['待交接样本', 'Awaiting handover'],
  at: 'sample/sample-handover/no-handover-page',
  permission: 'sample_view',
  row: noHandoverRow,
  id: 'sampleItemId',
  columns: pick(
    words,
    'sampleCode',
    'testTubeNumber',
    'requisitionCode',
    'personName',
    'commodityId',
    'sampleClassId',
    'sendSampleClientId',
    'receiveTime',
    'enterTime',
    'receiveRemark',
  ),
  search: pick(words, 'sampleCode', 'requisitionCode', 'sendSampleClientId', 'receiveTime', 'enterTime', 'commodityId'),
  sortable: ['sampleCode', 'requisitionCode', 'receiveTime', 'enterTime'],
  screens: [{ route: '/sample/no-handover', title: ['待交接样本', 'Awaiting handover'] }],
});

/** Every handover that was made. */
export const handoverList = describeListing({
  name: 'handover',
  title: ['样本交接', 'Handovers'],
  at: 'sample/sample-handover/page',
  permission: 'sample_view',
  row: handoverRow,
  id: 'handoverId',
  columns: {
    commodityId: words.commodityId,
    handoverTotal: integer('样本管数', 'Tubes'),
    handoverStatus: choice('交接状态', 'Handover status', handoverStatus),
    actionUserName: text('交接人', 'Handed over by'),
    createTime: dateTime('交接时间', 'Handed over at'),
    signUserName: text('签收人', 'Signed by'),
    signTime: dateTime('签收时间', 'Signed at'),
  },
  search: {
    ...pick(words, 'sampleCode', 'requisitionCode', 'commodityId'),
    handoverStatus: choice('交接状态', 'Handover status', handoverStatus),
    actionUserId: ref('交接人', 'Handed over by', 'userAccount'),
    signUserId: ref('签收人', 'Signed by', 'userAccount'),
    createTime: dateTime('交接时间', 'Handed over at'),
    signTime: dateTime('签收时间', 'Signed at'),
  },
});

const one = parameters('handoverId', 'id', 'handoverKey');

export const handoverContracts = declareCalls({
  'GET sample/sample-handover/no-handover-count': {
    title: ['待交接数量', 'Awaiting handover, count'],
    permission: 'sample_view',
    query: noHandoverList.contracts['GET sample/sample-handover/no-handover-page'].query,
    answer: z.int(),
  },
  'GET sample/sample-handover/commodity-list': {
    byHand: 'picker',
    title: ['交接产品', 'Commodities to hand over'],
    permission: 'sample_view',
    query: parameters('executeType'),
    answer: z.array(handoverCommodityRow),
  },
  'GET sample/sample-handover/detail': {
    title: ['交接详情', 'Handover'],
    permission: 'sample_view',
    query: one,
    answer: handoverDetail,
  },
  'GET sample/sample-handover/print-detail': {
    title: ['交接单打印', 'Handover sheet'],
    permission: 'sample_view',
    query: one,
    answer: handoverDetail,
  },
});

export const handoverWhyContracts = declareCalls({
  'GET sample/sample-handover/why-not': {
    title: ['不能交接的原因', 'Why a tube is not expected'],
    permission: 'handover_save',
    query: parameters('code'),
    answer: handoverWhyRow,
  },
});

export const signCheckContracts = declareCalls({
  'POST sample/sample-handover/sign-check': {
    title: ['交接签收检查', 'Check a signature'],
    permission: signHandover.permission,
    repeats: ['只判断签名; 只记录错误的密码, 与登录一样', 'judges a signature; writes a failed password alone, as each sign-in does'],
    body: signHandover.input,
    answer: z.literal(true),
  },
});
