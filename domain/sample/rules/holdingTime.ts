import type { JudgedCommodity } from './entryForm.ts';

/**
 * Hours a tube may wait where the product itself says nothing (forms.md 3 R-02; the figures are common practice, the customer confirms them).
 * A blood tube counts only for NIPT: 5 days is the longest any cfDNA tube allows, plain EDTA (8 h to plasma) is the product's own setting.
 */
const usualHours: readonly { readonly className: string; readonly form?: string; readonly hours: number }[] = [
  { className: '干血斑', hours: 14 * 24 },
  { className: '咽拭子', hours: 72 },
  { className: 'EDTA全血', form: 'nipt', hours: 5 * 24 },
];

/** Hours between sampling and receipt that a product allows for a sample class; undefined where nothing is said. */
export function holdingHours(commodity: JudgedCommodity, sampleClassId: string, className: string | undefined): number | undefined {
  const { holdingHours: set } = commodity;
  const own = typeof set === 'number' ? set : (set?.[sampleClassId] ?? set?.['*']);
  if (own !== undefined) return own;
  return usualHours.find((usual) => usual.className === className && (usual.form === undefined || usual.form === commodity.entryForm))?.hours;
}
