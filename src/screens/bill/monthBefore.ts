import { addDays, formatDateTime } from '#domain/kernel/dates.ts';

/** The whole of the month before a moment: what a pack is usually made of, and as of whose end its orders and bills are usually sent. */
export function monthBefore(now: string): { readonly auditTimeStart: string; readonly auditTimeEnd: string } {
  const last = addDays(`${now.slice(0, 7)}-01`, -1);
  return { auditTimeStart: `${last.slice(0, 7)}-01 00:00:00`, auditTimeEnd: `${last} 23:59:59` };
}

/** What a drawer that sends begins with: as of the last second of the month before. */
export const sentAsOf = (): { readonly reconciliationTime: string } => ({
  reconciliationTime: monthBefore(formatDateTime(Date.now())).auditTimeEnd,
});
