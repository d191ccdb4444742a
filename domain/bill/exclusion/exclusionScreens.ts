import type { Right } from '#domain/kernel/roles.ts';

/** Where clients and samples are kept out of billing, and what was done about it. */
export const clientScreen = '/bill/excludeSendSampleClient';
export const sampleScreen = '/bill/excludeSampleCode';
export const commodityScreen = '/bill/excludeCommodityRestore';

export const viewExclusions: Right = { code: 'exclusion_view', label: ['查看排除', 'View exclusions'], roles: ['billing', 'sales'] };
