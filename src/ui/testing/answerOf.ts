import type { z } from 'zod';
import { fileAnswer } from '#domain/kernel/contract.ts';

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly items?: readonly z.ZodType[];
  readonly in?: z.ZodType;
  readonly getter?: () => z.ZodType;
}
const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

/** A text that its name makes a person read without complaint: times are times. */
const textNamed = (name: string): string =>
  /[tT]ime$|^at$|[a-z]At$/.test(name)
    ? '2026-11-20 09:00:00'
    : /date$|^day$/i.test(name)
      ? '2026-11-20'
      : /month$/i.test(name)
        ? '2026-11'
        : /ids?$/i.test(name)
          ? '1'
          : 'X1';

/**
 * An answer of a declared call. Sparse: what may be missing is missing, a list has one row and lists in it none. Else everything is there.
 * Throws for a kind of shape it does not know.
 */
export function answerOf(schema: z.ZodType, isSparse: boolean, name = '', isInRow = false): unknown {
  const known = definitionOf(schema);
  const inner = (one: z.ZodType): unknown => answerOf(one, isSparse, name, isInRow);
  if (schema === fileAnswer) return undefined;
  switch (known.type) {
    case 'nullable':
      return isSparse ? null : inner(known.innerType!);
    case 'optional':
      return isSparse ? undefined : inner(known.innerType!);
    case 'default':
    case 'readonly':
      return inner(known.innerType!);
    case 'array':
      return definitionOf(known.element!).type === 'never' || (isSparse && isInRow) ? [] : [answerOf(known.element!, isSparse, name, true)];
    case 'object':
      return Object.fromEntries(Object.entries(known.shape!).map(([key, one]) => [key, answerOf(one, isSparse, key, isInRow)]));
    case 'record':
      return {};
    case 'tuple':
      return known.items!.map(inner);
    case 'union':
      return inner(known.options![0]!);
    case 'literal':
      return known.values![0];
    case 'enum':
      return Object.values(known.entries!)[0];
    case 'string':
      return textNamed(name);
    case 'number':
      return 1;
    case 'boolean':
      return !isSparse;
    case 'null':
    case 'unknown':
    case 'any':
      return null;
    case 'lazy':
      return isInRow ? null : inner(known.getter!());
    case 'pipe':
      return inner(known.in!);
    default:
      throw new Error(`no example of a ${known.type}`);
  }
}
