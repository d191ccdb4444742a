import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { menu } from '#domain/menu.ts';
import { resourceByRoute } from '#domain/resources.ts';
import type { MenuNode } from '#domain/system/menuNode.ts';
import { screens } from './screens.ts';

/** The contract's own spelling. */
const contract: Readonly<Record<string, string>> = {
  basic:
    'laboratory send-sample-clinet send-sample-clinet-log customer sample-class terrace instrument panel-group signature pricePolicy commodity panel item conclusion sample-attribute emailManage work-calendar report-title laboratory-commodity laboratory-panel-group userPanelGroup commodityQualified clientAccount sign-user smsPlatform defaultSmsConfig customSmsConfig qualityIndex',
  code: 'code-style sample-code-apply lab-code-apply code-thirdparty-rule code-thirdparty-affiliation code-thirdparty-bind',
  sample:
    'enter-tip operate-reject operate-rejectRecovery operate-stop operate-stopRecovery operate-resample operate-resampleRecovery operate-goBack operate-delay operate-abnormal requisition-image uploadRequisition sampleNotReceivedStay sampleNotReceived sampleNotReceivedCensus notReceivePage notReceiveStatistics todayReceivePage receivedStatistics cancelReceived orderChangeRecord orderChangeProcess entrustPage entrustReceivedPage summary-enter detail-enter/1 detail-enter/2 customer-receive zhangzhou-receive shunFeng receiveDeafSave receiveShangning xuZhouDeafSave nipt/1 nipt/2 eclampsia/1 eclampsia/2 deaf/1 deaf/2 CCID/1 CCID/2 monogenic/1 monogenic/2 monogenicCarrier/1 monogenicCarrier/2',
  lab: 'result-audit resultImport mapmiSj mapmiException tngsSj',
  search:
    'sampleCollection reportNoBill incompleteReportPage orderSynchronized billSyncPage reportedNoOrder searchOrderManage sampleReceive searchReport searchEntrustReport reportReview labReceive reportPeriod labRejection sampleDeApproval tngsHistorySearch customerSearch pretreatment niptResample detectionResult enterStatistics zhangJiaGangDeafnessResult aishenpuSyncResult sampleCount clientSampleCount biFrame labTurnoverPercentiles preTestingTurnoverPercentiles result-audit-search',
  'lab-report': 'template strategy config cycle report-audit reportUpload resultTemplate manualSms smsSendRecord',
  bill: 'customerQuery integratedQuery relationTransaction billEmail billEmailAutoClient estimate getNoPrice systemPack billManage forceRecord excludeSampleCode excludeSendSampleClient excludeCommodityRestore barCodeExcludeHistory barCodeRestoreHistory InspectionExcludeHistory InspectionRestoreHistory order orderManage recheckOrderManage sendSampleManage commodityManage',
  analyse: 'cancer',
  op: 'thirdInterfaceLog limsInterfaceLog interface parameterlLims parameterMapping',
  system: 'login-log operate-log api',
};
const routes = Object.entries(contract).flatMap(([area, names]) => names.split(' ').map((name) => `/${area}/${name}`));
const leaves = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...leaves(node.children ?? [])]);

it.each(routes)('%s stands in the menu, in both languages, and has a screen', (route) => {
  const node = leaves(menu).find(({ path }) => path === route);
  expect(node?.label.every((text) => text !== '')).toBe(true);
  expect(
    Object.keys(screens).some((pattern) => matchPath(pattern, route) !== null) || resourceByRoute(route) !== undefined,
    `${route}: src/screens/<area>/area.ts, or a description's screens`,
  ).toBe(true);
});
