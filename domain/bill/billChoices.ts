import { choices } from '#domain/kernel/choices.ts';

/** Who bears the cost of a test (docs/bill.md#lines): our own one, one bought elsewhere, one that is not charged for. */
export const chargeType = choices({ self: [0, '自检', 'Own test'], purchased: [1, '外购', 'Purchased'], gift: [2, '赠送', 'Gift'] });
/** The same as the lists of what waits for an order or a bill have it. */
export const chargeOrGift = choices({ charged: [1, '收费', 'Charged'], gift: [2, '赠送', 'Gift'] });

/** How a billable line came about. */
export const businessType = choices({
  normal: [1, '正常', 'Normal'],
  gift: [2, '赠送', 'Gift'],
  redraw: [3, '重采', 'Redraw'],
  recheck: [4, '复检', 'Recheck'],
});

/** How far a billable line has come (docs/bill.md#moves). */
export const lineState = choices({
  unreported: [0, '未出报告', 'Not reported'],
  open: [1, '待开单', 'To be ordered'],
  ordered: [2, '已开单', 'Ordered'],
  billed: [3, '已出账', 'Billed'],
  withdrawn: [9, '撤销', 'Withdrawn'],
});

/** Where a line stands in its month (docs/bill.md#periods): what has no price is told apart, whatever else it waits for. */
export const lineStanding = choices({
  unreported: ['unreported', '未报告', 'Not reported'],
  open: ['open', '待开单', 'To be ordered'],
  noPrice: ['noPrice', '无价格', 'No price'],
  ordered: ['ordered', '已开单', 'Ordered'],
  billed: ['billed', '已出账', 'Billed'],
});

/** Bits of why a line is kept out of orders; 3 is both. */
export const excludedBit = { client: 1, sample: 2 } as const;
export const excludedBy = choices({
  none: [0, '未剔除', 'Not excluded'],
  client: [1, '按送检单位', 'By client'],
  sample: [2, '按样本', 'By sample'],
  both: [3, '按单位及样本', 'By both'],
});

/** A red document takes back what was charged. */
export const sign = choices({ plus: [1, '蓝字', 'Charge'], minus: [-1, '红字', 'Credit'] });

/** How much of an order stands in bills. */
export const billStatus = choices({ none: [0, '未出账', 'Not billed'], all: [1, '已出账', 'Billed'], part: [2, '部分出账', 'Partly billed'] });

/** What the ERP made of a document. */
export const syncState = choices({ not: [0, '未同步', 'Not synchronized'], done: [1, '已同步', 'Synchronized'], failed: [2, '同步失败', 'Failed'] });

export const packStatus = choices({ packing: [0, '打包中', 'Packing'], done: [1, '已完成', 'Done'], failed: [2, '失败', 'Failed'] });
/** How far the sending of a pack's orders is. */
export const packSending = choices({ none: [0, '未发送', 'Not sent'], sending: [1, '发送中', 'Sending'], done: [2, '已处理', 'Dealt with'] });
/** What became of a line in a pack. */
export const packResult = choices({ waiting: [0, '等待', 'Waiting'], success: [1, '成功', 'Ordered'], failed: [2, '失败', 'Refused'] });

export const exclusionKind = choices({ client: [1, '送检单位', 'Client'], sample: [2, '样本', 'Sample'], commodity: [3, '产品', 'Commodity'] });
export const exclusionAct = choices({ excluded: [1, '排除', 'Excluded'], restored: [2, '恢复', 'Restored'] });

/** What changed the charge of a line. */
export const chargeAct = choices({
  giving: [1, '赠送', 'Made a gift'],
  givingRestore: [2, '取消赠送', 'Gift taken back'],
  buy: [3, '外购', 'Purchased'],
  buyRestore: [4, '取消外购', 'Purchase taken back'],
  reprice: [5, '重新取价', 'Priced anew'],
});

export const erpDoc = choices({ order: ['order', '订单', 'Order'], bill: ['bill', '账单', 'Bill'] });
export const erpAct = choices({ push: ['push', '推送', 'Push'], void: ['void', '撤销', 'Void'] });
export const erpState = choices({
  waiting: [0, '等待', 'Waiting'],
  done: [1, '完成', 'Done'],
  failed: [2, '失败', 'Failed'],
  unknown: [3, '结果未知', 'Unknown'],
});

export const billEmailType = choices({ bill: ['bill', '结算客户', 'Billing customer'], unit: ['unit', '送检单位', 'Sending client'] });
export const sendResult = choices({ not: [0, '未发送', 'Not sent'], sent: [1, '已发送', 'Sent'], failed: [2, '发送失败', 'Failed'] });
