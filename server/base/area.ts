import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { commodityCalls } from './commodityCalls.ts';
import { servedQualified, commodityQualifiedCalls } from './commodityQualified.ts';
import { laboratoryCommodityCalls } from './laboratoryCommodityCalls.ts';
import { laboratoryPanelGroupCalls } from './laboratoryPanelGroup.ts';
import { myPanelCalls } from './myPanelCalls.ts';
import { noticeSenderCalls } from './noticeSenders.ts';
import { pricePolicyCalls } from './pricePolicy.ts';
import { qualityIndexCalls } from './qualityIndexCalls.ts';
import { reportTitleCalls } from './reportTitle.ts';
import { resultTemplateCalls } from './resultTemplate.ts';
import { sampleClassCalls } from './sampleClassCalls.ts';
import { sendSampleClientLogView, sendSampleClientCalls } from './sendSampleClientCalls.ts';
import { signUserCalls } from './signUser.ts';
import { signatureCalls } from './signatureCalls.ts';
import { smsConfigCalls } from './smsConfig.ts';
import { servedBinds, thirdpartyBindView, thirdpartyBindCalls } from './thirdpartyBind.ts';
import { thirdpartyCalls } from './thirdpartyCalls.ts';
import { servedUserScope, userPanelGroupCalls } from './userPanelGroup.ts';
import { servedCalendar, workCalendarCalls } from './workCalendar.ts';

export const baseArea: ServedArea = {
  commands: ({ jobs }) => [...servedCalendar, ...servedBinds, servedUserScope, ...servedQualified(jobs)],
  views: [sendSampleClientLogView, thirdpartyBindView],
  calls: [
    ...commodityCalls,
    ...commodityQualifiedCalls,
    ...laboratoryCommodityCalls,
    ...laboratoryPanelGroupCalls,
    ...myPanelCalls,
    ...pricePolicyCalls,
    ...noticeSenderCalls,
    ...qualityIndexCalls,
    ...reportTitleCalls,
    ...resultTemplateCalls,
    ...sampleClassCalls,
    ...signatureCalls,
    ...signUserCalls,
    ...smsConfigCalls,
    ...sendSampleClientCalls,
    ...thirdpartyBindCalls,
    ...thirdpartyCalls,
    ...userPanelGroupCalls,
    ...workCalendarCalls,
  ],
};
