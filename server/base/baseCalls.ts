import type { Call } from '#server/kernel/serve.ts';
import { commodityCalls } from './commodityCalls.ts';
import { commodityQualifiedCalls } from './commodityQualified.ts';
import { laboratoryPanelGroupCalls } from './laboratoryPanelGroup.ts';
import { laboratoryCommodityCalls } from './laboratoryCommodityCalls.ts';
import { myPanelCalls } from './myPanelCalls.ts';
import { pricePolicyCalls } from './pricePolicy.ts';
import { noticeSenderCalls } from './noticeSenders.ts';
import { qualityIndexCalls } from './qualityIndexCalls.ts';
import { reportTitleCalls } from './reportTitle.ts';
import { resultTemplateCalls } from './resultTemplate.ts';
import { sampleClassCalls } from './sampleClassCalls.ts';
import { sendSampleClientCalls } from './sendSampleClientCalls.ts';
import { signatureCalls } from './signatureCalls.ts';
import { signUserCalls } from './signUser.ts';
import { smsConfigCalls } from './smsConfig.ts';
import { thirdpartyBindCalls } from './thirdpartyBind.ts';
import { thirdpartyCalls } from './thirdpartyCalls.ts';
import { userPanelGroupCalls } from './userPanelGroup.ts';
import { workCalendarCalls } from './workCalendar.ts';

/** Calls on master data beyond the resources' own verbs. */
export const baseCalls: readonly Call[] = [
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
];
