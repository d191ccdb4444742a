import { choices } from '#domain/kernel/choices.ts';

/**
 * The requisition forms of the contract by their wire keys, letter for letter (docs/forms.md#summary-entry). What each of them
 * asks stands in a folder of `domain/sample/forms/`.
 */
export const entryForm = choices({
  generic: ['nomal', '通用', 'Generic'],
  nipt: ['nipt', 'NIPT', 'NIPT'],
  eclampsia: ['eclampsia', '子痫前期', 'Pre-eclampsia'],
  deaf: ['deaf', '遗传性耳聋', 'Deafness'],
  ccid: ['CCID', '感染病原', 'Infection'],
  monogenic: ['monogenic', '单基因病', 'Monogenic'],
  monogenicCarrier: ['monogenicCarrier', '携带者筛查', 'Carrier'],
});
