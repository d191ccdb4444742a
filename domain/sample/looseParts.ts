import { z } from 'zod';
import type { Field, FieldKind, Fields } from '#domain/kernel/fields.ts';

/** Loose values of described fields: `check` normalises and judges them, so that a fault names its field. */
export const looseText = z.string().max(5_000).nullish();
export const looseNumber = z.union([z.number(), z.string().max(40)]).nullish();
const looseFlag = z.union([z.boolean(), z.number(), z.string().max(8)]).nullish();

const looseKinds = {
  text: looseText,
  longText: looseText,
  code: looseText,
  money: looseText,
  date: looseText,
  dateTime: looseText,
  ref: looseText,
  integer: looseNumber,
  decimal: looseNumber,
  choice: looseNumber,
  yesNo: looseFlag,
} as const satisfies Partial<Record<FieldKind, z.ZodType>>;
type LooseKind = keyof typeof looseKinds;
type LooseName<Told extends Fields> = { [Name in keyof Told]: Told[Name]['kind'] extends LooseKind ? Name : never }[keyof Told];

/** Fields as parts of a payload that is judged later: whatever somebody may have typed. Lists and JSON, of which nothing loose can be said, are left out. */
export function looseParts<const Told extends Fields>(
  fields: Told,
): { readonly [Name in LooseName<Told>]: (typeof looseKinds)[Told[Name]['kind'] & LooseKind] } {
  const loose = Object.entries<Field>(fields).filter(([, { kind }]) => kind in looseKinds);
  return Object.fromEntries(loose.map(([name, { kind }]) => [name, looseKinds[kind as LooseKind]])) as ReturnType<typeof looseParts<Told>>;
}
