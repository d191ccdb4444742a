import { z } from 'zod';
import { declareCalls, pageShape, paging, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { idText } from '#domain/kernel/ids.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import { reportTitle } from './reportTitle.ts';

export const titleRow = shape({
  titleId: z.string(),
  titleName: z.string(),
  /** null: one of the house. */
  sendSampleClientId: z.string().nullable(),
  isDefault: z.literal([0, 1]),
});
export type TitleRow = RowOf<typeof titleRow>;

export const titledClient = shape({ sendSampleClientId: z.string(), sendSampleClientCode: z.string(), sendSampleClientName: z.string() });
const clientTitles = titledClient.extend({ titles: z.array(titleRow) });
export type ClientTitlesRow = RowOf<typeof clientTitles>;

const ofClient = parameters('sendSampleClientId', 'clientId');
const titleId = idText.optional();

export const reportTitleContracts = declareCalls({
  'POST base/report-title/save': savedRecord(reportTitle),
  'POST base/report-title/set-default': {
    title: ['设为默认抬头', 'Make a title the default'],
    permission: 'reportTitle_save',
    query: parameters('titleId', 'id'),
    body: z.object({ titleId, id: titleId }),
    answer: z.literal(true),
  },
  'GET base/report-title/client-page': {
    byHand: 'secondLook',
    title: ['送检单位的报告抬头', 'Report titles by client'],
    permission: 'reportTitle_view',
    query: parameters(...paging, 'sendSampleClientId', 'sendSampleClientName', 'hasTitle'),
    answer: pageShape(clientTitles),
  },
  'GET base/report-title/client-detail': {
    title: ['送检单位抬头详情', 'Report titles of a client'],
    permission: 'reportTitle_view',
    query: ofClient,
    /** `usedTitle`: what its reports carry, be it the house's. */
    answer: clientTitles.extend({ usedTitle: titleRow.nullable() }),
  },
  'GET base/report-title/client-list': {
    title: ['送检单位可用抬头', 'Titles a client’s report may carry'],
    permission: 'reportTitle_view',
    query: ofClient,
    answer: z.array(titleRow),
  },
});
