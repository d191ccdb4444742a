import { z } from 'zod';
import { declareCalls, pageShape, paging, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { scopeReasons, type ScopeReason } from './userScope.ts';

const named = z.array(z.string()).nullable();

export const scopedAccount = shape({ userId: z.string(), account: z.string(), realName: z.string(), status: z.int() });
/** A user and the limits; null lists are not limited. */
const scopedUser = scopedAccount.extend({
  laboratoryIds: named,
  panelGroupIds: named,
  commodityIds: named,
  laboratoryNames: named,
  panelGroupNames: named,
  commodityNames: named,
});
export type ScopedUser = RowOf<typeof scopedUser>;

export const scopedGroup = shape({
  panelGroupId: z.string(),
  panelGroupName: z.string(),
  laboratoryId: z.string().nullable(),
  laboratoryName: z.string().nullable(),
});
const scopeDetail = scopedUser.extend({
  /** Every panel group, and why it is seen or not. */
  panelGroups: z.array(scopedGroup.extend({ isSeen: z.boolean(), reason: z.enum(Object.keys(scopeReasons) as [ScopeReason]) })),
});
export type ScopeDetail = RowOf<typeof scopeDetail>;

export const userPanelGroupContracts = declareCalls({
  'GET base/user-panel-group/page': {
    byHand: 'secondLook',
    title: ['用户数据范围', 'What users see'],
    permission: 'userPanelGroup_view',
    /** `isLimited=1` leaves out those who see all. */
    query: parameters(...paging, 'realName', 'account', 'isLimited'),
    answer: pageShape(scopedUser),
  },
  'GET base/user-panel-group/details': {
    title: ['用户数据范围详情', 'What a user sees, and why'],
    permission: 'userPanelGroup_view',
    query: parameters('userId'),
    answer: scopeDetail,
  },
});
