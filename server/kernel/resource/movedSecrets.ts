import { problemOf, type Problem } from '#domain/kernel/check.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { secretNames } from '#domain/kernel/wireNames.ts';

/**
 * Stored secrets that would go elsewhere than where their owner gave them to: a field that says where (`isDestination`)
 * is among the changed ones, and the secret is not. Each is a fault of its own field: it is to be typed again.
 */
export function movedSecrets(resource: Resource, isStored: (name: string) => boolean, isChanged: (name: string) => boolean): Problem[] {
  const moved = Object.entries<Field>(resource.fields).find(([name, { isDestination }]) => isDestination && isChanged(name))?.[1];
  if (!moved) return [];
  return secretNames(resource)
    .filter((name) => isStored(name) && !isChanged(name))
    .map((name) => {
      const field = resource.fields[name]!;
      return problemOf(name, field, 'rule', {
        text: [
          `${moved.label[0]}已更改, 请重新输入${field.label[0]}`,
          `${moved.label[1]} has changed: enter the ${field.label[1].toLowerCase()} again`,
        ],
      });
    });
}
