import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { allLines, forceOrders, viewBills, viewLines, viewOrders, viewPacks, viewPeriods, viewRechecks } from './billRights.ts';
import { cancelBills, editBill, editBillItem, removeBills, sendBills } from './bills/billActs.ts';
import { billScreen, createBill } from './bills/billCreate.ts';
import { billContracts, bills } from './bills/billRows.ts';
import { billUnit } from './billUnit.ts';
import { chargeCommands, chargeContracts } from './charge/chargeActs.ts';
import { chargeScreens } from './charge/chargeScreens.ts';
import { billEmailAutoClient } from './email/billEmailAutoClient.ts';
import { sendStatement } from './email/sendStatement.ts';
import { mailedLines, statementMailContracts, statementMails, statementMailScreens } from './email/statementMails.ts';
import { erpAccount } from './erp/erpAccount.ts';
import { reconcileErp, retryErp } from './erp/erpActs.ts';
import { billSyncScreen, billSyncs, erpAccountContracts, erpContracts, orderSyncScreen, orderSyncs } from './erp/erpRows.ts';
import { clientExclusionContracts, endCommodityRestore, excludeClients, restoreClients, restoreCommodities } from './exclusion/clientExclusion.ts';
import { exclusionLists } from './exclusion/exclusionLists.ts';
import { exclusionScreens } from './exclusion/exclusionScreens.ts';
import { excludeSamples, restoreSamples, sampleExclusionContracts } from './exclusion/sampleExclusion.ts';
import { internalPrice } from './internalPrice.ts';
import { billEstimate, countedLines, lineScreens, noPriceLines } from './lines/lineLists.ts';
import { repriceLines } from './lines/repriceLine.ts';
import { reportedNoBill, sampleCollection, searchedLineContracts, searchedLineScreens } from './lines/searchedLines.ts';
import { orderScreen, plainOrderActs, recheckOrderActs } from './orders/orderActs.ts';
import { createOrders, createRechecks, generateOrders, poolScreen, recheckScreen, unorderedScreen } from './orders/orderCreate.ts';
import { forcedOrders, orderContracts, orderPool, orders, recheckOrders, searchedOrders, unorderedLines } from './orders/orderRows.ts';
import { billPeriods, closePeriod, reopenPeriod } from './periods/periodActs.ts';
import { createPack, packScreen, retryPacks, sendPacks } from './packs/packActs.ts';
import { leftLines, packContracts, packedLines, packs } from './packs/packRows.ts';
import { relatedContracts, relatedLines, relatedPairs, relatedScreens } from './related/relatedRows.ts';
import { settlementContracts } from './settlementCalls.ts';
import { customerStatement, statementContracts, statementScreens, wideQuery } from './statement/statementRows.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [billUnit, internalPrice, billEmailAutoClient, erpAccount];

const exclusionCommands: readonly Command[] = [
  excludeSamples,
  restoreSamples,
  excludeClients,
  restoreClients,
  restoreCommodities,
  endCommodityRestore,
];

export const commands: readonly Command[] = [
  createOrders,
  createRechecks,
  generateOrders,
  ...Object.values(plainOrderActs),
  ...Object.values(recheckOrderActs),
  repriceLines,
  ...exclusionCommands,
  ...chargeCommands,
  retryErp,
  reconcileErp,
  createBill,
  sendBills,
  cancelBills,
  removeBills,
  editBill,
  editBillItem,
  closePeriod,
  reopenPeriod,
  createPack,
  retryPacks,
  sendPacks,
  sendStatement,
];

export const listings = [
  orders,
  recheckOrders,
  forcedOrders,
  searchedOrders,
  orderPool,
  unorderedLines,
  noPriceLines,
  billEstimate,
  countedLines,
  ...exclusionLists,
  orderSyncs,
  billSyncs,
  bills,
  billPeriods,
  packs,
  packedLines,
  leftLines,
  customerStatement,
  wideQuery,
  statementMails,
  mailedLines,
  relatedPairs,
  relatedLines,
  reportedNoBill,
  sampleCollection,
] as const;

export const screens: readonly HandScreen[] = [
  { route: poolScreen, title: ['开单', 'Make orders'], icon: 'receipt', view: viewLines, calls: [allLines, forceOrders] },
  { route: orderScreen, title: ['订单管理', 'Orders'], icon: 'receipt', view: viewOrders },
  { route: recheckScreen, title: ['复检订单', 'Recheck orders'], icon: 'receipt', view: viewRechecks },
  { route: billScreen, title: ['账单管理', 'Bills'], icon: 'receipt', view: viewBills, calls: [viewPeriods] },
  { route: '/bill/forceRecord', title: ['强制开单记录', 'Forced orders'], icon: 'receipt', view: viewOrders },
  { route: '/search/searchOrderManage', title: ['订单查询', 'Order search'], icon: 'search', view: viewOrders },
  { route: unorderedScreen, title: ['已报告未开单', 'Reported, not ordered'], icon: 'search', view: viewLines },
  ...lineScreens,
  ...exclusionScreens,
  ...chargeScreens,
  { route: orderSyncScreen, title: ['订单同步查询', 'Orders in the ERP'], icon: 'search', view: viewOrders },
  { route: billSyncScreen, title: ['账单同步查询', 'Bills in the ERP'], icon: 'search', view: viewBills },
  { route: packScreen, title: ['系统打包', 'Packs'], icon: 'receipt', view: viewPacks, calls: [allLines] },
  ...statementScreens,
  ...statementMailScreens,
  ...relatedScreens,
  ...searchedLineScreens,
];

/** The page loads their types alone. */
export const contracts = [
  orderContracts,
  clientExclusionContracts,
  sampleExclusionContracts,
  chargeContracts,
  settlementContracts,
  erpContracts,
  erpAccountContracts,
  billContracts,
  packContracts,
  statementContracts,
  statementMailContracts,
  relatedContracts,
  searchedLineContracts,
] as const;
