import { entryFormOf } from '../forms/entryForms.ts';
import type { JudgedCommodity } from './entryForm.ts';

/** Hours a tube may wait, whatever its form, where the product itself says nothing (docs/forms.md#common-rules R-02; the figures are common practice, the customer confirms them). */
const usualHours: Readonly<Record<string, number>> = { 干血斑: 14 * 24, 咽拭子: 72 };

/** Hours between sampling and receipt that a product allows for a sample class; undefined where nothing is said. */
export function holdingHours(commodity: JudgedCommodity, sampleClassId: string, className: string | undefined): number | undefined {
  const { holdingHours: set } = commodity;
  const own = typeof set === 'number' ? set : (set?.[sampleClassId] ?? set?.['*']);
  if (own !== undefined) return own;
  return className === undefined ? undefined : (entryFormOf(commodity.entryForm).usualHours?.[className] ?? usualHours[className]);
}
