import { choices } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';
import { variantClass } from './judging.ts';

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

/** A finding's class in words: of an organism, of a variant, or as its file said it. */
export const classWord = (code: string): Label => organismClass.labelOf(code) ?? variantClass.labelOf(code) ?? [code, code];
