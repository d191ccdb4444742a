import { choices } from '#domain/kernel/choices.ts';

/** Where a tube stands with one commodity's handover. */
export const itemState = choices({
  notReady: [0, '未就绪', 'Not ready'],
  waiting: [1, '待交接', 'Awaiting handover'],
  listed: [2, '已列入交接单', 'On a handover'],
  handedOver: [3, '已交接', 'Handed over'],
  /** Handed over, and no longer ordered (docs/orderChange.md#items). */
  cancelled: [4, '已撤项', 'Cancelled'],
});
export type ItemState = 0 | 1 | 2 | 3 | 4;
