import { z } from 'zod';
import type { Contract } from '#domain/kernel/contract.ts';

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly examples?: readonly unknown[];
}

/** The least that a schema takes; a text that must have a shape of its own gives an example (`meta`). */
function least(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return least(schema.anyOf[0] ?? {});
  if (schema.type === 'object' || schema.properties)
    return Object.fromEntries((schema.required ?? []).map((name) => [name, least(schema.properties?.[name] ?? {})]));
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => least(schema.items ?? {}));
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  return schema.type === 'boolean' ? false : '1'.repeat(Math.max(schema.minLength ?? 1, 1));
}
const exampleOf = (schema: z.ZodType | undefined): unknown =>
  schema && least(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);

/** The least that a declared call takes. */
export function examplesOf({ query, body }: Pick<Contract, 'query' | 'body'>): { readonly query: Record<string, string>; readonly body: unknown } {
  return { query: (exampleOf(query) ?? {}) as Record<string, string>, body: exampleOf(body) };
}
