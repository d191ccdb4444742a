import { choices } from '#domain/kernel/choices.ts';

/** Which detail-entry form a commodity is entered with; the codes are the last-but-one segment of the form's route (forms 1). */
export const entryForm = choices({
  generic: ['nomal', '通用', 'Generic'],
  nipt: ['nipt', '无创产前', 'NIPT'],
  eclampsia: ['eclampsia', '子痫前期', 'Pre-eclampsia'],
  deaf: ['deaf', '遗传性耳聋', 'Hereditary deafness'],
  ccid: ['CCID', '感染病原', 'Infection'],
  monogenic: ['monogenic', '单基因病', 'Monogenic'],
  monogenicCarrier: ['monogenicCarrier', '携带者筛查', 'Carrier screening'],
});
