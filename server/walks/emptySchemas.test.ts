import { expect, test } from 'vitest';
import { resources } from '#domain/resources.ts';
import { openApiOf } from '#server/kernel/openapi/openapi.ts';
import { calls, servedCommands } from '#server/steps.ts';

type Json = Readonly<Record<string, unknown>>;
const says = ['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', '$ref', 'not'];
const isSchema = (part: unknown): part is Json => typeof part === 'object' && part !== null && !Array.isArray(part);

/** Where a schema, or a part of it, says nothing of what stands there. */
function emptyParts(schema: unknown, place: string): string[] {
  if (!isSchema(schema)) return [];
  const own = says.some((word) => word in schema) ? [] : [place];
  const properties = isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  return [
    ...own,
    ...properties.flatMap(([name, part]) => emptyParts(part, `${place}.${name}`)),
    ...emptyParts(schema['items'], `${place}[]`),
    ...emptyParts(schema['additionalProperties'], `${place}.*`),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
      ((schema[word] as readonly unknown[] | undefined) ?? []).flatMap((part) => emptyParts(part, place)),
    ),
  ];
}

test('says of every part of every answer and body what it is', () => {
  const commands = servedCommands({ jobs: null }).map(({ command }) => command);
  const api = openApiOf({ product: 'x', version: '0', resources, commands, calls });
  const found = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((operation) => {
      const parts = [operation.requestBody, operation.responses[200]] as readonly (
        | { readonly content?: Readonly<Record<string, { schema: unknown }>> }
        | undefined
      )[];
      return parts.flatMap((part, at) =>
        Object.values(part?.content ?? {}).flatMap(({ schema }) => emptyParts(schema, `${path} ${at === 0 ? 'body' : 'answer'}`)),
      );
    }),
  );
  const { components } = api as unknown as { components: { schemas: Json } };
  expect([...found, ...Object.entries(components.schemas).flatMap(([name, schema]) => emptyParts(schema, name))]).toEqual([]);
});
