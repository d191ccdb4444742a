import { choices } from '#domain/kernel/choices.ts';

/** What kind of organism was found. */
export const organismClass = choices({
  bacterium: ['bacterium', '细菌', 'Bacterium'],
  fungus: ['fungus', '真菌', 'Fungus'],
  dnaVirus: ['dnaVirus', 'DNA病毒', 'DNA virus'],
  rnaVirus: ['rnaVirus', 'RNA病毒', 'RNA virus'],
  parasite: ['parasite', '寄生虫', 'Parasite'],
  mycobacterium: ['mycobacterium', '分枝杆菌', 'Mycobacterium'],
  atypical: ['atypical', '支原体/衣原体', 'Mycoplasma or chlamydia'],
  resistance: ['resistance', '耐药基因', 'Resistance gene'],
});
