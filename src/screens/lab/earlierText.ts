import { isInUnit } from '#domain/lab/rules/signals.ts';

/** A person's earlier values of an item with their days; the unit stands beside one that was told in another. */
export const earlierText = (
  earlier: readonly { readonly value: string; readonly unit: string | null; readonly date: string }[],
  unit: string | null,
): string => earlier.map((one) => [one.date, one.value, ...(isInUnit(one, unit) ? [] : [one.unit])].join(' ')).join('; ');
