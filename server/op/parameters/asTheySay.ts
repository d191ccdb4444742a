import type { OutputField } from '#domain/op/partnerFields.ts';
import type { Parameters } from './readParameters.ts';

/** What we say, by our own names: values, or rows of them. */
export type Facts = { readonly [Field in OutputField]?: unknown };

/** Facts under the names of the interface's output parameters, values as the partner calls them (docs/interfaces.md#mapping). */
export function asTheySay({ outputs, sets }: Pick<Parameters, 'outputs' | 'sets'>, facts: Facts): Record<string, unknown> {
  const said = outputs.flatMap(({ name, fieldName, mappingCode }) => {
    if (!(fieldName in facts)) return [];
    const value = facts[fieldName] ?? null;
    const pairs = mappingCode && typeof value !== 'object' ? [...(sets.get(mappingCode) ?? [])] : [];
    return [[name, pairs.find(([, ours]) => ours === String(value))?.[0] ?? value]];
  });
  return Object.fromEntries(said) as Record<string, unknown>;
}
