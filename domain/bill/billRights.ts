import type { Right } from '#domain/kernel/roles.ts';

/**
 * Rights of the bill area that are no command's own; screens name those that open them. Operations holds what sales holds, for it opens their
 * accounts and nobody gives what they do not hold; without `salesLine_all` it sees no line by that.
 */
export const viewLines: Right = {
  code: 'salesLine_view',
  label: ['查看计费明细', 'View billable lines'],
  roles: ['billing', 'sales', 'finance', 'ops'],
};
/** Without it a person sees the lines, orders and bills of their own clients alone (`server/spine/bill/lineSight.ts`). */
export const allLines: Right = {
  code: 'salesLine_all',
  label: ['查看全部计费明细', 'See everybody’s billable lines'],
  roles: ['billing', 'finance'],
};
export const viewOrders: Right = { code: 'order_view', label: ['查看订单', 'View orders'], roles: ['billing', 'sales', 'finance', 'ops'] };
export const viewBills: Right = { code: 'bill_view', label: ['查看账单', 'View bills'], roles: ['billing', 'sales', 'finance', 'ops'] };
export const forceOrders: Right = { code: 'order_force', label: ['强制开单', 'Force orders'], roles: ['billing'] };
export const viewRechecks: Right = {
  code: 'recheckOrder_view',
  label: ['查看复检订单', 'View recheck orders'],
  roles: ['billing', 'sales', 'finance', 'ops'],
};
/** Which months of which laboratory are closed. */
export const viewPeriods: Right = {
  code: 'billPeriod_view',
  label: ['查看结账月份', 'View closed months'],
  roles: ['billing', 'sales', 'finance', 'ops'],
};
export const viewPacks: Right = { code: 'orderSystem_view', label: ['查看系统打包', 'View packs'], roles: ['billing', 'sales', 'finance', 'ops'] };
export const viewStatementMails: Right = {
  code: 'billEmail_view',
  label: ['查看对账邮件', 'View statement mails'],
  roles: ['billing', 'sales', 'finance', 'ops'],
};
