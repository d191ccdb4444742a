import type { Field } from './fields.ts';
import type { Resource } from './resource.ts';

/** What a field is called on the wire. */
export const wireName = (name: string, field: Field): string => field.wire ?? name;

/** Where the name of a referred row stands beside its id: `clientId` -> `clientName`, `sampleClassIds` -> `sampleClassNames`. */
export function refNameOf(wire: string): string {
  if (wire.endsWith('Ids')) return `${wire.slice(0, -3)}Names`;
  return `${wire.endsWith('Id') ? wire.slice(0, -2) : wire}Name`;
}

/** Where its code stands: `clientId` -> `clientCode`. */
export const refCodeOf = (wire: string): string => `${wire.endsWith('Id') ? wire.slice(0, -2) : wire}Code`;

/** Where a row, as it is sent, has its id, its name and its code. */
export interface RowNaming {
  readonly id: string;
  /** The first that the row has names it to a person; a display that refers to another row is named by that one. */
  readonly nameKeys: readonly string[];
  /** What stands before the name; null where the resource has none. */
  readonly codeKey: string | null;
}
export function rowNaming({ id, display, fields }: Resource): RowNaming {
  const wireOf = (name: string): string => (fields[name] ? wireName(name, fields[name]) : name);
  const name = wireOf(display.name);
  return { id, nameKeys: fields[display.name]?.ref ? [refNameOf(name), name] : [name], codeKey: display.code ? wireOf(display.code) : null };
}

/** Beside a secret on the wire: whether there is one. */
export const hasSecretName = (wire: string): string => `has${wire[0]?.toUpperCase() ?? ''}${wire.slice(1)}`;

/** The contract's other names of who made a row and who changed it last. */
export const authorAliases = [
  ['creator', 'createUserName'],
  ['actionUserName', 'updateUserName'],
] as const;

/** Names of the fields whose stored values are sealed. */
export function secretNames(resource: Resource): string[] {
  return Object.entries<Field>(resource.fields).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));
}
