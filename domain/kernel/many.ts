import { z } from 'zod';
import type { Command } from './command.ts';
import { anyJson, shape, type RowOf } from './contract.ts';

/** How one request does a command to several things (docs/decisions/016-one-act-for-many.md). */
export interface Many {
  /** Where they stand in its body. */
  readonly of: string;
  /** What each of them says of a payload: its keys. The first tells it from the others. One key alone: they are plain values. */
  readonly keys: readonly [string, ...string[]];
  /** Of a payload: whether it was asked for alone. The server says so, whoever asks; it stands in no body. */
  readonly aloneAs?: string;
  /** Each that was done is answered with what the command answers, where a person must hear more than that it was done. */
  readonly isAnswered?: true;
}

/** A key keeps so much of what one of many is asked by: longer than any id. */
const longestId = 64;

/** So many at once: a page of a list. */
export const mostAtOnce = 200;

/** What became of one of many. `failed`: nothing was done, asked again with the same key it is tried again. */
export const manyAnswer = shape({
  /** What it was asked by: the first key's value. */
  id: z.string(),
  status: z.enum(['applied', 'repeat', 'refused', 'conflict', 'failed']),
  /** Why not; null where it was done. */
  code: z.string().nullable(),
  text: z.string().nullable(),
  /** Fields that are wrong: the same as a single act's. */
  problems: z.array(anyJson).optional(),
  /** What it answered, where its command says so (`isAnswered`) and it was done. */
  answer: anyJson.optional(),
});
export type ManyAnswer = RowOf<typeof manyAnswer>;

type Payload = Readonly<Record<string, unknown>>;

/** The body of a command's call: its payload, or what all share and the list of what each has of its own. */
export function bodyShape({ name, input, many }: Command): z.ZodType {
  if (!many) return input;
  if (!(input instanceof z.ZodObject)) throw new Error(`${name} is no object, it cannot be done to many`);
  const parts = Object.entries<z.ZodType>(input.shape).filter(([key]) => key !== many.aloneAs);
  const own = parts.filter(([key]) => many.keys.includes(key));
  if (own.length < many.keys.length) throw new Error(`${name} has not all of ${many.keys.join(', ')}`);
  const [[, only]] = own as [(typeof own)[number]];
  const each = many.keys.length === 1 ? only : z.object(Object.fromEntries(own));
  const shared = Object.fromEntries(parts.filter(([key]) => !many.keys.includes(key)));
  return z.object({ ...shared, [many.of]: z.array(each).min(1).max(mostAtOnce) });
}

/** The body that asks for these payloads; what is not a key of each must be the same in all. */
export function bodyOfMany({ of, keys, aloneAs }: Many, payloads: readonly Payload[]): Payload {
  const shared = Object.fromEntries(Object.entries(payloads[0] ?? {}).filter(([key]) => key !== aloneAs && !keys.includes(key)));
  return {
    ...shared,
    [of]: payloads.map((payload) => (keys.length === 1 ? payload[keys[0]] : Object.fromEntries(keys.map((key) => [key, payload[key]])))),
  };
}

/** The payloads a body asks for, each thing once; null where it has no list of at most `mostAtOnce`. */
export function payloadsOfMany({ of, keys, aloneAs }: Many, body: unknown): readonly { readonly id: string; readonly payload: Payload }[] | null {
  if (body === null || typeof body !== 'object') return null;
  const { [of]: list, ...shared } = body as Payload;
  if (!Array.isArray(list) || list.length === 0 || list.length > mostAtOnce) return null;
  const [first] = keys;
  const isAlone = new Set(list.map((one: unknown) => JSON.stringify(one))).size === 1;
  const payloads = list.map((one: unknown) => {
    const own: Payload = one !== null && typeof one === 'object' ? (one as Payload) : { [first]: one };
    const ownParts = Object.fromEntries(keys.flatMap((key) => (key in own ? [[key, own[key]]] : [])));
    return { id: String(own[first]).slice(0, longestId), payload: { ...shared, ...ownParts, ...(aloneAs ? { [aloneAs]: isAlone } : {}) } };
  });
  return [...new Map(payloads.map((one) => [one.id, one])).values()];
}
