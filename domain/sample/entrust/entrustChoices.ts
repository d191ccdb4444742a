import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** Where an entrusted tube stands (docs/entrust.md#states). */
export const entrustState = choices({
  waiting: [0, '待接收', 'Awaiting receipt'],
  received: [1, '已接收', 'Received'],
  cancelled: [2, '已取消', 'Cancelled'],
});
export type EntrustState = CodeOf<typeof entrustState>;

export const entrustScreens = { out: '/sample/entrustPage', in: '/sample/entrustReceivedPage' } as const;
