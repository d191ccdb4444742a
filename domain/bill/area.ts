import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { viewBills, viewOrders } from './billRights.ts';
import { reconcileErp, retryErp } from './erp/erpActs.ts';
import { billSyncs, billSyncScreen, erpAccountContracts, erpContracts, orderSyncs, orderSyncScreen } from './erp/erpRows.ts';
import { erpAccount } from './erp/erpAccount.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [erpAccount];

export const commands: readonly Command[] = [retryErp, reconcileErp];

export const listings = [orderSyncs, billSyncs] as const;

export const screens: readonly HandScreen[] = [
  { route: orderSyncScreen, title: ['订单同步查询', 'Orders in the ERP'], icon: 'search', view: viewOrders },
  { route: billSyncScreen, title: ['账单同步查询', 'Bills in the ERP'], icon: 'search', view: viewBills },
];

/** The page loads their types alone. */
export const contracts = [erpContracts, erpAccountContracts] as const;
