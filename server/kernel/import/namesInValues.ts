import type { Field } from '#domain/kernel/fields.ts';
import { isId } from '#domain/kernel/ids.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { resources } from '#domain/resources.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { namesOf } from '#server/kernel/resource/resourceRead.ts';

/** What ids are called: field, then id. */
export type ValueNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What the values are described as. */
export interface ReferenceFields {
  /** The written resource: one that stands in no list of resources may still refer to itself, as a menu does to the one above. */
  readonly own: Resource | undefined;
  readonly fieldOf: (name: string) => Field | undefined;
}

const idsOf = (value: unknown): string[] => [value].flat().flatMap((id) => (isId(plainText(id)) ? [plainText(id)] : []));

/** Every id that a described reference holds in the values, however deep they lie, by field. */
function idsIn(values: readonly unknown[], fieldOf: ReferenceFields['fieldOf']): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (value !== null && typeof value === 'object')
      for (const [name, one] of Object.entries(value)) {
        const ids = fieldOf(name)?.ref === undefined ? [] : idsOf(one);
        if (ids.length > 0) found.set(name, new Set([...(found.get(name) ?? []), ...ids]));
        else visit(one);
      }
  };
  visit(values);
  return found;
}

/** The names behind the ids of all values: one look-up a field, however many values. A row that is gone is called nothing. */
export async function namesInValues(
  reader: Reader,
  tenantId: string,
  { own, fieldOf }: ReferenceFields,
  values: readonly unknown[],
): Promise<ValueNames> {
  const named: Record<string, Record<string, string>> = {};
  for (const [name, ids] of idsIn(values, fieldOf)) {
    const ref = fieldOf(name)?.ref;
    const to = own?.name === ref ? own : resources.find((resource) => resource.name === ref);
    if (!to || to.view) continue;
    const known = await namesOf(reader, to, tenantId, [...ids]);
    named[name] = Object.fromEntries([...ids].map((id) => [id, known.get(id) ?? '']));
  }
  return named;
}
