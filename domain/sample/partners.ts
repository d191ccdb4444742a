import type { Label } from '#domain/kernel/label.ts';

/** A partner whose samples are announced before they come, and the desk they are received at (docs/interfaces.md#desks). */
export interface Partner {
  readonly title: Label;
  readonly route: string;
  /** Codes of its interfaces (`opInterface.interfaceEncoding`), lower case; null: whoever has no desk of its own, and what clients announce. */
  readonly interfaces: readonly string[] | null;
}

/** The partners that have a desk. What each calls its fields and values is data: `opParameter` and `parameterMapping`. */
export const partners = {
  customer: { title: ['客户样本接收', 'Clients’ samples'], route: '/sample/customer-receive', interfaces: null },
  zhangzhou: { title: ['漳州样本接收', 'Zhangzhou samples'], route: '/sample/zhangzhou-receive', interfaces: ['zhangzhou'] },
  deafness: {
    title: ['张家港耳聋样本接收', 'Zhangjiagang samples'],
    route: '/sample/receiveDeafSave',
    interfaces: ['zhangjiagang'],
  },
  shangning: { title: ['上宁样本接收', 'Shangning samples'], route: '/sample/receiveShangning', interfaces: ['shangning'] },
  xzDeafness: { title: ['徐州耳聋样本接收', 'Xuzhou samples'], route: '/sample/xuZhouDeafSave', interfaces: ['xuzhou'] },
} as const satisfies Readonly<Record<string, Partner>>;
export type PartnerKey = keyof typeof partners;

export const partnerKeys = Object.keys(partners) as readonly PartnerKey[];
export const isPartnerKey = (key: string): key is PartnerKey => Object.hasOwn(partners, key);
/** Codes of the interfaces that have a desk of their own. */
export const desksOfTheirOwn: readonly string[] = Object.values<Partner>(partners).flatMap(({ interfaces }) => interfaces ?? []);
