import type { Label } from '#domain/kernel/label.ts';

/** A document as an ERP gets it: who pays what. It knows nothing of patients. */
export interface ErpDoc {
  /** `order:<id>:r<revision>`, `bill:…`: the same for every try of the same thing. */
  readonly key: string;
  readonly type: 'order' | 'bill';
  /** Our number, which stands in the ERP. */
  readonly code: string;
  /** yyyy-MM-dd: the day it is reconciled by. */
  readonly date: string;
  readonly customerCode: string;
  readonly salesmanCode: string | null;
  readonly sign: 1 | -1;
  readonly items: readonly ErpItem[];
}
export interface ErpItem {
  /** The ERP's code of what is charged. */
  readonly code: string;
  /** Below zero in a red document. */
  readonly qty: number;
  /** Fen, tax included. */
  readonly price: number;
  /** Fen: qty × price. */
  readonly amount: number;
  /** Fen, without the tax. */
  readonly net: number;
}
/** An account of an ERP, its secret opened. */
export interface ErpAccount {
  readonly kind: 'kingdee' | 'yonyou';
  readonly url: string;
  readonly accountSet: string | null;
  readonly userName: string | null;
  readonly appId: string | null;
  readonly appSecret: string | null;
  readonly organisation: string | null;
  /** Percent. */
  readonly taxRate: number;
}
/** What an ERP has of a document. */
export interface ErpFound {
  readonly number: string;
  /** Fen, tax included. */
  readonly amount: number;
  readonly isAudited: boolean;
}
/** Which item it does not take, and why. `itemNo` counts from 1. */
export interface ErpItemFault {
  readonly itemNo: number;
  readonly text: string;
}
/** It has it as it should be; it says no; it was not reached; it was asked and nobody knows. */
export type ErpOutcome = 'done' | 'refused' | 'unreached' | 'unknown';
export interface ErpAnswer {
  readonly outcome: ErpOutcome;
  /** Their message, shortened, without our secrets; a pair of languages where the words are ours. */
  readonly text: string | Label;
  readonly found: ErpFound | null;
  readonly items: readonly ErpItemFault[];
}

/**
 * An ERP, whichever it is. Each act may be repeated: what is there is not made twice, what is gone is not missed. Nothing of it throws for what
 * happens outside.
 */
export interface ErpPort {
  /** What is there under our number; `done` with `found` null: nothing is. */
  readonly find: (account: ErpAccount, doc: ErpDoc) => Promise<ErpAnswer>;
  /** Leaves it there, audited. One that is there with another amount is left alone and answered as `refused` with what was found. */
  readonly push: (account: ErpAccount, doc: ErpDoc) => Promise<ErpAnswer>;
  /** Leaves nothing of it there. */
  readonly void: (account: ErpAccount, doc: ErpDoc) => Promise<ErpAnswer>;
}

/** Fen, tax included. */
export const amountOf = ({ items }: Pick<ErpDoc, 'items'>): number => items.reduce((sum, { amount }) => sum + amount, 0);

export const erpDone = (found: ErpFound | null, text: string | Label = ''): ErpAnswer => ({ outcome: 'done', text, found, items: [] });
/** Something stands under our number that is not this document. */
export const erpDiffers = (found: ErpFound): ErpAnswer => ({ outcome: 'refused', text: '', found, items: [] });
