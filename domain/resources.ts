import { client } from './base/client.ts';
import { commodity } from './base/commodity.ts';
import { commodityQualified } from './base/commodityQualified.ts';
import { conclusion } from './base/conclusion.ts';
import { instrument } from './base/instrument.ts';
import { item } from './base/item.ts';
import { laboratory } from './base/laboratory.ts';
import { laboratoryCommodity } from './base/laboratoryCommodity.ts';
import { emailManage } from './base/emailManage.ts';
import { laboratoryPanelGroup } from './base/laboratoryPanelGroup.ts';
import { panel } from './base/panel.ts';
import { panelGroup } from './base/panelGroup.ts';
import { panelTestCycle } from './base/panelTestCycle.ts';
import { pricePolicy } from './base/pricePolicy.ts';
import { qualityIndex } from './base/qualityIndex.ts';
import { reportTitle } from './base/reportTitle.ts';
import { resultTemplate } from './base/resultTemplate.ts';
import { sampleAttribute } from './base/sampleAttribute.ts';
import { sampleClass } from './base/sampleClass.ts';
import { sendSampleClient } from './base/sendSampleClient.ts';
import { sendSampleClientLog } from './base/sendSampleClientLog.ts';
import { signature } from './base/signature.ts';
import { signUser } from './base/signUser.ts';
import { smsConfig } from './base/smsConfig.ts';
import { smsPlatform } from './base/smsPlatform.ts';
import { terrace } from './base/terrace.ts';
import { codeStyle } from './code/codeStyle.ts';
import { labCode, labCodeApply, labCodeReprint, printRun, sampleCodeApply, sampleCodeReprint } from './code/codeApplyRows.ts';
import { numberSegment } from './code/numberSegment.ts';
import { thirdpartyAffiliation } from './code/thirdpartyAffiliation.ts';
import { thirdpartyBind } from './code/thirdpartyBind.ts';
import { thirdpartyRule } from './code/thirdpartyRule.ts';
import { notice } from './notice/notice.ts';
import type { Resource, Screen } from './kernel/resource.ts';
import { enterTip } from './sample/enterTip.ts';
import { entryStatistic } from './search/entryStatistic.ts';
import { requisitionImage } from './sample/requisitionImageList.ts';
import { sampleReceipt } from './search/sampleReceipt.ts';
import { loginLog } from './session/loginLog.ts';
import { loginProvider } from './session/loginProvider.ts';
import { menuInterface } from './session/menuInterface.ts';
import { operateLog } from './session/operateLog.ts';
import { department } from './system/department.ts';
import { dict, dictBiz } from './system/dict.ts';
import { param } from './system/param.ts';
import { post } from './system/post.ts';
import { role } from './system/role.ts';
import { tenantPackage } from './system/tenantPackage.ts';
import { clientAccount } from './user/clientAccount.ts';
import { userThird } from './user/userThird.ts';
import { userAccount } from './user/userAccount.ts';

/** Table of contents: every described resource, in the order the menu shows them. */
export const resources: readonly Resource[] = [
  laboratory,
  client,
  sendSampleClient,
  sendSampleClientLog,
  clientAccount,
  commodity,
  laboratoryCommodity,
  commodityQualified,
  pricePolicy,
  panelGroup,
  laboratoryPanelGroup,
  panel,
  item,
  conclusion,
  terrace,
  instrument,
  panelTestCycle,
  sampleClass,
  sampleAttribute,
  signature,
  signUser,
  reportTitle,
  qualityIndex,
  resultTemplate,
  smsConfig,
  smsPlatform,
  emailManage,
  codeStyle,
  numberSegment,
  sampleCodeApply,
  sampleCodeReprint,
  labCodeApply,
  labCodeReprint,
  labCode,
  printRun,
  thirdpartyAffiliation,
  thirdpartyRule,
  thirdpartyBind,
  enterTip,
  requisitionImage,
  sampleReceipt,
  entryStatistic,
  userAccount,
  userThird,
  role,
  department,
  post,
  dict,
  dictBiz,
  loginProvider,
  menuInterface,
  loginLog,
  operateLog,
  notice,
  param,
  tenantPackage,
];

const byName = new Map(resources.map((resource) => [resource.name, resource]));
const byRoute = new Map(resources.flatMap((resource) => (resource.screens ?? []).map((screen) => [screen.route, { resource, screen }] as const)));

/** The resource of a name. Throws where there is none: a reference to nothing is a fault of ours. */
export function resourceByName(name: string): Resource {
  const found = byName.get(name);
  if (!found) throw new Error(`no resource is described as '${name}'; add it to domain/resources.ts`);
  return found;
}

/** The resource and the screen behind a route of the contract; undefined for hand-made screens. */
export function resourceByRoute(route: string): { readonly resource: Resource; readonly screen: Screen } | undefined {
  return byRoute.get(route);
}
