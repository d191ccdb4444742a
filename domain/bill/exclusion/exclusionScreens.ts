import { allLines } from '../billRights.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import type { Right } from '#domain/kernel/roles.ts';

/** Where clients and samples are kept out of billing, and what was done about it. */
export const clientScreen = '/bill/excludeSendSampleClient';
export const sampleScreen = '/bill/excludeSampleCode';
export const commodityScreen = '/bill/excludeCommodityRestore';
export const historyScreens = {
  clientExcluded: '/bill/InspectionExcludeHistory',
  clientRestored: '/bill/InspectionRestoreHistory',
  sampleExcluded: '/bill/barCodeExcludeHistory',
  sampleRestored: '/bill/barCodeRestoreHistory',
} as const;

export const viewExclusions: Right = {
  code: 'exclusion_view',
  label: ['查看排除', 'View exclusions'],
  roles: ['billing', 'sales', 'finance', 'ops'],
};

const view = viewExclusions;
export const exclusionScreens: readonly HandScreen[] = [
  { route: sampleScreen, title: ['排除样本', 'Exclude samples'], icon: 'barcode', view, calls: [allLines] },
  { route: clientScreen, title: ['排除送检单位', 'Exclude clients'], icon: 'building', view },
  { route: commodityScreen, title: ['产品恢复', 'Restored commodities'], icon: 'package', view },
  { route: historyScreens.sampleExcluded, title: ['条码排除记录', 'Sample exclusions'], icon: 'search', view },
  { route: historyScreens.sampleRestored, title: ['条码恢复记录', 'Sample restorations'], icon: 'search', view },
  { route: historyScreens.clientExcluded, title: ['送检单位排除记录', 'Client exclusions'], icon: 'search', view },
  { route: historyScreens.clientRestored, title: ['送检单位恢复记录', 'Client restorations'], icon: 'search', view },
];
