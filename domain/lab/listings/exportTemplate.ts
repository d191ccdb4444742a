import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** The files of received tasks that the bench's programmes read, under the contract's own keys (docs/forms.md#export-templates). */
export const exportTemplate = choices({
  generic: ['nomal', '通用', 'Generic'],
  nipt: ['nipt', 'NIPT', 'NIPT'],
  single: ['single', '单基因/感染病原', 'Monogenic and infection'],
  mapmi: ['mapmi', 'mapmi', 'mapmi'],
  eclampsia: ['eclampsia', '子痫前期', 'Pre-eclampsia'],
});
export type ExportTemplate = CodeOf<typeof exportTemplate>;
